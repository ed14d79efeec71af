"""A rule as its manual page tells it."""

from dataclasses import dataclass

from xpkgtui.rules.finding import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One rule of the catalogue."""

    id: str
    title: str
    severities: tuple[tuple[str, tuple[Severity, ...]], ...]
    """By profile, the worst first; empty where it does not apply."""
    what: str
    why: str
    """Whom it bites, and how."""
    fix: str
    source: str
    readers: tuple[str, ...]
