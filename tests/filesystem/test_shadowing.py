"""Which files of a layer are hidden, by which layer, and how."""

import io

import pytest
from builders.cases import each_row
from builders.oci.layers import Member, file, folder, opaque, symlink, tar, whiteout

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.shadowing import ShadowedFile, Shadowing, shadowed_files, shadowing_layer


def changes(*members: Member) -> ChangeSet:
    return read_changeset(io.BytesIO(tar(*members)))


def stack(*layers: tuple[Member, ...]) -> list[tuple[int, ChangeSet]]:
    return [(number, changes(*members)) for number, members in enumerate(layers)]


@each_row(
    ("above", "how"),
    [
        (file("a/b"), Shadowing.OVERWRITTEN),
        (symlink("./a/b", "c"), Shadowing.OVERWRITTEN),
        (folder("a/b"), Shadowing.OVERWRITTEN),
        (whiteout("a/b"), Shadowing.REMOVED),
        (whiteout("a"), Shadowing.REMOVED),
        (opaque("a"), Shadowing.REMOVED),
        (opaque(), Shadowing.REMOVED),
        (file("a"), Shadowing.REMOVED),
    ],
    ids=["file", "link", "folder", "whiteout", "whiteout above", "opaque", "opaque root", "file above"],
)
def test_layer_above_hides_a_file(above: Member, how: Shadowing) -> None:
    assert shadowed_files(stack((file("a/b"),), (above,)), {0}) == (ShadowedFile(layer=0, path="a/b", by=1, how=how),)


@each_row(
    "above",
    [file("a/c"), folder("a"), whiteout("b"), whiteout("a/bb"), opaque("b"), file(".wh..wh.plnk")],
    ids=["beside", "its folder", "another", "nearly", "another folder", "aufs"],
)
def test_layer_above_leaves_other_files_alone(above: Member) -> None:
    assert shadowed_files(stack((file("a/b"),), (above,)), {0}) == ()


def test_layers_below_hide_nothing() -> None:
    assert shadowed_files(stack((file("a"), whiteout("b")), (file("a"), file("b"))), {1}) == ()


def test_files_of_other_layers_are_left_out() -> None:
    assert shadowed_files(stack((file("a"),), (file("a"),)), set()) == ()


def test_layer_does_not_hide_its_own_files() -> None:
    assert (
        shadowed_files(
            stack((file("a"), opaque(), file("a"))),
            {0},
        )
        == ()
    )


def test_topmost_layer_is_named() -> None:
    (found,) = shadowed_files(stack((file("a"),), (file("a"),), (whiteout("a"),)), {0})
    assert (found.by, found.how) == (2, Shadowing.REMOVED)


def test_file_beside_its_own_layers_mark_is_there() -> None:
    assert shadowing_layer("a/b", stack((opaque("a"), file("a/b")))) == (0, Shadowing.OVERWRITTEN)


def test_file_above_a_mark_is_there() -> None:
    assert shadowing_layer("a", stack((whiteout("a"),), (file("a"),))) == (1, Shadowing.OVERWRITTEN)


def test_file_that_no_layer_hides_has_no_shadowing_layer() -> None:
    assert shadowing_layer("a", stack((file("b"),))) is None


def test_work_ends_when_it_is_stopped() -> None:
    with pytest.raises(Cancelled):
        shadowed_files(stack((file("a"),), (file("a"),)), {0}, lambda: True)


def test_every_pair_of_layers_is_named_however_many_files_one_hides() -> None:
    files = tuple(file(f"a/{number}") for number in range(101))
    found = shadowed_files(stack((*files, file("b")), (file("b"),), (whiteout("a"),)), {0})
    assert [(one.path, one.by, one.more) for one in found] == [("a/0", 2, 100), ("b", 1, 0)]
