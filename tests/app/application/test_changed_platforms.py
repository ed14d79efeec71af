"""Two platforms of one index that are compared on the screen, over the real port."""

from pathlib import Path

import pytest
from builders.oci.images import BuiltIndex, index, labeled, oci_archive, package, write_layout
from builders.registry.registries import DebianRegistry
from builders.screens import upgrades
from textual.events import Key

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.changes import ChangeScreen

AMD64, ARM64, S390X = "linux/amd64", "linux/arm64", "linux/s390x"


def built() -> BuiltIndex:
    """An index; two of its platforms have a newer package."""
    old, new = upgrades.old_package(), upgrades.new_package()
    streams = {AMD64: old, ARM64: new, S390X: new}
    return index(*((labeled(package(text, platform=name)), name) for name, text in streams.items()))


def head(shown: upgrades.Upgrade) -> str:
    """Title, verdict and question."""
    return " ".join(" ".join(shown.text.split("\n")[:3]).split())


def shown_platform(shown: upgrades.Upgrade) -> str:
    entry = shown.app.inspection.shown_entry
    return entry.name if entry else ""


async def test_the_platform_under_the_cursor_is_compared_with_the_marked_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("harbour.tar").write_bytes(oci_archive(built()))
    async with upgrades.opened("harbour.tar") as shown:
        await shown.press("1", "g", "m", "D")
        assert isinstance(shown.app.screen, Browsing), "it is marked itself"
        assert "· marked" in shown.text.split("\n")[0]
        await shown.press("j", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "harbour.tar linux/amd64 → linux/arm64" in head(shown)
        assert "Can linux/amd64 go to linux/arm64? ✗ Not without work: 2 changes break its users" in head(shown)
        await shown.press("escape")
        assert shown_platform(shown) == ARM64
        assert "· marked" not in shown.text.split("\n")[0]
        await shown.press("r", "D")
        assert "linux/amd64 → linux/arm64" in head(shown), "opened again, it is what was compared"


async def test_a_platform_that_is_not_shown_is_marked(registry: DebianRegistry, tmp_path: Path) -> None:
    source = f"{registry.host}/tidewater/harbour:v1"
    write_layout(tmp_path / "layout", built(), tags=["v1"])
    registry.push_layout("tidewater/harbour", "v1", tmp_path / "layout")
    async with upgrades.opened(source) as shown:
        await shown.press("1")
        for keys in ("Gm", "gD"):  # typed at once
            for key in keys:
                shown.app.post_message(Key(key, key))
            await shown.settle()
        assert "linux/s390x → linux/amd64" in head(shown)
        assert "6 changes break its users" in head(shown)
        await shown.press("escape")
        assert shown_platform(shown) == AMD64
