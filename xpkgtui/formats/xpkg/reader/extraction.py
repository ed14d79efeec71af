"""The layers of one image, each searched once for all readers, and flattened once for each way of flattening."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from xpkgtui.filesystem.changeset import ChangeSet, PassingChanges, read_changeset
from xpkgtui.filesystem.compression.inflated import RunningHash
from xpkgtui.filesystem.compression.stored import ByteSource, EndReason, InflateProblem
from xpkgtui.filesystem.tar.entry import Entry
from xpkgtui.filesystem.tar.header import Body, TarProblem
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.xpkg.reader.search import Extracted, Results, Search, Want, stopped
from xpkgtui.formats.xpkg.tools.eras import Way
from xpkgtui.limits import LARGEST_STREAM, LIMITS, LimitExceeded, Limits
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import Image
from xpkgtui.readers.flattening import FlattenedLayers, Quirks
from xpkgtui.readers.reader import (
    REPOSITORY,
    HashingSink,
    LayerUnavailable,
    MakeSink,
    OpenLayer,
    ReadStage,
    Unverified,
)
from xpkgtui.values import dataclass

_REST = 1 << 16
"""Stored bytes behind package.yaml that are read with it: a list waits for them."""


@dataclass(frozen=True, slots=True)
class _LayerEntry:
    layer: int
    entry: Entry
    name: str
    read: Callable[[int], bytes]
    fault_behind: Callable[[], InflateProblem | None]


class Extraction:
    """One image as all given ways read it; belongs to one thread."""

    def __init__(
        self,
        image: Image,
        open_layer: OpenLayer,
        make_sink: MakeSink,
        ways: Iterable[Way],
        *,
        limits: Limits = LIMITS,
        most: int = LARGEST_STREAM,
        stop: Callable[[], bool] = never,
        repository: str = "",
    ) -> None:
        self.image = image
        digests = [each.descriptor.digest for each in image.layers]
        self._firsts = tuple(map(digests.index, digests))
        """Layers that the library looks at: of those with one digest the first."""
        self.repository = repository or REPOSITORY
        self.limits = limits
        self.stop = stop
        self._open = open_layer
        self._ways = tuple(ways)
        self._search = Search(make_sink=make_sink, stop=stop, most=most)
        self._opened: dict[int, ByteSource] = {}
        self._wrong: dict[int, Unverified | None] = {}
        self._change_sets: dict[int, ChangeSet] = {}
        self._in_layer: dict[tuple[int, bool], Results] = {}
        self._flattened: dict[Quirks, Results] = {}
        self.hashing: HashingSink | None = None
        """Where it is given, the changes of a layer that is read nearly to its end are noted by the way."""
        self.passed: dict[int, ChangeSet] = {}
        """These changes, by the number of the layer."""

    def open(self, layer: int, *, checks_length: bool = False) -> ByteSource:
        """The stored bytes of a layer; where they are wrong, as the library reads wrong ones."""
        layer = self._firsts[layer]
        wrong = self._find_wrong(layer)
        if wrong is None:
            return self._opened.pop(layer, None) or self._open(layer)
        descriptor = self.image.layers[layer].descriptor
        if wrong.is_missing:
            raise BytesMismatch(self.unknown_blob(str(descriptor.digest)), "its source does not hold it")
        if checks_length and wrong.size != descriptor.size:
            length = f"Content-Length header {wrong.size} does not match expected size {descriptor.size}"
            raise BytesMismatch(f"GET {self.address_of(str(descriptor.digest))}: {length}")
        return VerifyingSource(wrong.open(), descriptor)

    def address_of(self, digest: str) -> str:
        """The address of a blob, as messages name it."""
        return f"https://{self.repository.replace('/', '/v2/', 1)}/blobs/{digest}"

    def unknown_blob(self, digest: str) -> str:
        """What the library says of a blob that the registry does not have."""
        return f"GET {self.address_of(digest)}: BLOB_UNKNOWN: blob unknown to registry"

    @property
    def wrong(self) -> tuple[int, ...]:
        """The layers opened so far whose bytes do not match their digest or size."""
        return tuple(sorted(layer for layer, found in self._wrong.items() if found and not found.is_missing))

    def open_alone(self, layer: int) -> ByteSource:
        """The stored bytes of a layer that is fetched by its digest alone, whatever size the manifest claims."""
        wrong = self._find_wrong(layer)
        if wrong is None or wrong.is_missing:
            return self.open(layer)
        return VerifyingSource(wrong.open(), replace(self.image.layers[layer].descriptor, size=wrong.size))

    def change_set(self, layer: int) -> ChangeSet:
        """The changes that a layer makes, by the specification; of bytes that were verified only."""
        if layer not in self._change_sets:
            first = self._firsts[layer]
            source = self._opened.pop(first, None) or self._open(first)
            self._change_sets[layer] = read_changeset(source, limits=self.limits, stop=self.stop)
        return self._change_sets[layer]

    def end_of_wrong(self, layer: int) -> InflateProblem | None:
        """The problem at which a program ends that unpacks a layer whose bytes are wrong; None where it sees none."""
        if self._find_wrong(layer) is None:
            return None
        try:
            changes = PassingChanges(self.open(layer, checks_length=True), None, self.limits, self.stop)
            changes.stream.start()
            for _entry in changes.entries():
                pass
        except InflateProblem as problem:
            return problem
        except TarProblem:
            return None
        return None

    def in_layer(self, layer: int, way: Way) -> Extracted:
        """What is taken out of one layer."""
        try:
            is_checked = way.checks_length and self._find_wrong(layer) is not None
            if (layer, is_checked) not in self._in_layer:
                wants = {_want(each) for each in self._ways if each.annotations}
                self._in_layer[layer, is_checked] = self._search_layer(layer, wants, checks_length=is_checked)
        except LayerUnavailable as problem:
            return Extracted(stage=ReadStage.FETCH, layer=layer, opened=(layer,), unavailable=problem)
        return self._in_layer[layer, is_checked][_want(way)]

    def flattened(self, way: Way) -> Extracted:
        """What is taken out of all layers, flattened."""
        if way.quirks not in self._flattened:
            wants = {_want(each) for each in self._ways if each.quirks == way.quirks}
            self._flattened[way.quirks] = self._search_flattened(way, wants)
        return self._flattened[way.quirks][_want(way)]

    def _find_wrong(self, layer: int) -> Unverified | None:
        """The bytes of a layer that is not what it should be; None for a good one, which is kept open."""
        layer = self._firsts[layer]
        if layer not in self._wrong:
            try:
                self._opened[layer] = self._open(layer)
                self._wrong[layer] = None
            except LayerUnavailable as problem:
                if problem.unverified is None:
                    raise
                self._wrong[layer] = problem.unverified
        return self._wrong[layer]

    def _search_layer(self, layer: int, wants: set[Want], *, checks_length: bool) -> Results:
        def found(passing: Iterable[tuple[Entry, Body]]) -> Iterator[_LayerEntry]:
            for entry, body in passing:
                yield _LayerEntry(layer, entry, entry.name, body.read, stream.fault_here)

        compression = None
        try:
            source = self.open(layer, checks_length=checks_length)
            changes = PassingChanges(source, self._digest(), self.limits, self.stop)
            stream = changes.stream
            compression = stream.compression
            stream.start()
            results = self._search.run(found(changes.entries()), wants, (layer,))
            self._note(layer, changes)
        except InflateProblem as problem:
            results = dict.fromkeys(wants, stopped(ReadStage.SELECT, problem))
        except LimitExceeded as problem:
            results = dict.fromkeys(wants, Extracted(stage=ReadStage.FETCH, limit=problem))
        return {
            want: replace(taken, layer=layer, opened=(layer,), compression=compression)
            for want, taken in results.items()
        }

    def _search_flattened(self, way: Way, wants: set[Want]) -> Results:
        def opening(layer: int) -> ByteSource:
            opened.append(layer)
            return self.open(layer, checks_length=way.checks_length)

        opened: list[int] = []
        stream = FlattenedLayers(
            len(self.image.layers), opening, way.quirks, self.limits, self.stop, digest=self._digest
        )
        results = self._search.run(stream, wants, opened)
        for layer, changes in stream.changes.items():
            self._note(layer, changes)
        return {
            want: taken if taken.entry else replace(taken, ended_by=stream.ended_by or "")
            for want, taken in results.items()
        }

    def _digest(self) -> RunningHash | None:
        return self.hashing.running_sha256() if self.hashing else None

    def _note(self, layer: int, changes: PassingChanges) -> None:
        """Keeps what was noted of a layer that is nearly read; bytes that are wrong end in a fault."""
        if self.hashing is None:
            return
        is_nearly_read = self.image.layers[layer].descriptor.size - changes.stream.taken <= _REST
        if is_nearly_read and (passed := changes.rest()) is not None:
            self.passed[layer] = passed


def _want(way: Way) -> Want:
    return Want(way.any_folder, way.whole, way.exact)


class BytesMismatch(InflateProblem):
    """The end of bytes that are not what their descriptor says."""

    def __init__(self, upstream: str, message: str = "its bytes do not match its digest or size") -> None:
        super().__init__(message, EndReason.CHECKSUM, upstream=upstream)


class VerifyingSource:
    """A source that reads no more than the claimed size and raises `BytesMismatch` instead of ending."""

    def __init__(self, source: ByteSource, descriptor: Descriptor) -> None:
        self._source = source
        self._descriptor = descriptor
        self._hash = hashlib.new(descriptor.digest.algorithm)
        self._got = 0

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; raises `BytesMismatch` at the end."""
        data = self._source.read(min(size, self._descriptor.size - self._got)) if size else b""
        self._got += len(data)
        self._hash.update(data)
        if not data and size:
            self._verify()
        return data

    def _verify(self) -> None:
        wanted = self._descriptor
        if self._got != wanted.size:
            raise BytesMismatch(f"error verifying size; got {self._got}, want {wanted.size}")
        if self._hash.hexdigest() != wanted.digest.hex:
            got = f"{wanted.digest.algorithm}:{self._hash.hexdigest()}"
            raise BytesMismatch(
                f"error verifying {wanted.digest.algorithm} checksum after reading {self._got} bytes; "
                f'got "{got}", want "{wanted.digest}"'
            )
