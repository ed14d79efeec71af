"""A rule: a name, a severity under each profile, a manual (its docstring) and a generator of problems."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from xpkgtui.documents.position import FieldPath
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.profile import Profile
from xpkgtui.rules.subject import DocumentSubject, ImageSubject, PackageSubject

Subject = TypeVar("Subject", ImageSubject, PackageSubject, DocumentSubject)

MANAGER = ("manager-2.2", "manager-2.4")
"""The readers that most rules of the profile `crossplane` are about."""
_OLDER = ("manager-1.13", "manager-2.0")
"""Those that stand in their place in the profile `crossplane-1`."""
_SEVERITIES = {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO}
_SECTION = re.compile(r"^(Why|When it bites|Fix|Source):", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that a rule has found."""

    message: str
    """A sentence that names the object; what comes before its first `;` also explains a verdict."""
    level: int = 0
    """Which of the rule's severities it has under the profile: 0 is the worst; the last stands for those beyond."""
    says: str | None = None
    """What Crossplane prints."""
    at_once: bool = False
    """Whether it prints that before it has decoded the rest of the document."""
    fix: str = ""
    """Where the rule's own advice is too general."""
    path: FieldPath | None = None
    """The field, of a document."""
    document: int | None = None
    """Of a problem that a rule about the whole package found in one document."""
    line: int | None = None
    """Where there is no field to look up."""
    layer: int | None = None
    entry: str | None = None
    """The tar entry, where it is not the one that was taken."""
    readers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule(Generic[Subject]):
    """One row of the catalogue."""

    id: str
    title: str
    severities: Mapping[str, tuple[Severity, ...]]
    """By profile, the worst first; empty where the rule does not apply."""
    check: Callable[[Subject], Iterator[Problem]]
    what: str
    why: str
    bites: str
    """When somebody notices."""
    fix: str
    source: str
    readers: tuple[str, ...] = ()

    def severity(self, profile: Profile, level: int) -> Severity | None:
        """How hard a problem is under a profile; None where the rule does not apply there."""
        ranks = self.severities[profile]
        return ranks[min(level, len(ranks) - 1)] if ranks else None

    def affected(self, profile: Profile, problem: Problem) -> tuple[str, ...]:
        """The readers that a problem is about; the usual ones are those of the profile's own versions."""
        if problem.readers is not None:
            return problem.readers
        return _OLDER if self.readers == MANAGER and profile is Profile.CROSSPLANE_1 else self.readers


Check = Callable[[Subject], Iterator[Problem]]
AnyRule = Rule[ImageSubject] | Rule[PackageSubject] | Rule[DocumentSubject]


def rule(
    id: str,  # noqa: A002
    title: str,
    crossplane: str,
    *,
    spec: str,
    format_v2: str,
    crossplane_1: str | None = None,
    build: str = "",
    readers: tuple[str, ...] = MANAGER,
) -> Callable[[Check[Subject]], Rule[Subject]]:
    """Makes a rule of a generator of problems; severities are written `E`, `EW`, `I`, or empty where none applies.

    `crossplane_1` is as `crossplane` where it is left out; `build` applies to few rules.
    """
    columns = {
        Profile.CROSSPLANE: crossplane,
        Profile.CROSSPLANE_1: crossplane if crossplane_1 is None else crossplane_1,
        Profile.BUILD: build,
        Profile.SPEC: spec,
        Profile.FORMAT_V2: format_v2,
    }

    def decorate(check: Check[Subject]) -> Rule[Subject]:
        manual = _sections(check.__doc__ or "")
        return Rule(
            id=id,
            title=title,
            severities={str(profile): _ranks(letters) for profile, letters in columns.items()},
            check=check,
            what=manual.get("What", ""),
            why=manual.get("Why", ""),
            bites=manual.get("When it bites", ""),
            fix=manual.get("Fix", ""),
            source=manual.get("Source", ""),
            readers=readers,
        )

    return decorate


def _ranks(letters: str) -> tuple[Severity, ...]:
    return tuple(sorted({_SEVERITIES[letter] for letter in letters}, reverse=True))


def _sections(docstring: str) -> dict[str, str]:
    """`What` is what stands before the first heading."""
    parts = _SECTION.split("\n".join(line.strip() for line in docstring.strip().split("\n")))
    names = ["What", *parts[1::2]]
    return {name: " ".join(text.split()) for name, text in zip(names, parts[::2], strict=True)}
