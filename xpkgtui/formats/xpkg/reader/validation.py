"""The checks of go-containerregistry's `validate`, which Crossplane 1.13 to 2.1 makes of what it is about to read."""

import hashlib
from collections.abc import Iterator

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import Compression, Inflated
from xpkgtui.filesystem.compression.stored import ByteSource, InflateProblem
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries
from xpkgtui.formats.xpkg.reader.extraction import Extraction
from xpkgtui.formats.xpkg.reader.search import END
from xpkgtui.golang.printing import quoted
from xpkgtui.limits import PIECE
from xpkgtui.oci.image import Layer

_CUT = "unexpected EOF"
_NO_CONFIG = "the config cannot be read"
_HEADER = 10
"""Bytes of a gzip header."""


class Invalid(Exception):
    """What is about to be read is refused; the text is the library's."""


class Validation:
    """The checks of one image, each layer read once for all readers."""

    def __init__(self, extraction: Extraction) -> None:
        self._extraction = extraction
        self._image = extraction.image
        self._computed: dict[int, str | Invalid] = {}
        self.at = 0
        """The layer that was looked at last."""

    def layer(self, index: int) -> None:
        """Checks a layer by itself; raises `Invalid`, `LayerUnavailable` or `LimitExceeded`."""
        found = self._compute(index)
        wanted = self._diff_id(index)
        if found != wanted:
            raise Invalid("\n".join(_mismatches(f"mismatched diffid: DiffID()={wanted}, SHA256", found)))

    def image(self) -> None:
        """Checks all layers and the config; raises as `layer` does."""
        faults = []
        try:
            self._all_layers()
        except Invalid as problem:
            faults.append(f"validating layers: {problem}")
        config = self._image.config
        if config is None:
            faults.append(f"validating config: {_NO_CONFIG}")
        elif config.rootfs_type != "layers":
            kind = quoted(config.rootfs_type)
            faults.append(f'validating config: invalid ConfigFile.RootFS.Type: {kind} != "layers"')
        if faults:
            raise Invalid("\n\n".join(faults))

    def _all_layers(self) -> None:
        computed = []
        for layer in self._image.layers:
            try:
                computed.append(self._compute(layer.index))
            except Invalid as problem:
                if str(problem) != _CUT:
                    raise
                size = layer.descriptor.size
                number = f"layer[{layer.index}] content: Manifest.Layers[{layer.index}].Size={size}"
                raise Invalid(f"undersized {number}") from problem
        if self._image.config is None:
            raise Invalid(_NO_CONFIG)
        if faults := [fault for index, found in enumerate(computed) for fault in self._mismatches(index, found)]:
            raise Invalid("\n".join(faults))

    def _mismatches(self, index: int, found: str) -> Iterator[str]:
        """What the image says of a layer, and what it is not."""
        start, name = f"mismatched layer[{index}]", f"Manifest.Layers[{index}]"
        wanted, own = self._diff_id(index), self._image.layers[index].diff_id
        if found != wanted:
            yield from _mismatches(f"{start} diffid: DiffID()={wanted}, SHA256", found)
        if found != own:
            yield f"{start} diffid: ConfigFile.RootFS.DiffIDs[{index}]={own}, SHA256(Gunzip(Compressed()))={found}"
        claimed, first = self._image.layers[index].descriptor, self._first(index).descriptor
        if claimed.size != first.size:
            yield f"{start} size: {name}.Size={claimed.size}, len(Compressed())={first.size}"
        if claimed.media_type != first.media_type:
            kinds = f"{name}.MediaType={claimed.media_type}, layer.MediaType()={first.media_type}"
            yield f"{start} mediaType: {kinds}"

    def _diff_id(self, index: int) -> str:
        """That of the first layer of the same digest, as the library looks for it."""
        layers, config = self._image.layers, self._image.config
        if config is None:
            raise Invalid(_NO_CONFIG)
        if len(config.diff_ids) != len(layers):
            raise Invalid(f"mismatched fs layers ({len(layers)}) and diff ids ({len(config.diff_ids)})")
        return config.diff_ids[self._first(index).index]

    def _first(self, index: int) -> Layer:
        digest = self._image.layers[index].descriptor.digest
        return next(layer for layer in self._image.layers if layer.descriptor.digest == digest)

    def _compute(self, index: int) -> str:
        """The true diff_id of a layer."""
        self.at = index
        if index not in self._computed:
            try:
                self._computed[index] = self._read(index)
            except Invalid as problem:
                self._computed[index] = problem
        found = self._computed[index]
        if isinstance(found, Invalid):
            raise found
        return found

    def _read(self, index: int) -> str:
        """Reads a layer to its end; every name may come once, and only gzip is known."""
        try:
            stream = Inflated(
                self._extraction.open(index), limits=self._extraction.limits, strict=True, digest=hashlib.sha256()
            )
            if stream.compression is not Compression.GZIP:
                raise Invalid(_no_header(self._extraction.open(index)))
            stream.start()
            names: set[str] = set()
            for entry, _ in entries(stream, self._extraction.limits, self._extraction.stop, with_globals=True):
                if entry.name in names:
                    raise Invalid(f"duplicate file path: {entry.name}")
                names.add(entry.name)
            while stream.read(PIECE):
                if self._extraction.stop():
                    raise Cancelled
        except (TarProblem, InflateProblem) as problem:
            raise Invalid(problem.upstream) from problem
        assert stream.digest is not None
        return stream.digest


def _no_header(source: ByteSource) -> str:
    """What Go's gzip reader says of other bytes: it first needs ten."""
    head = b""
    while len(head) < _HEADER and (more := source.read(_HEADER - len(head))):
        head += more
    if len(head) == _HEADER:
        return "gzip: invalid header"
    return _CUT if head else END


def _mismatches(start: str, digest: str) -> list[str]:
    return [f"{start}({way})={digest}" for way in ("Gunzip(Compressed())", "Uncompressed()")]
