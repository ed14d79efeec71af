"""One document examined: parsed, recognised, judged by every rule about documents, and forgotten."""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg import mismatches as shapes
from xpkgtui.formats.xpkg.dependencies import dependencies_of
from xpkgtui.formats.xpkg.identity import Identity, identify
from xpkgtui.formats.xpkg.kinds import Role, definition_of
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding, ObjectName, Place
from xpkgtui.rules.profile import Profile
from xpkgtui.rules.rule import Problem
from xpkgtui.rules.subject import DocumentSubject, Seen

_MOST_MISMATCHES = 10_000
"""Of one document."""
_NONE: frozenset[OddityKind] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Examiner:
    """Makes subjects of documents, and findings of what rules say about them."""

    case: Case
    profile: Profile
    data: bytes | mmap.mmap
    package: str | None
    """The type of the package, as far as first lines tell."""

    def subject(self, chunk: Chunk) -> DocumentSubject:
        """The document as rules see it; with positions where it does not fit its kind."""
        document = parse(self.data, chunk)
        value = document.value if isinstance(document, PackageDocument) else None
        identity = identify(value) if isinstance(document, PackageDocument) else Identity()
        found: tuple[shapes.Mismatch, ...] = ()
        struct = definition_of(identity.named) if identity.named else None
        if struct is not None:
            found = tuple(islice(shapes.check(value, struct), _MOST_MISMATCHES))
            if found:
                document = parse(self.data, chunk, positions=True)
        role = (identity.named.role if identity.named else None) or Role.BROKEN
        return DocumentSubject(
            case=self.case,
            profile=self.profile,
            chunk=chunk,
            document=document,
            identity=identity,
            role=role,
            mismatches=found,
            package=self.package,
        )

    def located(self, subject: DocumentSubject, told: list[tuple[Finding, Problem]]) -> Iterator[Finding]:
        """The findings with their lines; only a document that has any is parsed again for them."""
        document = subject.document
        wanted = any(problem.path is not None for _, problem in told)
        if wanted and isinstance(document, PackageDocument) and document.marks is None:
            document = parse(self.data, subject.chunk, positions=True)
        for finding, problem in told:
            line, column = problem.line or subject.chunk.line, None
            if isinstance(document, BrokenDocument):
                if document.position is not None:
                    line, column = document.position.line, document.position.column
            elif problem.path is not None and (position := document.position(problem.path)):
                line, column = position.line, position.column
            yield replace(finding, place=replace(finding.place, line=line, column=column))


def object_name(subject: DocumentSubject) -> ObjectName | None:
    """The object as findings name it."""
    named = subject.named
    if named is None:
        return None
    return ObjectName(api_version=named.api_version, kind=named.kind, name=subject.name)


def seen(subject: DocumentSubject) -> Seen:
    """What is kept of a document."""
    is_wrong = any(not mismatch.unknown for mismatch in subject.mismatches)
    document = subject.document
    metadata = subject.value.get("metadata") if subject.is_package else None
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    return Seen(
        number=subject.chunk.number,
        line=subject.chunk.line,
        role=subject.role,
        named=subject.named,
        name=subject.name,
        refused=subject.role is Role.BROKEN or is_wrong,
        is_blank=isinstance(document, PackageDocument) and document.value is None,
        notes=frozenset(note.kind for note in document.oddities) if isinstance(document, PackageDocument) else _NONE,
        defines=_defines(subject),
        annotations=annotations if isinstance(annotations, dict) else None,
        repositories=_repositories(subject),
    )


def _repositories(subject: DocumentSubject) -> tuple[str, ...]:
    entries = dependencies_of(subject.value.get("spec")) if subject.is_package else ()
    return tuple(one.repository.rpartition("/")[2] for one in entries)


def _defines(subject: DocumentSubject) -> tuple[str, str] | None:
    """Group and kind of what a definition defines, where both are text."""
    named, spec = subject.named, subject.value.get("spec")
    if named is None or not named.kind.endswith("Definition") or not isinstance(spec, dict):
        return None
    group, names = spec.get("group"), spec.get("names")
    kind = names.get("kind") if isinstance(names, dict) else None
    return (group, kind) if isinstance(group, str) and isinstance(kind, str) else None


def place_of(case: Case, *, document: int | None = None, path: FieldPath | None = None) -> Place:
    """Where the text of package.yaml is, as findings tell it."""
    reading, image = case.reading, case.image
    layer = reading.layer if reading else None
    digest = str(image.layers[layer].descriptor.digest) if image and layer is not None else None
    return Place(
        layer=layer,
        layer_digest=digest,
        path=reading.entry if reading else None,
        document=document,
        field=str(path) if path is not None else None,
    )
