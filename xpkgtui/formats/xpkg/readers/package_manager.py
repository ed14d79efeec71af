"""Crossplane's package manager: one way of reading, and a table of the eras in which it changed."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem import go_paths
from xpkgtui.filesystem.compression.inflated import Compression, Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries, never
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, BASE
from xpkgtui.limits import LARGEST_STREAM, LIMITS, LimitExceeded, Limits
from xpkgtui.oci.image import Image
from xpkgtui.readers.flattening import FlattenedLayers, Quirks, StreamBroken
from xpkgtui.readers.reader import (
    ByteSink,
    ByteSource,
    LayerUnavailable,
    OpenLayer,
    Part,
    Reading,
    ReadStage,
    Sign,
    Step,
)
from xpkgtui.visible import clip, line, size

_STREAM_FILE = "package.yaml"
_PIECE = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagerEra:
    """The behavior of a span of versions."""

    name: str
    """As JSON spells the reader."""
    any_folder: bool
    """Whether `package.yaml` may lie in any folder; else the entry's name must be exactly that."""
    quirks: Quirks
    missing: str
    """The message where no entry is package.yaml."""


MANAGER_2_4 = ManagerEra(
    name="manager-2.4",
    any_folder=True,
    quirks=Quirks(honours_opaque=True, stops_at_unsafe=True, drops_escaping_links=True),
    missing="package.yaml not found in package",
)
"""crossplane-runtime 2.4.0 `ExtractPackageYAML` over go-containerregistry 0.21.8."""
ERAS = {era.name: era for era in (MANAGER_2_4,)}
"""The deciding one first."""


class PackageManager:
    """The package manager of one era."""

    def __init__(
        self,
        era: ManagerEra = MANAGER_2_4,
        *,
        limits: Limits = LIMITS,
        most: int = LARGEST_STREAM,
        stop: Callable[[], bool] = never,
    ) -> None:
        self.name = era.name
        self._era = era
        self._limits = limits
        self._most = most
        self._stop = stop

    def read(self, image: Image, open_layer: OpenLayer, sink: ByteSink) -> Reading:
        """Writes the bytes it takes to `sink`; opens only the layers that it needs.

        Raises `Cancelled` and what sink and source raise, nothing for a bad package.
        """
        report = _Report(self._era)
        opened: list[int] = []

        def opening(layer: int) -> ByteSource:
            opened.append(layer)
            return open_layer(layer)

        try:
            if image.base is not None:
                self._annotated(image, image.base.index, opening, sink, report)
            else:
                self._flattened(image, opening, sink, report)
        except LayerUnavailable as problem:
            report.unavailable(opened[-1], problem)
        except LimitExceeded as problem:
            report.beyond_limits(opened[-1], problem)
        return replace(report.reading, layers_read=tuple(opened), steps=tuple(report.steps))

    def _annotated(self, image: Image, layer: int, opening: OpenLayer, sink: ByteSink, report: "_Report") -> None:
        report.chose(image, layer)
        stream = Inflated(opening(layer), limits=self._limits, strict=True)
        try:
            stream.start()
        except InflateProblem as problem:
            message = f"cannot uncompress layer: {problem.upstream}"
            return report.stop(ReadStage.SELECT, message, "Decompresses the layer", problem.message)
        report.step("Decompresses the layer", _INFLATED[stream.compression])
        try:
            for entry, body in entries(stream, self._limits, self._stop, with_globals=True):
                if self._is_wanted(entry.name):
                    return self._take(layer, entry, entry.name, body.read, sink, report)
        except (TarProblem, InflateProblem) as problem:
            message = f"cannot read package contents: {problem.upstream}"
            return report.stop(ReadStage.EXTRACT, message, "Looks for package.yaml", problem.message)
        return report.missing(f"layer {layer} has no package.yaml")

    def _flattened(self, image: Image, opening: OpenLayer, sink: ByteSink, report: "_Report") -> None:
        report.step("Looks for a layer annotated base", "no layer is: flattens all layers, the top one first")
        stream = FlattenedLayers(len(image.layers), opening, self._era.quirks, self._limits, self._stop)
        try:
            for found in stream:
                if self._is_wanted(found.name):
                    report.reading = replace(report.reading, layer=found.layer)
                    return self._take(found.layer, found.entry, found.name, found.read, sink, report)
        except StreamBroken as problem:
            message = f"cannot read package contents: {problem.upstream}"
            return report.stop(ReadStage.EXTRACT, message, "Flattens the layers", problem.message)
        if stream.ended_by:
            report.step("Flattens the layers", f"{line(stream.ended_by)}; reading silently stops there", Sign.BAD)
            return report.missing("no package.yaml before that place")
        return report.missing("no layer has package.yaml, or an upper layer hides it")

    def _is_wanted(self, name: str) -> bool:
        return (go_paths.last(name) if self._era.any_folder else name) == _STREAM_FILE

    def _take(
        self,
        layer: int,
        entry: Entry,
        name: str,
        read: Callable[[int], bytes],
        sink: ByteSink,
        report: "_Report",
    ) -> None:
        report.found(layer, entry, name)
        digest, count = hashlib.sha256(), 0
        try:
            while count < self._most and (data := read(min(_PIECE, self._most - count))):
                sink.write(data)
                digest.update(data)
                count += len(data)
                if self._stop():
                    raise Cancelled
        except (TarProblem, InflateProblem, StreamBroken) as problem:
            return report.stop(ReadStage.READ, problem.upstream, report.reading_step, problem.message)
        return report.took(count, digest.hexdigest(), truncated=entry.has_body and count < entry.size)


