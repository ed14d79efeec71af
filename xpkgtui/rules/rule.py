"""A rule: a name, a severity under each profile, a stage, a manual (its docstring) and a generator of problems."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum, auto
from functools import cache
from typing import Any, Generic, TypeVar, cast

from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Severity, Stage
from xpkgtui.values import dataclass

HEADINGS = ("Why", "When it bites", "Fix", "Source")
"""The sections of a manual behind its first one, which has no heading."""
_SECTION = late(rf"^({'|'.join(HEADINGS)}):", re.MULTILINE)
_WITHOUT_DOCSTRINGS = 2
"""The level of `-OO`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Manual:
    """What has a name and a manual."""

    id: str
    title: str
    """The fault, or the change, in a few words: what a report has as its headline."""
    manual: str
    """The docstring: its sections are split when one is asked for."""

    @property
    def opening(self) -> str:
        """The first section: what a good package has; of a rule about changes, what changed."""
        return _sections(self.manual).get("", "")

    @property
    def why(self) -> str:
        """Why that matters."""
        return _sections(self.manual).get("Why", "")

    @property
    def bites(self) -> str:
        """When a user meets the problem."""
        return _sections(self.manual).get("When it bites", "")

    @property
    def fix(self) -> str:
        """What to do."""
        return _sections(self.manual).get("Fix", "")

    @property
    def source(self) -> str:
        """Where the rule comes from."""
        return _sections(self.manual).get("Source", "")


def require_whole(id: str, title: str, manual: str, has_severity: bool) -> None:  # noqa: A002
    """Raises `TypeError` where a rule has no title, no severity, or lacks a section of its manual."""
    # Python 3.13 and later leave the indentation of docstrings out.
    lacking = [name for name in HEADINGS if f"  {name}: " not in manual and f"\n{name}: " not in manual]
    if sys.flags.optimize < _WITHOUT_DOCSTRINGS and (lacking or not title or not has_severity):
        raise TypeError(f"{id} lacks {', '.join(lacking) or 'a title, or a severity'}")


@cache
def _sections(docstring: str) -> dict[str, str]:
    """The sections of a manual by heading; the text before the first heading has none."""
    parts = _SECTION.split("\n".join(line.strip() for line in docstring.strip().split("\n")))
    names = ["", *parts[1::2]]
    return {name: " ".join(text.split()) for name, text in zip(names, parts[::2], strict=True)}


Subject = TypeVar("Subject")
Other = TypeVar("Other")

_SEVERITIES = {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO}
Met = tuple[int, int]
"""The pass over the documents in which a program meets a problem, and the step in this pass."""
_NOWHERE: Met = (0, 0)
CRASHED = 99
"""The level of the problem that a rule raised an exception."""


class Within(Enum):
    """The scope in which a finding silences others."""

    PACKAGE = auto()
    LAYER = auto()
    DOCUMENT = auto()
    FIELD = auto()


@dataclass(frozen=True, slots=True)
class Silence:
    """Rules whose findings silence another rule's."""

    within: Within
    rules: frozenset[str]
    spares_documents: bool = False
    """Whether what the rule says of one document is reported all the same."""


