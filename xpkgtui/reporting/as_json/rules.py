"""The document of `rules`: the catalogue."""

from collections.abc import Iterable

from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.messages.matching import Lead
from xpkgtui.rules.manual_page import ManualPage


def rules(pages: Iterable[ManualPage]) -> str:
    """The text of the document."""
    return write({"schema": "xpkgtui.rules/v1", "rules": [_rule(page) for page in pages]})


def leads(answers: Iterable[Lead], pages: Iterable[ManualPage]) -> str:
    """The text of the document about an error: the rules that it leads to, and why each."""
    found = list(answers)
    named = {page.id: page for page in pages}
    matches: list[JSON] = [
        {"target": one.target, "message": one.message, "command": list(one.command.split(" "))} for one in found
    ]
    listed = [named[one.target] for one in found if one.target in named]
    return write({"schema": "xpkgtui.rules/v1", "rules": [_rule(page) for page in listed], "matches": matches})


def _rule(page: ManualPage) -> JSON:
    return {
        "id": page.id,
        "title": page.title,
        "format": page.format,
        "severities": {profile: list(severities) for profile, severities in page.severities},
        "what": page.what,
        "why": page.why,
        "bites": page.bites,
        "fix": page.fix,
        "source": page.source,
        "readers": list(page.readers),
    }
