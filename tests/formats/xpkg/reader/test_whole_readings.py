"""What every reader makes of images that set traps, step by step: `goldens/readings.txt`, `choices.txt`."""

import io
from collections.abc import Iterator, Mapping
from functools import partial

from builders.goldens import Golden, lines_of
from builders.oci.images import BuiltImage, image, labelled
from builders.oci.layers import file, folder, gzip, layer, layer_of, tar
from differential.images.built import built
from differential.images.cases import TRAPS
from differential.images.indexes import INDEXES
from formats.xpkg.rules.test_own_readers import IMAGES

from xpkgtui.errors import Malformed
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.xpkg.reader.readers import choose, read_all
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.limits import Limits
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import LayerUnavailable, Readings

STREAM = "---\nkind: Provider\n---\nkind: A\n---\nkind: B\n---\n"
BASE = labelled(image(layer(file("package.yaml", STREAM), base=True)))
FLAT = image(layer(*(file(f"f{number}") for number in range(20)), file("package.yaml", STREAM)))
CRDS = image(layer(file("crds/a.yaml", "kind: A\n"), file("b/crds/b.yaml", "kind: B\n")), labels={"a": "b"})
LABELS = ("base", "x:sha256:0", "x:md5:0", "x:a@b", f"x:sha256:{'0' * 64}", f"x:sha256:{'G' * 64}", "x:")
MADE: Mapping[str, BuiltImage] = {
    **IMAGES,
    "pieces": BASE,
    "one piece": labelled(image(layer(file("package.yaml", "kind: A\n"), base=True))),
    "odd separators": labelled(image(layer(file("package.yaml", "---x\n--- y\n---\na\n--- # b\n---\n"), base=True))),
    "loose definitions": CRDS,
    "a long name": image(layer(file(f"{'n' * 250}/package.yaml", STREAM), base=True)),
    "a folder in its place": image(layer(folder("package.yaml"), base=True)),
    "a folder in its place, unnamed": image(layer(file("package.yaml/a", "x"), base=True)),
    "cut in the file": image(layer_of(gzip(tar(file("package.yaml", STREAM * 90)))[:90], base=True)),
    "cut in the tar": image(layer_of(tar(file("package.yaml", STREAM * 90))[:2_000], base=True)),
    "no labels": image(layer(file("crds/a.yaml", "kind: A\n"))),
    **{f"label {name[:20]}": image(layer(file("package.yaml", STREAM)), labels={name: "base"}) for name in LABELS},
    "two labels": image(layer(file("package.yaml", STREAM)), labels={"a:b": "base", "c:d": "base"}),
}
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


def all_lines() -> Iterator[str]:
    written: set[str] = set()
    for name, found in readings():
        yield f"# {name}"
        lines = [line for each in found.readings for line in lines_of(each)]
        lines = [line for line in lines if "sha256: " not in line]
        yield from (line for line in lines if line not in written)
        written.update(lines)


def readings() -> Iterator[tuple[str, Readings]]:
    for name, made in MADE.items():
        yield name, read_all(made.parsed(), made.open_layer, io.BytesIO)
    for number, case in enumerate(TRAPS):
        trap = built(case)
        parsed = trap.image()
        yield f"trap {number}", read_all(parsed, partial(trap.open_layer, parsed), io.BytesIO)
    for made in (BASE, FLAT, CRDS):
        for name, problem in UNAVAILABLE.items():
            yield name, read_all(made.parsed(), partial(refuse, problem), io.BytesIO, repository="a.io/b")
        for name, limits in LIMITS.items():
            yield name, read_all(made.parsed(), made.open_layer, io.BytesIO, limits=limits, most=20)


def refuse(problem: LayerUnavailable, _layer: int) -> ByteSource:
    raise problem


def test_readings_are_what_was_agreed(golden: Golden) -> None:
    golden("readings", "\n".join(all_lines()) + "\n")


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
    golden("choices", "\n".join(dict.fromkeys(lines)) + "\n")
