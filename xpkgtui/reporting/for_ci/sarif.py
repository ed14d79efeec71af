"""SARIF 2.1.0, as code scanning reads it.

Code scanning shows results only at files of the repository. One about an image that is no file there is a
notification of the run instead, so that nothing is lost. GitHub takes 25,000 results of a run and 1,000 locations of
one result (its documentation, "SARIF support for code scanning").
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from os import fsencode
from typing import Any
from urllib.parse import quote

from xpkgtui import __version__
from xpkgtui.reporting.addresses import address_of, command_of, information
from xpkgtui.reporting.for_ci.results import CiResult, FilePlace, SourceResults, pages_of
from xpkgtui.reporting.manual import paragraphs, sections
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.manual_page import ManualPage
from xpkgtui.visible import block, line

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST = 25_000
_MOST_LOCATIONS = 1_000
_LONGEST = 10_000
"""Characters of one text."""


def sarif(sources: Sequence[SourceResults], command: str) -> str:
    """The log, with one run of `command`."""
    pages = pages_of(sources)
    numbers = {name: number for number, name in enumerate(pages)}
    results: list[dict[str, Any]] = []
    notifications: list[dict[str, Any]] = []
    for source in sources:
        if source.failure is not None:
            notifications.append(_notification(source, "error", f"{source.failure.kind}: {source.failure.title}"))
        if source.left_out:
            notifications.append(_notification(source, "warning", source.left_out))
        for result in source.results:
            if result.place is None or len(results) >= MOST:
                text = ": ".join(filter(None, (result.rule, result.inside, result.message)))
                notifications.append(_notification(source, _LEVELS[result.severity], text, numbers.get(result.rule)))
            else:
                results.append(_result(result, result.place, numbers, pages.get(result.rule)))
    run = {
        "tool": {
            "driver": {
                "name": "xpkgtui",
                "semanticVersion": __version__,
                **({"informationUri": address} if (address := information()) else {}),
                "rules": [_rule(page, sources) for page in pages.values()],
            }
        },
        "automationDetails": {"id": f"xpkgtui/{command}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "invocations": [
            {
                "executionSuccessful": all(source.failure is None for source in sources),
                "toolExecutionNotifications": notifications,
            }
        ],
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(page: ManualPage, sources: Sequence[SourceResults]) -> dict[str, Any]:
    worst = max(result.severity for source in sources for result in source.results if result.rule == page.id)
    rows = [f"{title}: {_plain(text)}" for title, text in sections(page) if text.strip()] or [page.title]
    marked = list(_markdown(page)) or [page.title]
    address = address_of(page.id)
    if command := command_of(page.id):
        rows, marked = [*rows, f"{command} shows this page."], [*marked, f"`{command}` shows this page."]
    return {
        "id": page.id,
        "name": "".join(filter(str.isalnum, page.title.title())) or page.id,
        "shortDescription": {"text": _sentence(page.title)},
        "fullDescription": {"text": _plain(page.required or page.change or page.title)},
        "help": {"text": "\n\n".join(rows), "markdown": "\n\n".join(marked)},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": _LEVELS[worst]},
        "properties": {
            "tags": [page.format],
            "precision": "very-high",
            "problem.severity": _SEVERITIES[worst],
        },
    }


def _plain(text: str) -> str:
    return "\n\n".join("\n".join(rows) for rows in paragraphs(text))


def _markdown(page: ManualPage) -> Iterator[str]:
    """The manual page; commands and YAML are code."""
    for title, text in sections(page):
        if not text.strip():
            continue
        yield f"**{title}**"
        for rows in paragraphs(text):
            is_fixed = len(rows) > 1 or rows[0].startswith(" ")
            yield "```\n" + "\n".join(rows) + "\n```" if is_fixed else rows[0]


def _result(one: CiResult, place: FilePlace, numbers: Mapping[str, int], page: ManualPage | None) -> dict[str, Any]:
    message = ": ".join(filter(None, (page.title if page else "", one.message)))
    rows = [_sentence(line(message))]
    rows += [block(f"prints: {one.says}")] if one.says else []
    rows += map(block, one.advice)
    found: dict[str, Any] = {
        "ruleId": one.rule,
        "level": _LEVELS[one.severity],
        "message": {"text": "\n".join(rows)[:_LONGEST]},
        "locations": [_location(place, one.inside)],
        "partialFingerprints": {"xpkgtui/v1": one.fingerprint},
    }
    if one.rule in numbers:
        found["ruleIndex"] = numbers[one.rule]
    if one.steps:
        found["codeFlows"] = [{"threadFlows": [{"locations": list(_steps(one, place))}]}]
    return found


def _steps(result: CiResult, place: FilePlace) -> Iterator[dict[str, Any]]:
    """The steps of the reader, all at the file that it read."""
    at = FilePlace(path=place.path)
    for title, evidence in result.steps[: _MOST_LOCATIONS - 1]:
        sentence = line(": ".join(filter(None, (title, evidence))))[:_LONGEST]
        yield {"location": _location(at, "") | {"message": {"text": sentence}}}


def _location(place: FilePlace, inside: str) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(fsencode(place.path)), "uriBaseId": "%SRCROOT%"}}
    region = {"startLine": place.line or 1}
    if place.column is not None and place.line is not None:
        region["startColumn"] = place.column
    physical["region"] = region
    found: dict[str, Any] = {"physicalLocation": physical}
    if inside:
        found["logicalLocations"] = [{"fullyQualifiedName": line(inside)[:_LONGEST]}]
    return found


def _notification(source: SourceResults, level: str, text: str, rule: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"level": level, "message": {"text": line(f"{source.name}: {text}")[:_LONGEST]}}
    if rule is not None:
        found["associatedRule"] = {"index": rule}
    return found


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
