"""The examination of documents: each is parsed for the rules, and summarized for rules about the package."""

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xpkgtui.codec import Codec, Unreadable
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import OddityKind
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.objects.identity import package_type
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, NearKinds
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject, SchemaLookup
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary, EmptyDocument, facts_of, made_names
from xpkgtui.formats.xpkg.summary import Profile, profile_of
from xpkgtui.formats.xpkg.tools.crossplane_versions import target_of
from xpkgtui.formats.xpkg.tools.programs import Empty, as_decoded_by, decode
from xpkgtui.rules.case import Case, JudgingOptions, Profiles, SourceFacts
from xpkgtui.untyped import field
from xpkgtui.values import dataclass
from xpkgtui.visible import LONGEST_NAME, clip

if TYPE_CHECKING:
    from xpkgtui.documents.yaml.repeats import Repeats

_TAIL = 1 << 12
"""Bytes at the end of a stream in which its last line is searched."""
_MOST_REFERENCES = 100_000
"""Fields that patches name, of the whole package."""
_NONE: frozenset[OddityKind] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDocument:
    """What is kept of a document when its text was judged."""

    summary: DocumentSummary
    steps: int
    """The effort of parsing the document."""


_KEPT = Codec[KeptDocument](KeptDocument)


class Examination:
    """The examination of one stream; documents are not kept, only their summaries."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream, repeats: "Repeats | None" = None) -> None:
        """`repeats` are blocks of the stream that were parsed before."""
        # A ruleset is listed without a parser of YAML.
        from xpkgtui.documents.yaml.repeats import Repeats

        self._case = case
        # What rules see of documents that are not packages: a ledger holds for every image with the same stream.
        self._bare = Case(
            source=SourceFacts(name=""),
            format=case.format,
            profile=case.profile,
            profiles=Profiles(own=case.profiles.own),
            crossplane=case.crossplane,
            options=JudgingOptions(limits=case.options.limits),
        )
        self._profile = profile_of(case.profile)
        self._edition = target_of(case.profile, case.crossplane).edition
        self._data = data
        self._stream = stream
        self._with_forks = self._profile is Profile.FORMAT_V2
        self._package = package_type(stream.chunks, with_forks=self._with_forks)
        self._seen: list[DocumentSummary] = []
        self._references = 0
        self._near = NearKinds()
        self._before = 0, 0
        """Effort that was left before the last document, and questions after similar kinds."""
        self._effort = Effort.of_stream(len(data), case.options.limits)
        self._repeats = repeats or Repeats()

    def document(self, chunk: Chunk) -> DocumentSubject:
        """The subject of a document, with positions where the document does not fit its kind."""
        self._before = self._effort.left, self._near.asked
        decoded = decode(
            self._data,
            chunk,
            effort=self._effort,
            limits=self._case.options.limits,
            positions=True,
            with_forks=self._with_forks,
            repeats=self._repeats,
        )
        named = decoded.named
        is_package = named is not None and named.is_package
        role = self._edition.role_of(named) if named else None
        return DocumentSubject(
            case=self._case if is_package else self._bare,
            profile=self._profile,
            chunk=chunk,
            document=decoded.document,
            identity=decoded.identity,
            role=role or Role.BROKEN,
            mismatches=as_decoded_by(self._edition, decoded),
            stream=self._stream,
            near=self._near,
            shared=self._repeats.shared,
            package=self._package,
        )

    def remember(self, subject: DocumentSubject) -> None:
        """Keeps the summary of a document."""
        self._keep(_seen(subject))

    def account_of(self, subject: DocumentSubject) -> str | None:
        """What is kept of the last document; None for a package and for kinds that are not known.

        Rules see a package with its image, and what is said of an unknown kind depends on those before it.
        """
        left, asked = self._before
        if subject.is_package or self._near.asked > asked:
            return None
        return _KEPT.encode(KeptDocument(summary=self._seen[-1], steps=left - self._effort.left)).decode()

    def recall(self, kept: str) -> bool:
        """Keeps it again; false where the effort that is left does not suffice for the document."""
        try:
            found = _KEPT.decode(kept.encode())
        except Unreadable:
            return False
        if self._effort.left < found.steps:
            return False
        self._effort.left -= found.steps
        self._keep(found.summary)
        return True

    def _keep(self, seen: DocumentSummary) -> None:
        self._references += len(seen.facts.references)
        if self._references > _MOST_REFERENCES:
            seen = replace(seen, facts=replace(seen.facts, references=(), is_cut=True))
        self._seen.append(seen)

    def package(self) -> PackageSubject:
        """The subject of the package, made of the summaries."""
        data, stream = self._data, self._stream
        return PackageSubject(
            case=self._case,
            profile=self._profile,
            problem=stream.problem,
            is_spent=self._effort.left < 0,
            empty=tuple(map(self._empty, (chunk for chunk in stream.chunks if chunk.empty))),
            is_opened=data[:3] == b"---",
            is_closed=(b"\n" + data[-_TAIL:]).rstrip().endswith(b"\n---"),
            seen=tuple(self._seen),
            schemas=SchemaLookup(self._parsed, self._definitions()),
        )

    def _empty(self, chunk: Chunk) -> EmptyDocument:
        if self._edition.passes_over(is_blank=False):
            return EmptyDocument(chunk=chunk)
        empty = Empty(self._data, chunk, self._effort, self._case.options.limits)
        if self._edition.passes_over(empty.is_blank):
            return EmptyDocument(chunk=chunk)
        return EmptyDocument(chunk=chunk, refused=empty.document.unreadable)

    def _parsed(self, number: int) -> Any:
        chunk = self._stream.chunks[number - 1]
        document = parse(self._data, chunk, effort=self._effort, limits=self._case.options.limits)
        return document.value if isinstance(document, PackageDocument) else None

    def _definitions(self) -> dict[tuple[str, str], list[int]]:
        """The documents that define a group and kind."""
        found: dict[tuple[str, str], list[int]] = {}
        for one in self._seen:
            if one.defines is not None and not one.refused:
                group, kind = one.defines
                for name in (kind, one.claims):
                    if name is not None:
                        found.setdefault((group, name), []).append(one.number)
        return found


def _seen(subject: DocumentSubject) -> DocumentSummary:
    """The summary of a document."""
    is_wrong = any(not mismatch.unknown for mismatch in subject.mismatches)
    document = subject.document
    annotations = field(subject.value, "metadata", "annotations") if subject.is_package else None
    entries = dependencies_of(subject.value.get("spec")) if subject.is_package else ()
    named = subject.named
    kind = field(subject.value, "spec", "claimNames", "kind")
    is_composite = named is not None and named.kind == "CompositeResourceDefinition"
    return DocumentSummary(
        number=subject.chunk.number,
        line=subject.chunk.line,
        role=subject.role,
        named=_short(subject.named),
        name=clip(subject.name, LONGEST_NAME),
        same=_same(subject),
        refused=subject.role is Role.BROKEN or is_wrong,
        is_blank=isinstance(document, PackageDocument) and document.value is None,
        oddities=frozenset(one.kind for one in document.oddities) if isinstance(document, PackageDocument) else _NONE,
        defines=_defines(subject),
        claims=kind if is_composite and isinstance(kind, str) else None,
        makes=made_names(subject.value, is_composite=is_composite) if _defines(subject) else (),
        annotations=annotations if isinstance(annotations, dict) else None,
        repositories=tuple(one.repository.rpartition("/")[2] for one in entries),
        facts=facts_of(subject.named, subject.value),
    )


def _short(named: GroupVersionKind | None) -> GroupVersionKind | None:
    """Returns the kind with long names cut: a stream may have 3,000 kinds of 60,000 characters."""
    if named is None or len(named.group) + len(named.version) + len(named.kind) <= LONGEST_NAME:
        return named
    parts = (clip(part, LONGEST_NAME) for part in (named.group, named.version, named.kind))
    return GroupVersionKind(*parts)


def _same(subject: DocumentSubject) -> tuple[str, ...] | None:
    """Group, kind and name of an object, or their digest where they are long."""
    named, name = subject.named, subject.name
    if named is None or not name:
        return None
    if len(named.group) + len(named.kind) + len(name) <= LONGEST_NAME:
        return named.group, named.kind, name
    return (hashlib.sha256(repr((named.group, named.kind, name)).encode()).hexdigest(),)


def _defines(subject: DocumentSubject) -> tuple[str, str] | None:
    """The group and kind that a definition defines, where both are text."""
    named, spec = subject.named, subject.value.get("spec")
    if named is None or not named.kind.endswith("Definition") or not isinstance(spec, dict):
        return None
    group, kind = spec.get("group"), field(spec, "names", "kind")
    return (group, kind) if isinstance(group, str) and isinstance(kind, str) else None
