"""A program that reads a stream, document by document, until it stops; and what it takes for its objects."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.shared import NOTHING_SHARED
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.definitions.choices import MAY_BE_ODD, odd_choices
from xpkgtui.formats.go_decoding import mismatches as shapes
from xpkgtui.formats.go_decoding.mismatches import Mismatch, first_wrong
from xpkgtui.formats.judging.stream_verdict import Refusal, StreamObject
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.identity import DEEPEST, Identity, as_upstream, identify, too_deep
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, definition_of
from xpkgtui.formats.xpkg.tools.editions import Edition
from xpkgtui.formats.xpkg.tools.linter import Contents, lint, misplaced
from xpkgtui.limits import LIMITS, Limits, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.finding import Acceptance
from xpkgtui.untyped import field, text
from xpkgtui.values import dataclass
from xpkgtui.visible import LONGEST_NAME, clip

if TYPE_CHECKING:
    from xpkgtui.documents.yaml.repeats import Repeats


MOST_MISMATCHES = 10_000
"""The most mismatches that are kept of one document."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Decoded:
    """A document that is not empty, with everything that parsers of all eras ask about it."""

    chunk: Chunk
    document: PackageDocument | BrokenDocument
    identity: Identity
    mismatches: tuple[Mismatch, ...] = ()
    """The places that do not fit the document's kind; empty for a kind that Crossplane 2.4 does not know."""

    @property
    def named(self) -> GroupVersionKind | None:
        """Group, version and kind; None where it does not have them."""
        return self.identity.named

    @property
    def value(self) -> Any:
        """The parsed value; None where it is broken."""
        return self.document.value if isinstance(self.document, PackageDocument) else None

    @property
    def unreadable(self) -> str | None:
        """The message of a parser that knows every kind: it is not YAML, or has no kind."""
        if isinstance(self.document, BrokenDocument):
            return self.document.message
        return self.identity.says or None


def decode(
    data: StreamBytes,
    chunk: Chunk,
    *,
    effort: Effort | None = None,
    limits: Limits = LIMITS,
    positions: bool = False,
    guesses: int = shapes.MOST_GUESSES,
    with_forks: bool = False,
    repeats: "Repeats | None" = None,
) -> Decoded:
    """The document of a chunk. With `positions`, one with mismatches or odd choices is parsed again to place these.

    For as many unknown fields as `guesses` says, similar names are looked for, which is slow. `with_forks` takes
    kinds of IBM's fork for those that they were made from.
    """
    document = parse(data, chunk, effort=effort, limits=limits, repeats=repeats)
    if isinstance(document, BrokenDocument):
        return Decoded(chunk=chunk, document=document, identity=Identity())
    identity = (document.depth > DEEPEST and too_deep(document.value)) or identify(document.value)
    identity = as_upstream(identity) if with_forks else identity
    struct = definition_of(identity.named) if identity.named else None
    found: tuple[Mismatch, ...] = ()
    if struct is not None:
        shared = NOTHING_SHARED if repeats is None else repeats.shared
        found = tuple(shapes.first_of(shapes.check(document.value, struct, guesses, shared=shared), MOST_MISMATCHES))
        if positions and (found or _has_odd_choices(data, chunk, document.value)):
            placed = parse(data, chunk, positions=True, effort=effort, limits=limits)
            document = placed if isinstance(placed, PackageDocument) else document
    return Decoded(chunk=chunk, document=document, identity=identity, mismatches=found)


def _has_odd_choices(data: StreamBytes, chunk: Chunk, value: Any) -> bool:
    """Whether an `enum` of texts has a bool or a number; few documents are looked at, by their bytes."""
    is_suspect = MAY_BE_ODD.search(data, chunk.start, chunk.end) is not None
    return is_suspect and next(odd_choices(value), None) is not None


_BLANK = late(rb"[\t\n\v\f\r \x85\xa0]*+")


Shared = Callable[[Decoded, Role], StreamObject]
"""Makes the object of a document once for all programs."""


class StreamProgram(Protocol):
    """One program, or one edition of it, in the middle of a stream."""

    @property
    def outcome(self) -> "Outcome":
        """What it made of the stream so far."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether it reads no further document."""
        ...

    def skip(self, empty: "Empty") -> None:
        """A chunk without content comes."""
        ...

    def take(self, document: Decoded) -> None:
        """A document comes."""
        ...

    def end(self, problem: SeparatorProblem | None) -> None:
        """The stream ends, or breaks at a separator."""
        ...


class Empty:
    """A chunk that newer parsers pass over; for the others it is a document."""

    def __init__(self, data: StreamBytes, chunk: Chunk, effort: Effort, limits: Limits) -> None:
        self._data = data
        self._chunk = chunk
        self._effort = effort
        self._limits = limits

    @property
    def is_blank(self) -> bool:
        """Whether it has no comment, no `---` and no `...` either."""
        return _BLANK.fullmatch(self._data, self._chunk.start, self._chunk.end) is not None

    @cached_property
    def document(self) -> Decoded:
        """What a parser makes of it that does not pass it over: mostly null."""
        return decode(self._data, self._chunk, effort=self._effort, limits=self._limits, guesses=0)


