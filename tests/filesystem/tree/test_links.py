"""Where links lead, inside the root."""

import io

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


def test_following_ends_once_it_costs_too_much() -> None:
    tree = flatten([(0, changes([file("x"), symlink("l", "x")]))])
    found = tree.get("l")
    assert found is not None
    assert LinkFollower(tree, steps=0).follow("l", found).end is LinkEnd.UNKNOWN
