"""The blobs of a local source are read where they stand, and only as long as they are what was verified."""

import os
import threading
from contextlib import closing
from pathlib import Path

import pytest
from builders.oci.images import BuiltImage, image, write_layout, xpkg
from builders.oci.layers import file, layer

from xpkgtui.errors import Cancelled, Corrupt
from xpkgtui.fetching.verified_blob import LocalBlobs
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Manifest
from xpkgtui.sources.access import Access
from xpkgtui.sources.opening import open_source
from xpkgtui.sources.source import ImageRoot, Source

BUILT = image(layer(file("package.yaml", "kind: Provider"), base=True))


def layer_of(source: Source) -> Descriptor:
    root = source.resolve()
    assert isinstance(root, ImageRoot)
    return Manifest.parse(root.data).layers[0]


def in_layout(folder: Path, built: BuiltImage = BUILT) -> tuple[Source, Path]:
    """A layout that is open, and the file of its layer."""
    path = write_layout(folder / "layout", built, tags=["v1"])
    source = open_source(str(path), Access(), scratch=folder)
    return source, path / "blobs" / built.layers[0].digest.replace(":", "/")


def rewrite(path: Path, data: bytes, *, moment: int) -> None:
    """Writes at a moment that file systems with a coarse clock tell from others too."""
    path.write_bytes(data)
    os.utime(path, (moment, moment))


def verify(blobs: LocalBlobs, descriptor: Descriptor) -> int:
    """How many chunks were hashed."""
    reports: list[int] = []
    blobs.verify(descriptor, threading.Event(), reports.append)
    return len(reports)


def test_a_blob_is_hashed_once_and_opened_often(tmp_path: Path) -> None:
    source, path = in_layout(tmp_path)
    descriptor, blobs = layer_of(source), LocalBlobs(source)
    assert [verify(blobs, descriptor), verify(blobs, descriptor)] == [1, 0]
    for _ in range(2):
        with closing(blobs.open(descriptor)) as opened:
            assert opened.read(1 << 20) == path.read_bytes()


def test_a_blob_that_was_not_verified_is_not_opened(tmp_path: Path) -> None:
    source, _ = in_layout(tmp_path)
    with pytest.raises(Corrupt):
        LocalBlobs(source).open(layer_of(source))


def test_a_file_that_is_changed_meanwhile_is_not_opened_and_hashed_again(tmp_path: Path) -> None:
    source, path = in_layout(tmp_path)
    descriptor, blobs = layer_of(source), LocalBlobs(source)
    verify(blobs, descriptor)
    data = path.read_bytes()
    rewrite(path, data[:-1] + b"?", moment=1)
    assert not blobs.is_verified(descriptor)
    with pytest.raises(Corrupt, match="changed"):
        blobs.open(descriptor)
    with pytest.raises(Corrupt):
        verify(blobs, descriptor)
    rewrite(path, data, moment=2)
    assert verify(blobs, descriptor) == 1
    assert blobs.is_verified(descriptor)


def test_a_member_that_was_hashed_for_its_name_is_not_hashed_again(tmp_path: Path) -> None:
    path = tmp_path / "acme.xpkg"
    path.write_bytes(xpkg(BUILT))
    source = open_source(str(path), Access(), scratch=tmp_path)
    descriptor, blobs = layer_of(source), LocalBlobs(source)
    assert verify(blobs, descriptor) == 0
    rewrite(path, xpkg(BUILT), moment=1)
    assert verify(blobs, descriptor) == 1


def test_verifying_stops_at_the_next_chunk(tmp_path: Path) -> None:
    source, _ = in_layout(tmp_path)
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(Cancelled):
        LocalBlobs(source).verify(layer_of(source), stopped, lambda _: None)
