"""What the list of objects says of packages, channels and bundles."""

from pathlib import Path

import pytest
from builders.inspection.inspections import opened
from builders.packages.upgrades import catalog_text

from xpkgtui.service.local import LocalPort


async def test_every_object_says_what_it_is_in_the_graph(tmp_path: Path) -> None:
    (tmp_path / "harbour.json").write_text(catalog_text("harbour"))
    port = LocalPort()
    try:
        state = await opened(port, tmp_path)
    finally:
        await port.close()
    notes = {(row.name or "").removeprefix("harbour."): row.note for row in state.rows}
    assert notes == {
        "harbour": "default: stable, 1 channel, 8 bundles",
        "stable": "1 stranded, 8 bundles, default",
        "v1.6.0": "head of stable",
        "v1.5.2": "skipped in stable",
        "v1.5.1": "in stable",
        "v1.5.0": "in stable",
        "v1.4.3": "in stable",
        "v1.4.1": "✗ stranded in stable, skipped in stable",
        "v1.4.0": "deprecated, in stable",
        "v1.3.0": "in stable",
        "": "",
    }


async def test_a_bundle_in_no_channel_says_so(tmp_path: Path) -> None:
    lines = [line for line in catalog_text("harbour").splitlines() if "olm.channel" not in line]
    (tmp_path / "harbour.json").write_text("\n".join(lines))
    port = LocalPort()
    try:
        state = await opened(port, tmp_path)
    finally:
        await port.close()
    assert {row.note for row in state.rows if row.kind == "olm.bundle"} == {
        "in no channel",
        "deprecated, in no channel",
    }


async def noted(folder: Path) -> list[str]:
    port = LocalPort()
    try:
        state = await opened(port, folder)
    finally:
        await port.close()
    return [row.note for row in state.rows]


@pytest.mark.usefixtures("forked")
async def test_a_catalog_of_any_size_has_notes(tmp_path: Path) -> None:
    large = "\n".join(f"      # {number}" + "x" * 1_000 for number in range(9_000))
    bundle = f"""\
schema: olm.bundle
package: harbour
name: harbour.v1
properties:
- type: olm.package
  value:
    packageName: harbour
    version: 1.0.0
- type: olm.csv.metadata
  value:
    description: |
{large}
"""
    channel = "schema: olm.channel\npackage: harbour\nname: stable\nentries:\n- name: harbour.v1\n"
    (tmp_path / "catalog.yaml").write_text(f"{channel}---\n{bundle}")
    assert await noted(tmp_path) == ["1 bundle", "head of stable"]


async def test_a_channel_that_cannot_be_read_makes_no_bundle_one_without_a_channel(tmp_path: Path) -> None:
    package = "schema: olm.package\nname: harbour\ndefaultChannel: stable\n"
    channel = "schema: olm.channel\npackage: harbour\nname: stable\nentries: [*nowhere]\n"
    bundle = "schema: olm.bundle\npackage: harbour\nname: harbour.v1\n"
    (tmp_path / "catalog.yaml").write_text(f"{package}---\n{channel}---\n{bundle}")
    said = "default: stable, 1 channel cannot be read here, 0 channels, 1 bundle"
    assert await noted(tmp_path) == [said, "", ""]
