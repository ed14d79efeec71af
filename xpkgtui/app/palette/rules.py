"""The rules of the palette: the catalogues are large, and read when the palette is first opened."""

from functools import cache

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTitle:
    """One rule, as the palette names it."""

    id: str
    title: str
    format: str
    """The name of the format whose packages it judges."""


@cache
def titles() -> tuple[RuleTitle, ...]:
    """Every rule of every format."""
    from xpkgtui.reporting.manual import pages

    return tuple(RuleTitle(id=page.id, title=page.title, format=page.format) for page in pages())
