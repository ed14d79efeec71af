"""Files that a flattened tree hides."""

import io

from builders.cases import each_row
from builders.oci.layers import Member, file, folder, layer, opaque, whiteout

from xpkgtui.filesystem.changeset import read_changeset
from xpkgtui.filesystem.tree.differences import hidden, hidden_files, removers
from xpkgtui.filesystem.tree.flattening import flatten


@each_row(
    ("layers", "expected"),
    [
        ([[file("a", "12345")]], (0, 0)),
        ([[file("a", "12345")], [file("a", "1")]], (1, 5)),
        ([[file("a", "12345"), file("b", "12")], [whiteout("a")]], (1, 5)),
        ([[file("d/a", "12345"), file("d/b", "12")], [whiteout("d")]], (2, 7)),
        ([[file("d/a", "12345")], [folder("d"), opaque("d"), file("d/c", "1")]], (1, 5)),
        ([[file("a", "12345")], [file("a", "12")], [file("a", "1")]], (2, 7)),
        ([[file("a", "12345"), file("a", "1")]], (1, 5)),
    ],
)
def test_what_is_covered_or_removed_is_counted(layers: list[list[Member]], expected: tuple[int, int]) -> None:
    sets = [(number, read_changeset(io.BytesIO(layer(*members).blob))) for number, members in enumerate(layers)]
    assert hidden(sets, flatten(sets)) == expected
    listed = hidden_files(sets, flatten(sets))
    assert (len(listed), sum(one.entry.size for one in listed)) == expected


@each_row(
    ("layers", "path", "by", "is_removed"),
    [
        ([[file("a", "1")], [file("a", "2")], [whiteout("a")]], "a", 1, False),
        ([[file("a", "1")], [file("b", "2")], [whiteout("a")]], "a", 2, True),
        ([[file("d/e/a", "1")], [whiteout("d")]], "d/e/a", 1, True),
        ([[file("d/a", "1")], [opaque("d")]], "d/a", 1, True),
        ([[file("a", "1")], [opaque("")]], "a", 1, True),
        ([[file("d/a", "1")], [file("d", "2")]], "d/a", 1, False),
        ([[file("d", "1")], [folder("d")]], "d", 1, False),
        ([[file("a", "1"), file("a", "2")]], "a", 0, False),
    ],
)
def test_the_first_layer_above_that_hides_a_file_is_named(
    layers: list[list[Member]], path: str, by: int, is_removed: bool
) -> None:
    sets = [(number, read_changeset(io.BytesIO(layer(*members).blob))) for number, members in enumerate(layers)]
    found = next(one for one in hidden_files(sets, flatten(sets)) if (one.path, one.layer) == (path, 0))
    assert (found.by, found.is_removed) == (by, is_removed)


def test_a_file_where_a_folder_was_hides_what_that_held() -> None:
    members: list[list[Member]] = [[file("a/b/c", "1")], [file("a/b/c/d", "2"), file("x", "3")], [file("a", "4")]]
    sets = [(number, read_changeset(io.BytesIO(layer(*each).blob))) for number, each in enumerate(members)]
    found = {one.path: (one.layer, one.by, one.is_removed) for one in hidden_files(sets, flatten(sets))}
    assert found == {"a/b/c": (0, 2, False), "a/b/c/d": (1, 2, False)}


def test_the_largest_comes_first() -> None:
    members: list[list[Member]] = [[file("a", "1"), file("b", "123")], [whiteout("a"), whiteout("b")]]
    sets = [(number, read_changeset(io.BytesIO(layer(*each).blob))) for number, each in enumerate(members)]
    assert [one.path for one in hidden_files(sets, flatten(sets))] == ["b", "a"]


def test_the_topmost_layer_that_removes_a_path_is_named() -> None:
    members: list[list[Member]] = [[whiteout("a")], [file("b", "1")], [whiteout("a"), opaque("c/d")]]
    sets = [(number, read_changeset(io.BytesIO(layer(*each).blob))) for number, each in enumerate(members)]
    assert removers(sets) == {"a": 2, "c/d": 2}
