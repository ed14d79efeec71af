"""A rule about changes: a name, weights, a manual (its docstring) and the sentences about one such change."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Concatenate, Generic, ParamSpec

from xpkgtui.commands import PrintedCommand
from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late
from xpkgtui.rules.changes.change import Level, Weight, Weights, Witness, weights_of
from xpkgtui.rules.rule import Manual, require_whole
from xpkgtui.values import dataclass

_WEIGHTS = {"B": Weight.BREAKS, "C": Weight.CHECK, "A": Weight.ADDITION, "W": Weight.WORDS}
_ID = re.compile(r"CHG\d{3}\Z")
_CHECKED_BY_OLMV1 = frozenset(
    ("CHG104", *(f"CHG{number}" for number in range(130, 161)), "CHG301", "CHG304", "CHG320", "CHG330", "CHG416")
)
"""Rules about what OLM v1 looks at before an upgrade, and may refuse."""
Facts = ParamSpec("Facts")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class At:
    """Where two documents differ, and what stood there and stands there now."""

    version: str | None = None
    """The version of the definition."""
    field: str | None = None
    """The field as people name it: `spec.tags[].key`."""
    old: FieldPath | None = None
    """The place in the old document; None where it has none."""
    new: FieldPath | None = None
    before: Any = None
    """A value of JSON; None where there was nothing."""
    after: Any = None
    where: str = ""
    """The field as crdify names it: `^.spec.tags.items.key`."""
    refused_as: tuple[str, ...] = ()
    """The validations of crdify that may refuse it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Words:
    """What is said of one change."""

    message: str
    who: str = ""
    """Who is affected; the rule's own words where it is empty."""
    first: tuple[str | PrintedCommand, ...] = ()
    """What to do first: sentences and commands."""
    level: int = 0
    """The index into the weights of the rule: 0 is the worst; a larger index counts as the last."""
    narrows: str = ""
    """The keyword of a schema that accepts less than before, for which a witness is sought."""
    below: tuple[str, ...] = ()
    """The fields from the place to the one that is meant, where it is not the place itself."""
    unproven: "Words | None" = None
    """What is said instead where no witness is found; None where the change narrows without one too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Difference:
    """One difference between two documents, or two packages."""

    rule: "ChangeRule[Any]"
    at: At
    words: Words
    witness: Witness | None = None
    is_refused: bool = False
    """Whether OLM v1 refuses an upgrade for it."""

    @property
    def weights(self) -> Weights:
        """Its weights at all levels; of a rule about OLM v1 alone none at the others."""
        if self.rule.is_for_olmv1:
            return Weights(None, None, None, Weight.BREAKS)
        return weights_of(self._weight(self.rule.clients), self._weight(self.rule.stored), is_refused=self.is_refused)

    def _weight(self, ranks: tuple[Weight, ...]) -> Weight:
        return ranks[min(self.words.level, len(ranks) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChangeRule(Manual, Generic[Facts]):
    """One row of the ruleset of changes; call it with the facts of a change."""

    clients: tuple[Weight, ...]
    """The weights at level `clients`, the worst first."""
    stored: tuple[Weight, ...]
    is_for_olmv1: bool = False
    """Whether it is listed at level `olmv1` only."""
    sentences: Callable[Concatenate[At, Facts], Words]
    """Puts a change into words."""

    @property
    def by_level(self) -> tuple[tuple[str, tuple[Weight, ...]], ...]:
        """The weights at each level, the worst first; at `olmv1` what a refusal is."""
        if self.is_for_olmv1:
            return tuple((level.value, (Weight.BREAKS,) if level is Level.OLMV1 else ()) for level in Level)
        pairs = [weights_of(self.clients[0], one) for one in self.stored]
        strict = tuple(dict.fromkeys(one.strict for one in pairs if one.strict is not None))
        olmv1 = dict.fromkeys(min(one, Weight.CHECK) for one in self.clients)
        if self.id in _CHECKED_BY_OLMV1:
            olmv1 = {Weight.BREAKS: None, **olmv1}
        return (
            (Level.CLIENTS.value, self.clients),
            (Level.STORED.value, self.stored),
            (Level.STRICT.value, strict),
            (Level.OLMV1.value, tuple(olmv1)),
        )

    def __call__(self, at: At, *facts: Facts.args, **named: Facts.kwargs) -> Difference:
        """The difference with its sentences."""
        return Difference(rule=self, at=at, words=self.sentences(at, *facts, **named))


def refused(difference: Difference) -> Difference:
    """The difference as one for which OLM v1 refuses an upgrade."""
    return replace(difference, is_refused=True)


def change(
    id: str,  # noqa: A002
    title: str,
    *,
    clients: str,
    stored: str,
    is_for_olmv1: bool = False,
) -> Callable[[Callable[Concatenate[At, Facts], Words]], ChangeRule[Facts]]:
    """A decorator that makes a rule of a function that puts a change into words.

    `clients` and `stored` hold weights as letters, the worst first: B breaks, C check, A addition, W words. Raises
    `TypeError` where the rule is not whole: a title, a weight, and all sections of its manual.
    """

    def decorate(sentences: Callable[Concatenate[At, Facts], Words]) -> ChangeRule[Facts]:
        manual = sentences.__doc__ or ""
        require_whole(id, title, manual, bool(_ID.match(id) and clients and stored))
        return ChangeRule(
            id=id,
            title=title,
            manual=manual,
            clients=tuple(_WEIGHTS[letter] for letter in clients),
            stored=tuple(_WEIGHTS[letter] for letter in stored),
            is_for_olmv1=is_for_olmv1,
            sentences=sentences,
        )

    return decorate


_WORD = late(r"[A-Za-z0-9][A-Za-z0-9._/:-]{0,252}")


def shell_word(name: str) -> str:
    """A name as a word of a command; one that a shell could take for something else is left to the user."""
    return name if _WORD.fullmatch(name) else "NAME"