_INFLATED = {
    Compression.GZIP: "gzip, by its first bytes",
    Compression.ZSTD: "zstd, by its first bytes",
    Compression.NONE: "not compressed, by its first bytes",
}


class _Report:
    """A reading in progress, with its steps."""

    def __init__(self, era: ManagerEra) -> None:
        self._era = era
        self.reading = Reading(reader=era.name)
        self.steps: list[Step] = []

    def step(self, title: str, evidence: str, sign: Sign = Sign.OK) -> None:
        self.steps.append(Step(title=title, evidence=evidence, sign=sign))

    def stop(self, stage: ReadStage, message: str, title: str, evidence: str) -> None:
        self.step(title, line(evidence), Sign.BAD)
        self.reading = replace(self.reading, stage=stage, message=message)

    def missing(self, evidence: str) -> None:
        self.stop(ReadStage.EXTRACT, self._era.missing, "Takes the first entry called package.yaml", evidence)

    def chose(self, image: Image, layer: int) -> None:
        bases = [str(each.index) for each in image.layers if each.is_base]
        self.reading = replace(self.reading, annotated=True, layer=layer)
        what = f"layer {layer} has {ANNOTATION}: {BASE}; other layers are not read"
        if len(bases) == 1:
            self.step("Looks for a layer annotated base", what)
        else:
            self.step(
                "Looks for a layer annotated base", f"layers {', '.join(bases)} are: takes the first", Sign.WARNING
            )

    def found(self, layer: int, entry: Entry, name: str) -> None:
        kind = EntryType.FILE if entry.has_body else entry.type
        self.reading = replace(self.reading, layer=layer, parts=(Part(name=entry.name, layer=layer, type=kind),))
        title = "Takes the first entry called package.yaml"
        where = f"{clip(line(entry.name), 200)}, entry {entry.order} of layer {layer}"
        if kind is not EntryType.FILE:
            self.step(title, f"{where}; a {kind}, so it is read as empty", Sign.WARNING)
        elif go_paths.clean(name).strip("/") != _STREAM_FILE:
            self.step(title, f"{where}; any folder counts, so {clip(line(entry.name), 200)} is taken", Sign.WARNING)
        else:
            self.step(title, where)

    def took(self, count: int, digest: str, *, truncated: bool) -> None:
        self.reading = replace(self.reading, size=count, sha256=digest, truncated=truncated)
        if truncated:
            self.step(self.reading_step, f"silently reads only the first {size(count)}", Sign.WARNING)
        else:
            self.step(self.reading_step, size(count))

    @property
    def reading_step(self) -> str:
        return f"Reads {line(self.reading.stream_name(_STREAM_FILE))}"

    def unavailable(self, layer: int, problem: LayerUnavailable) -> None:
        self.stop(ReadStage.FETCH, problem.reason, f"Reads layer {layer}", problem.reason)
        if problem.unread:
            self.reading = replace(self.reading, unread=layer)

    def beyond_limits(self, layer: int, problem: LimitExceeded) -> None:
        message = f"layer {layer} was not read to its end: {problem}"
        self.stop(ReadStage.FETCH, message, f"Reads layer {layer}", str(problem))
        self.reading = replace(self.reading, unread=layer, limit=problem.reached)
