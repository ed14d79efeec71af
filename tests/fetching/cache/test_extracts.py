"""A second look decompresses nothing, and verifies everything."""

import hashlib
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.origins import Origins
from xpkgtui.errors import Malformed
from xpkgtui.fetching.cache.cache_folder import LEARNED, VERSION
from xpkgtui.fetching.cache.disk import LEAST
from xpkgtui.fetching.cache.extracts import Extracts, ReadingCache, RunningSha256, StoredExtracts
from xpkgtui.fetching.cache.store import LIMIT, Store
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.limits import LIMITS
from xpkgtui.oci.descriptor import Digest
from xpkgtui.readers.reader import FolderEntry, Part, Piece, Reading, ReadStage, Sign, Step

LAYER = Digest.of(b"layer")
YAML = b"apiVersion: meta.pkg.crossplane.io/v1\n" + b"# large\n" * (LEAST >> 3)


def reading_of(data: bytes) -> Reading:
    return Reading(
        reader="manager-2.4",
        annotated=True,
        layer=1,
        parts=(Part(name="./package.yaml", layer=1), Part(name="more", layer=None, type=EntryType.SYMLINK)),
        origins=Origins(files=("a.yaml",), starts=(1,), owners=(0,), lines=(3,), lead=4),
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        layers_read=(1,),
        files=(FolderEntry(name="a.yaml", size=3, layer=1), FolderEntry(name="d", type=EntryType.DIRECTORY)),
        steps=(Step(title="Take the annotated layer", evidence="layer 1", sign=Sign.WARNING),),
    )


def stored(cache: Path, limit: int = LIMIT) -> StoredExtracts:
    return StoredExtracts(Store(cache, limit=limit), ReadingCache(str(cache)), LIMITS)


def keep(extracts: Extracts, data: bytes, reading: Reading) -> Path:
    with extracts.incoming() as incoming:
        incoming.write(data)
        return extracts.keep(incoming, LAYER, reading)


def test_an_extract_is_found_with_its_reading(tmp_path: Path) -> None:
    path = keep(stored(tmp_path / "cache"), YAML, reading_of(YAML))
    found = stored(tmp_path / "cache").find(LAYER, "manager-2.4")
    assert found is not None
    assert (found.path, found.reading) == (path, reading_of(YAML))
    assert path.read_bytes() == YAML


def test_another_reader_has_none(tmp_path: Path) -> None:
    extracts = stored(tmp_path / "cache")
    keep(extracts, YAML, reading_of(YAML))
    assert extracts.find(LAYER, "manager-1.20") is None


def test_a_changed_extract_is_not_believed(tmp_path: Path) -> None:
    extracts = stored(tmp_path / "cache")
    keep(extracts, YAML, reading_of(YAML)).write_bytes(YAML.swapcase())
    assert extracts.find(LAYER, "manager-2.4") is None


def test_an_extract_without_its_reading_is_none(tmp_path: Path) -> None:
    keep(stored(tmp_path / "cache"), YAML, reading_of(YAML))
    for path in (tmp_path / "cache" / VERSION / LEARNED).iterdir():
        path.unlink()
    assert stored(tmp_path / "cache").find(LAYER, "manager-2.4") is None


def test_another_extract_in_its_place_is_not_believed(tmp_path: Path) -> None:
    extracts = stored(tmp_path / "cache")
    path = keep(extracts, YAML, reading_of(YAML))
    path.write_bytes(keep(extracts, YAML.upper(), replace(reading_of(YAML.upper()), reader="other")).read_bytes())
    assert extracts.find(LAYER, "manager-2.4") is None


def test_small_ones_are_taken_anew_by_the_next_opening(tmp_path: Path) -> None:
    extracts = stored(tmp_path / "cache")
    assert keep(extracts, b"a: 1\n", reading_of(b"a: 1\n")).read_bytes() == b"a: 1\n"
    assert stored(tmp_path / "cache").find(LAYER, "manager-2.4") is None


@pytest.mark.parametrize("data", [b"a: 1\n", YAML], ids=["small", "large"])
def test_what_this_opening_took_is_at_hand_though_nothing_is_kept(tmp_path: Path, data: bytes) -> None:
    extracts = StoredExtracts(Store(tmp_path / "cache"), ReadingCache(None), LIMITS)
    path = keep(extracts, data, reading_of(data))
    found = extracts.find(LAYER, "manager-2.4")
    assert found is not None
    assert (found.path, found.reading) == (path, reading_of(data))
    path.write_bytes(data.swapcase())
    assert extracts.find(LAYER, "manager-2.4") is None


