"""Keys that have nothing to do where they are pressed say so, and the footer does not offer them."""

from pathlib import Path

from builders.live import live

STREAM = "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: acme}\n"


async def test_a_source_without_an_image_has_no_views_of_files(tmp_path: Path) -> None:
    (tmp_path / "rukpak.yaml").write_text(STREAM)
    async with live(str(tmp_path / "rukpak.yaml"), tmp_path, size=(80, 24)) as shown:
        await shown.press("3")
        assert "t View" not in shown.text
        await shown.press("t")
        assert shown.toasts == ["There is no image, so its layers give no views of files."]
        await shown.press("p")
        assert shown.toasts == ["Rule profile rukpak: this format has no other."]
        await shown.press("]")
        assert shown.toasts == ["This page has no other tab."]
