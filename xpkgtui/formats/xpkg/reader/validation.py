"""The checks of go-containerregistry's `validate`, which Crossplane 1.13 to 2.1 makes of what it is about to read."""

import hashlib

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import Compression, Inflated
from xpkgtui.filesystem.compression.stored import ByteSource, InflateProblem
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries
from xpkgtui.formats.xpkg.reader.extraction import Extraction
from xpkgtui.formats.xpkg.reader.search import END
from xpkgtui.golang.printing import quoted
from xpkgtui.limits import PIECE

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
        faults: list[str] = []
        for index, found in enumerate(computed):
            wanted, own = self._diff_id(index), self._image.layers[index].diff_id
            start = f"mismatched layer[{index}] diffid:"
            if found != wanted:
                faults += _mismatches(f"{start} DiffID()={wanted}, SHA256", found)
            if found != own:
                name = f"ConfigFile.RootFS.DiffIDs[{index}]"
                faults.append(f"{start} {name}={own}, SHA256(Gunzip(Compressed()))={found}")
        if faults:
            raise Invalid("\n".join(faults))

    def _diff_id(self, index: int) -> str:
        """That of the first layer of the same digest, as the library looks for it."""
        layers, config = self._image.layers, self._image.config
        if config is None:
            raise Invalid(_NO_CONFIG)
        if len(config.diff_ids) != len(layers):
            raise Invalid(f"mismatched fs layers ({len(layers)}) and diff ids ({len(config.diff_ids)})")
        digest = layers[index].descriptor.digest
        first = next(layer.index for layer in layers if layer.descriptor.digest == digest)
        return config.diff_ids[first]

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
