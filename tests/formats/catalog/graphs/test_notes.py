"""What the list of objects says of packages, channels and bundles."""

from pathlib import Path

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
        "stable": "8 bundles, 1 stranded, default",
        "v1.6.0": "head of stable",
        "v1.5.2": "skipped in stable",
        "v1.5.1": "in stable",
        "v1.5.0": "in stable",
        "v1.4.3": "in stable",
        "v1.4.1": "stranded in stable, skipped in stable",
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
