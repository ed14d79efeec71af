"""The places of findings: layer, entry and line; and which of several rules speaks of one place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding, Place
from xpkgtui.rules.rule import AnyRule, Problem, Within
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reported:
    """A finding, with the rule and the problem that it was made from."""

    rule: AnyRule
    problem: Problem
    finding: Finding


def without_silenced(reported: Iterable[Reported], before: Iterable[Finding] = ()) -> list[Reported]:
    """The findings in `reported` that are not silenced; those in `before`, yielded earlier, silence them too."""
    found = list(reported)
    if all(one.rule.silenced_by is None for one in found):
        return found
    everything = [one for one in (*(one.finding for one in found), *before) if not one.is_failure]
    heard = {within: {_key(one, within, one.rule) for one in everything} for within in Within}
    return [one for one in found if not _is_silenced(one, heard)]


def _is_silenced(one: Reported, heard: dict[Within, set[tuple[object, ...]]]) -> bool:
    silence = one.rule.silenced_by
    if silence is None or one.finding.is_failure or (silence.spares_documents and one.problem.where.document):
        return False
    return any(_key(one.finding, silence.within, speaker) in heard[silence.within] for speaker in silence.rules)


def _key(finding: Finding, within: Within, rule: str) -> tuple[object, ...]:
    match within:
        case Within.PACKAGE:
            return (rule,)
        case Within.LAYER:
            return rule, finding.place.layer
        case Within.DOCUMENT:
            return rule, finding.place.document
    return rule, finding.place.document, finding.place.field


def place_of(case: Case, *, document: int | None = None, path: FieldPath | None = None) -> Place:
    """The place of a document's text: the layer and the entry that the stream was taken from."""
    reading, image = case.reading, case.image
    layer = reading.layer if reading else None
    return Place(
        layer=layer,
        layer_digest=layer_digest(case, layer) if image else None,
        path=reading.entry if reading else None,
        document=document,
        field=str(path) if path is not None else None,
    )


def image_place(case: Case, problem: Problem) -> Place:
    """The place of a problem of an image: its layer and entry."""
    where = problem.where
    if where.platform:
        return Place(platform=where.platform, layer=where.layer, path=where.entry)
    return Place(layer=where.layer, layer_digest=layer_digest(case, where.layer), path=where.entry)


def package_place(case: Case, problem: Problem) -> Place:
    """The place of a problem of the package as a whole: in a document, or in an entry of a layer."""
    if problem.where.entry:
        return image_place(case, problem)
    return replace(place_of(case, document=problem.where.document, path=problem.path), line=problem.where.line)


def layer_digest(case: Case, index: int | None) -> str | None:
    """The digest of a layer of the image; None where there is none."""
    layers = case.image.layers if case.image else ()
    return str(layers[index].descriptor.digest) if index is not None and index < len(layers) else None


class Locator:
    """The lines of findings about one document, which is parsed again for them once, and only where it has findings.

    `effort` is that for the lines of all findings; where it is spent, a finding has the line of its document.
    """

    def __init__(
        self, chunk: Chunk, document: PackageDocument | BrokenDocument | None, data: StreamBytes, effort: Effort
    ) -> None:
        """Without a document it is parsed from `data`."""
        self._chunk = chunk
        self._document = document
        self._data = data
        self._effort = effort

    def located(self, reported: list[Reported]) -> Iterator[Finding]:
        """The findings with their lines."""
        lines = self.lines([one.problem for one in reported])
        for one, (line, column) in zip(reported, lines, strict=True):
            yield replace(one.finding, place=replace(one.finding.place, line=line, column=column))

    def lines(self, problems: Sequence[Problem]) -> Iterator[tuple[int, int | None]]:
        """Line and column of each problem."""
        wanted = any(problem.path is not None for problem in problems)
        document = self._marked() if wanted or self._document is None else self._document
        for problem in problems:
            line, column = problem.where.line or self._chunk.line, None
            if isinstance(document, BrokenDocument):
                if document.position is not None:
                    line, column = document.position.line, document.position.column
            elif problem.path is not None and (position := document.position(problem.path)):
                line, column = position.line, position.column
            yield line, column

    def _marked(self) -> PackageDocument | BrokenDocument:
        """The document with positions."""
        known = self._document
        if known is None or (isinstance(known, PackageDocument) and known.marks is None):
            self._document = known = parse(self._data, self._chunk, positions=True, effort=self._effort)
        return known
