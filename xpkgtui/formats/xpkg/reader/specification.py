"""The text of the xpkg specification v1.9, taken by the letter."""

from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.filesystem.contents import HashedSink, copy_entry
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree import flattening
from xpkgtui.filesystem.tree.node import FileNode
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, BASE
from xpkgtui.formats.xpkg.reader.extraction import Extraction
from xpkgtui.formats.xpkg.reader.report import ReadingReport
from xpkgtui.formats.xpkg.reader.search import STREAM_FILE, Extracted
from xpkgtui.formats.xpkg.tools.eras import SPECIFICATION
from xpkgtui.limits import LimitExceeded
from xpkgtui.readers.reader import LayerUnavailable, MakeSink, Reading, ReadStage, Sign
from xpkgtui.visible import line

_LOOKS = "Looks for the layer annotated base"
_TAKES = "Takes package.yaml in the root"


def read(extraction: Extraction, make_sink: MakeSink) -> tuple[Reading, ByteSink | None]:
    """The reading, and the file with its bytes."""
    reading = _Reading(extraction, make_sink)
    return reading.run(), reading.sink


class _Reading:
    def __init__(self, extraction: Extraction, make_sink: MakeSink) -> None:
        self._extraction = extraction
        self._make_sink = make_sink
        self._report = ReadingReport(SPECIFICATION, any_folder=False)
        self._layer = 0
        self.sink: ByteSink | None = None

    def run(self) -> Reading:
        report, image = self._report, self._extraction.image
        bases = [layer.index for layer in image.layers if layer.mark.is_base]
        if len(bases) > 1:
            report.annotated(bases[0])
            what = f"layers {', '.join(map(str, bases))} are; the specification allows one"
            report.stop(ReadStage.SELECT, None, _LOOKS, what)
            return report.finish()
        if bases:
            report.annotated(bases[0])
            report.step(_LOOKS, f"layer {bases[0]} has {ANNOTATION}: {BASE}")
        else:
            report.step(_LOOKS, "no layer is annotated: applies all layers, the bottom one first")
        try:
            self._apply(bases or range(len(image.layers)))
        except LayerUnavailable as problem:
            report.unavailable(self._layer, problem)
        except LimitExceeded as problem:
            report.beyond_limits(self._layer, problem)
        return report.finish()

    def _apply(self, layers: "range | list[int]") -> None:
        report = self._report
        changes = []
        for self._layer in layers:
            report.opened(self._layer)
            found = self._extraction.change_set(self._layer)
            if found.limit is not None:
                raise LimitExceeded(found.limit)
            if found.problem is not None:
                evidence = f"layer {self._layer}: {found.problem}"
                return report.stop(ReadStage.EXTRACT, None, "Applies the layers", evidence)
            changes.append((self._layer, found))
        limits = self._extraction.limits
        tree = flattening.flatten(changes, limits)
        # A path that is too long is not that of the file.
        if cut := [one for one in tree.cut if one.name != "name" or limits.name < len(STREAM_FILE)]:
            raise LimitExceeded(cut[0])
        node = tree.get(STREAM_FILE)
        if node is None:
            return report.missing(None, "there is none", title=_TAKES)
        if node.type not in (EntryType.FILE, EntryType.HARDLINK) or node.content is None:
            report.is_no_file(node.entry, node.layer)
            return report.stop(ReadStage.EXTRACT, None, _TAKES, f"it is a {node.type}, not a file")
        return self._take(node, node.content)

    def _take(self, node: FileNode, content: tuple[int, int]) -> None:
        report, extraction = self._report, self._extraction
        assert node.entry is not None
        assert node.layer is not None
        report.found(Extracted(layer=node.layer, entry=node.entry, name=STREAM_FILE), title=_TAKES)
        same = [entry for entry in extraction.change_set(node.layer).entries if entry.path == STREAM_FILE]
        if len(same) > 1:
            report.step(
                "Counts it", f"layer {node.layer} has it {len(same)} times; the last one counts", Sign.WARNING
            )
        self._layer, order = content
        report.opened(self._layer)
        sink = HashedSink(self._make_sink())
        limits = extraction.limits
        copied = copy_entry(
            extraction.open_alone(self._layer), order, sink, limit=limits.file, limits=limits, stop=extraction.stop
        )
        if copied.limit is not None or copied.truncated:
            raise LimitExceeded(copied.limit or limits.reached("file"))
        if copied.problem is not None:
            return report.stop(ReadStage.READ, None, report.reading_step, line(copied.problem))
        self.sink = sink.sink
        return report.bytes_taken(Extracted(size=copied.size, sha256=sink.digest.hexdigest()))
