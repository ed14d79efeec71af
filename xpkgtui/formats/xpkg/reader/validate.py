"""`crossplane resource validate` and `xpkg get-crds`: the layer that a label names, its tar not unpacked."""

from collections.abc import Callable

from xpkgtui.documents.stream import separator_problem
from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import ByteSink, ByteSource, InflateProblem
from xpkgtui.filesystem.contents import copy_entry
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.xpkg.annotations.layers import BASE
from xpkgtui.formats.xpkg.reader.extraction import Extraction
from xpkgtui.formats.xpkg.reader.report import ReadingReport
from xpkgtui.formats.xpkg.tools.eras import VALIDATE
from xpkgtui.limits import LARGEST_STREAM, PIECE, LimitExceeded, Limits
from xpkgtui.readers.reader import LayerUnavailable, MakeSink, Piece, Reading, ReadStage, Sign
from xpkgtui.visible import clip, line, size

_LONGEST_LINE = 1 << 20
"""Bytes of an unfinished line that are held back."""
_BUFFER = 4096
_SEPARATOR = b"---"


class BadSeparator(Exception):
    """A line that starts with `---` and goes on; the text is Go's."""


class Cutting:
    """The pieces of one stream; the first one, which is never an object, is counted and not written."""

    def __init__(self, sink: ByteSink, limits: Limits, stop: Callable[[], bool]) -> None:
        self.pieces: list[Piece] = []
        self._sink = sink
        self._limits = limits
        self._stop = stop
        self._written = 0
        self._begin = self._size = 0
        """The offset of the piece that is being read, and what was read of it."""
        self._line = 0

    def run(self, source: ByteSource, ends_late: Callable[[], bool] = lambda: False) -> None:
        """Reads to the end; raises `BadSeparator`, `LimitExceeded` and what the source raises.

        `ends_late` says at the end whether Go's reader learns of it only after the last bytes. It then loses a last
        line without an end that fills its buffer exactly.
        """
        held = b""
        while data := source.read(PIECE):
            if self._stop():
                raise Cancelled
            held += data
            end = max(held.rfind(b"\n") + 1, len(held) - 1 if len(held) > _LONGEST_LINE else 0)
            self._add(held[:end].replace(b"\r\n", b"\n"))
            held = held[end:]
        length = self._line + len(held)
        is_lost = length and not length % _BUFFER and not held.endswith(b"\r") and ends_late()
        if held and not is_lost:
            self._add(held + b"\n")
        if not is_lost or self._size > self._line:
            self._close()

    def _add(self, text: bytes) -> None:
        """Takes whole lines, or a part of a very long one."""
        start = 0
        at = 0 if not self._line and text.startswith(_SEPARATOR) else _following(text, 0)
        while at >= 0:
            self._write(text[start:at])
            end = text.find(b"\n", at) + 1 or len(text)
            if problem := separator_problem(text[at + len(_SEPARATOR) : end]):
                raise BadSeparator(problem)
            # A separator before which nothing was collected is itself collected.
            start = end if self._close() else at
            at = _following(text, end - 1)
        self._write(text[start:])
        end = text.rfind(b"\n") + 1
        self._line = len(text) - end + (0 if end else self._line)

    def _write(self, data: bytes) -> None:
        self._size += len(data)
        if self.pieces:
            self._sink.write(data)
            self._written += len(data)

    def _close(self) -> bool:
        """Ends a piece; whether there was one."""
        if not self._size:
            return False
        if len(self.pieces) >= self._limits.documents:
            raise LimitExceeded(self._limits.reached("documents"))
        self.pieces.append(Piece(offset=self._begin, size=self._size))
        self._begin, self._size = self._written, 0
        return True


def _following(text: bytes, newline: int) -> int:
    """The offset of the next line that starts with `---`, searched from a line end on; -1 where there is none."""
    found = text.find(b"\n---", max(newline, 0))
    return found + 1 if found >= 0 else -1


_PANIC = "panic: runtime error:"
_LABELS = "Looks for a label of the value base"
_CUTS = "Cuts the raw bytes of the tar as YAML"
_LONGEST = 200
_SHA256, _DIGITS = "sha256:", 64
_FOLDER, _ENDING = "/crds/", ".yaml"
_TITLE = "Unpacks all layers, one over the other"


def read(extraction: Extraction, make_sink: MakeSink) -> tuple[Reading, ByteSink | None]:
    """The reading, and the file with its pieces."""
    reading = _Reading(extraction, make_sink)
    return reading.run(), reading.sink


