"""The view of the files that `ls` and `cat` show."""

from typing import TYPE_CHECKING

import click

from xpkgtui.cli.parameters.options import Command, WholeNumber
from xpkgtui.errors import NotFound, Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import View

_VIEWS = ("base", "layer", "upto", "flattened")


def view_options(command: Command) -> Command:
    """Adds `--view` and `--layer`."""
    choice = click.Choice(_VIEWS)
    of_layer = click.option("--layer", metavar="N", type=WholeNumber(), help="Read layer N (0 is the bottom).")
    view = click.option(
        "--view",
        type=choice,
        help="base: the layer annotated base (default if there is one); layer: layer N; upto: layers 0 to N;"
        " flattened: all layers (default otherwise).",
    )
    return of_layer(view(command))


def chosen_view(state: "Inspection", view: str | None, layer: int | None) -> "View":
    """The chosen view, by default the one that the package is taken from; raises `Usage` and `NotFound`."""
    from xpkgtui.inspection.messages.parts import Ready
    from xpkgtui.inspection.messages.requests import View

    if layer is not None and view in ("base", "flattened", "hidden"):
        raise Usage(f"--layer cannot be combined with --view {view}", hint="Use it with --view layer or --view upto.")
    if layer is None and view in ("layer", "upto"):
        raise Usage(f"--view {view} needs the number of a layer", hint=f"Write --view {view} --layer N.")
    if layer is not None and isinstance(state.manifest, Ready):
        count = len(state.manifest.value.layers)
        if layer >= count:
            hint = f"There are layers 0 to {count - 1}." if count else "The image has none."
            raise NotFound(f"there is no layer {layer}", hint=hint)
    if view:
        return View(view)
    if layer is not None:
        return View.LAYER
    return View.BASE if state.reading is None or state.reading.annotated else View.FLATTENED
