"""The verdict of one program on a stream: accepted, or refused at a stage with its own message."""

from typing import TYPE_CHECKING

from xpkgtui.formats.role import Role
from xpkgtui.limits import ReachedLimit
from xpkgtui.rules.finding import Acceptance
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # verdicts travel to the screen, which reads no layer
    from xpkgtui.readers.reader import ReadStage, Step

LATE_TYPES = {"ReadStage": "xpkgtui.readers.reader", "Step": "xpkgtui.readers.reader"}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True)
class StreamObject:
    """One object that a program parses."""

    document: int
    """Its number in the stream, from 1; for `validate` its piece."""
    api_version: str
    """The apiVersion of the object; like kind and name, it is cut if it is long."""
    kind: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenRule:
    """A rule that a package breaks for one program."""

    rule: str
    """`OLM050`"""
    reason: str
    """The first breach, with its place."""
    count: int
    cause: str = ""
    """The reason without the clause behind it, in which versions that refuse alike may differ."""
    turn: int = 0
    """The pass of the program in which it is broken."""
    stage: int = 0
    """The stage of the finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The place at which a program stops, and the message that it prints there."""

    stage: "ReadStage"
    """PARSE or later; earlier where the rules of a profile speak for the program."""
    message: str
    """Word for word, without the name of a Go scheme, which differs by build; `…` stands for a whole document."""
    document: int | None = None
    """The document to blame; None if the whole stream is to blame."""
    broken: tuple[BrokenRule, ...] = ()
    """Everything that the program would refuse, the one that it prints first; empty where no rules speak for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OlderVerdict:
    """The verdict of older versions of the same reader, where it differs from that of its last version."""

    first: str
    """`2.2`"""
    last: str
    acceptance: Acceptance | None
    refusal: Refusal | None = None

    def span(self, to: str = " – ") -> str:
        """`2.2 – 2.3`, or the one version that it is."""
        return to.join(dict.fromkeys((self.first, self.last)))


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamVerdict:
    """What one program makes of a stream, the last version of it where several read alike."""

    reader: str
    """`manager-2.4`"""
    acceptance: Acceptance | None
    """The decision; None if a limit of xpkgtui kept documents from being read, or if a rule failed."""
    refusal: Refusal | None = None
    objects: tuple[StreamObject, ...] = ()
    """The objects that it parses: all, or those before the document at which it stops."""
    older: tuple[OlderVerdict, ...] = ()
    """Older versions of this reader that decide otherwise, the oldest first."""
    is_excluded: bool = False
    """Whether the package's own constraint excludes this version, wherever it stops."""
    measured: bool = False
    """Whether verdict and message were compared with the program's own libraries; else they come from its source."""
    limit: ReachedLimit | None = None
    """The limit that makes the verdict undecided."""
    failed: str = ""
    """The clause about the rule that failed, so that the verdict is undecided."""
    doubt: str = ""
    """What a rule says that leaves the verdict undecided, where it is neither a limit nor a failure."""
    warning: str = ""
    """What its linter says of objects that it skips; it goes on."""
    after: "tuple[Step, ...]" = ()
    """What it does once it has linted the stream, up to where it stops."""
