"""One test of many cases: each of them is checked, and a failure names all that fail.

assert failing(STREAMS, is_judged_alike) == {}
"""

from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import TypeVar

Case = TypeVar("Case", bound=Hashable)


def failing(cases: Iterable[Case], check: Callable[[Case], object]) -> dict[Case, str]:
    """Maps the cases whose check raises to the reason; raises where there are no cases."""
    asked = list(cases)
    assert asked, "there are no cases"
    found: dict[Case, str] = {}
    for case in asked:
        try:
            check(case)
        except Exception as error:
            found[case] = "\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
    return found


async def failing_later(cases: Iterable[Case], check: Callable[[Case], Awaitable[object]]) -> dict[Case, str]:
    """As `failing`, with a check that is awaited; one case after the other, on one screen."""
    found: dict[Case, str] = {}
    for case in cases:
        try:
            await check(case)
        except Exception as error:
            found[case] = f"{type(error).__name__}: {error}"
    return found
