"""The document of `rules`: the catalogue."""

from collections.abc import Iterable

from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.rules.manual_page import ManualPage


def rules(pages: Iterable[ManualPage]) -> str:
    """The text of the document."""
    return write({"schema": "xpkgtui.rules/v1", "rules": [_rule(page) for page in pages]})


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
