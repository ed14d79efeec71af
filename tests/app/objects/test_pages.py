"""The objects of a package, row by row and page by page."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection import ports
from builders.inspection.inspections import port
from builders.packages.shelf import shelf
from builders.screens.pages import Walk, agreed, below, drawn_pane, on_shelf
from builders.screens.states import odd_list
from textual.content import Content

from xpkgtui.app.objects.list import pane
from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.inspection.folding import ended
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.service.local import LocalPort

__all__ = ["port", "shelf"]


async def test_objects_look_as_they_were_agreed(port: LocalPort, golden: Golden) -> None:
    walk = await Walk("demo:plain", port).open()
    golden("pages_objects_plain", once(await walk.rows(ListId.OBJECTS)))


NOTHING = {
    "waits": ports.inspection(ports.resolved(), ports.platforms(), ports.manifest()),
    "nothing known": ports.inspection(ports.resolved()),
    "no stream": ports.inspection(ports.resolved(), ports.platforms(), ports.manifest(), *ports.package()[6:]),
    "no objects": ports.inspection(*ports.package()[:4], ObjectsListed(first=0, rows=(), total=0)),
    "whole": ports.inspection(*ports.package()),
}


def test_what_stands_in_the_place_of_objects(golden: Golden) -> None:
    parts: list[Content] = []
    for name, state in NOTHING.items():
        for selection in (Selection(), Selection(filters={PaneId.OBJECTS: "zz"}), Selection(problems_only=True)):
            drawn = (drawn_pane(pane(one, selection)) for one in (state, ended(state)))
            parts.append(below(Content(f"── {name}"), *drawn))
    golden("pages_objects_none", once(agreed(*parts)))


def test_objects_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("pages_objects_odd", once(odd_list(ListId.OBJECTS)))


async def test_objects_of_every_sort_look_as_they_were_agreed(shelf: Path, port: LocalPort, golden: Golden) -> None:
    texts = [await walk.rows(ListId.OBJECTS) async for walk in on_shelf(shelf, port, "broken.yaml", "hollow")]
    golden("pages_objects_shelf", once("\n".join(texts)))
