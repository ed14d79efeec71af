"""A rule of a ruleset that fails while it is tested: with failing(rule): ..."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from xpkgtui.rules.rule import AnyRule


def _fail(subject: Any) -> Iterator[Any]:
    yield from ()
    raise ZeroDivisionError(type(subject).__name__)


@contextmanager
def failing(rule: AnyRule) -> Iterator[None]:
    """Every process-wide user of the rule sees it fail."""
    check = rule.check
    object.__setattr__(rule, "check", _fail)
    try:
        yield
    finally:
        object.__setattr__(rule, "check", check)
