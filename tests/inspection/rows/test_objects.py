"""The order of a list of objects."""

from collections.abc import Sequence

from xpkgtui.formats.role import Role
from xpkgtui.inspection.rows.objects import ObjectRow, places

KINDS = ("olm.package", "olm.channel", "olm.bundle")


def row(kind: str | None, name: str, group: str = "harbour", role: Role = Role.OBJECT) -> ObjectRow:
    return ObjectRow(document=1, line=1, start=0, end=1, first_line=1, kind=kind, name=name, group=group, role=role)


def listed(rows: Sequence[ObjectRow], kinds: Sequence[str] = KINDS) -> list[str]:
    return [rows[place].name or "" for place in places(rows, kinds)]


def test_kinds_come_in_their_order_and_the_newest_of_each_first() -> None:
    rows = [
        row("olm.bundle", "harbour.v1.9.0"),
        row("acme.note", "z"),
        row("olm.channel", "stable-3.9"),
        row("olm.bundle", "harbour.v1.10.0"),
        row("acme.note", "a"),
        row("olm.channel", "stable-3.10"),
        row("olm.package", "harbour"),
    ]
    assert listed(rows) == [
        "harbour",
        "stable-3.10",
        "stable-3.9",
        "harbour.v1.10.0",
        "harbour.v1.9.0",
        "z",
        "a",
    ]


def test_packages_stay_in_the_order_in_which_they_begin() -> None:
    rows = [row("olm.channel", "b1", "tide"), row("olm.package", "harbour"), row("olm.package", "tide", "tide")]
    assert listed(rows) == ["tide", "b1", "harbour"]


def test_without_an_order_of_kinds_rows_stand_as_they_are_but_for_empty_ones() -> None:
    rows = [row("B", "v1"), row(None, "", role=Role.EMPTY), row("A", "v2")]
    assert listed(rows, ()) == ["v1", "v2"]
    assert listed(rows) == ["v1", "v2"]
