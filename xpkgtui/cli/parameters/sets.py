"""Options of the commands about a set of manifests, and the request that they make."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.parameters.cluster import LARGEST, text_of
from xpkgtui.errors import Usage
from xpkgtui.rules.changes.change import Level

if TYPE_CHECKING:
    from xpkgtui.formats.sets.planning import PlanOptions
    from xpkgtui.inspection.messages.requests import Options, PlanSet

_KUBE = "kube:"
"""What a cluster is called that kubectl asks."""
installed_option = click.option(
    "--installed",
    metavar="FILE",
    help="What is installed already: Lock, package objects and their revisions, as kubectl prints them; or "
    "kube:[CONTEXT], a cluster that kubectl asks.",
)
level_option = click.option(
    "--level",
    type=click.Choice([Level.CLIENTS.value, Level.STORED.value, Level.STRICT.value]),
    default=Level.CLIENTS.value,
    help="Who must not be broken by what changes, as for `diff` (default clients).",
)


def set_request(
    paths: tuple[str, ...], installed: str | None, plan: "PlanOptions", options: "Options", level: str
) -> "PlanSet":
    """The request about a set, with what standard input and a file of what is installed have."""
    from xpkgtui.inspection.messages.requests import PlanSet

    text = _text_of_stdin() if "-" in paths else ""
    if installed and installed.startswith(_KUBE):
        cluster = installed.removeprefix(_KUBE)
        return PlanSet(paths=paths, text=text, cluster=cluster, plan=plan, options=options, level=level)
    plan = replace(plan, installed=text_of(Path(installed)) if installed else "")
    return PlanSet(paths=paths, text=text, plan=plan, options=options, level=level)


def _text_of_stdin() -> str:
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Usage("standard input is larger than 16 MiB")
    return data.decode("utf-8", "surrogateescape")
