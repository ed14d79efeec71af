"""A reading in progress, with its steps in words."""

from dataclasses import replace

from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.formats.xpkg.reader.search import STREAM_FILE, Extracted
from xpkgtui.formats.xpkg.tools.eras import SPECIFICATION
from xpkgtui.golang import paths as go_paths
from xpkgtui.limits import LimitExceeded
from xpkgtui.readers.reader import LayerUnavailable, Part, Piece, Reading, ReadStage, Sign, Step
from xpkgtui.visible import clip, line, size

_INFLATED = {
    Compression.GZIP: "gzip, by its first bytes",
    Compression.ZSTD: "zstd, by its first bytes",
    Compression.NONE: "not compressed, by its first bytes",
}
_TAKES = "Takes the first entry called package.yaml"
_LONGEST = 200
_FOLDER = EntryType.DIRECTORY


class ReadingReport:
    """A reading in progress."""

    def __init__(self, reader: str, *, any_folder: bool) -> None:
        self.reading = Reading(reader=reader)
        self._any_folder = any_folder
        self._steps: list[Step] = []
        self._opened: list[int] = []

    def finish(self) -> Reading:
        """The reading with its steps."""
        return replace(self.reading, layers_read=tuple(self._opened), steps=tuple(self._steps))

    def step(self, title: str, evidence: str, sign: Sign = Sign.OK) -> None:
        """A step that did not stop it."""
        self._steps.append(Step(title=title, evidence=evidence, sign=sign))

    def stop(self, stage: ReadStage, message: str | None, title: str, evidence: str) -> None:
        """The step that stopped it; `message` is the program's."""
        self.step(title, line(evidence), Sign.BAD)
        self.reading = replace(self.reading, stage=stage, message=message)

    def annotated(self, layer: int) -> None:
        """The bytes come from an annotated or labeled layer."""
        self.reading = replace(self.reading, annotated=True, layer=layer)

    def opened(self, *layers: int, wrong: tuple[int, ...] = ()) -> None:
        """Layers were opened; some may be `wrong`."""
        fresh = [layer for layer in layers if layer not in self._opened]
        self._opened += fresh
        for layer in sorted({*fresh} & {*wrong}):
            what = "its bytes are not what its digest or size says; they are read to show what comes of it"
            self.step(f"Fetches layer {layer}", what, Sign.WARNING)
            self.reading = replace(self.reading, unverified=True)

    def inflated(self, taken: Extracted) -> None:
        """How the annotated layer is stored."""
        if taken.compression is not None:
            self.step("Decompresses the layer", _INFLATED[taken.compression])

    def missing(self, message: str | None, evidence: str, *, title: str = _TAKES) -> None:
        """No entry is package.yaml."""
        self.stop(ReadStage.EXTRACT, message, title, evidence)
        self.reading = replace(self.reading, lacks=True)

    def found(self, taken: Extracted, *, title: str = _TAKES) -> None:
        """The entry that is taken."""
        entry = taken.entry
        assert entry is not None
        assert taken.layer is not None
        kind = EntryType.FILE if entry.has_body else entry.type
        part = Part(name=entry.name, layer=taken.layer, type=kind)
        self.reading = replace(self.reading, layer=taken.layer, parts=(part,))
        name = clip(line(entry.name), _LONGEST)
        where = f"{name}, entry {entry.order} of layer {taken.layer}, at byte {entry.at:,} of its tar"
        if kind is not EntryType.FILE:
            self.step(title, f"{where}; a {kind}, so it is read as empty", Sign.WARNING)
        elif self._any_folder and go_paths.clean(taken.name).strip("/") != STREAM_FILE:
            self.step(title, f"{where}; a {STREAM_FILE} in any folder counts", Sign.WARNING)
        else:
            self.step(title, where)

    def is_no_file(self, entry: Entry | None, layer: int | None) -> None:
        """The entry in the place of the file, which is not read; a folder may have no entry of its own."""
        part = Part(name=entry.name if entry else STREAM_FILE, layer=layer, type=entry.type if entry else _FOLDER)
        self.reading = replace(self.reading, layer=layer, parts=(part,))

    def bytes_taken(self, taken: Extracted) -> None:
        """Notes the bytes that were taken, and the step that reads them."""
        count, truncated = taken.size, taken.truncated
        self.reading = replace(self.reading, size=count, sha256=taken.sha256, truncated=truncated)
        if truncated:
            self.step(self.reading_step, f"silently reads only the first {size(count)}", Sign.WARNING)
        else:
            self.step(self.reading_step, size(count))

    def pieces_taken(self, pieces: tuple[Piece, ...]) -> None:
        """Notes the objects of a reader that has no single stream."""
        self.reading = replace(self.reading, size=sum(piece.size for piece in pieces), pieces=pieces)

    @property
    def reading_step(self) -> str:
        """`Reads package.yaml`"""
        return f"Reads {line(self.reading.stream_name(STREAM_FILE))}"

    def unavailable(self, layer: int, problem: LayerUnavailable) -> None:
        """A layer is not here."""
        message = None if self.reading.reader == SPECIFICATION else problem.reason
        self.stop(ReadStage.FETCH, message, f"Reads layer {layer}", problem.reason)
        self.reading = replace(self.reading, unread=layer if problem.unread else None, unavailable=not problem.unread)

    def beyond_limits(self, layer: int, problem: LimitExceeded) -> None:
        """A layer exceeds a limit of xpkgtui."""
        message = f"layer {layer} was not read to its end: {problem}"
        self.stop(ReadStage.FETCH, message, f"Reads layer {layer}", str(problem))
        self.reading = replace(self.reading, unread=layer, limit=problem.reached)

    def not_here(self, taken: Extracted) -> bool:
        """Whether a layer could not be read, which is then said."""
        if taken.unavailable is not None:
            self.unavailable(taken.opened[-1], taken.unavailable)
        elif taken.limit is not None:
            self.beyond_limits(taken.opened[-1], taken.limit)
        return taken.stage is ReadStage.FETCH
