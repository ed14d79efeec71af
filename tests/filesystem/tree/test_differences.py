"""What a layer does to the files of the layers below it."""

import io

from builders.oci.layers import Member, file, folder, layer, opaque, whiteout
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.tree.differences import Comparison, removers
from xpkgtui.filesystem.tree.flattening import flatten, single

PATHS = st.sampled_from(["a", "b", "a/b", "a/c", "b/a", "a/b/c", "b/b/b"])
CHANGES = st.lists(
    st.one_of(st.builds(file, PATHS), st.builds(folder, PATHS), st.builds(whiteout, PATHS), st.builds(opaque, PATHS)),
    max_size=6,
)


def changes(members: list[Member]) -> ChangeSet:
    return read_changeset(io.BytesIO(layer(*members).blob))


def upto(*layers: list[Member]) -> Comparison:
    sets = [(number, changes(members)) for number, members in enumerate(layers)]
    return Comparison(flatten(sets), flatten(sets[:-1]), layer=len(layers) - 1)


def alone(below: list[Member], members: list[Member]) -> Comparison:
    return Comparison(single(1, changes(members)), flatten([(0, changes(below))]), layer=1, alone=True)


def by_path(view: Comparison) -> dict[str, str | None]:
    return {path: one.change and str(one.change) for path, one in view.walk()}


def test_what_is_added_changed_and_removed_is_reported() -> None:
    view = upto([file("a"), file("b"), file("c")], [file("b", "2"), whiteout("c"), file("d")])
    assert by_path(view) == {"a": None, "b": "changed", "c": "removed", "d": "added"}


def test_what_has_nothing_below_is_not_compared() -> None:
    alone = flatten([(0, changes([file("a")]))])
    assert (Comparison(alone).is_compared, Comparison(alone, alone).is_compared) == (False, True)


def test_a_removed_folder_still_shows_what_it_held() -> None:
    assert by_path(upto([file("d/x/y")], [whiteout("d")])) == {
        "d": "removed",
        "d/x": "removed",
        "d/x/y": "removed",
    }


def test_an_opaque_folder_shows_what_it_hides() -> None:
    view = upto([file("d/old")], [opaque("d"), file("d/new")])
    assert by_path(view) == {"d": "changed", "d/new": "added", "d/old": "removed"}


def test_folders_above_a_change_are_marked() -> None:
    view = upto([file("a/b/c/x"), file("e/f")], [file("a/b/c/x", "2")])
    assert by_path(view) == {
        "a": "changed",
        "a/b": "changed",
        "a/b/c": "changed",
        "a/b/c/x": "changed",
        "e": None,
        "e/f": None,
    }


def test_a_folder_that_is_only_listed_again_is_not_changed() -> None:
    assert by_path(upto([folder("d"), file("d/x")], [folder("d")])) == {"d": None, "d/x": None}


def test_a_folder_in_the_place_of_a_file_is_a_change_and_so_is_the_reverse() -> None:
    for one, other in ((file("d"), folder("d")), (folder("d"), file("d"))):
        assert by_path(upto([one], [other])) == by_path(alone([one], [other])) == {"d": "changed"}


def test_a_layer_alone_does_not_lack_what_lies_below() -> None:
    assert by_path(alone([file("a"), file("b/c")], [file("b/d")])) == {"b": "changed", "b/d": "added"}


def test_a_whiteout_of_a_layer_alone_opens_to_what_it_removes() -> None:
    assert by_path(alone([file("d/x")], [whiteout("d")])) == {"d": "removed", "d/x": "removed"}


def test_a_whiteout_of_nothing_removes_nothing() -> None:
    ((_, one),) = alone([file("a")], [whiteout("zz")]).walk()
    assert (one.change, one.below) == ("removed", None)


def test_what_is_removed_and_added_again_is_changed() -> None:
    assert by_path(alone([file("a")], [whiteout("a"), file("a")])) == {"a": "changed"}


@given(st.lists(CHANGES, min_size=2, max_size=4))
def test_marks_lead_from_one_tree_to_the_other(layers: list[list[Member]]) -> None:
    sets = [(number, changes(members)) for number, members in enumerate(layers)]
    now, below = flatten(sets), flatten(sets[:-1])
    marks = by_path(Comparison(now, below, layer=len(layers) - 1))
    before, after = {path for path, _ in below.walk()}, {path for path, _ in now.walk()}
    assert {path for path, change in marks.items() if change == "added"} == after - before
    files = {path for path, node in now.walk() if not node.is_directory}
    lost = {path for path in before - after if not any(path.startswith(f"{one}/") for one in files)}
    assert {path for path, change in marks.items() if change == "removed"} >= lost
    assert {path for path, change in marks.items() if change != "removed"} == after


def against_base(base: int, *layers: list[Member]) -> Comparison:
    sets = [(number, changes(members)) for number, members in enumerate(layers)]
    taken = removers(sets[base + 1 :])
    return Comparison(flatten(sets), flatten([sets[base]]), layer=base, removers=taken)


def test_all_layers_are_compared_with_one_of_them() -> None:
    base = [file("package.yaml"), file("README.md"), file("LICENSE"), file("docs/a")]
    view = against_base(1, [file("bin"), file("README.md")], base, [file("README.md", "2"), whiteout("LICENSE")])
    assert by_path(view) == {
        "bin": "added",
        "package.yaml": None,
        "README.md": "changed",
        "LICENSE": "removed",
        "docs": None,
        "docs/a": None,
    }


def test_what_is_removed_names_the_layer_that_removes_it_or_its_folder() -> None:
    view = against_base(0, [file("a/b/c"), file("d"), file("e")], [whiteout("d")], [whiteout("a"), opaque("x")])
    below = against_base(0, [file("a/b/c/d")], [whiteout("a/b")])
    assert [below.remover(path) for path in ("a/b/c/d", "a/b/c", "a/b", "a")] == [1, 1, 1, 0]
    assert (view.remover("a/b/c"), view.remover("a"), view.remover("d"), view.remover("e")) == (2, 2, 1, 0)


@given(CHANGES, CHANGES, CHANGES)
def test_every_path_of_the_base_and_of_all_layers_is_listed(
    low: list[Member], base: list[Member], top: list[Member]
) -> None:
    view = against_base(1, low, base, top)
    listed = by_path(view)
    assert {path for path, change in listed.items() if change != "removed"} == {
        path for path, _ in flatten([(n, changes(m)) for n, m in enumerate((low, base, top))]).walk()
    }
