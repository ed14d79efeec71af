"""Platforms over a real layout: nested entries and attestations."""

from pathlib import Path

import pytest
from builders.images import image, index, package, write_layout
from builders.layers import BuiltLayer, digest
from builders.pilots import Shown
from builders.screens import application

from xpkgtui.oci.descriptor import PREDICATE
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
SLSA = "https://slsa.dev/provenance/v1"


def layout(folder: Path) -> Path:
    inner = index((package(META, platform="linux/arm64"), "linux/arm64"))
    states = image(
        BuiltLayer(
            blob=b"{}",
            media_type="application/vnd.in-toto+json",
            annotations={PREDICATE: SLSA},
            diff_id=digest(b"{}"),
        )
    )
    built = index((package(META), "linux/amd64"), (inner, "linux/ppc64le"), (states, "unknown/unknown"))
    return write_layout(folder / "layout", built, tags=["v1"])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_an_attestation_says_what_it_states_when_it_is_looked_at(tmp_path: Path, size: tuple[int, int]) -> None:
    port = LocalPort()
    app = application(port, str(layout(tmp_path)))  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        shown = Shown(app, port, pilot)  # type: ignore[arg-type]
        port.hold = frozenset()  # type: ignore[attr-defined]
        await shown.settle()
        await shown.press("1", "G")
        assert f"states         {SLSA}" in shown.text
        assert "  linux/arm64" in shown.text
        await shown.press("k", "enter")
        assert [row.value.name for row in shown.screen.platforms_pane.rows if row.value.selected] == ["linux/arm64"]
    await port.close()
