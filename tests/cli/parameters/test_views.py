"""Which view of the files is shown, and what cannot be asked for."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.cli.parameters.views import chosen_view
from xpkgtui.errors import NotFound, Usage, XpkgError
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.requests import View
from xpkgtui.readers.reader import Reading

ANNOTATED, FLATTENED = (Reading(reader="manager-2.4", annotated=one) for one in (True, False))
EMPTY = ports.manifest()
assert isinstance(EMPTY, ManifestRead)
TWO_LAYERS, NO_LAYER = ports.inspection(ports.manifest()), ports.inspection(replace(EMPTY, layers=()))


@each_row(
    ("state", "view", "layer", "found"),
    [
        (TWO_LAYERS, None, None, View.BASE),
        (replace(TWO_LAYERS, reading=ANNOTATED), None, None, View.BASE),
        (replace(TWO_LAYERS, reading=FLATTENED), None, None, View.FLATTENED),
        (TWO_LAYERS, None, 1, View.LAYER),
        (TWO_LAYERS, "layer", 0, View.LAYER),
        (TWO_LAYERS, "upto", 1, View.UPTO),
        (TWO_LAYERS, "flattened", None, View.FLATTENED),
        (TWO_LAYERS, "hidden", None, View.HIDDEN),
        (replace(TWO_LAYERS, reading=FLATTENED), "base", None, View.BASE),
        (ports.inspection(), None, 7, View.LAYER),
    ],
)
def test_a_view_is_the_one_that_is_asked_for_or_that_the_package_is_taken_from(
    state: Inspection, view: str | None, layer: int | None, found: View
) -> None:
    assert chosen_view(state, view, layer) is found


COMBINED, NUMBER = "Use it with --view layer or --view upto.", "Write --view {} --layer N."


@each_row(
    ("state", "view", "layer", "kind", "title", "hint"),
    [
        (TWO_LAYERS, "base", 0, Usage, "--layer cannot be combined with --view base", COMBINED),
        (TWO_LAYERS, "flattened", 0, Usage, "--layer cannot be combined with --view flattened", COMBINED),
        (TWO_LAYERS, "hidden", 0, Usage, "--layer cannot be combined with --view hidden", COMBINED),
        (TWO_LAYERS, "layer", None, Usage, "--view layer needs the number of a layer", NUMBER.format("layer")),
        (TWO_LAYERS, "upto", None, Usage, "--view upto needs the number of a layer", NUMBER.format("upto")),
        (TWO_LAYERS, None, 2, NotFound, "there is no layer 2", "There are layers 0 to 1."),
        (NO_LAYER, None, 0, NotFound, "there is no layer 0", "The image has none."),
    ],
)
def test_what_cannot_be_shown_is_refused(
    state: Inspection, view: str | None, layer: int | None, kind: type[XpkgError], title: str, hint: str
) -> None:
    with pytest.raises(kind) as refused:
        chosen_view(state, view, layer)
    assert (refused.value.title, refused.value.hint) == (title, hint)
