"""`r` over a source that is gone: what was shown stays, and the first line says so until it is there again."""

import shutil
from pathlib import Path

import pytest
from builders.live import Live, live

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"


async def assert_outdated(shown: Live, why: str) -> None:
    """The package is there, and the first line says lastingly why it is not the newest."""
    await shown.press("r", "2", "4")
    first, second, *_ = shown.text.split("\n")
    assert "! earlier content" in first
    assert first.rstrip().endswith(why)
    assert "accepts it" in second
    assert "acme" in shown.text


@pytest.mark.parametrize(("content", "size"), [(None, (80, 24)), ("", (120, 40)), ("a letter to a friend", (80, 24))])
async def test_a_file_that_is_no_package_any_more(content: str | None, size: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "package.yaml"
    file.write_text(META)
    async with live(str(file), tmp_path, size=size) as shown:
        assert "earlier" not in shown.text
        if content is None:
            file.unlink()
            why = "there is no file or folder package.yaml"
        else:
            file.write_text(content)
            why = "package.yaml is an empty file, not a package"
        if content:
            await shown.press("r")
            assert "! earlier content: " in shown.text.split("\n")[0]
        else:
            await assert_outdated(shown, why)
        file.write_text(META.replace("acme", "emca"))
        await shown.press("r")
        assert "earlier" not in shown.text
        assert "emca" in shown.text


@pytest.mark.parametrize(("is_there", "size"), [(False, (80, 24)), (True, (120, 40))])
async def test_a_folder_that_is_gone_or_empty(is_there: bool, size: tuple[int, int], tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "crossplane.yaml").write_text(META)
    async with live(str(folder), tmp_path, size=size) as shown:
        shutil.rmtree(folder)
        if is_there:
            folder.mkdir()
        await assert_outdated(
            shown, "package is an empty folder" if is_there else "there is no file or folder package"
        )
