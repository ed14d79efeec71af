"""What a package composes of kinds that its dependencies define, and what is wrong with it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # resolving does without rules
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.finding import Finding, Place
    from xpkgtui.rules.rule import Problem
    from xpkgtui.rules.ruleset import Ruleset

DefinedKind = tuple[str, str]
"""The group and the kind of what a definition defines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignDefinition:
    """A definition of another package."""

    package: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedFault:
    """One thing that is wrong, as the rule about it says it."""

    rule: str
    message: str
    document: int
    field: tuple[str | int, ...] = ()
    file: str | None = None
    line: int = 0


UNDEFINED = "no dependency defines them; depend on the package that does, or install it too"
"""Why kinds are not judged where all dependencies are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedFaults:
    """What was found by the definitions of all dependencies."""

    faults: tuple[ComposedFault, ...] = ()
    built_in: tuple[str, ...] = ()
    """The kinds of Kubernetes and of Crossplane that are composed, and not judged."""
    undefined: tuple[str, ...] = ()
    """The kinds that no dependency defines."""
    unread: str = ""
    """Why kinds are not judged, in a clause; empty where all that dependencies define are."""
    advice: str = ""
    """What to do about what did not answer; empty where no error says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compositions:
    """What a format knows of objects that compose others."""

    wanted: "Callable[[PackageObjects], dict[DefinedKind, bool]]"
    """The kinds whose definitions are wanted, and whether a package may define them."""
    faults: "Callable[[PackageObjects, Mapping[DefinedKind, ForeignDefinition]], Iterator[ComposedFault]]"


def findings_of(found: ComposedFaults, ruleset: "Ruleset[Any, Any, Any]", case: "Case") -> "tuple[Finding, ...]":
    """The faults as findings, under the profile of the case."""
    from xpkgtui.rules.judging.tally import Tally
    from xpkgtui.rules.rule import Problem

    rules = {one.id: one for one in ruleset.package}
    chosen, *others = ruleset.profiles_of(case.profile)
    tally = Tally(case, chosen, others)
    reported = [
        tally.report(rules[one.rule], problem, one.document, partial(_place, case, one, problem), None)
        for one in found.faults
        for problem in (Problem(message=one.message, path=FieldPath(one.field)),)
    ]
    tally.listed.extend(one.finding for one in tally.count(one for one in reported if one is not None))
    return (*tally.listed, *tally.overflow())


def _place(case: "Case", fault: ComposedFault, problem: "Problem") -> "Place":
    from dataclasses import replace

    from xpkgtui.rules.judging.locating import place_of

    place = place_of(case, document=fault.document, path=problem.path)
    return replace(place, file=fault.file, line=fault.line)
