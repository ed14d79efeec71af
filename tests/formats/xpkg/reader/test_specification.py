"""The specification's text as a reader."""

import io
from dataclasses import replace

from builders.cases import each_row
from builders.oci.images import BuiltImage, image
from builders.oci.layers import (
    BuiltLayer,
    file,
    folder,
    gzip,
    hardlink,
    layer,
    layer_of,
    opaque,
    symlink,
    tar,
    whiteout,
)

from xpkgtui.formats.xpkg.reader.readers import reader
from xpkgtui.limits import LIMITS
from xpkgtui.readers.reader import Reading, ReadStage, Sign

FILE = file("package.yaml", "kind: A\n")
OTHER = file("package.yaml", "kind: B\n")


def read(*layers: BuiltLayer) -> tuple[Reading, bytes]:
    sink = io.BytesIO()
    made: BuiltImage = image(*layers)
    return reader("spec").read(made.parsed(), made.open_layer, sink), sink.getvalue()


@each_row(
    ("layers", "taken"),
    [
        ((layer(FILE, base=True), layer(OTHER)), b"kind: A\n"),
        ((layer(FILE), layer(OTHER)), b"kind: B\n"),
        ((layer(FILE), layer(file("x/package.yaml", "kind: B\n"))), b"kind: A\n"),
        ((layer(file("./package.yaml", "kind: A\n")),), b"kind: A\n"),
        ((layer(FILE), layer(whiteout("package.yaml"), OTHER)), b"kind: B\n"),
        ((layer(FILE, OTHER),), b"kind: B\n"),
        ((layer(file("a", "kind: A\n"), hardlink("package.yaml", "a")),), b"kind: A\n"),
    ],
)
def test_it_takes_the_file_in_the_root(layers: tuple[BuiltLayer, ...], taken: bytes) -> None:
    found, data = read(*layers)
    assert (found.stage, data, found.size) == (None, taken, len(taken))


@each_row(
    ("layers", "stage"),
    [
        ((layer(FILE, base=True), layer(OTHER, base=True)), ReadStage.SELECT),
        ((layer(FILE), layer(whiteout("package.yaml"))), ReadStage.EXTRACT),
        ((layer(FILE), layer(opaque())), ReadStage.EXTRACT),
        ((layer(folder("package.yaml")),), ReadStage.EXTRACT),
        ((layer(file("a"), symlink("package.yaml", "a")),), ReadStage.EXTRACT),
        ((layer(file("x/package.yaml")),), ReadStage.EXTRACT),
        ((layer_of(gzip(tar(FILE))[:-20]),), ReadStage.EXTRACT),
        ((), ReadStage.EXTRACT),
    ],
)
def test_it_refuses_the_rest_and_prints_nothing(layers: tuple[BuiltLayer, ...], stage: ReadStage) -> None:
    found, _ = read(*layers)
    assert (found.stage, found.message, found.steps[-1].sign) == (stage, None, Sign.BAD)


def test_a_file_that_is_there_twice_is_warned_of() -> None:
    assert Sign.WARNING in [step.sign for step in read(layer(FILE, OTHER))[0].steps]


@each_row(
    ("limits", "is_undecided"), [({"files": 1}, True), ({"name": 11}, True), ({"name": 12}, False), ({}, False)]
)
def test_what_is_beyond_a_limit_is_not_missing(limits: dict[str, int], is_undecided: bool) -> None:
    made = image(layer(file("a/long/path/to/b"), FILE))
    limited = reader("spec", limits=replace(LIMITS, **limits))
    found = limited.read(made.parsed(), made.open_layer, io.BytesIO())
    assert (found.limit is not None, found.stage is None) == (is_undecided, not is_undecided)
