"""The document of `upgrades`: channels with their entries, and the ways from a version."""

from collections.abc import Mapping
from typing import Any

from xpkgtui.errors import Failure
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import write


def upgrades(state: Inspection, found: Mapping[str, Any], failure: Failure | None) -> str:
    """The text of the document; null stands for what could not be read."""
    return write(
        {
            "schema": "xpkgtui.upgrades/v1",
            "source": state.source,
            "format": elements.format_name(state),
            "digest": state.digest,
            "error": elements.error(failure),
            "upgrades": found.get("upgrades"),
            "from": found.get("from"),
        }
    )
