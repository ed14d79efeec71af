"""The YAML files in folders called `crds`, which `resource validate` takes where no label names a layer."""

import hashlib

from xpkgtui.filesystem.contents import copy_entry
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.xpkg.reader.report import Report
from xpkgtui.formats.xpkg.reader.takings import Takings
from xpkgtui.limits import LARGEST_STREAM, LimitExceeded
from xpkgtui.readers.reader import ByteSink, LayerUnavailable, Piece, ReadStage
from xpkgtui.values import dataclass
from xpkgtui.visible import size

_FOLDER, _ENDING = "/crds/", ".yaml"
_TITLE = "Unpacks all layers, one over the other"


@dataclass(slots=True)
class _Counting:
    sink: ByteSink
    size: int
    hash: "hashlib._Hash"

    def write(self, data: bytes, /) -> None:
        self.sink.write(data)
        self.size += len(data)
        self.hash.update(data)


class LooseDefinitions:
    """One image unpacked as that command unpacks it: whiteouts are files like others, links are ignored."""

    def __init__(self, takings: Takings, report: Report) -> None:
        self._takings = takings
        self._report = report

    def read(self, sink: ByteSink) -> ByteSink | None:
        """Writes the files, in the order of their paths; None where a layer could not be read."""
        report, pieces = self._report, list[Piece]()
        layer = 0
        try:
            found: dict[str, tuple[int, int]] = {}
            for layer in range(len(self._takings.image.layers)):
                report.opened(layer)
                if not self._add(layer, found):
                    return None
            for path in sorted(found, key=lambda path: path.split("/")):
                layer, order = found[path]
                pieces.append(self._copy(layer, order, sink, sum(piece.size for piece in pieces)))
        except LayerUnavailable as problem:
            report.unavailable(layer, problem)
            return None
        except LimitExceeded as problem:
            report.beyond_limits(layer, problem)
            return None
        total = sum(piece.size for piece in pieces)
        report.step("Takes YAML files in folders called crds", f"{len(pieces)}, {size(total)}")
        report.took_pieces(tuple(pieces))
        return sink

    def _add(self, layer: int, found: dict[str, tuple[int, int]]) -> bool:
        """Adds the files of a layer; whether it could be unpacked."""
        changes = self._takings.change_set(layer)
        if changes.limit is not None:
            raise LimitExceeded(changes.limit)
        if changes.problem is not None:
            message = f"cannot find crds: failed to extract layer: {changes.problem}"
            self._report.stop(ReadStage.EXTRACT, message, _TITLE, f"layer {layer}: {changes.problem}")
            return False
        for entry in changes.entries:
            path = f"/{entry.path}"
            if entry.type is EntryType.FILE and _FOLDER in path and path.endswith(_ENDING):
                found[path] = layer, entry.order
        return True

    def _copy(self, layer: int, order: int, sink: ByteSink, offset: int) -> Piece:
        counting = _Counting(sink, 0, hashlib.sha256())
        takings = self._takings
        copy_entry(
            takings.open_alone(layer),
            order,
            counting,
            limit=LARGEST_STREAM,
            limits=takings.limits,
            stop=takings.stop,
        )
        return Piece(offset=offset, size=counting.size, sha256=counting.hash.hexdigest())
