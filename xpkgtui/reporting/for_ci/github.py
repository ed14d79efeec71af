"""Workflow commands of GitHub Actions, which become annotations: the worst first.

The runner reads a line that begins with `::` as a command (actions/runner, ActionCommand), so no other line does.
"""

from collections.abc import Iterator, Sequence

from xpkgtui.reporting.for_ci.results import CiResult, SourceOutcome, SourceResults, pages_of
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import block, line

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_SIGNS = {SourceOutcome.FINE: "✓", SourceOutcome.FAILED: "✗", SourceOutcome.UNDECIDED: "?", SourceOutcome.UNREAD: "✗"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = _DATA | {":": "%3A", ",": "%2C"}


def github(sources: Sequence[SourceResults]) -> str:
    """The commands, and a line for each source."""
    return "".join(f"{row}\n" for row in _rows(sources))


def _rows(sources: Sequence[SourceResults]) -> Iterator[str]:
    pages = pages_of(sources)
    every = [(source, one) for source in sources for one in source.results]
    for source, one in sorted(every, key=lambda pair: -pair[1].severity):
        page = pages.get(one.rule)
        yield _command(source, one, f"{one.rule} {page.title}" if page else one.rule)
    for source in sources:
        if source.failure is not None:
            title = escaped(line(f"{source.name}: {source.failure.kind}"), _PROPERTY)
            yield f"::error title={title}::{escaped(line(source.failure.title), _DATA)}"
    for source in sources:
        yield line(f"{_SIGNS[source.outcome]} {source.name}: {source.sentence}")


def _command(source: SourceResults, one: CiResult, title: str) -> str:
    place = one.place
    properties = {
        "file": place.path if place else None,
        "line": str(place.line) if place and place.line is not None else None,
        "title": title,
    }
    written = ",".join(
        f"{name}={escaped(line(value), _PROPERTY)}" for name, value in properties.items() if value is not None
    )
    return f"::{_COMMANDS[one.severity]} {written}::{escaped(_text(source, one), _DATA)}"


def _text(source: SourceResults, one: CiResult) -> str:
    """The message, where it is, and what to do."""
    is_named = one.place is not None and one.place.line is not None
    rows = [line(one.message)]
    if not is_named:
        rows.append(line("  ".join(filter(None, (source.name, one.inside)))))
    rows += [block(f"says {one.says}")] if one.says else []
    rows += map(block, one.advice)
    return "\n".join(rows)


def escaped(text: str, characters: dict[str, str]) -> str:
    """Text as the runner unescapes it; `%` first, as it begins the others."""
    for character, code in characters.items():
        text = text.replace(character, code)
    return text
