"""What is said of two packages that were compared, the same for people and for JSON."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from xpkgtui.commands import PrintedCommand
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.answer import CommandAnswer, answer_of, lack
from xpkgtui.reporting.sentence import trouble, unopened, unread
from xpkgtui.rules.changes.change import Change, ComparedObject, Level, Weight, listed
from xpkgtui.rules.finding import ObjectName, Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural

GROUPS = {
    Weight.BREAKS: "Breaks its users",
    Weight.CHECK: "To check before",
    Weight.ADDITION: "Additions",
    Weight.WORDS: "Words",
}
"""Headings of the changes of one weight."""
SEVERITY = {
    Weight.BREAKS: Severity.ERROR,
    Weight.CHECK: Severity.WARNING,
    Weight.ADDITION: Severity.INFO,
    Weight.WORDS: Severity.INFO,
}
"""The severity whose sign and color stand for a weight."""
_FLAGS = {"storage": "stored"}
"""Words for what a version is."""
_NAMED = 3
"""Objects that are named of those that have a change in common."""
_STEPS = 8
"""Commands of one kind that are printed for what several objects have in common."""
_SHORT = {"CustomResourceDefinition": "CRD", "CompositeResourceDefinition": "XRD"}
"""Kinds whose objects are named after plural and group, in short."""


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class Differences:
    """Two packages, compared."""

    old: Inspection
    new: Inspection
    changes: Sequence[Change] = ()
    objects: Sequence[ComparedObject] = ()
    """Those that differ, or that only one side has."""
    equal: int = 0
    """Objects that do not differ."""
    total: int = 0
    """Objects that differ, or that only one side has; while they are compared, those whose bytes differ."""
    uncompared: str = ""
    """Why not everything was compared, in a clause, as the comparison says it."""
    limit: str = ""
    """The name of the limit that is the reason; empty where none is."""
    failure: Failure | None = None
    """Why nothing was compared."""
    level: Level = Level.CLIENTS
    left_out: int = 0
    """Changes that `--select` and `--ignore` leave out."""

    @cached_property
    def unread(self) -> str:
        """Why not all that the packages hold was compared, in a clause: a damaged one may hold more."""
        if self.uncompared or self.failure is not None:
            return self.uncompared
        return next((found.title for one in (self.old, self.new) if (found := unread(one))), "")

    @cached_property
    def answers(self) -> tuple[CommandAnswer, ...]:
        """How far both packages were read and compared."""
        if self.failure is not None:
            failed = failure_of(self.old, self.new)
            return (CommandAnswer(source=failed[0].source if failed else self.both, failure=self.failure),)
        sides = [replace(answer_of(one), failure=unread(one)) for one in (self.old, self.new)]
        lacking = lack(self.both, "some of the objects", self.uncompared, self.limit)
        return (*dict.fromkeys(sides), CommandAnswer(source=self.both, beyond=lacking))

    @property
    def both(self) -> str:
        """The two sources."""
        return f"{self.old.source}, {self.new.source}"

    @cached_property
    def listed(self) -> tuple[tuple[Weight, Change], ...]:
        """The changes at the level, the worst first."""
        return listed(self.changes, self.level)

    def alike(self, weight: Weight) -> tuple[tuple[Change, ...], ...]:
        """The changes of one weight; what many objects or places have in common is one group, a proof first."""
        groups: dict[tuple[str, str], list[Change]] = {}
        for found, one in self.listed:
            if found is weight:
                groups.setdefault((one.id, fact_of(one)), []).append(one)
        return tuple(tuple(sorted(group, key=lambda one: one.witness is None)) for group in groups.values())

    def subject(self, change: Change) -> str:
        """What a change is about, with as much of a definition's name as tells it from the others."""
        name = change.object
        return subject_of(change, short=name is not None and self._short.get(name.name) is not None)

    def subjects(self, changes: Sequence[Change]) -> str:
        """What changes are about that say the same: `CRD buckets, CRD queues and 9 others`."""
        names = list(dict.fromkeys(map(self.subject, changes)))
        more = len(names) - _NAMED
        if more == 1:
            return ", ".join(names)
        return ", ".join(names[:_NAMED]) + (f" and {plural(more, 'other')}" if more > 0 else "")

    def words(self, changes: Sequence[Change]) -> str:
        """What changes say that are one group, with the versions that it is about, and the places if these differ."""
        fields = list(dict.fromkeys(change.field or "" for change in changes))
        versions = list(dict.fromkeys(change.version for change in changes if change.version))
        first = replace(changes[0], version=few(versions, _NAMED))
        if len(fields) == 1:
            return change_words(first)
        more = len(fields) - _NAMED
        named = fields if more == 1 else fields[:_NAMED]
        others = f" and {plural(more, 'other')}" if more > 1 else ""
        places = f"{len(fields):,} places: {', '.join(named)}{others}"
        return change_words(first, f"{fact_of(first)} ({places})")

    def steps(self, changes: Sequence[Change]) -> Sequence[str | PrintedCommand]:
        """What to do first about changes that are one group: the sentences once, the commands for all."""
        ways: dict[tuple[str, ...], list[Change]] = {}
        for one in changes:
            ways.setdefault(tuple(row for row in one.first if isinstance(row, str)), []).append(one)
        found: list[str | PrintedCommand] = []
        for alike in ways.values():
            for row in zip(*(one.first for one in alike), strict=False):
                steps = list(dict.fromkeys(row))
                found += steps[:_STEPS]
                if len(steps) > _STEPS:
                    found.append(f"and the same for {plural(len(steps) - _STEPS, 'other')}")
        return found

    @cached_property
    def _short(self) -> dict[str, str]:
        """Names of definitions without their group, where that is enough to tell them apart."""
        names = {change.object.name for change in self.changes if change.object and change.object.kind in _SHORT}
        counts = Counter(name.partition(".")[0] for name in names)
        return {name: plural for name in names if counts[plural := name.partition(".")[0]] == 1}

    @cached_property
    def counts(self) -> Counter[Weight]:
        """How many changes have each weight."""
        return Counter(weight for weight, _ in self.listed)

    @property
    def verdict(self) -> Weight | None:
        """The worst of it, where words and additions count as nothing; None if it is not known."""
        if self.failure is not None:
            return None
        if self.counts[Weight.BREAKS]:
            return Weight.BREAKS
        if self.unread:
            return None
        return Weight.CHECK if self.counts[Weight.CHECK] else Weight.WORDS

    @property
    def names(self) -> tuple[str, str]:
        """The two packages in short: by their tags where all else is the same, else by their platforms."""
        before, after = (_reference(one) for one in (self.old, self.new))
        one, other = _platform(self.old), _platform(self.new)
        if before == after and one != other:
            return one, other
        (name, _, tag), (other_name, _, other_tag) = before.rpartition(":"), after.rpartition(":")
        if name and name == other_name and tag != other_tag and "/" not in tag + other_tag:
            return tag, other_tag
        left, right = _parting(before, after)
        return (left, right) if left != right else (before, after)

    @property
    def sentence(self) -> str:
        """`v1.20.1 to v1.21.0 needs work first: 3 changes break its users`"""
        return "; ".join(filter(None, (self._sentence, self.not_listed)))

    @property
    def not_listed(self) -> str:
        """What options leave out, in a clause."""
        return f"{plural(self.left_out, 'change')} left out by --select and --ignore" if self.left_out else ""

    @property
    def _sentence(self) -> str:
        if self.failure is not None:
            return f"not compared: {self.failure.title}"
        way, counts = " to ".join(self.names), self.counts
        if breaks := counts[Weight.BREAKS]:
            who = "break what is stored" if self.level is Level.STORED else "break its users"
            breaking = f"{plural(breaks, 'change')} {who if breaks > 1 else who.replace('break', 'breaks', 1)}"
            if self.level is Level.OLMV1:
                return f"OLM v1 refuses {way}: {plural(breaks, 'change')}"
            return f"{way} needs work first: {breaking}"
        if self.unread:
            return f"{way} is undecided: {self.unread}"
        if checks := counts[Weight.CHECK]:
            return f"{way} can be done: {plural(checks, 'thing')} to check"
        return f"{way} changes nothing that anyone relies on"


