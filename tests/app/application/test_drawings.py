"""The upgrades of a catalog on the screen."""

import json
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.packages.upgrades import catalog_text
from builders.pilots import Pictures
from builders.screens.opened import open_screen

from xpkgtui.inspection.messages.requests import ReadText

PICTURES: Pictures = {
    "graph_80x24": ((80, 24), ("down", "enter", "f")),
    "graph_of_bundle_120x40": ((120, 40), (*["down"] * 6, "]")),
}


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with a catalog, named as it is on every machine."""
    monkeypatch.chdir(tmp_path)
    Path("catalog").mkdir()
    Path("catalog/harbour.json").write_text(catalog_text())
    return "catalog"


async def test_upgrades_look_as_it_was_agreed(catalog: str, golden: Golden) -> None:
    async with open_screen(catalog) as shown:
        assert await shown.differing(PICTURES, golden) == {}


async def test_the_graph_of_a_channel_is_copied(catalog: str) -> None:
    async with open_screen(catalog) as shown:
        for key, beginning in (("M", "graph LR\n"), ("Z", "digraph upgrades {\n"), ("G", "stable (d")):
            await shown.anew("down", "Y", key)
            assert shown.app.clipboard.startswith(beginning)
            assert "harbour-operator" in shown.app.clipboard


async def test_a_drawing_is_asked_for_at_the_width_of_detail(catalog: str) -> None:
    async with open_screen(catalog) as shown:
        for size, width in (((80, 24), 76), ((120, 40), 54), ((220, 50), 124)):
            await shown.anew("down", size=size)
            request = shown.page.request
            assert isinstance(request, ReadText)
            assert request.form is not None
            assert request.form.width == width
            names = [line for line in shown.text.splitlines() if "harbour-operator.v1.3.0" in line]
            assert bool(names) is (width >= 100)


async def test_what_olm_v1_refuses_of_a_catalog_is_told_at_every_width(catalog: str) -> None:
    path = Path(catalog) / "harbour.json"
    lines = list(map(json.loads, path.read_text().splitlines()))
    bundle = next(one for one in lines if one["schema"] == "olm.bundle")
    bundle["properties"].append(
        {"type": "olm.package.required", "value": {"packageName": "a", "versionRange": "1.x"}}
    )
    path.write_text("\n".join(map(json.dumps, lines)))
    async with open_screen(catalog) as shown:
        for width in (60, 80, 120):
            await shown.resize((width, 24))
            band = shown.text.splitlines()[1]
            assert "but: OLM v1 refuses 1 of its bundles" in band
