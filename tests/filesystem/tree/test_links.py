"""Where links lead, inside the root."""

import io

import pytest
from builders.oci.layers import Member, file, folder, hardlink, layer, symlink

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.links import LinkEnd, LinkFollower, LinkTarget
from xpkgtui.filesystem.tree.node import FileTree


def changes(members: list[Member]) -> ChangeSet:
    return read_changeset(io.BytesIO(layer(*members).blob))


def follow(path: str, *members: Member) -> LinkTarget:
    tree: FileTree = flatten([(0, changes(list(members)))])
    found = tree.get(path)
    assert found is not None
    return LinkFollower(tree).follow(path, found)


def test_a_link_ends_where_all_links_were_followed() -> None:
    target = follow("d/l", file("usr/lib/x"), symlink("lib", "usr/lib"), symlink("d/l", "../lib/x"))
    assert (target.end, target.path, target.leaves) == (LinkEnd.THERE, "usr/lib/x", False)


def test_a_link_out_of_the_root_is_reported_and_stopped_there() -> None:
    target = follow("l", file("etc/passwd"), symlink("l", "../../etc/passwd"))
    assert (target.end, target.path, target.leaves) == (LinkEnd.THERE, "etc/passwd", True)


def test_a_link_to_nothing_names_what_is_missing() -> None:
    target = follow("l", folder("d"), symlink("l", "d/x/y"))
    assert (target.end, target.path) == (LinkEnd.NOWHERE, "d/x")


def test_a_circle_of_links_is_a_circle() -> None:
    assert follow("a", symlink("a", "b"), symlink("b", "a")).end is LinkEnd.CIRCLE


def test_a_hard_link_leads_from_the_root_on() -> None:
    assert follow("d/h", file("d/x"), hardlink("d/h", "d/x")).path == "d/x"


def test_a_folder_on_the_way_must_be_one() -> None:
    target = follow("l", file("d"), symlink("l", "d/x"))
    assert (target.end, target.path, target.leaves) == (LinkEnd.NOWHERE, "d", False)
    target = follow("l", symlink("l", "../x"))
    assert (target.end, target.path, target.leaves) == (LinkEnd.NOWHERE, "x", True)


def test_a_link_goes_up_and_from_the_root_on() -> None:
    assert follow("a/b/l", file("a/x"), symlink("a/b/l", "../x")).path == "a/x"
    target = follow("a/l", file("x"), symlink("m", "/x"), symlink("a/l", "/m"))
    assert (target.path, target.node is not None, target.leaves) == ("x", True, False)


def test_forty_links_are_followed_as_linux_does() -> None:
    for count, end in ((40, LinkEnd.THERE), (41, LinkEnd.NOWHERE)):
        links = [symlink(f"l{number}", f"l{number + 1}") for number in range(count)]
        assert follow("l0", *links, file(f"l{count}")).end is end


@pytest.mark.parametrize("size", [4_096, 4_097])
def test_a_target_that_is_too_long_leads_nowhere(size: int) -> None:
    target = follow("l", symlink("l", "./" * (size // 2) + "x" * (size % 2)))
    assert target == LinkTarget(end=LinkEnd.NOWHERE) if size > 4_096 else target.end is LinkEnd.THERE
    assert follow("m", symlink("l", "./" * (size // 2) + "/" * (size % 2)), symlink("m", "l")).end is target.end


@pytest.mark.parametrize(("steps", "end"), [(5, LinkEnd.THERE), (4, LinkEnd.UNKNOWN)])
def test_each_name_is_a_step(steps: int, end: LinkEnd) -> None:
    tree = flatten([(0, changes([file("d/x"), symlink("m", "d/x"), symlink("l", "m")]))])
    found = tree.get("l")
    assert found is not None
    assert LinkFollower(tree, steps=steps).follow("l", found).end is end


def test_ends_of_links_are_words() -> None:
    assert [str(one) for one in LinkEnd] == ["there", "nowhere", "circle", "unknown"]


def test_following_ends_once_it_costs_too_much() -> None:
    tree = flatten([(0, changes([file("x"), symlink("l", "x")]))])
    found = tree.get("l")
    assert found is not None
    assert LinkFollower(tree, steps=0).follow("l", found).end is LinkEnd.UNKNOWN
