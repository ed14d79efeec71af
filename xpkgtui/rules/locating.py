"""The places of findings: the layer and entry of the stream, and the line of a field."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import DocumentSubject
from xpkgtui.rules.finding import Finding, Place
from xpkgtui.rules.precedence import Reported
from xpkgtui.rules.rule import Problem


class Reread:
    """A document parsed again for the lines of findings about the whole package."""

    object_name = None

    def __init__(self, data: StreamBytes, chunk: Chunk, effort: Effort) -> None:
        self.chunk = chunk
        self.document: PackageDocument | BrokenDocument = parse(data, chunk, positions=True, effort=effort)


def place_of(case: Case, *, document: int | None = None, path: FieldPath | None = None) -> Place:
    """The place of a document's text: the layer and the entry that the stream was taken from."""
    reading, image = case.reading, case.image
    layer = reading.layer if reading else None
    return Place(
        layer=layer,
        layer_digest=_layer_digest(case, layer) if image else None,
        path=reading.entry if reading else None,
        document=document,
        field=str(path) if path is not None else None,
    )


def image_place(case: Case, problem: Problem) -> Place:
    """The place of a problem of an image: its layer and entry."""
    return Place(layer=problem.layer, layer_digest=_layer_digest(case, problem.layer), path=problem.entry)


def _layer_digest(case: Case, index: int | None) -> str | None:
    layers = case.image.layers if case.image else ()
    return str(layers[index].descriptor.digest) if index is not None and index < len(layers) else None


def located(
    subject: DocumentSubject, reported: list[Reported], data: StreamBytes, effort: Effort
) -> Iterator[Finding]:
    """The findings with their lines; a document is parsed again for them only where it has findings.

    `effort` is that for the lines of all findings; where it is spent, a finding has the line of its document.
    """
    document = subject.document
    wanted = any(one.problem.path is not None for one in reported)
    if wanted and isinstance(document, PackageDocument) and document.marks is None:
        document = parse(data, subject.chunk, positions=True, effort=effort)
    for one in reported:
        line, column = one.problem.line or subject.chunk.line, None
        if isinstance(document, BrokenDocument):
            if document.position is not None:
                line, column = document.position.line, document.position.column
        elif one.problem.path is not None and (position := document.position(one.problem.path)):
            line, column = position.line, position.column
        yield replace(one.finding, place=replace(one.finding.place, line=line, column=column))
