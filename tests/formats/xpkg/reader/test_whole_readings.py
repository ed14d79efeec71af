"""What every reader makes of images that are not there whole, step by step, and which image it chooses."""

import io
from collections.abc import Iterator
from functools import partial

from builders.goldens import Golden, described, headed, lines_of, once
from builders.oci.images import image, labeled
from builders.oci.layers import file, layer
from differential.images.indexes import INDEXES

from xpkgtui.errors import Malformed
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.xpkg.reader.readers import choose, read_all
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.limits import Limits
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import LayerUnavailable, Readings

STREAM = "---\nkind: Provider\n---\nkind: A\n---\nkind: B\n---\n"
BASE = labeled(image(layer(file("package.yaml", STREAM), base=True)))
FLAT = image(layer(*(file(f"f{number}") for number in range(20)), file("package.yaml", STREAM)))
CRDS = image(layer(file("crds/a.yaml", "kind: A\n"), file("b/crds/b.yaml", "kind: B\n")), labels={"a": "b"})
UNAVAILABLE = {
    "unread": LayerUnavailable("it is large", unread=True),
    "corrupt": LayerUnavailable("the registry does not have it", corrupt=True),
    "neither": LayerUnavailable("the connection broke"),
}
LIMITS = {
    "entries": Limits(entries=10),
    "inflated": Limits(layer=1_000),
    "documents": Limits(documents=1),
}


def readings() -> Iterator[tuple[str, Readings]]:
    for made in (BASE, FLAT, CRDS):
        for name, problem in UNAVAILABLE.items():
            yield name, read_all(made.parsed(), partial(refuse, problem), io.BytesIO, repository="a.io/b")
        for name, limits in LIMITS.items():
            yield name, read_all(made.parsed(), made.open_layer, io.BytesIO, limits=limits, most=20)


def refuse(problem: LayerUnavailable, _layer: int) -> ByteSource:
    raise problem


def test_readings_of_what_is_not_there_whole_are_what_was_agreed(golden: Golden) -> None:
    parts = [f"# {name}\n{''.join(map(described, found.readings))}" for name, found in readings()]
    golden("readings", once("".join(parts)))


def test_choices_are_what_was_agreed(golden: Golden) -> None:
    lines = []
    for name, data in INDEXES.items():
        try:
            index = Index.parse(data)
        except Malformed:
            continue
        for row in READERS:
            lines += [f"# {name}", *lines_of(choose(row.name, index, "a.io/b:v1", "a.io/c:v2"), row.name)]
            lines += [*lines_of(choose(row.name, index), row.name)]
    golden("choices", headed("\n".join(dict.fromkeys(lines))))
