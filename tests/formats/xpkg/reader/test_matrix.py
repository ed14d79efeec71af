"""All readers of one image at once: what they share, and what keeps a reading undecided."""

import contextlib
import io
from collections import Counter
from pathlib import Path

import pytest
from builders.cases import failing
from builders.corpus import told
from builders.gate import few
from builders.inspection.opened import image_of, layer_bytes, opened
from builders.oci.images import BuiltImage, image, labeled, package, xpkg
from builders.oci.layers import file, folder, layer, layer_of, symlink, whiteout
from differential.images.built import built
from differential.images.cases import TRAPS
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Cancelled, XpkgError
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.xpkg.annotations.layers import with_base
from xpkgtui.formats.xpkg.reader.readers import read_all, reader
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.formats.xpkg.tools.eras import DECIDING_FIRST, READERS
from xpkgtui.limits import Limits
from xpkgtui.readers.reader import LayerUnavailable, Reading, Readings, ReadStage

STREAM = "---\nkind: Provider\n---\nkind: A\n---\n"
MANAGERS = [era.reader for era in WORDING.eras]


def everything(made: BuiltImage, *, derive: bool = False, limits: Limits | None = None) -> Readings:
    """What all readers make of an image."""
    return read_all(made.parsed(derive=derive), made.open_layer, io.BytesIO, limits=limits or Limits())


def by_name(readings: Readings) -> dict[str, Reading]:
    return {reading.reader: reading for reading in readings.readings}


def test_there_is_a_row_for_each_era_with_its_words() -> None:
    assert [row.name for row in READERS] == ["spec", *MANAGERS, "extract", "validate"]
    words = {row.name: (row.title, row.versions, row.layers, row.folder) for row in READERS}
    assert words["manager-1.13"] == ("Crossplane 1.13 – 1.20", "1.13 - 1.20", "annotated, else all", "root only")
    assert words["manager-1.0"][2] == "always all"
    assert words["manager-2.4"] == ("Crossplane 2.4", "2.4", "annotated, else all", "any folder")


def test_the_deciding_reader_comes_first() -> None:
    assert [next(iter(DECIDING_FIRST)), *sorted(DECIDING_FIRST)] == [
        "manager-2.4",
        *sorted(row.name for row in READERS),
    ]


def test_a_reader_alone_reads_as_it_does_beside_the_others() -> None:
    assert failing(few(range(len(TRAPS)), 30), is_read_alone_as_beside_others) == {}


def is_read_alone_as_beside_others(case: int) -> None:
    made = built(TRAPS[case])
    parsed = made.image()

    def opening(number: int) -> ByteSource:
        return made.open_layer(parsed, number)

    together = by_name(read_all(parsed, opening, io.BytesIO))
    assert {row.name: reader(row.name).read(parsed, opening, io.BytesIO()) for row in READERS} == together


def test_a_layer_is_opened_once_for_each_need() -> None:
    made = labeled(package(STREAM, layer(file("a")), base=True))
    made = image(*made.layers, config=made.config)
    opens: Counter[int] = Counter()

    def opening(number: int) -> ByteSource:
        opens[number] += 1
        return made.open_layer(number)

    read_all(made.parsed(), opening, io.BytesIO)
    # Searched, checked, cut, unpacked by the specification and copied; flattened by 1.0. The other layer by none.
    assert opens == {1: 6}


def test_readers_of_the_same_bytes_share_one_file() -> None:
    found = everything(package(STREAM))
    assert {id(sink) for sink in found.sinks.values()} == {id(found.sinks["spec"])}
    assert found.sinks.keys() == {"spec", *MANAGERS, "extract"}


def test_each_file_holds_what_its_reading_says() -> None:
    decoy = image(layer(file("package.yaml", STREAM)), layer(file("x/package.yaml", "kind: B\n")))
    found = everything(decoy)
    texts = {name: sink.getvalue().decode() for name, sink in found.sinks.items() if isinstance(sink, io.BytesIO)}
    assert (texts["manager-1.13"], texts["manager-2.0"]) == (STREAM, "kind: B\n")


def test_an_archive_is_read_as_if_pushed_but_by_extract() -> None:
    lower, upper = layer(file("package.yaml", STREAM)), layer(file("package.yaml", "kind: B\n"))
    made = image(lower, upper, labels={f"io.crossplane.xpkg:{lower.digest}": "base"})
    layers = {name: reading.layer for name, reading in by_name(everything(made, derive=True)).items()}
    assert layers == {"spec": 0, "manager-1.0": 1, **dict.fromkeys(MANAGERS[1:], 0), "extract": 1, "validate": 0}