class Outcome:
    """The objects of one program, and the refusal or the limit at which it stopped."""

    def __init__(self) -> None:
        self.objects: list[StreamObject] = []
        self.refusal: Refusal | None = None
        self.limit: ReachedLimit | None = None
        self.warning = ""
        """What its linter says of objects that it skips; it goes on."""

    @property
    def acceptance(self) -> Acceptance | None:
        """Refused where it stopped; undecided where something was not read."""
        if self.refusal is not None:
            return Acceptance.REFUSED
        return None if self.limit is not None else Acceptance.ACCEPTED

    def parse_error(self, message: str, chunk: Chunk) -> None:
        """The parser stops at a document."""
        self.refusal = Refusal(stage=ReadStage.PARSE, message=message, document=chunk.number)

    def lint_error(self, message: str, one: StreamObject | None = None) -> None:
        """The linter stops, at an object or at the package as a whole."""
        self.refusal = Refusal(stage=ReadStage.LINT, message=message, document=one.document if one else None)

    def limited(self, document: Decoded) -> bool:
        """Whether a limit of this program kept a document from being read, which is then passed over."""
        broken = document.document
        if not isinstance(broken, BrokenDocument) or not broken.reason.is_own_limit:
            return False
        self.limit = self.limit or broken.limit
        return True

    def separator(self, problem: SeparatorProblem) -> None:
        """Reading stops at a separator."""
        if problem.limit is not None:
            self.limit = self.limit or problem.limit
        else:
            self.refusal = Refusal(stage=ReadStage.PARSE, message=problem.message)


def object_of(document: Decoded, role: Role) -> StreamObject:
    """A document as one of the objects that a program parses; some odd kinds have no name."""
    named = document.named
    struct = definition_of(named) if named else None
    metadata = struct.fields.get("metadata") if struct else None
    is_named = struct is None or (metadata and metadata.struct and "name" in metadata.struct.fields)
    return StreamObject(
        document=document.chunk.number,
        api_version=clip(named.api_version, LONGEST_NAME) if named else "",
        kind=clip(named.kind, LONGEST_NAME) if named else "",
        name=clip(text(field(document.value, "metadata", "name")), LONGEST_NAME) if is_named else "",
        role=role,
    )


_EMBEDDED = re.compile(
    r"(?<=\.)(?:MetaSpec|ConditionedStatus|Rule|RuleWithOperations|CustomResourceDefinitionSpec)\."
)
"""The embedded structs in the path of a message."""


class Manager:
    """An edition in the middle of a stream."""

    def __init__(self, edition: Edition, shared: Shared = object_of, installed_as: str = "") -> None:
        self.edition = edition
        self._installed_as = installed_as
        self.outcome = Outcome()
        self._shared = shared
        self.contents = Contents()

    @property
    def is_stopped(self) -> bool:
        """Whether the edition has refused a document."""
        return self.outcome.refusal is not None

    def skip(self, empty: Empty) -> None:
        """Ignores a chunk without content, or reads it as a document without a kind."""
        if not self.edition.passes_over(empty.is_blank):
            self.take(empty.document)

    def take(self, document: Decoded) -> None:
        """Decodes a document with its schemes."""
        if self.outcome.limited(document):
            return None
        chunk, named = document.chunk, document.named
        if named is None:
            return self.outcome.parse_error(document.unreadable or "", chunk)
        role = self.edition.role_of(named)
        if role is None:
            return self.outcome.parse_error(self.edition.unregistered(named), chunk)
        if (mistyped := first_wrong(as_decoded_by(self.edition, document))) is not None:
            return self.outcome.parse_error(mistyped.message, chunk)
        one = self._shared(document, role)
        self.outcome.objects.append(one)
        self.contents.add(one, named, _constraint(document))
        return None

    def end(self, problem: SeparatorProblem | None) -> None:
        """Stops at a separator, or lints."""
        if self.is_stopped:
            return
        if problem is not None:
            self.outcome.separator(problem)
        is_whole = self.outcome.limit is None
        # Where something was not read, a meta object may be among it; but two are two.
        if not self.is_stopped and (is_whole or self.contents.metas):
            complaint = lint(self.contents, self.edition, self._installed_as)
            if complaint is not None:
                self.outcome.lint_error(*complaint)
            elif self.contents.metas and not self.edition.blocks:
                skipped = misplaced(self.contents, self.edition, self.contents.metas[0][1].kind)
                self.outcome.warning = skipped[0] if skipped else ""


def as_decoded_by(edition: Edition, document: Decoded) -> tuple[Mismatch, ...]:
    """The mismatches of a document as an edition's decoder meets and words them."""
    named = document.named
    if named is None or not document.mismatches or (edition.embeds and not edition.later):
        return document.mismatches
    later = {name for owner, name in edition.later if owner == named.kind}
    met = (one for one in document.mismatches if one.unknown or later.isdisjoint(one.path.parts))
    if edition.tries_twice and edition.role_of(named) is Role.META:
        # What cannot be decoded as a meta object is tried as an object, of which there is no such kind.
        return tuple(one if one.unknown else replace(one, message=edition.unregistered(named)) for one in met)
    return tuple(one if edition.embeds else replace(one, message=_EMBEDDED.sub("", one.message)) for one in met)


def _constraint(document: Decoded) -> str | None:
    """`spec.crossplane.version` as Go decodes it: absent is empty; None without `spec.crossplane`."""
    crossplane = field(document.value, "spec", "crossplane")
    if not isinstance(crossplane, dict):
        return None
    version = crossplane.get("version")
    return version if isinstance(version, str) else ""
