"""The text of a failure: what failed, what was tried, and what to do."""

from collections.abc import Iterator

from xpkgtui.errors import Failure
from xpkgtui.visible import line

_MOST, _MOST_CHOICES = 5, 30


def failure(program: str, failed: Failure, source: str | None = None) -> str:
    """The text; the source comes before the title unless the title names it."""
    return "".join(row + "\n" for row in _rows(program, failed, source))


def _rows(program: str, failed: Failure, source: str | None) -> Iterator[str]:
    prefix = f"{line(source)}: " if source and line(source) not in line(failed.title) else ""
    yield f"{program}: {prefix}{line(failed.title)}"
    for number, step in enumerate(failed.tried):
        yield f"  {'' if number else 'tried':5}  {line(step)}"
    if any(failed.details):
        yield from _choices(failed)
    elif failed.suggestions:
        more = len(failed.suggestions) - _MOST
        rest = f" and {more} more" if more > 0 else ""
        yield f"  perhaps  {', '.join(map(line, failed.suggestions[:_MOST]))}{rest}"
    if failed.hint:
        yield f"  hint   {line(failed.hint)}"


def _choices(failed: Failure) -> Iterator[str]:
    """A line for each choice, with what it is."""
    names = [line(name) for name in failed.suggestions[:_MOST_CHOICES]]
    width = max(map(len, names))
    for number, (name, detail) in enumerate(zip(names, failed.details, strict=False)):
        yield f"  {'' if number else 'choose':6} {name:<{width}}  {line(detail)}".rstrip()
    if (more := len(failed.suggestions) - _MOST_CHOICES) > 0:
        yield f"         and {more} more"
