"""Layers that are not what their descriptor says: their bytes as they stand, to show what programs make of them."""

from pathlib import Path

from xpkgtui.errors import XpkgError
from xpkgtui.fetching.verified_blob import BlobFile
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.work import Stop
from xpkgtui.limits import PIECE
from xpkgtui.oci.image import Image
from xpkgtui.readers.reader import LayerUnavailable, OpenLayer, Unverified


class UnverifiedLayers:
    """The wrong layers of one image, each copied once; used from one thread."""

    def __init__(self, source: OpenedSource, image: Image, stop: Stop, opened: list[BlobFile]) -> None:
        """`opened` are the files that the caller closes."""
        self._source = source
        self._image = image
        self._stop = stop
        self._opened = opened
        self._copied: dict[int, Unverified | None] = {}

    def offered(self, open_layer: OpenLayer) -> OpenLayer:
        """Returns an `open_layer` whose error about a damaged layer carries the layer's bytes as they are."""

        def opening(index: int) -> ByteSource:
            try:
                return open_layer(index)
            except LayerUnavailable as problem:
                if not problem.corrupt or (unverified := self.find(index)) is None:
                    raise
                raise LayerUnavailable(problem.reason, corrupt=True, unverified=unverified) from problem

        return opening

    def find(self, index: int) -> Unverified | None:
        """The bytes of a layer that could not be verified; None where there are none, or too many."""
        if index not in self._copied:
            try:
                self._copied[index] = self._copy(index)
            except XpkgError:
                self._copied[index] = None
        return self._copied[index]

    def _copy(self, index: int) -> Unverified | None:
        source = self._source
        path, size = source.scratch_file(), 0
        with source.fetcher.source.blob(self._image.layers[index].descriptor) as blob, path.open("wb") as file:
            while data := blob.read(PIECE):
                self._stop.check()
                size += len(data)
                if size > source.options.limits.blob:
                    return None
                file.write(data)
        return Unverified(size=size, open=lambda: self._open(path))

    def _open(self, path: Path) -> ByteSource:
        file = path.open("rb")
        self._opened.append(file)
        return self._stop.guarding(file)