def change_words(one: Change, message: str = "") -> str:
    """The message, or what is said in place of it, with the version that it is about."""
    said = message or one.message
    return f"{one.version}: {said}" if one.version and one.version not in said else said


def fact_of(change: Change) -> str:
    """What changes, by the last name of the field alone: what is said of several places is one fact."""
    if not change.field:
        return change.message
    leaf = change.field.rstrip("[]*.").rpartition(".")[2]
    return change.message.replace(change.field, leaf.removesuffix("[]") or change.field, 1)


def failure_of(old: Inspection, new: Inspection) -> tuple[Inspection, Failure] | None:
    """The side that could not be read, and why; the old one first."""
    for one in (old, new):
        has_stream = one.case is not None and one.case.stream is not None
        if failure := unopened(one) or (None if has_stream else trouble(one)):
            return one, failure
        if not has_stream:
            title = f"there is no {one.wording.stream_file} to compare"
            return one, Failure(
                kind=FailureKind.NOT_A_PACKAGE, title=title, hint="xpkgtui why says what is read of it."
            )
    return None


def subject_of(change: Change, *, short: bool = True) -> str:
    """What a change is about: `CRD buckets`, `Provider provider-sql`, `image`; definitions in `short` by plural."""
    name = change.object
    return (change.group or "package") if name is None else name_of(name, short=short)