def silenced(within: Within, *rules: str, spares_documents: bool = False) -> Silence:
    """The declaration of a rule that is silent where one of `rules` speaks."""
    return Silence(within, frozenset(rules), spares_documents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The place of a problem, as far as the subject of its rule does not give it."""

    document: int | None = None
    """The number of the document, where a rule about the whole package found it in one."""
    line: int | None = None
    """The line, where no field gives it."""
    layer: int | None = None
    entry: str | None = None
    """The tar entry, where it is not the one that was taken."""
    platform: str = ""
    """The platform whose image has the layer, where it is not the image that is shown."""


_AS_THE_SUBJECT = Where()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem that a rule found."""

    message: str
    """A clause that names the object; alone it explains a verdict."""
    more: str = ""
    """The clause behind it: what follows from it, or the way out."""
    met: Met | Mapping[str, Met] | None = None
    """The pass and the step at which the program meets the problem, by profile or for all, if not the rule's own."""
    level: int = 0
    """The index into the rule's severities under the profile: 0 is the worst; a larger index counts as the last."""
    says: str | Mapping[str, str] | None = None
    """The message that the program itself prints, by profile where programs print different ones."""
    stage: Stage | None = None
    """The stage, where it differs from the rule's."""
    walked: tuple[str, ...] = ()
    """Sorts problems of one step where it is not in the order of the documents: by the path, or by other names."""
    at_once: bool = False
    """Whether a decoder stops at it, before the rest of the document; or a linter, before it looks at documents."""
    undecided: bool = False
    """Whether the rest of the package is unknown, so that acceptance would be a guess."""
    fix: str = ""
    """The advice, where the rule's own is too general."""
    path: FieldPath | None = None
    """The field of the document."""
    where: Where = _AS_THE_SUBJECT
    readers: tuple[str, ...] | None = None
    profiles: tuple[str, ...] | None = None
    """The profiles that it is a problem for; None for all that the rule applies to."""

    @property
    def sentence(self) -> str:
        """Both clauses."""
        return f"{self.message}; {self.more}" if self.more else self.message

    def words(self, profile: str) -> str | None:
        """Returns what the program of a profile prints; None if that is not known."""
        return self.says if self.says is None or isinstance(self.says, str) else self.says.get(profile)


Check = Callable[[Subject], Iterator[Problem]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule(Manual, Generic[Subject]):
    """One row of the ruleset; its manual is the docstring of `check`."""

    severities: Mapping[str, tuple[Severity, ...]]
    """The severities under each profile, the worst first; empty if the rule does not apply to it."""
    check: Check[Subject]
    stage: Stage
    silenced_by: Silence | None = None
    """The rules that silence it."""
    is_decoding: bool = False
    """Whether a decoder finds it, which reads fields sorted by name, whatever their lines are."""
    met: Met | Mapping[str, Met] = _NOWHERE
    """Where a program meets its problems, by profile or for all."""
    readers: tuple[str, ...] = ()
    leaves_open: bool = False
    """Whether its problems can leave a verdict undecided, although they are never errors."""
    readers_under: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The readers under the profiles that have different ones."""
    once_from: int | None = None
    """The level from which one problem is reported for a package, with the number of others that are like it."""

    def is_once(self, problem: Problem) -> bool:
        """Whether one such problem is enough for a package."""
        return self.once_from is not None and self.once_from <= problem.level < CRASHED

    @property
    def subject(self) -> object:
        """The class that the check takes."""
        return next(iter(self.check.__annotations__.values()), None)

    def about(self, check: "Check[Other]") -> "Rule[Other]":
        """Returns the rule with the check of another subject."""
        return replace(cast("Rule[Other]", self), check=check)

    def severity(self, profile: str, problem: Problem) -> Severity | None:
        """The severity of a problem under a profile; None if the profile does not count it as a problem."""
        ranks = self.severities[profile]
        if not ranks or (problem.profiles is not None and profile not in problem.profiles):
            return None
        return ranks[min(problem.level, len(ranks) - 1)]

    def decides(self, profile: str) -> bool:
        """Whether the rule can refuse a package under a profile, or leave its verdict undecided."""
        refuses = Severity.ERROR in self.severities[profile] and self.stage is not Stage.RUN
        return refuses or (self.leaves_open and bool(self.severities[profile]))

    def met_by(self, profile: str, problem: Problem) -> Met:
        """Returns where the program of a profile meets a problem."""
        met = self.met if problem.met is None else problem.met
        return met if isinstance(met, tuple) else met.get(profile, _NOWHERE)

    def affected(self, profile: str, problem: Problem) -> tuple[str, ...]:
        """The readers that a problem is about."""
        if problem.readers is not None:
            return problem.readers
        return self.readers_under.get(profile, self.readers)


AnyRule = Rule[Any]


def rule(
    id: str,  # noqa: A002
    title: str,
    letters: Mapping[str, str],
    *,
    stage: Stage,
    silenced_by: Silence | None = None,
    is_decoding: bool = False,
    met: Met | Mapping[str, Met] = _NOWHERE,
    readers: tuple[str, ...] = (),
    leaves_open: bool = False,
    readers_under: Mapping[str, tuple[str, ...]] | None = None,
    once_from: int | None = None,
) -> Callable[[Check[Subject]], Rule[Subject]]:
    """A decorator that makes a rule of a generator of problems.

    `letters` holds the severities by profile, as `E`, `EW`, `I`, or empty where the rule does not apply. Raises
    `TypeError` where the rule is not whole: a title, a severity, and all sections of its manual.
    """

    def decorate(check: Check[Subject]) -> Rule[Subject]:
        manual = check.__doc__ or ""
        require_whole(id, title, manual, any(letters.values()))
        return Rule(
            id=id,
            title=title,
            severities={profile: _ranks(each) for profile, each in letters.items()},
            check=check,
            stage=stage,
            silenced_by=silenced_by,
            is_decoding=is_decoding,
            met=met,
            readers=readers,
            leaves_open=leaves_open,
            readers_under=readers_under or {},
            once_from=once_from,
            manual=manual,
        )

    return decorate


def _ranks(letters: str) -> tuple[Severity, ...]:
    return tuple(_SEVERITIES[letter] for letter in letters)
