"""The text of a failure: what failed, what was tried, and what to do."""

from collections.abc import Iterator
from itertools import zip_longest

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.visible import few, line, screenful

_MOST, _MOST_CHOICES = 5, 1000
_SUGGESTS = "Did you mean"
"""The beginning of a hint that has the suggestions in it."""


def failure(program: str, failed: Failure, source: str | None = None) -> str:
    """The text; the source comes before the title unless the title names it."""
    return "".join(row + "\n" for row in _rows(program, failed, source))


def _rows(program: str, failed: Failure, source: str | None) -> Iterator[str]:
    prefix = f"{line(source)}: " if source and line(source) not in line(failed.title) else ""
    yield f"{program}: {prefix}{line(screenful(failed.title))}"
    for number, step in enumerate(failed.tried):
        yield f"  {'' if number else 'tried':5}  {line(screenful(step))}"
    is_choice = any(failed.details) or failed.kind is not FailureKind.NOT_FOUND
    if not failed.suggestions or failed.hint.startswith(_SUGGESTS):
        pass
    elif is_choice:
        yield from _choices(failed)
    else:
        yield f"  did you mean  {few(failed.suggestions, _MOST, line)}"
    if failed.hint:
        yield f"  hint   {line(failed.hint)}"


def _choices(failed: Failure) -> Iterator[str]:
    """A line for each choice, with what it is."""
    names = [line(name) for name in failed.suggestions[:_MOST_CHOICES]]
    width = max(map(len, names))
    for number, (name, detail) in enumerate(zip_longest(names, failed.details[: len(names)], fillvalue="")):
        yield f"  {'' if number else 'choose':6} {name:<{width}}  {line(detail)}".rstrip()
    if (more := len(failed.suggestions) - _MOST_CHOICES) > 0:
        yield f"         and {more} more"
