"""Findings as annotations: workflow commands of GitHub Actions, the worst first, and GitLab's code quality report.

The runner reads a line that begins with `::` as a command (actions/runner, ActionCommand), so no other line does.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from xpkgtui.reporting.for_ci.results import SIGNS, CiResult, FilePlace, SourceResults, fingerprint, pages_of
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import block, line

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = _DATA | {":": "%3A", ",": "%2C"}


def github(sources: Sequence[SourceResults]) -> str:
    """The commands, and a line for each source."""
    return "".join(f"{row}\n" for row in _rows(sources))


def _rows(sources: Sequence[SourceResults]) -> Iterator[str]:
    pages = pages_of(sources)
    every = [(source, result) for source in sources for result in source.results]
    for source, one in sorted(every, key=lambda pair: -pair[1].severity):
        page = pages.get(one.rule)
        yield _command(source, one, f"{one.rule} {page.title}" if page else one.rule)
    for source in sources:
        if source.failure is not None:
            title = escaped(line(f"{source.name}: {source.failure.kind}"), _PROPERTY)
            yield f"::error title={title}::{escaped(line(source.failure.title), _DATA)}"
    for source in sources:
        yield line(f"{SIGNS[source.outcome]} {source.name}: {source.sentence}")


def _command(source: SourceResults, result: CiResult, title: str) -> str:
    place = result.place
    properties = {
        "file": place.path if place else None,
        "line": str(place.line) if place and place.line is not None else None,
        "title": title,
    }
    written = ",".join(
        f"{name}={escaped(line(value), _PROPERTY)}" for name, value in properties.items() if value is not None
    )
    return f"::{_COMMANDS[result.severity]} {written}::{escaped(_text(source, result), _DATA)}"


def _text(source: SourceResults, one: CiResult) -> str:
    """The message, where it is, and what to do."""
    is_named = one.place is not None and one.place.line is not None
    rows = [line(one.message)]
    if not is_named:
        rows.append(line("  ".join(filter(None, (source.name, one.inside)))))
    rows += [block(f"prints {one.says}")] if one.says else []
    rows += map(block, one.advice)
    return "\n".join(rows)


def escaped(text: str, characters: dict[str, str]) -> str:
    """Text as the runner unescapes it; `%` first, as it begins the others."""
    for character, code in characters.items():
        text = text.replace(character, code)
    return text


_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab(sources: Sequence[SourceResults]) -> str:
    """The report: what is found at files of the checkout, as GitLab links each issue to one."""
    return json.dumps(list(_issues(sources)), ensure_ascii=False, indent=2) + "\n"


def unplaced(sources: Sequence[SourceResults]) -> int:
    """How many results, and sources that were not read, have no file that GitLab could link to."""
    results = sum(result.place is None for source in sources for result in source.results)
    return results + sum(source.failure is not None and source.place is None for source in sources)


def _issues(sources: Sequence[SourceResults]) -> Iterator[dict[str, Any]]:
    pages = pages_of(sources)
    for source in sources:
        if source.failure is not None and source.place is not None:
            title = f"{source.name}: {source.failure.title}"
            kind = str(source.failure.kind)
            yield _issue(source.place, kind, title, "blocker", fingerprint(kind, title))
        if source.left_out and source.place is not None:
            key = fingerprint(source.name, "left_out")
            yield _issue(source.place, "left_out", f"{source.name}: {source.left_out}", "info", key)
        for result in source.results:
            if result.place is None:
                continue
            page = pages.get(result.rule)
            title = f"{page.title}: {_message(result)}" if page else _message(result)
            # One package that is checked as two sources has two issues.
            key = fingerprint(source.name, result.fingerprint)
            yield _issue(result.place, result.rule, title, _SEVERITIES[result.severity], key)


def _message(result: CiResult) -> str:
    is_placed = result.place is not None and result.place.line is not None
    return ": ".join(filter(None, ("" if is_placed else result.inside, result.message)))


def _issue(place: FilePlace, name: str, title: str, severity: str, fingerprint: str) -> dict[str, Any]:
    return {
        "description": line(title),
        "check_name": line(name),
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": line(place.path), "lines": {"begin": place.line or 1}},
    }
