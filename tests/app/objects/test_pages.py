"""The objects of a package, row by row and page by page."""

from dataclasses import replace

import pytest
from builders.goldens import Golden, once
from builders.inspection import ports
from builders.inspection.inspections import port
from builders.screens.pages import Walk, agreed, below, drawn_pane, in_widths
from builders.screens.states import odd_list
from textual.content import Content

from xpkgtui.app.drawing.rows import Pane, Row
from xpkgtui.app.objects import cells
from xpkgtui.app.objects.cells import GroupHeading, ObjectItem
from xpkgtui.app.objects.list import pane
from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.formats.role import Role
from xpkgtui.inspection.folding import ended
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.rules.finding import Badge
from xpkgtui.service.local import LocalPort

__all__ = ["port"]


@pytest.mark.parametrize("source", ["demo:plain", "demo:bundle"])
async def test_objects_look_as_they_were_agreed(source: str, port: LocalPort, golden: Golden) -> None:
    walk = await Walk(source, port).open()
    golden(f"pages_objects_{source.rpartition(':')[2]}", await walk.rows(ListId.OBJECTS))


CRD = replace(
    ports.row(1, kind="CustomResourceDefinition", name="a", role="object"), api_version="apiextensions.k8s.io/v1"
)
LONG = replace(
    CRD,
    name="virtualnetworkgatewayconnections.network.azure.m.upbound.io",
    plural="virtualnetworkgatewayconnections",
    group="network.azure.m.upbound.io",
    versions=("v1beta2", "v1beta1", "v1alpha1"),
    stored="v1beta1",
    badge=Badge.WARNING,
)
ROWS = {
    "long": LONG,
    "noted": replace(LONG, note="! deprecated by its author, and more words", badge=Badge.OK),
    "one version": replace(LONG, versions=("v1",), note="", badge=None),
    "package": replace(CRD, name="a.b", package="a", plural="a.b"),
    "file": replace(CRD, api_version=None, kind="deep.txt", file="a/very/long/way/to/what/is/deep.txt", name=None),
    "unreadable": replace(CRD, role=Role.BROKEN, kind=None, name=None, file="x.yaml", line=7),
    "nameless": replace(CRD, name=None, plural=None, versions=()),
}


def listed(*, flat: bool, note: int) -> Pane:
    """All of them, as a list that has room for the longest name."""
    kind, name = cells.widths(list(ROWS.values()), flat=flat)
    rows = [Row(key, ObjectItem(row, kind, name, flat, note), cells.cells) for key, row in ROWS.items()]
    meta = replace(LONG, kind="Configuration", api_version="meta.pkg.crossplane.io/v1", role=Role.META)
    rows.append(Row("meta", ObjectItem(meta, kind, name, flat, note), cells.meta_cells))
    rows.append(Row("group", GroupHeading("a.example", 1_234, is_open=flat, errors=2, warnings=3), cells.group_cells))
    return Pane(name="Objects", rows=tuple(rows))


def test_rows_of_objects_look_as_they_were_agreed(golden: Golden) -> None:
    assert cells.note_width(list(ROWS.values())) == 43
    assert [cells.whole_names(30, 10, 200), cells.whole_names(0, 0), cells.whole_names(3, 8, 20)] == [92, 16, 37]
    parts: list[Content] = []
    for flat in (False, True):
        one = listed(flat=flat, note=cells.note_width(list(ROWS.values())))
        plain = listed(flat=flat, note=cells.note_width([]))
        parts += [drawn_pane(one, 120), in_widths(one, *ROWS, "meta"), in_widths(plain, "long", "file")]
    golden("pages_objects_rows", once(agreed(*parts, *map(cells.label, ROWS.values()))))


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
