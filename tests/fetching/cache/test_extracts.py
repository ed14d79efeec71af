"""A second look decompresses nothing, and verifies everything."""

import hashlib
import os
from pathlib import Path

import pytest

from xpkgtui.documents.origins import Origins
from xpkgtui.errors import Malformed
from xpkgtui.fetching.cache.extracts import Extracts, StoredExtracts
from xpkgtui.fetching.cache.store import Store
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.oci.digest import Digest
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.readers.reader import Part, Reading, Sign, Step

LAYER = Digest.of(b"layer")
YAML = b"apiVersion: meta.pkg.crossplane.io/v1\n"


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


def keep(extracts: Extracts, data: bytes, reading: Reading) -> Path:
    with extracts.incoming() as incoming:
        incoming.write(data)
        return extracts.keep(incoming, LAYER, reading).path


def test_an_extract_is_found_with_its_reading(tmp_path: Path) -> None:
    path = keep(StoredExtracts(Store(tmp_path / "cache")), YAML, reading_of(YAML))
    found = StoredExtracts(Store(tmp_path / "cache")).find(LAYER, "manager-2.4")
    assert found is not None
    assert (found.path, found.reading) == (path, reading_of(YAML))
    assert path.read_bytes() == YAML


def test_another_reader_has_none(tmp_path: Path) -> None:
    extracts = StoredExtracts(Store(tmp_path / "cache"))
    keep(extracts, YAML, reading_of(YAML))
    assert extracts.find(LAYER, "manager-1.20") is None


def test_a_changed_extract_is_not_believed(tmp_path: Path) -> None:
    extracts = StoredExtracts(Store(tmp_path / "cache"))
    keep(extracts, YAML, reading_of(YAML)).write_bytes(YAML.swapcase())
    assert extracts.find(LAYER, "manager-2.4") is None


@pytest.mark.parametrize("facts", [b"", b"[]", b"{}", b'{"format":1,"reading":{}}', b'{"format":99}', b"\xff"])
def test_strange_facts_are_no_extract(tmp_path: Path, facts: bytes) -> None:
    extracts = StoredExtracts(Store(tmp_path / "cache"))
    keep(extracts, YAML, reading_of(YAML)).with_suffix(".json").write_bytes(facts)
    assert extracts.find(LAYER, "manager-2.4") is None


def test_a_reading_of_other_bytes_is_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    with pytest.raises(Malformed):
        keep(StoredExtracts(store), YAML, reading_of(b"other"))
    assert list((store.root / "ingest").iterdir()) == []


def test_a_reader_cannot_name_another_folder(tmp_path: Path) -> None:
    with pytest.raises(Malformed):
        StoredExtracts(Store(tmp_path / "cache")).find(LAYER, "../../manager")


def test_an_extract_in_use_makes_no_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", limit=10)
    path = keep(StoredExtracts(store), YAML, reading_of(YAML))
    store.put(Digest.of(b"content"), b"content")
    assert path.exists()


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_a_fifo_in_place_of_an_extract_keeps_no_one_waiting(tmp_path: Path, suffix: str) -> None:
    extracts = StoredExtracts(Store(tmp_path / "cache"))
    path = keep(extracts, YAML, reading_of(YAML)).with_suffix(suffix)
    path.unlink()
    os.mkfifo(path)
    assert extracts.find(LAYER, "manager-2.4") is None
