"""The tree: which layer supplies what, links inside the root only, and one layer by itself."""

import io
import posixpath

from builders.oci.layers import (
    Member,
    file,
    folder,
    hardlink,
    layer,
    layer_of,
    opaque,
    pax,
    raw_file,
    symlink,
    whiteout,
)
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.filesystem.changeset import ChangeSet, Mark, mark_of, read_changeset
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.differences import Comparison
from xpkgtui.filesystem.tree.flattening import flatten, single
from xpkgtui.filesystem.tree.node import FileNode, FileTree, LowerEntry
from xpkgtui.limits import Limits

PATHS = st.sampled_from(["a", "b", "a/b", "a/c", "b/a", "a/b/c", "b/b/b"])
CHANGES = st.lists(
    st.one_of(st.builds(file, PATHS), st.builds(folder, PATHS), st.builds(whiteout, PATHS), st.builds(opaque, PATHS)),
    max_size=5,
)


def test_a_whiteout_hides_only_lower_layers() -> None:
    assert paths(flattened([file("a")], [whiteout("a"), file("a")])) == ["a"]


def test_every_node_knows_its_layer() -> None:
    tree = flattened([file("a"), file("d/x")], [file("a"), file("d/y")])
    assert {path: node.layer for path, node in tree.walk()} == {"a": 1, "d": 0, "d/x": 0, "d/y": 1}


def test_what_is_overwritten_is_remembered() -> None:
    assert node(flattened([file("a")], [file("a")], [file("a")]), "a").lower == (
        LowerEntry(layer=1, type=EntryType.FILE, size=0),
        LowerEntry(layer=0, type=EntryType.FILE, size=0),
    )


def test_what_the_layer_itself_wrote_before_is_no_lower_entry() -> None:
    (lower,) = node(flattened([file("a")], [file("a"), file("a")]), "a").lower
    assert lower.layer == 0


def test_a_hard_link_keeps_the_content_its_target_had() -> None:
    tree = flattened([file("a", "old"), hardlink("b", "a")], [file("a", "newer")])
    assert (node(tree, "b").content, node(tree, "b").size) == ((0, 0), 3)


def test_links_are_followed_inside_the_root() -> None:
    tree = flattened([file("etc/passwd"), symlink("l", "../../../etc"), symlink("abs", "/etc/passwd")])
    assert tree.resolve("l/passwd") is tree.resolve("abs") is tree.get("etc/passwd")


def test_a_loop_of_links_leads_nowhere() -> None:
    assert flattened([symlink("a", "b"), symlink("b", "a")]).resolve("a") is None


def test_a_link_leads_on_if_its_target_is_no_longer_than_a_name_may_be() -> None:
    sets = [(0, changes([file("d/a"), symlink("l", "././././d")])), (1, changes([file("l/b")]))]
    trees = [flatten(sets, Limits(name=most)) for most in (9, 8)]
    assert [tree.get("d/b") is not None for tree in trees] == [True, False]


def test_a_file_is_no_folder_on_the_way() -> None:
    assert flattened([file("a")]).resolve("a/b") is None


def test_folders_come_before_files() -> None:
    view = Comparison(flattened([file("a"), file("z/x"), file("b")]))
    assert [each.node.name for each in view.children()] == ["z", "a", "b"]


def test_one_layer_shows_what_it_removes_and_hides() -> None:
    tree = single(3, changes([whiteout("a/x"), opaque("d"), file("d/y")]))
    assert [(path, each.mark) for path, each in tree.walk()] == [
        ("a", None),
        ("a/x", Mark.FILE),
        ("d", Mark.OPAQUE),
        ("d/y", None),
    ]


def test_one_layer_keeps_a_hard_link_to_a_lower_layer() -> None:
    assert node(single(1, changes([hardlink("b", "a")])), "b").content is None


