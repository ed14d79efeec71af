"""The manual page of a rule."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a screen shows pages, and loads nothing that judges
    from xpkgtui.rules.rule import AnyRule


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualPage:
    """One rule of the catalogue, in words."""

    id: str
    title: str
    format: str
    """The name of the format whose packages it judges."""
    severities: tuple[tuple[str, tuple[Severity, ...]], ...]
    """By profile of the format, the worst first; empty where it does not apply."""
    what: str
    why: str
    bites: str
    """When the problem shows."""
    fix: str
    source: str
    readers: tuple[str, ...]


def page_of(rule: "AnyRule", format: str, profiles: Sequence[str]) -> ManualPage:
    """The page of one rule of a format that has these profiles."""
    return ManualPage(
        id=rule.id,
        title=rule.title,
        format=format,
        severities=tuple((profile, rule.severities[profile]) for profile in profiles),
        what=rule.what,
        why=rule.why,
        bites=rule.bites,
        fix=rule.fix,
        source=rule.source,
        readers=tuple(rule.readers),
    )
