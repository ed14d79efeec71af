"""Findings, with their places, severities and stages, and the verdict made of them."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum

from xpkgtui.values import dataclass


class Severity(IntEnum):
    """The severity of a finding under the chosen profile."""

    INFO = 0
    WARNING = 1
    ERROR = 2

    @property
    def word(self) -> str:
        """The severity as JSON spells it."""
        return self.name.lower()


class Stage(IntEnum):
    """The stage at which a consumer meets a problem; it reports only the first one that makes it refuse."""

    FETCH = -1
    """The program's registry client does not get the image, so nothing is known of what it would meet in it."""
    ARCHIVE = 0
    INDEX = 1
    MANIFEST = 2
    LAYER = 3
    FILE = 4
    PARSE = 5
    """The parser reads document after document."""
    LINT = 6
    PACK = 7
    """The build packs what it has linted, with the examples, which nothing else reads."""
    CONSTRAINT = 8
    """The program compares its own version with the one that the package asks for."""
    INSTALL = 9
    """Dependencies are resolved, and the objects reach the API server."""
    RUN = 10
    """The image is pulled to run. The program has accepted the package by then, so nothing here refuses it."""


class Badge(StrEnum):
    """The worst severity among the findings about an object."""

    OK = "ok"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @classmethod
    def of(cls, severity: Severity | None) -> "Badge":
        """The badge for the worst severity; None is fine."""
        return cls.OK if severity is None else cls(severity.word)


class Acceptance(StrEnum):
    """The answer of the profile's consumer: it accepts or refuses the package."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectName:
    """An object by kind and name."""

    api_version: str
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind or 'object'} {self.name or '(no name)'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a finding: image -> layer -> entry -> document -> field."""

    platform: str | None = None
    """The platform of the image, where that is not the one that is shown."""
    layer: int | None = None
    layer_digest: str | None = None
    path: str | None = None
    """The path of the tar entry."""
    file: str | None = None
    """The file of origin, for a source folder."""
    document: int | None = None
    """The n-th chunk of the stream, from 1."""
    field: str | None = None
    """`spec.versions[0].name`"""
    line: int | None = None
    """The line in package.yaml (or in the file of origin), from 1."""
    column: int | None = None
    """The column in characters, from 1."""

    @property
    def shown(self) -> "Place":
        """The place within the image that is shown; of another image only the platform."""
        return Place(platform=self.platform) if self.platform else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One problem, surprise or notable fact of a package."""

    rule: str
    """`XPKG401`"""
    severity: Severity
    message: str
    """A sentence that names the object; it may hold raw text of the package, made visible where it is shown."""
    cause: str = ""
    """The clause of it that explains a verdict, where that is not all of it."""
    fix: str = ""
    says: str | None = None
    """The message that the program itself prints."""
    stage: Stage = Stage.ARCHIVE
    walked: tuple[str, ...] = ()
    """`Problem.walked`"""
    turn: tuple[tuple[int, str], ...] = ()
    """The order in which a decoder meets it within its document, or that a linter finds it first; else empty."""
    met: tuple[int, int] = (0, 0)
    """The pass over the documents in which a program meets it, and the step among those about one document."""
    undecided: bool = False
    """Whether the rest of the package is unknown, so that acceptance would be a guess."""
    is_failure: bool = False
    """Whether the rule itself failed, which is a bug of xpkgtui and no fault of the package."""
    by: str = ""
    """The profile beside the chosen one whose consumer finds it; empty where that of the chosen one does."""
    readers: tuple[str, ...] = ()
    refused_by: tuple[str, ...] = ()
    """Other profiles whose verdict is shown too and for which this is an error."""
    object: ObjectName | None = None
    place: Place = Place()

    @property
    def order(self) -> tuple[int, int, int, str, int, str, int, str]:
        """Sorts by severity, the worst first, then by layer, document, file, line, rule and column."""
        place = self.place
        return (
            -self.severity,
            -1 if place.layer is None else place.layer,
            place.document or 0,
            place.file or "",
            place.line or 0,
            self.rule,
            place.column or 0,
            self.message,
        )


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings as every list of them is sorted, on screen, in text and in JSON."""
    return tuple(sorted(findings, key=lambda finding: finding.order))


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherVerdict:
    """The verdict of another profile's consumer, which is shown beside that of the chosen one."""

    profile: str
    acceptance: Acceptance | None
    reason: str
    place: str = ""
    """`Verdict.place`"""
    rule: str = ""
    """The rule that its consumer refuses by; empty where it stops for another reason, or accepts."""
    but: str = ""
    """What of an accepted package its consumer refuses all the same: `refuses 2 of its bundles`."""
    archived: bool = False
    """Whether its consumer is not developed any more, so that its refusal is not a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict: accepted, refused or undecided, and the reason."""

    acceptance: Acceptance | None
    """The decision; None if it is open because something was not read."""
    reason: str
    """The reason in words: `package.yaml from layer 2 (annotated base)`."""
    place: str = ""
    """What of the reason says where, before a colon: `document 2`."""
    culprit: Finding | None = None
    """The finding that makes the consumer refuse."""
    by: str = ""
    """The profile whose consumer refuses, where it is not the one that was asked for."""
    but: str = ""
    """What of an accepted package the consumer refuses all the same."""
    others: tuple[OtherVerdict, ...] = ()
    """The verdicts of other profiles, in the order of the ruleset."""
