"""The upgrades of a catalog on the screen."""

import json
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.packages.upgrades import catalog_text
from builders.screens.opened import open_screen

from xpkgtui.inspection.messages.requests import ReadText

PICTURES = {
    "graph_80x24": ((80, 24), ("down", "enter", "f")),
    "graph_120x40": ((120, 40), ("down",)),
    "graph_of_bundle_120x40": ((120, 40), ("down", "down", "down", "down", "down", "down", "]")),
}


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with a catalog, named as it is on every machine."""
    monkeypatch.chdir(tmp_path)
    Path("catalog").mkdir()
    Path("catalog/harbour.json").write_text(catalog_text())
    return "catalog"


@pytest.mark.parametrize("name", PICTURES)
async def test_upgrades_look_as_it_was_agreed(name: str, catalog: str, golden: Golden) -> None:
    size, keys = PICTURES[name]
    async with open_screen(catalog, size=size) as shown:
        await shown.press(*keys)
        golden(name, shown.text + "\n")


@pytest.mark.parametrize(
    ("key", "beginning"), [("M", "graph LR\n"), ("Z", "digraph upgrades {\n"), ("G", "stable (d")]
)
async def test_the_graph_of_a_channel_is_copied(key: str, beginning: str, catalog: str) -> None:
    async with open_screen(catalog) as shown:
        await shown.press("down", "Y", key)
        assert shown.app.clipboard.startswith(beginning)
        assert "harbour-operator" in shown.app.clipboard


@pytest.mark.parametrize(("size", "width"), [((80, 24), 76), ((120, 40), 54), ((220, 50), 124)])
async def test_a_drawing_is_asked_for_at_the_width_of_detail(size: tuple[int, int], width: int, catalog: str) -> None:
    async with open_screen(catalog, size=size) as shown:
        await shown.press("down")
        request = shown.view.page.request
        assert isinstance(request, ReadText)
        assert request.form is not None
        assert request.form.width == width
        names = [line for line in shown.text.splitlines() if "harbour-operator.v1.3.0" in line]
        assert bool(names) is (width >= 100)


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_what_olm_v1_refuses_of_a_catalog_is_told_at_every_width(width: int, catalog: str) -> None:
    path = Path(catalog) / "harbour.json"
    lines = list(map(json.loads, path.read_text().splitlines()))
    bundle = next(one for one in lines if one["schema"] == "olm.bundle")
    bundle["properties"].append(
        {"type": "olm.package.required", "value": {"packageName": "a", "versionRange": "1.x"}}
    )
    path.write_text("\n".join(map(json.dumps, lines)))
    async with open_screen(catalog, size=(width, 24)) as shown:
        band = shown.text.splitlines()[1]
    assert "refuses 1 of its bundles" in band
    assert "OLM v1" in band