def name_of(name: ObjectName, *, short: bool = False) -> str:
    """`CRD buckets.s3.example.org`; of a definition in `short` the plural alone."""
    if name.kind not in _SHORT:
        return str(name).strip()
    return f"{_SHORT[name.kind]} {name.name.partition('.')[0] if short else name.name}".strip()


def value_words(written: str) -> str:
    """A value of JSON for people: `served, not stored`, `slow, fast, idle`; what has no short words as it is."""
    value = json.loads(written)
    if isinstance(value, str) and value.strip() == value and value:
        return value
    if isinstance(value, list) and value and all(map(_is_word, value)):
        return ", ".join(str(one) if isinstance(one, str) else json.dumps(one) for one in value)
    if isinstance(value, dict) and value and all(isinstance(one, bool) for one in value.values()):
        names = ((str(_FLAGS.get(name, name)), is_so) for name, is_so in value.items())
        return ", ".join(name if is_so else f"not {name}" for name, is_so in names)
    if isinstance(value, dict) and value and all(map(_is_word, value.values())):
        return ", ".join(f"{name} {one if isinstance(one, str) else json.dumps(one)}" for name, one in value.items())
    return written


def _is_word(value: object) -> bool:
    """Whether a value can stand between commas."""
    is_text = isinstance(value, str) and bool(value.strip()) and not set(value) & set(",\n")
    return is_text or isinstance(value, int | float)


def _reference(state: Inspection) -> str:
    if state.source == "-":
        return "standard input"
    return state.resolved.reference if state.resolved and state.resolved.is_remote else state.source


def _platform(state: Inspection) -> str:
    """The platform that is shown; empty where there is one only."""
    entry = state.shown_entry
    return entry.name if entry is not None and state.is_index else ""


def _parting(one: str, other: str) -> tuple[str, str]:
    """The first parts in which two paths differ; the last parts where all before is the same, or one is longer."""
    before, after = one.rstrip("/").split("/"), other.rstrip("/").split("/")
    if len(before) != len(after) and before[-1] != after[-1]:
        return before[-1], after[-1]
    for left, right in zip(before, after, strict=False):
        if left != right and left not in ("", ".", "..") and right not in ("", ".", ".."):
            return left, right
    return before[-1] or one, after[-1] or other
