"""Which files of a layer are hidden, by which layer, and how."""

import io

import pytest
from builders.oci.layers import Member, file, folder, opaque, symlink, tar, whiteout

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.shadowing import Hidden, Way, hidden, hider


def changes(*members: Member) -> ChangeSet:
    return read_changeset(io.BytesIO(tar(*members)))


def stack(*layers: tuple[Member, ...]) -> list[tuple[int, ChangeSet]]:
    return [(number, changes(*members)) for number, members in enumerate(layers)]


@pytest.mark.parametrize(
    ("above", "way"),
    [
        (file("a/b"), Way.OVERWRITTEN),
        (symlink("./a/b", "c"), Way.OVERWRITTEN),
        (folder("a/b"), Way.OVERWRITTEN),
        (whiteout("a/b"), Way.REMOVED),
        (whiteout("a"), Way.REMOVED),
        (opaque("a"), Way.REMOVED),
        (opaque(), Way.REMOVED),
        (file("a"), Way.REMOVED),
    ],
    ids=["file", "link", "folder", "whiteout", "whiteout above", "opaque", "opaque root", "file above"],
)
def test_layer_above_hides_a_file(above: Member, way: Way) -> None:
    assert hidden(stack((file("a/b"),), (above,)), {0}) == (Hidden(layer=0, path="a/b", by=1, way=way),)


@pytest.mark.parametrize(
    "above",
    [file("a/c"), folder("a"), whiteout("b"), whiteout("a/bb"), opaque("b"), file(".wh..wh.plnk")],
    ids=["beside", "its folder", "another", "nearly", "another folder", "aufs"],
)
def test_layer_above_leaves_other_files_alone(above: Member) -> None:
    assert hidden(stack((file("a/b"),), (above,)), {0}) == ()


def test_layers_below_hide_nothing() -> None:
    assert hidden(stack((file("a"), whiteout("b")), (file("a"), file("b"))), {1}) == ()


def test_layers_that_nobody_asks_about_are_not_told() -> None:
    assert hidden(stack((file("a"),), (file("a"),)), set()) == ()


def test_layer_does_not_hide_its_own_files() -> None:
    assert (
        hidden(
            stack(
                (file("a"), opaque(), file("a")),
            ),
            {0},
        )
        == ()
    )


def test_topmost_layer_is_named() -> None:
    (found,) = hidden(stack((file("a"),), (file("a"),), (whiteout("a"),)), {0})
    assert (found.by, found.way) == (2, Way.REMOVED)


def test_file_beside_its_own_layers_mark_is_there() -> None:
    assert hider("a/b", stack((opaque("a"), file("a/b")))) == (0, Way.OVERWRITTEN)


def test_file_above_a_mark_is_there() -> None:
    assert hider("a", stack((whiteout("a"),), (file("a"),))) == (1, Way.OVERWRITTEN)


def test_file_that_nobody_hides_has_no_hider() -> None:
    assert hider("a", stack((file("b"),))) is None


def test_work_ends_when_nobody_waits() -> None:
    with pytest.raises(Cancelled):
        hidden(stack((file("a"),), (file("a"),)), {0}, lambda: True)
