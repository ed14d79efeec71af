"""Flattening: what versions of the library do differently."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import (
    END,
    BuiltLayer,
    file,
    folder,
    header,
    layer,
    layer_of,
    octal,
    opaque,
    pax,
    symlink,
    whiteout,
)

from xpkgtui.limits import Limits
from xpkgtui.readers.flattening import FlattenedLayers, Quirks

QUIRKS = Quirks(honors_opaque=True, stops_at_unsafe=True, drops_escaping_links=True)


def flattened(*layers: BuiltLayer, quirks: Quirks = QUIRKS) -> tuple[list[tuple[int, str]], FlattenedLayers]:
    """The layer and name of each entry, and the stream at its end."""
    stream = FlattenedLayers(len(layers), image(*layers).open_layer, quirks, Limits(), lambda: False)
    return [(found.layer, found.name) for found in stream], stream


def test_the_top_layer_comes_first_and_hides_what_has_its_name() -> None:
    found, _ = flattened(layer(file("a"), file("b")), layer(file("b")))
    assert found == [(1, "b"), (0, "a")]


def test_a_whiteout_hides_lower_layers() -> None:
    assert flattened(layer(file("a"), file("b")), layer(whiteout("a")))[0] == [(0, "b")]


def test_a_folder_that_is_named_as_a_whiteout_hides_nothing_and_is_not_there() -> None:
    assert flattened(layer(file("a")), layer(folder(".wh.a")))[0] == [(0, "a")]


@pytest.mark.parametrize(("honors", "names"), [(True, []), (False, [(0, "d/a")])])
def test_an_opaque_mark_hides_a_folder_where_it_is_honored(honors: bool, names: list[tuple[int, str]]) -> None:
    quirks = replace(QUIRKS, honors_opaque=honors)
    assert flattened(layer(file("d/a")), layer(opaque("d")), quirks=quirks)[0] == names


@pytest.mark.parametrize("stops", [True, False])
def test_an_unsafe_name_ends_the_stream_where_it_counts(stops: bool) -> None:
    found, stream = flattened(layer(folder("./"), file("a")), quirks=replace(QUIRKS, stops_at_unsafe=stops))
    assert ((0, "a") in found, stream.ended_by is None) == (not stops, not stops)


@pytest.mark.parametrize("drops", [True, False])
def test_a_link_out_of_the_image_is_dropped_where_links_are_looked_at(drops: bool) -> None:
    found, _ = flattened(layer(symlink("a", "../../b")), quirks=replace(QUIRKS, drops_escaping_links=drops))
    assert found == ([] if drops else [(0, "a")])


NAMED = "GNU.sparse.major=0", "GNU.sparse.minor=1", "GNU.sparse.numblocks=0"
LARGE = "'a' has a mode or device number that is too large"


@each_row(
    ("tar", "said"),
    [
        (header("/"), "'/' is not a folder but ends in a slash"),
        (header("a", fields={100: b"7777777"}) + END, ""),
        (header("a", fields={100: octal(8**7, 8)}), LARGE),
        (header("a", kind=b"3", fields={337: octal(8**7, 8)}), LARGE),
        (header("a", kind=b"3", fields={329: octal(-1, 8)}), LARGE),
        (pax(*NAMED, "GNU.sparse.name=a\0b") + header("c"), r"'a\x00b' has a NUL in it"),
        (
            pax(*NAMED, "GNU.sparse.name=a") + header("c", size=512) + bytes(512),
            "a sparse file has more data than its map",
        ),
        (header("a", kind=b"1", size=5), "'a' is not a file but claims a size"),
    ],
)
def test_what_go_cannot_write_ends_the_stream(tar: bytes, said: str) -> None:
    _, stream = flattened(layer_of(tar), quirks=replace(QUIRKS, stops_at_unsafe=False))
    assert (stream.ended_by or "").removeprefix("layer 0: ") == said
