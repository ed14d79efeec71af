"""The manual page of a rule."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a screen shows pages, and loads nothing that judges
    from xpkgtui.rules.changes.rule import ChangeRule
    from xpkgtui.rules.rule import AnyRule, Manual
    from xpkgtui.rules.set_rule import SetRule

CHANGES = "changes"
"""The heading of rules about changes."""
SETS = "sets"
"""The heading of rules about sets of manifests, and the one profile that they have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualPage:
    """One rule of the ruleset, in words."""

    id: str
    title: str
    format: str
    """The name of the format whose packages it judges; `changes` of a rule about changes."""
    severities: tuple[tuple[str, tuple[str, ...]], ...]
    """Words by profile of the format, or by level, the worst first; empty where it does not apply."""
    required: str = ""
    """What a good package has: the norm, of which the title names the fault; empty of a rule about changes."""
    change: str = ""
    """What changed, of a rule about changes."""
    why: str
    bites: str
    """When the problem shows."""
    fix: str
    source: str
    readers: tuple[str, ...]


def page_of(rule: "AnyRule", format: str, profiles: Sequence[str]) -> ManualPage:
    """The page of one rule of a format that has these profiles."""
    words = ((each, tuple(dict.fromkeys(one.word for one in rule.severities[each]))) for each in profiles)
    return _page(rule, format, words, required=rule.opening, readers=rule.readers)


def page_of_change(rule: "ChangeRule[Any]") -> ManualPage:
    """The page of a rule about changes."""
    words = ((level, tuple(weight.word for weight in weights)) for level, weights in rule.by_level)
    return _page(rule, CHANGES, words, change=rule.opening)


def page_of_set(rule: "SetRule[Any]") -> ManualPage:
    """The page of a rule about sets of manifests."""
    return _page(rule, SETS, [("plan", tuple(one.word for one in rule.severities))], required=rule.opening)


def _page(
    rule: "Manual",
    format: str,
    severities: Iterable[tuple[str, tuple[str, ...]]],
    *,
    required: str = "",
    change: str = "",
    readers: Iterable[str] = (),
) -> ManualPage:
    return ManualPage(
        id=rule.id,
        title=rule.title,
        format=format,
        severities=tuple(severities),
        required=required,
        change=change,
        why=rule.why,
        bites=rule.bites,
        fix=rule.fix,
        source=rule.source,
        readers=tuple(readers),
    )