def test_a_name_too_long_for_any_file_system_is_left_out() -> None:
    data = pax("path=" + "a/" * 3000 + "b") + raw_file("x") + raw_file("c")
    tree = flatten([(0, read_changeset(io.BytesIO(layer_of(data).blob)))])
    assert paths(tree) == ["c"]


def test_a_tree_that_grows_too_large_is_cut() -> None:
    tree = flatten([(0, changes([file(f"f{number}") for number in range(20)]))], Limits(files=5))
    assert len(paths(tree)) == 5


@given(st.lists(CHANGES, max_size=4))
def test_flattening_agrees_with_a_naive_one(layers: list[list[Member]]) -> None:
    assert set(paths(flattened(*layers))) == naive([changes(members) for members in layers])


@given(st.lists(CHANGES, max_size=3))
def test_every_path_of_a_walk_is_found_again(layers: list[list[Member]]) -> None:
    tree = flattened(*layers)
    assert all(tree.get(path) is found for path, found in tree.walk())


def naive(layers: list[ChangeSet]) -> set[str]:
    """The paths that remain: a set, changed by one rule after the other."""
    files: set[str] = set()
    folders: set[str] = set()
    for each in layers:
        for removed in each.whiteouts:
            gone = {path for path in files | folders if path == removed or path.startswith(removed + "/")}
            files, folders = files - gone, folders - gone
        for hidden in each.opaque:
            gone = {path for path in files | folders if path.startswith(hidden + "/")}
            files, folders = files - gone, folders - gone
        for entry in (one for one in each.entries if mark_of(one.path) is None):
            above = posixpath.dirname(entry.path)
            while above:
                files.discard(above)
                folders.add(above)
                above = posixpath.dirname(above)
            below = {path for path in files | folders if path.startswith(entry.path + "/")}
            if entry.type == "directory":
                files.discard(entry.path)
                folders.add(entry.path)
            else:
                files, folders = files - below | {entry.path}, folders - below - {entry.path}
    return files | folders


def changes(members: list[Member]) -> ChangeSet:
    """A layer's change set."""
    return read_changeset(io.BytesIO(layer(*members).blob))


DEEP = "/".join("x" * 1_000)


def test_links_into_links_lead_no_deeper_than_any_name_may() -> None:
    chain = [symlink(f"a{number}", f"a{number + 1}/{DEEP}") for number in range(10)]
    tree = flattened([*chain, file("a0/b"), file("a9/b")])
    assert max(map(len, paths(tree))) <= Limits().name
    assert node(tree, f"a10/{DEEP}/b")
    assert [one.name for one in tree.cut] == ["name"]


def test_names_in_links_count_as_steps() -> None:
    chain = [symlink(f"a{number}", f"a{number + 1}/{DEEP}") for number in range(10)]
    tree = within(Limits(files=300), [*chain, *(file(f"a0/{number}") for number in range(100))], [file("c")])
    assert "files" in [one.name for one in tree.cut]
    assert node(tree, "a0").type is EntryType.SYMLINK
    assert tree.get("c") is None


def test_tree_with_too_many_characters_in_its_paths_names_the_limit() -> None:
    tree = within(Limits(names=10_000), [file("a")], [file(f"{number}/{DEEP}") for number in range(10)])
    assert [one.name for one in tree.cut] == ["names"]


def test_ordinary_tree_is_whole() -> None:
    assert flattened([file("a/b")], [whiteout("a/b")]).cut == ()


def within(limits: Limits, *layers: list[Member]) -> FileTree:
    """The tree of these layers within limits."""
    return flatten(enumerate(map(changes, layers)), limits)


def flattened(*layers: list[Member]) -> FileTree:
    """The tree of these layers."""
    return flatten(enumerate(changes(members) for members in layers))


def paths(tree: FileTree) -> list[str]:
    """All paths."""
    return [path for path, _ in tree.walk()]


def node(tree: FileTree, path: str) -> FileNode:
    """The node that must be there."""
    found = tree.get(path)
    assert found is not None
    return found
