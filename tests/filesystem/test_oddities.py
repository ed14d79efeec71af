"""Odd names and kinds of entries."""

import io

import pytest
from builders.oci.layers import (
    file,
    folder,
    layer,
    node,
    whiteout,
)

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.oddities import oddities


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        (file("/a"), "its name is absolute"),
        (file("a/../b"), "its name has a .. in it"),
        (file("a\x1bb"), "its name has control characters or is no UTF-8"),
        (file(""), "it has no name below the root"),
        (node("a", b"Z"), "its type is unknown"),
        (file(".wh."), "it is a whiteout of nothing"),
        (file(".wh..wh.plnk"), "it belongs to aufs and has no effect"),
        (file(".wh.a", "x"), "it is a whiteout, and no empty file"),
    ],
)
def test_odd_entries_are_told(member: object, reason: str) -> None:
    assert [each.reason for each in oddities(changes(member).entries)] == [reason]


def test_names_that_differ_by_composition_only_are_told() -> None:
    found = oddities(changes(file("caf\u00e9"), file("cafe\u0301")).entries)
    assert [each.order for each in found] == [1]


def test_an_ordinary_layer_has_nothing_odd() -> None:
    assert oddities(changes(folder("d"), file("d/a"), folder("d"), whiteout("x")).entries) == ()


def changes(*members: object) -> ChangeSet:
    """The change set of a layer of these members."""
    return read_changeset(io.BytesIO(layer(*members).blob))  # type: ignore[arg-type]
