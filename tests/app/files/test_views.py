"""Views of files over a real archive: marks, links, filters, and the layer that is followed."""

import re
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import image, labelled, oci_archive
from builders.oci.layers import file, folder, gzip, layer, layer_of, opaque, symlink, tar, whiteout
from builders.pilots import Shown
from builders.screens.opened import open_screen

from xpkgtui.app.state.selection import ListId, PaneId

PACKAGE = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: many\n"


def archive(path: Path) -> Path:
    runtime = layer(
        folder("etc"),
        file("etc/passwd", "root:x:0:0\n"),
        file("etc/old.conf", "old = 1\n"),
        file("usr/lib/deep/inside/hidden.so", b"\x7fELF"),
        symlink("lib", "usr/lib"),
        symlink("passwd", "../etc/passwd"),
        symlink("gone", "usr/nowhere"),
        symlink("circle", "circle"),
        file("cache/one", "1"),
        compression="none",
    )
    above = layer(
        file("etc/passwd", "root:x:0:0\nme:x:1:1\n"),
        whiteout("etc/old.conf"),
        opaque("cache"),
        file("cache/two", "2"),
        file("docs/package.yaml", PACKAGE),
        compression="none",
    )
    base = layer(file("package.yaml", f"---\n{PACKAGE}---\n"), base=True)
    path.write_bytes(oci_archive(labelled(image(runtime, above, base))))
    return path


def opened(folder: Path, size: tuple[int, int] = (120, 40)) -> AbstractAsyncContextManager[Shown]:
    return open_screen(archive(folder / "many.tar"), size=size)


def files(shown: Shown) -> list[str]:
    return [row.key for row in shown.view.files_pane.rows]


async def test_a_layer_says_what_it_does_to_the_layers_below(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "j", "enter", "O")
        text = shown.text
        for words in ("~ changed in 1", "- deleted in 1", "+ added in 1", "! not read"):
            assert words in text


async def test_up_to_a_layer_removed_entries_still_stand(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "j", "enter", "t", "O")
        assert {"etc/old.conf", "cache/one"} <= set(files(shown))


async def test_open_all_goes_down_to_the_last_folder_and_then_leaves_them_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("3", "t", "t", "t", "O")
        await shown.settle()
        assert "usr/lib/deep/inside/hidden.so" in files(shown)
        assert not shown.screen.selection.expanding


async def test_what_is_closed_after_all_was_opened_stays_closed(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("3", "t", "t", "t", "O")
        await shown.settle()
        await shown.press("g", "h")
        await shown.settle()
        assert {"cache/one", "cache/two"}.isdisjoint(files(shown))


async def test_what_a_whiteout_removes_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "j", "enter", "/", *"old", "enter")
        assert "removes        layer 0: file, 8 B" in shown.text


async def test_what_a_file_covers_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "j", "enter", "/", *"etc/passwd", "enter", "[")
        assert "covers         layer 0: file, 11 B" in shown.text


async def test_a_filter_finds_in_folders_that_are_closed(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "G", "enter", "/", *"hidden")
        assert files(shown) == ["usr/lib/deep/inside/hidden.so"]
        assert re.search(r"1 of [\d,]+ entries", shown.text)


async def test_without_its_filter_the_list_opens_to_what_was_found(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "G", "enter", "/", *"hidden", "enter", "escape")
        assert shown.selection.row(ListId.FILES) == "usr/lib/deep/inside/hidden.so"
        assert "usr/lib/deep/inside/hidden.so" in files(shown)
        assert "usr" in files(shown)


async def test_closing_every_folder_puts_the_cursor_on_the_outermost(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "G", "enter", "/", *"hidden", "enter", "escape", "X")
        assert shown.selection.row(ListId.FILES) == "usr"
        assert "type           folder" in shown.text


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("lib", "usr/lib (folder)"),
        ("passwd", "it leads above the root folder"),
        ("gone", "nowhere: usr/nowhere does not exist"),
        ("circle", "a circle"),
    ],
)
async def test_a_link_says_where_it_leads(tmp_path: Path, link: str, words: str) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "G", "enter", "/", *link, "enter")
        shown.screen.go(shown.selection.with_filter(PaneId.FILES, "").with_row(ListId.FILES, link))
        await shown.settle()
        assert words in shown.text


async def test_enter_on_a_link_goes_to_its_target_and_opens_a_folder(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "G", "enter")
        shown.screen.go(shown.selection.with_row(ListId.FILES, "lib"))
        await shown.settle()
        await shown.press("enter")
        assert shown.selection.row(ListId.FILES) == "usr/lib"
        assert "usr/lib/deep" in files(shown)


async def test_files_follow_the_layer_that_is_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("2", "j", "enter", "2", "j")
        assert shown.selection.view_layer == 0
        assert "usr" in files(shown)


@pytest.mark.parametrize("size", [(30, 8), (80, 24), (120, 40), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_views_look_as_they_were_agreed(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(Path(), size) as shown:
        await shown.press("2", "j", "enter", "t", "O", "j", "j")
        golden(f"views_{size[0]}x{size[1]}", shown.text + "\n")


async def test_covered_and_removed_files_are_listed_with_what_hides_them(tmp_path: Path) -> None:
    async with opened(tmp_path, (160, 50)) as shown:
        await shown.press("3", "t", "t", "t", "t")
        text = shown.text
        assert "5/5 covered and removed" in text
        rows = {row.split()[0]: row for row in text.split("\n") if "by layer" in row for row in [row.strip("│▶ ")]}
        assert "~ layer 0, covered by layer 1" in rows["etc/passwd"]
        assert "- layer 0, removed by layer 1" in rows["etc/old.conf"]
        assert "- layer 0, removed by layer 1" in rows["cache/one"]
        assert "wasted" in text
        await shown.press("/", *"old", "enter")
        assert files(shown) == ["0:etc/old.conf"]
        assert "old = 1" in shown.text


@pytest.mark.parametrize("share", [0.02, 0.9])
async def test_content_says_where_and_why_a_file_ends_early(share: float, tmp_path: Path) -> None:
    whole = tar(file("package.yaml", "".join(f"# {number * 7919}\n" for number in range(40_000))))
    blob = gzip(whole)
    path = tmp_path / "cut.tar"
    path.write_bytes(oci_archive(image(layer_of(blob[: int(len(blob) * share)], base=True, inflated=whole))))
    async with open_screen(path, size=(120, 40)) as shown:
        await shown.press("3", "enter")
        assert "it ends early, after" in shown.text
        assert ("# 7919" in shown.text) is (share > 0.5)
