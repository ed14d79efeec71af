"""Why: the readers beside each other, their steps, what repairs a package, and what if another layer were base."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from builders.inspection.inspections import port
from builders.oci.images import BuiltImage, BuiltIndex, image, index, write_layout
from builders.oci.layers import layer
from builders.packages import bundles
from builders.packages.disagreeing import DISAGREEING, GOOD, STREAM
from builders.pilots import Show, Shown
from builders.screens import readers
from builders.screens.images import AWS
from builders.screens.opened import open_screen
from builders.screens.pages import Walk, drawn_page, drawn_pane
from builders.screens.port import Story

from xpkgtui.app.state.selection import PaneId, Selection, Subject, TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope
from xpkgtui.service.local import LocalPort
from xpkgtui.sources.demos import demo_source

__all__ = ["port"]


@asynccontextmanager
async def opened(
    folder: Path, built: BuiltImage | BuiltIndex, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[Shown]:
    path = write_layout(folder / "layout", built, tags=("v1",))
    async with open_screen(path, size=size) as shown:
        yield shown


async def test_j_chooses_a_reader_whose_page_takes_the_keys_and_gives_them_back(tmp_path: Path) -> None:
    async with opened(tmp_path, DISAGREEING["two bases"], (80, 24)) as shown:
        await shown.press("x")
        assert shown.focus == "readers"
        assert "Steps of Crossplane 2.0 – 2.1" in shown.text
        await shown.press("j")
        assert "Steps of Crossplane 2.2 – 2.3" in shown.text
        await shown.press("k", "enter")
        assert shown.focus == "detail"
        await shown.press("G")
        assert "sign the new one." in shown.text
        await shown.press("escape")
        assert shown.focus == "readers"
        await shown.press("tab")
        assert shown.focus == "detail"
        await shown.press("escape", "escape")
        assert not shown.selection.verdict


async def test_b_shows_the_package_that_way_and_leads_back(tmp_path: Path) -> None:
    async with opened(tmp_path, GOOD) as shown:
        await shown.press("2", "j", "b")
        first, band = shown.text.splitlines()[:2]
        assert "what if layer 0 were base" in first
        assert "✗ What if layer 0 were base: Crossplane 2.4 would refuse it" in band
        assert shown.app.inspection.what_if == 0
        assert [row.is_base for row in shown.app.inspection.layers] == [True, False]
        await shown.press("b")
        assert shown.app.inspection.what_if is None
        assert "✓ Crossplane 2.4 accepts it" in shown.text
        await shown.press("b", "minus")
        assert shown.app.inspection.what_if is None


async def test_what_if_is_not_among_the_recent_packages(tmp_path: Path) -> None:
    told: list[str] = []
    path = write_layout(tmp_path / "layout", GOOD, tags=("v1",))
    async with open_screen(path, opened=lambda _source, verdict, _digest: told.append(verdict)) as shown:
        assert told[-1] == "accepted"
        told.clear()
        await shown.press("2", "j", "b")
        assert told == []
        await shown.press("b")
        assert set(told) == {"accepted"}


async def test_y_copies_the_commands_of_the_repair(show: Show) -> None:
    async with show(readers.why_refused) as shown:
        await shown.press("x", "y")
        command = f"crane copy {AWS} {readers.MIRROR}"
        cause, *commands, effect = (shown.app.clipboard or "").split("\n")
        assert commands == [command]
        assert cause.startswith("# ")
        assert effect.startswith("# ")
        assert any(toast.message.startswith("Copied the repair") for toast in shown.app._notifications)
        await shown.press("Y")
        assert "readers as Markdown" in shown.text
        assert command in shown.text


async def test_layer_that_a_reader_needs_is_read_with_enter(show: Show) -> None:
    async with show(readers.why_unread) as shown:
        await shown.press("x", "g", "j")
        assert "◌ undecided" in shown.text
        assert "Layer 1 was not read (20.9 MB).  enter reads it." in shown.text
        await shown.press("enter")
        assert shown.port.requests(CompareReaders)[-1] == CompareReaders(reach=LayerScope.ALL)


async def test_keys_do_not_wait_for_the_readers(show: Show) -> None:
    async with show(readers.why_refused, hold=frozenset({"readers"}), change=_silent) as shown:
        await shown.press("x")
        assert "◌ asking every program that reads such packages" in shown.text
        assert "Steps of Crossplane 2.4" in shown.text
        await shown.press("escape")
        assert not shown.selection.verdict


def _silent(story: Story) -> None:
    """No reader answers."""
    story.comparison = None


async def test_failure_says_why_and_r_asks_again(show: Show) -> None:
    lost = Failure(kind=FailureKind.NETWORK, title="registry.example.com does not answer")

    def fail(story: Story) -> None:
        story.refusals = {CompareReaders: lost}

    async with show(readers.why_refused, change=fail) as shown:
        await shown.press("x")
        assert "✗ registry.example.com does not answer" in shown.text
        assert "Steps of Crossplane 2.4" in shown.text
        shown.story.refusals = {}
        await shown.press("r")
        assert "▶ Crossplane 2.4" in shown.text


async def test_nothing_hostile_reaches_the_terminal(show: Show) -> None:
    async with show(readers.why_hostile) as shown:
        await shown.press("x", "enter", "G")
        assert not any(character in shown.text for character in "\x1b\x07\u202e")
        assert "[bold]" in shown.text


async def said(source: str, port: LocalPort) -> str:
    """The readers of a source, and the page of each."""
    return await (await Walk(source, port).open()).verdict(TabId.WHY, PaneId.READERS)


async def test_stream_is_compared_by_those_that_parse_one(tmp_path: Path, port: LocalPort) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(STREAM)
    text = await said(str(path), port)
    assert "✓ accepts" in text
    assert "crossplane xpkg extract" not in text
    assert "What if" not in text


async def test_index_without_an_image_says_what_each_reader_says(tmp_path: Path, port: LocalPort) -> None:
    assert "✗ refuses" in await said(str(write_layout(tmp_path / "layout", index())), port)


async def test_platforms_are_compared_in_why(tmp_path: Path, port: LocalPort) -> None:
    built = index((GOOD, "linux/amd64"), (DISAGREEING["labels alone"], "linux/arm64"))
    text = await said(str(write_layout(tmp_path / "layout", built)), port)
    assert "linux/arm64" in text.partition("package.yaml on each platform")[2]


async def test_packages_without_a_base_layer_have_no_what_if(tmp_path: Path, port: LocalPort) -> None:
    path = write_layout(tmp_path / "layout", image(layer(*bundles.members()), labels=bundles.LABELS))
    text = await said(str(path), port)
    assert "opm" in text
    assert "What if another" not in text


TAKES = {
    "bundle": "one object per file",
    "catalog": "each file not ignored",
    "stack": "files by their names",
    "plain": "all of manifests",
}


@pytest.mark.parametrize("format", TAKES)
async def test_what_a_tool_takes_is_said_whole(format: str, port: LocalPort) -> None:
    walk = await Walk(demo_source(format), port).open()
    for width in (60, 80, 120, 160):
        model = await walk.model(Selection(verdict=True, tabs={Subject.VERDICT: TabId.WHY}), width)
        rows = drawn_pane(model.panes[PaneId.READERS], width - 4).plain
        assert TAKES[format] in rows
        assert "flatte…" not in rows
        assert "; it reads" in drawn_page(model.page, width).plain
