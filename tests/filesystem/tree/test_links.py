"""Where links lead, inside the root."""

import io

from builders.oci.layers import Member, file, folder, hardlink, layer, symlink

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.links import Follower, Lead, Way
from xpkgtui.filesystem.tree.node import FileTree


def changes(members: list[Member]) -> ChangeSet:
    return read_changeset(io.BytesIO(layer(*members).blob))


def lead(path: str, *members: Member) -> Lead:
    tree: FileTree = flatten([(0, changes(list(members)))])
    found = tree.get(path)
    assert found is not None
    return Follower(tree).lead(path, found)


def test_a_link_ends_where_all_links_were_followed() -> None:
    end = lead("d/l", file("usr/lib/x"), symlink("lib", "usr/lib"), symlink("d/l", "../lib/x"))
    assert (end.way, end.path, end.leaves) == (Way.THERE, "usr/lib/x", False)


def test_a_link_out_of_the_root_is_told_and_stopped_there() -> None:
    end = lead("l", file("etc/passwd"), symlink("l", "../../etc/passwd"))
    assert (end.way, end.path, end.leaves) == (Way.THERE, "etc/passwd", True)


def test_a_link_to_nothing_names_what_is_missing() -> None:
    end = lead("l", folder("d"), symlink("l", "d/x/y"))
    assert (end.way, end.path) == (Way.NOWHERE, "d/x")


def test_a_circle_of_links_is_a_circle() -> None:
    assert lead("a", symlink("a", "b"), symlink("b", "a")).way is Way.CIRCLE


def test_a_hard_link_leads_from_the_root_on() -> None:
    assert lead("d/h", file("d/x"), hardlink("d/h", "d/x")).path == "d/x"


def test_following_ends_once_it_costs_too_much() -> None:
    tree = flatten([(0, changes([file("x"), symlink("l", "x")]))])
    found = tree.get("l")
    assert found is not None
    assert Follower(tree, steps=0).lead("l", found).way is Way.UNKNOWN