class _Reading:
    def __init__(self, extraction: Extraction, make_sink: MakeSink) -> None:
        self._extraction = extraction
        self._make_sink = make_sink
        self._report = ReadingReport(VALIDATE, any_folder=False)
        self.sink: ByteSink | None = None

    def run(self) -> Reading:
        report, config = self._report, self._extraction.image.config
        labels = [key for key, value in config.labels.items() if value == BASE] if config else []
        if config is None:
            message = "cannot get config: it cannot be read"
            report.stop(ReadStage.FETCH, message, "Reads the config", "it cannot be read")
        elif not config.has_labels:
            report.stop(ReadStage.SELECT, "cannot get image labels", _LABELS, "the config has no labels at all")
        elif not labels:
            report.step(
                _LABELS, "no label is base: looks for YAML files in folders called crds instead", Sign.WARNING
            )
            self.sink = LooseDefinitions(self._extraction, report).read(self._make_sink())
        elif len(labels) > 1:
            names = ", ".join(sorted(labels))
            report.stop(
                ReadStage.SELECT, None, _LABELS, f"{len(labels)} labels are base, and it takes one at random: {names}"
            )
        else:
            self._labeled(labels[0])
        return report.finish()

    def _labeled(self, label: str) -> None:
        report = self._report
        shown = clip(line(label), _LONGEST)
        _, colon, digest = label.partition(":")
        if not colon:
            message = f"{_PANIC} index out of range [1] with length 1"
            return report.stop(ReadStage.READ, message, _LABELS, f"{shown} has no colon before a digest")
        layers = self._extraction.image.layers
        index = next((each.index for each in layers if str(each.descriptor.digest) == digest), None)
        if index is None:
            return self._elsewhere(digest, shown)
        report.step(_LABELS, f"{shown} names layer {index}")
        report.annotated(index)
        return self._cut(index)

    def _elsewhere(self, digest: str, shown: str) -> None:
        """A label that names no layer of this image."""
        report = self._report
        if fault := _fault_of(digest, self._extraction.repository):
            message = f"cannot pull base layer {digest}: {fault}"
            return report.stop(ReadStage.FETCH, message, _LABELS, f"{shown} names no digest")
        message = f"cannot get uncompressed layer: {self._extraction.unknown_blob(digest)}"
        return report.stop(ReadStage.READ, message, _LABELS, f"{shown} names no layer of this image")

    def _cut(self, index: int) -> None:
        report, extraction = self._report, self._extraction
        sink = self._make_sink()
        cutting = Cutting(sink, extraction.limits, extraction.stop)
        message = "cannot get uncompressed layer"
        try:
            stream = Inflated(extraction.open_alone(index), limits=extraction.limits, strict=True)
            report.opened(index, wrong=extraction.wrong)
            stream.start()
            message = "cannot read from layer: cannot parse YAML stream"
            cutting.run(stream, lambda: stream.ends_late)
        except InflateProblem as problem:
            return report.stop(ReadStage.READ, f"{message}: {problem.upstream}", _CUTS, problem.message)
        except BadSeparator as problem:
            return report.stop(ReadStage.READ, f"{message}: {problem}", _CUTS, str(problem))
        except LayerUnavailable as problem:
            report.opened(index)
            return report.unavailable(index, problem)
        except LimitExceeded as problem:
            return report.beyond_limits(index, problem)
        return self._take(cutting.pieces, sink)

    def _take(self, pieces: list[Piece], sink: ByteSink) -> None:
        report = self._report
        if len(pieces) < 2:
            bounds = "[:-1]" if not pieces else "[1:0]"
            count = f"{len(pieces)} pieces: it leaves out the first and the last"
            return report.stop(ReadStage.READ, f"{_PANIC} slice bounds out of range {bounds}", _CUTS, count)
        taken = tuple(pieces[1:-1])
        left_out = f"{len(pieces)}; the first is the package's own object, the last is left out"
        report.step(_CUTS, left_out)
        total = sum(piece.size for piece in taken)
        report.step("Takes the pieces between for objects", f"{len(taken)}, {size(total)}")
        report.pieces_taken(taken)
        self.sink = sink
        return None


def _fault_of(digest: str, repository: str) -> str | None:
    """The library's message about a text that is not a digest."""
    if "@" in digest:
        saw = f"{repository}@{digest}"
        return f"a digest must contain exactly one '@' separator (e.g. registry/repository@digest) saw: {saw}"
    if not digest.startswith(_SHA256):
        return f"unsupported digest algorithm: {digest}"
    digits = digest.removeprefix(_SHA256)
    if len(digits.encode("utf-8", "surrogateescape")) != _DIGITS:
        return "invalid checksum digest length"
    return None if all(each in "0123456789abcdef" for each in digits) else "invalid checksum digest format"


class LooseDefinitions:
    """One image unpacked as that command unpacks it: whiteouts are files like others, links are ignored."""

    def __init__(self, extraction: Extraction, report: ReadingReport) -> None:
        self._extraction = extraction
        self._report = report

    def read(self, sink: ByteSink) -> ByteSink | None:
        """Writes the files, in the order of their paths; None where a layer could not be read."""
        report, pieces = self._report, list[Piece]()
        layer = 0
        try:
            found: dict[str, tuple[int, int]] = {}
            for layer in range(len(self._extraction.image.layers)):
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
        report.pieces_taken(tuple(pieces))
        return sink

    def _add(self, layer: int, found: dict[str, tuple[int, int]]) -> bool:
        """Adds the files of a layer; whether it could be unpacked."""
        if wrong := self._extraction.end_of_wrong(layer):
            message = f"cannot find crds: failed to extract layer: {wrong.upstream}"
            self._report.stop(ReadStage.EXTRACT, message, _TITLE, f"layer {layer}: {wrong.message}")
            return False
        changes = self._extraction.change_set(layer)
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
        extraction = self._extraction
        copied = copy_entry(
            extraction.open_alone(layer),
            order,
            sink,
            limit=LARGEST_STREAM,
            limits=extraction.limits,
            stop=extraction.stop,
        )
        return Piece(offset=offset, size=copied.size)
