"""GitLab's code quality report: a list of issues, each at a path.

See GitLab's documentation, Code Quality, "Code Quality report format".
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from xpkgtui.reporting.for_ci.results import CiResult, SourceResults, pages_of
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import line

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab(sources: Sequence[SourceResults]) -> str:
    """The report; an issue about what is no file of the checkout stands at the name of its source."""
    return json.dumps(list(_issues(sources)), ensure_ascii=False, indent=2) + "\n"


def _issues(sources: Sequence[SourceResults]) -> Iterator[dict[str, Any]]:
    pages = pages_of(sources)
    for source in sources:
        if source.failure is not None:
            title = f"{source.name}: {source.failure.title}"
            key = hashlib.sha256(f"{source.failure.kind}\0{title}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
            yield _issue(source, str(source.failure.kind), title, "blocker", key, None)
        for one in source.results:
            page = pages.get(one.rule)
            title = f"{page.title}: {_message(one)}" if page else _message(one)
            # One package that is checked as two sources has two issues.
            key = hashlib.sha256(f"{source.name}\0{one.fingerprint}".encode("utf-8", "surrogatepass")).hexdigest()
            yield _issue(source, one.rule, title, _SEVERITIES[one.severity], key[:32], one)


def _message(one: CiResult) -> str:
    is_placed = one.place is not None and one.place.line is not None
    return ": ".join(filter(None, ("" if is_placed else one.inside, one.message)))


def _issue(
    source: SourceResults, name: str, title: str, severity: str, fingerprint: str, one: CiResult | None
) -> dict[str, Any]:
    place = one.place if one else source.place
    return {
        "description": line(title),
        "check_name": line(name),
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {
            "path": line(place.path if place else source.source),
            "lines": {"begin": place.line if place and place.line else 1},
        },
    }
