"""Files that a flattened tree hides."""

import io

import pytest
from builders.oci.layers import Member, file, folder, layer, opaque, whiteout

from xpkgtui.filesystem.changeset import read_changeset
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.hidden import hidden, removers


@pytest.mark.parametrize(
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


def test_the_topmost_layer_that_removes_a_path_is_named() -> None:
    members: list[list[Member]] = [[whiteout("a")], [file("b", "1")], [whiteout("a"), opaque("c/d")]]
    sets = [(number, read_changeset(io.BytesIO(layer(*each).blob))) for number, each in enumerate(members)]
    assert removers(sets) == {"a": 2, "c/d": 2}