def test_a_reading_of_other_bytes_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(Malformed):
        keep(stored(tmp_path / "cache"), YAML, reading_of(b"other"))
    assert list((tmp_path / "cache" / VERSION / "ingest").iterdir()) == []


def test_an_extract_in_use_makes_no_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", limit=10)
    path = keep(StoredExtracts(store, ReadingCache(None), LIMITS), YAML, reading_of(YAML))
    store.put(Digest.of(b"content"), b"content")
    assert path.exists()


def test_a_fifo_in_place_of_an_extract_keeps_no_one_waiting(tmp_path: Path) -> None:
    extracts = stored(tmp_path / "cache")
    path = keep(extracts, YAML, reading_of(YAML))
    path.unlink()
    os.mkfifo(path)
    assert extracts.find(LAYER, "manager-2.4") is None


IMAGE = Digest.of(b"manifest and config")
READING = Reading(
    reader="manager-2.4",
    layer=1,
    parts=(Part(name="package\udcff.yaml", layer=1),),
    origins=Origins(files=("a.yaml",), starts=(1,), owners=(0,), lines=(3,), lead=4),
    size=2 << 20,
    sha256="aa",
    pieces=(Piece(offset=0, size=3),),
    layers_read=(1,),
    steps=(Step(title="Takes it", evidence="layer 1", sign=Sign.WARNING),),
)


def test_one_comes_back_as_it_was(tmp_path: Path) -> None:
    ReadingCache(str(tmp_path)).keep(IMAGE, LIMITS, READING)
    assert ReadingCache(str(tmp_path)).find(IMAGE, "manager-2.4", LIMITS) == READING


def test_other_images_readers_limits_and_modules_have_others(tmp_path: Path) -> None:
    readings = ReadingCache(str(tmp_path), lambda: "1")
    readings.keep(IMAGE, LIMITS, READING)
    assert readings.find(IMAGE, "manager-2.4", LIMITS)
    assert readings.find(Digest.of(b"other"), "manager-2.4", LIMITS) is None
    assert readings.find(IMAGE, "manager-2.2", LIMITS) is None
    assert readings.find(IMAGE, "manager-2.4", replace(LIMITS, documents=5)) is None
    assert ReadingCache(str(tmp_path), lambda: "2").find(IMAGE, "manager-2.4", LIMITS) is None


@pytest.mark.parametrize("one", [replace(READING, size=1000), replace(READING, stage=ReadStage.SELECT)])
def test_nothing_is_written_of_a_small_stream_or_of_none(tmp_path: Path, one: Reading) -> None:
    ReadingCache(str(tmp_path)).keep(IMAGE, LIMITS, one)
    ReadingCache(None).keep(IMAGE, LIMITS, READING)
    assert not list(tmp_path.iterdir())


@given(st.lists(st.binary(max_size=40), max_size=60), st.integers(0, 200))
def test_a_hash_is_that_of_all_bytes_wherever_it_is_worked_out(pieces: list[bytes], least: int) -> None:
    running = RunningSha256(least, cpus=2)
    for data in pieces:
        running.update(data)
    assert running.hexdigest() == hashlib.sha256(b"".join(pieces)).hexdigest()


def test_a_hash_goes_on_after_it_was_asked_for() -> None:
    running = RunningSha256(0, cpus=2)
    running.update(b"a")
    first = running.hexdigest()
    running.update(b"b")
    assert [first, running.hexdigest()] == [hashlib.sha256(text).hexdigest() for text in (b"a", b"ab")]


@each_row(("size", "cpus", "starts"), [(99, 2, False), (101, 2, True), (101, 1, False)])
def test_a_thread_is_started_for_what_is_worth_it(size: int, cpus: int, starts: bool) -> None:
    before = set(threading.enumerate())
    running = RunningSha256(100, cpus=cpus)
    running.update(bytes(size))
    assert len(set(threading.enumerate()) - before) == starts
    running.close()


@pytest.mark.parametrize("end", [RunningSha256.close, RunningSha256.hexdigest])
def test_the_thread_ends_with_the_hash(end: Callable[[RunningSha256], object]) -> None:
    before = set(threading.enumerate())
    running = RunningSha256(0, cpus=2)
    running.update(b"a")
    (started,) = set(threading.enumerate()) - before
    end(running)
    started.join(10)
    assert not started.is_alive()


def test_bytes_are_hashed_where_they_are_read_when_no_thread_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    running = RunningSha256(0, cpus=2)
    running.update(b"a")
    assert running.hexdigest() == hashlib.sha256(b"a").hexdigest()
