"""The Overview of a catalog's documents."""

import json
from pathlib import Path

from builders.inspection.inspections import opened
from builders.packages.upgrades import catalog_text

from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts
from xpkgtui.service.local import LocalPort


async def overview(port: LocalPort, folder: Path, name: str, text: str = "") -> list[tuple[str, str]]:
    """The facts of a document, without its size."""
    (folder / "harbour.json").write_text(text or catalog_text("harbour"))
    state = await opened(port, folder)
    document = next(row.document for row in state.rows if (row.name or row.kind) == name)
    (read,) = [one async for one in port.ask(ReadFacts(document=document)) if isinstance(one, FactsRead)]
    return [fact for fact in read.facts if fact[0] not in ("object", "package", "size")]


async def test_a_bundle_says_where_it_goes(tmp_path: Path, port: LocalPort) -> None:
    assert await overview(port, tmp_path, "harbour.v1.4.3") == [
        ("version", "1.4.3"),
        ("image", "registry.example.com/harbour:v1.4.3"),
        ("channels", "stable"),
        ("goes to", "OLM v0  in stable: v1.5.1, then v1.6.0"),
        ("goes to", "OLM v1  in stable: v1.5.2, then v1.6.0"),
    ]


async def test_a_channel_and_a_package_count_their_bundles(tmp_path: Path, port: LocalPort) -> None:
    assert await overview(port, tmp_path, "stable") == [
        ("entries", "8 bundles"),
        ("head", "harbour.v1.6.0"),
        ("default", "of its package"),
    ]
    assert await overview(port, tmp_path, "harbour") == [
        ("default", "stable"),
        ("channels", "stable"),
        ("bundles", "8 bundles"),
        ("OLM v1", "installs 1.6.0"),
    ]


async def test_a_package_alone_has_no_channels(tmp_path: Path, port: LocalPort) -> None:
    text = json.dumps({"schema": "olm.package", "name": "harbour"})
    assert await overview(port, tmp_path, "harbour", text) == [
        ("default", "no default channel"),
        ("channels", "none"),
        ("bundles", "0 bundles"),
        ("OLM v1", "no version in a channel"),
    ]


async def test_deprecations_are_listed(tmp_path: Path, port: LocalPort) -> None:
    said = await overview(port, tmp_path, "olm.deprecations")
    assert said == [("deprecates", "olm.bundle harbour.v1.4.0: too old")]
