"""The Overview of a bundle in `show`: what the screen says, as text and as JSON."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from builders.packages.bundles import CSV, CSV_FILE, SOUND, write

from xpkgtui.cli.reading.port_client import inspect, summarize
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.as_text.show import show as show_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.documents.show import show as show_json
from xpkgtui.reporting.summary import Summary
from xpkgtui.service.local import LocalPort

DESCRIBED = CSV.replace(
    "spec:\n  displayName",
    "spec:\n  description: |\n    # Tides\n\n    - Water **rises**\n"
    "  icon: [{base64data: aGk=, mediatype: image/png}]\n  displayName",
)


@pytest.fixture
async def summary(tmp_path: Path) -> AsyncIterator[Summary]:
    """What `show` prints of a bundle."""
    port, options = LocalPort(), Options()
    state = await inspect(port, str(write(tmp_path, {**SOUND, CSV_FILE: DESCRIBED})), options)
    yield await summarize(port, state, options)
    await port.close()


async def test_text_has_the_facts_with_their_parts(summary: Summary) -> None:
    lines = show_text(summary, Paint()).split("\n")
    assert lines[0].endswith("  OLM bundle tides.v1.2.0")
    at = lines.index("Overview")
    assert lines[at + 1 : at + 3] == ["  Tides v1.2.0  ClusterServiceVersion", "  name           tides.v1.2.0"]
    assert "  install modes  ✓ AllNamespaces  – SingleNamespace" in lines
    assert "                 – OwnNamespace  – MultiNamespace" in lines
    assert "  Images  1 image, 1 not pinned" in lines
    at = lines.index("Description")
    assert lines[at + 1 : at + 4] == ["  Tides", "", "  • Water rises"]


async def test_json_has_the_same_facts(summary: Summary) -> None:
    found = json.loads(show_json(summary))["overview"]
    facts = {(one["part"], one["label"]): one["text"] for one in found["facts"]}
    assert facts["Tides v1.2.0", "upgrades from"] == "tides.v1.1.0, which it replaces"
    assert facts["Images", "! by tag"] == "registry.example.com/tides:1.2.0"
    assert found["description"] == "Tides\n\n• Water rises"
    assert "png" in found["icon"].lower()
