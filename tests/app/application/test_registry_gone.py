"""A registry that stops while its package is on the screen."""

import json
from pathlib import Path

from builders.live import live
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.registry.registries import DebianRegistry

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
BUILT = image(layer(file("bin/provider", "x" * 999)), layer(file("package.yaml", META), base=True))


def push(registry: DebianRegistry, folder: Path) -> str:
    registry.push_layout("gone/acme", "v1", write_layout(folder / "layout", BUILT))
    return f"{registry.host}/gone/acme:v1"


def grow_old(folder: Path, seconds: float) -> None:
    """The tags of a cache were read so long ago."""
    for path in (folder / "cache" / "v1" / "names").iterdir():
        tag = json.loads(path.read_text())
        path.write_text(json.dumps({**tag, "at": tag["at"] - seconds}))


async def test_r_says_how_old_the_answer_is_and_everything_stays(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    async with live(push(own_registry, tmp_path), tmp_path) as shown:
        await shown.press("2", "j")
        before = shown.app.inspection, shown.selection
        assert "accepts it" in shown.text
        own_registry.stop()
        grow_old(tmp_path, 725)
        await shown.press("r")
        assert "cached 12 min ago; registry unreachable" in shown.text
        assert shown.toasts == ["Cached 12 min ago; registry unreachable."]
        assert "accepts it" in shown.text
        assert (shown.app.inspection.findings, shown.selection) == (before[0].findings, before[1])
        own_registry.start()
        await shown.press("r")
        assert "unreachable" not in shown.text.replace(shown.toasts[0], "")
        assert shown.selection == before[1]


async def test_what_cannot_be_opened_again_stays_on_the_screen(own_registry: DebianRegistry, tmp_path: Path) -> None:
    async with live(push(own_registry, tmp_path), tmp_path) as shown:
        own_registry.stop()
        await shown.press("ctrl+r")
        assert "accepts it" in shown.text
        assert "not refreshed: registry unreachable" in shown.text
        assert "cannot be reached" in shown.toasts[0]
        await shown.press("3")
        assert "package.yaml" in shown.text


async def test_a_package_opens_from_the_cache_where_the_registry_is_gone(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    name = push(own_registry, tmp_path)
    async with live(name, tmp_path):
        pass
    own_registry.stop()
    grow_old(tmp_path, 7300)
    async with live(name, tmp_path, size=(80, 24)) as shown:
        assert "cached 2 h ago; registry unreachable" in shown.text
        assert "accepts it" in shown.text
