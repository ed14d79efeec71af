"""Views of files over a real archive: marks, links, filters, and the layer that is followed."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import image, labeled, oci_archive
from builders.oci.layers import file, folder, gzip, layer, layer_of, opaque, symlink, tar, whiteout
from builders.pilots import Claims, Shown
from builders.screens.opened import open_screen

from xpkgtui.app.state.selection import ListId

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
    path.write_bytes(oci_archive(labeled(image(runtime, above, base))))
    return path


def opened(folder: Path, size: tuple[int, int] = (120, 40)) -> AbstractAsyncContextManager[Shown]:
    return open_screen(archive(folder / "many.tar"), size=size)


def files(shown: Shown) -> list[str]:
    return [row.key for row in shown.pane("files").rows]


def lists(*names: str) -> Callable[[Shown], bool]:
    """The list has these files."""
    return lambda shown: set(names) <= set(files(shown))


def has(*words: str) -> Callable[[Shown], bool]:
    """These words are on the screen."""
    return lambda shown: all(one in shown.text for one in words)


def row(name: str) -> Callable[[Shown], bool]:
    """The cursor stands on this file."""
    return lambda shown: shown.selection.row(ListId.FILES) == name


LAYER_1, LAYER_0, ALL = ("2", "j", "enter"), ("2", "G", "enter"), ("3", "t", "t", "t", "O")
HIDDEN = "usr/lib/deep/inside/hidden.so"
FOUND = (*LAYER_0, "/", *"hidden", "enter", "escape")
CLAIMS: Claims = {
    "a layer says what it does to the layers below": (
        (*LAYER_1, "O"),
        has("~ changed in 1", "- deleted in 1", "+ added in 1", "! not read"),
    ),
    "up to a layer, removed entries still stand": ((*LAYER_1, "t", "O"), lists("etc/old.conf", "cache/one")),
    "O goes down to the last folder": (ALL, lists(HIDDEN)),
    "and then leaves them alone": (ALL, lambda shown: not shown.selection.expanding),
    "what is closed after that stays closed": (
        (*ALL, "g", "h"),
        lambda shown: {"cache/one", "cache/two"}.isdisjoint(files(shown)),
    ),
    "what a whiteout removes is told": (
        (*LAYER_1, "/", *"old", "enter"),
        has("removes        layer 0: file, 8 B"),
    ),
    "what a file covers is told": (
        (*LAYER_1, "/", *"etc/passwd", "enter", "["),
        has("covers         layer 0: file, 11 B"),
    ),
    "a filter finds in folders that are closed": (
        (*LAYER_0, "/", *"hidden"),
        lambda shown: files(shown) == [HIDDEN] and re.search(r"1 of [\d,]+ entries", shown.text),
    ),
    "without its filter the list opens to what was found": (FOUND, row(HIDDEN)),
    "with the folders above it": (FOUND, lists(HIDDEN, "usr")),
    "closing every folder puts the cursor on the outermost": (
        (*FOUND, "X"),
        lambda shown: row("usr")(shown) and has("type           folder")(shown),
    ),
    "files follow the layer that is chosen": (
        (*LAYER_1, "2", "j"),
        lambda shown: shown.selection.view_layer == 0 and "usr" in files(shown),
    ),
}
LINKS = {
    "lib": "usr/lib (folder)",
    "passwd": "it leads above the root folder",
    "gone": "nowhere: usr/nowhere does not exist",
    "circle": "a circle",
}


async def test_keys_lead_through_the_files_of_layers(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        assert await shown.broken(CLAIMS) == {}


async def test_a_link_says_where_it_leads_and_enter_goes_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press(*LAYER_0)
        for link, words in (*LINKS.items(), ("lib", LINKS["lib"])):
            shown.screen.go(shown.selection.with_row(ListId.FILES, link))
            await shown.settle()
            assert words in shown.text
        await shown.press("enter")
        assert shown.selection.row(ListId.FILES) == "usr/lib"
        assert "usr/lib/deep" in files(shown)


async def test_views_look_as_they_were_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = (*LAYER_1, "t", "O", "j", "j")
    sizes = [(30, 8), (80, 24), (120, 40)]
    async with opened(Path()) as shown:
        pictures = {f"views_{width}x{height}": ((width, height), keys) for width, height in sizes}
        assert await shown.differing(pictures, golden) == {}


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
