"""Findings: what a rule has to say, and where."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Severity(IntEnum):
    """How hard a finding is under the chosen profile."""

    INFO = 0
    WARNING = 1
    ERROR = 2

    @property
    def word(self) -> str:
        """As JSON spells it."""
        return self.name.lower()


class Stage(IntEnum):
    """When a consumer meets what a rule is about; the first refusal is the one that it tells."""

    ARCHIVE = 0
    INDEX = 1
    MANIFEST = 2
    LAYER = 3
    FILE = 4
    PARSE = 5
    """The parser reads document after document."""
    LINT = 6
    INSTALL = 7
    """The objects reach the API server."""


class Badge(StrEnum):
    """The worst that is said about an object."""

    OK = "ok"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @classmethod
    def of(cls, severity: Severity | None) -> "Badge":
        """The badge for the worst severity; None is fine."""
        return cls.OK if severity is None else cls(severity.word)


class Acceptance(StrEnum):
    """Whether the profile's consumer takes the package."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectName:
    """An object as messages name it."""

    api_version: str
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind or 'object'} {self.name or '(no name)'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where it is: image -> layer -> entry -> document -> field."""

    platform: str | None = None
    layer: int | None = None
    layer_digest: str | None = None
    path: str | None = None
    """The tar entry."""
    file: str | None = None
    """The file of origin, for a source folder."""
    document: int | None = None
    """The n-th chunk of the stream, from 1."""
    field: str | None = None
    """`spec.versions[0].name`"""
    line: int | None = None
    """Of package.yaml (or of the file of origin), from 1."""
    column: int | None = None
    """From 1, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, surprising or worth knowing."""

    rule: str
    """`XPKG401`"""
    severity: Severity
    message: str
    """A sentence that names the object; raw text of the package in it, to be made visible where it is shown."""
    fix: str = ""
    says: str | None = None
    """The message that the program itself would print."""
    stage: Stage = Stage.ARCHIVE
    turn: tuple[tuple[int, str], ...] = ()
    """When a decoder meets it within its document; empty where no decoder finds it."""
    undecided: bool = False
    """Whether nothing is known behind it, so that acceptance would be a guess."""
    readers: tuple[str, ...] = ()
    object: ObjectName | None = None
    place: Place = Place()

    @property
    def order(self) -> tuple[int, int, int, str, str]:
        """Sorts by layer, document, line, rule."""
        place = self.place
        return (
            -1 if place.layer is None else place.layer,
            place.document or 0,
            place.line or 0,
            self.rule,
            self.message,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer of the second line of the screen."""

    acceptance: Acceptance | None
    """None is undecided: something was not read."""
    reason: str
    """Why, in words: `package.yaml from layer 2 (annotated base)`."""
    culprit: Finding | None = None
    """The finding to blame where it is refused."""