def test_layers_that_are_not_read_leave_it_undecided() -> None:
    made = labeled(image(layer(file("package.yaml", STREAM))))
    made = image(*made.layers, labels={f"io.crossplane.xpkg:{made.layers[0].digest}": "base"})

    def opening(number: int) -> ByteSource:
        raise LayerUnavailable("it is large", unread=True)

    found = read_all(made.parsed(), opening, io.BytesIO)
    assert {reading.unread for reading in found.readings} == {0}
    assert found.sinks == {}


def test_a_limit_leaves_it_undecided_and_is_named() -> None:
    made = image(layer(*(file(f"f{number}") for number in range(20))))
    found = by_name(everything(made, limits=Limits(entries=10)))
    reached = {name: reading.limit is not None for name, reading in found.items()}
    assert reached == {**dict.fromkeys(found, True), "validate": False}


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        read_all(package(STREAM).parsed(), package(STREAM).open_layer, io.BytesIO, stop=lambda: True)


def test_as_if_another_layer_were_base() -> None:
    made = labeled(image(layer(file("package.yaml", STREAM), base=True), layer(file("package.yaml", "kind: B\n"))))
    parsed = with_base(made.parsed(derive=True), 1)
    found = by_name(read_all(parsed, made.open_layer, io.BytesIO))
    assert {reading.layer for reading in found.values()} == {1}
    assert all(reading.stage is None or reading.reader == "validate" for reading in found.values())


BLOBS = st.lists(st.tuples(st.binary(max_size=1500), st.booleans()), min_size=1, max_size=3)


@given(BLOBS)
def test_arbitrary_bytes_as_layers_never_raise(layers: list[tuple[bytes, bool]]) -> None:
    made = image(*(layer_of(blob, base=base) for blob, base in layers))
    made = image(*made.layers, labels={f"io.crossplane.xpkg:{made.layers[0].digest}": "base"})
    assert len(everything(made).readings) == len(READERS)


@given(st.data())
def test_a_flipped_bit_never_raises(data: st.DataObject) -> None:
    members = file("x", b"abc"), symlink("d/y", "../x"), whiteout("q"), folder("crds"), file("crds/a.yaml", "a: 1")
    blob = bytearray(layer(*members, file("package.yaml", STREAM), compression="none").blob)
    at = data.draw(st.integers(0, len(blob) - 1))
    blob[at] ^= 1 << data.draw(st.integers(0, 7))
    made = image(layer_of(bytes(blob)), labels={"a": data.draw(st.sampled_from(["base", "b"]))})
    assert len(everything(made).readings) == len(READERS)


def files(corpus: Path, *patterns: str) -> list[Path]:
    """Files of the corpus; there are folders with the same endings."""
    return sorted(path for pattern in patterns for path in corpus.glob(pattern) if path.is_file())


def of_archive(path: Path, scratch: Path) -> tuple[Reading, ...]:
    """What all readers make of an archive."""
    source = opened(path, scratch)
    data = layer_bytes(source)
    return read_all(image_of(source), lambda number: io.BytesIO(data[number]), io.BytesIO).readings


def test_no_reader_stops_at_a_real_archive(corpus: Path, tmp_path: Path) -> None:
    found = []
    for path in files(corpus, "images/**/*.tar*", "crossplane-xpkg/**/*.xpkg"):
        with contextlib.suppress(XpkgError, AssertionError):
            found.append(len(of_archive(path, tmp_path)))
    assert len(found) > 10
    assert set(found) == {len(READERS)}


def test_every_manager_reads_a_genuine_package(corpus: Path, tmp_path: Path) -> None:
    for path in files(corpus, "crossplane-xpkg/**/*.xpkg"):
        taken = {(reading.stage, reading.sha256) for reading in of_archive(path, tmp_path)[:-1]}
        assert taken == {(None, told()[str(path.relative_to(corpus))]["sha256"])}


def test_the_package_of_an_archive_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.xpkg"
    path.write_bytes(xpkg(package(STREAM)))
    found = {reading.reader: reading for reading in of_archive(path, tmp_path)}
    assert (found["validate"].pieces[0].size, found["extract"].annotated) == (len("kind: A\n"), False)


def test_a_missing_layer_stops_every_reader_that_needs_it() -> None:
    made = image(layer(file("package.yaml", STREAM), base=True))

    def opening(number: int) -> ByteSource:
        raise LayerUnavailable("the registry does not have it", corrupt=True)

    found = by_name(read_all(made.parsed(), opening, io.BytesIO))
    stages = {name: reading.stage for name, reading in found.items()}
    assert stages == {**dict.fromkeys(stages, ReadStage.FETCH), "validate": ReadStage.SELECT}
