"""Why: the readers beside each other, their steps, what repairs a package, and what if another layer were base."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle, product
from pathlib import Path

import pytest
from builders.oci.images import BuiltImage, BuiltIndex, image, index, write_layout
from builders.oci.layers import file, layer
from builders.packages import bundles
from builders.packages.disagreeing import DISAGREEING, GOOD, STREAM
from builders.pilots import Show, Shown
from builders.screens import readers
from builders.screens.images import AWS
from builders.screens.opened import open_screen
from builders.screens.port import Story

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.requests import CompareReaders, Reach
from xpkgtui.sources.demos import demo_source

SIZES = ((60, 20), (80, 24), (120, 40), (160, 50))


@asynccontextmanager
async def opened(
    folder: Path, built: BuiltImage | BuiltIndex, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[Shown]:
    path = write_layout(folder / "layout", built, tags=("v1",))
    async with open_screen(path, size=size) as shown:
        yield shown


async def test_band_says_that_another_program_refuses_it(tmp_path: Path) -> None:
    async with opened(tmp_path, DISAGREEING["two bases"]) as shown:
        band = shown.text.splitlines()[1]
        assert "! Accepted by Crossplane 2.4, refused by 2.1 and 2 more: Layers 0 and 1 are annotated base" in band


async def test_band_of_a_package_on_which_programs_of_today_agree_is_as_it_was(tmp_path: Path) -> None:
    async with opened(tmp_path, GOOD) as shown:
        assert "✓ Crossplane 2.4 accepts it: package.yaml from layer 1" in shown.text.splitlines()[1]


async def test_refusal_that_is_only_worth_knowing_leaves_the_band_as_it_is(tmp_path: Path) -> None:
    unlabelled = image(layer(file("package.yaml", STREAM), base=True))
    async with opened(tmp_path, unlabelled) as shown:
        assert shown.app.inspection.comparison is not None
        assert not shown.app.inspection.comparison.agree
        assert "✓ Crossplane 2.4 accepts it" in shown.text.splitlines()[1]


async def test_x_shows_every_reader_with_what_it_takes(tmp_path: Path) -> None:
    async with opened(tmp_path, DISAGREEING["a decoy above"]) as shown:
        await shown.press("x")
        assert shown.focus == "readers"
        (old,) = [row for row in shown.text.splitlines() if "Crossplane 1.13" in row]
        (new,) = [row for row in shown.text.splitlines() if "▶ Crossplane 2.4" in row]
        assert "✓ accepts   layer 0  package.yaml" in old
        assert "✗ refuses   layer 1  examples/package.yaml" in new
        assert 'no kind "Bucket" is registered for version "s3.aws.upbound.io/v1"' in shown.text


async def test_j_and_k_choose_a_reader_whose_steps_are_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, DISAGREEING["two bases"]) as shown:
        await shown.press("x")
        assert "Steps of Crossplane 2.0 – 2.1" in shown.text
        assert "package is invalid due to multiple annotated base layers" in shown.text
        await shown.press("j")
        assert "Steps of Crossplane 2.2 – 2.3" in shown.text


async def test_page_below_the_readers_takes_the_keys_and_gives_them_back(tmp_path: Path) -> None:
    async with opened(tmp_path, DISAGREEING["two bases"], (80, 24)) as shown:
        await shown.press("x", "enter")
        assert shown.focus == "detail"
        await shown.press("G")
        assert "│ repair " in shown.text
        await shown.press("escape")
        assert shown.focus == "readers"
        await shown.press("tab")
        assert shown.focus == "detail"
        await shown.press("escape", "escape")
        assert not shown.selection.verdict


async def test_picture_stands_beside_readers_that_agree(tmp_path: Path) -> None:
    async with opened(tmp_path, GOOD) as shown:
        await shown.press("x")
        assert "✓ All nine readers agree" in shown.text
        assert "API server" in shown.text


async def test_layers_say_what_if_they_were_base(tmp_path: Path) -> None:
    async with opened(tmp_path, GOOD) as shown:
        await shown.press("x", "G")
        (row,) = [row for row in shown.text.splitlines() if "▶  0" in row]
        assert "✗ eight refuse" in row
        assert "What if layer 0 were base" in shown.text
        assert "package.yaml not found in package" in shown.text


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


async def test_base_is_not_taken_for_itself(tmp_path: Path) -> None:
    async with opened(tmp_path, GOOD) as shown:
        await shown.press("2", "g", "b")
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


@pytest.mark.parametrize(("name", "size"), [*zip(DISAGREEING, cycle(SIZES), strict=False)], ids=str)
async def test_readers_are_in_sight_at_every_size(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    async with opened(tmp_path, DISAGREEING[name], size) as shown:
        await shown.press("x")
        assert "▶ Crossplane " in shown.text
        await shown.press("g")
        assert "▶ xpkg specification 1.9" in shown.text
        await shown.press("G")
        assert "▶" in shown.text


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
        assert shown.port.requests(CompareReaders)[-1] == CompareReaders(reach=Reach.ALL)


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


async def test_stream_is_compared_by_those_that_parse_one(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(STREAM)
    async with open_screen(path, size=(120, 40)) as shown:
        await shown.press("x")
        assert "✓ accepts" in shown.text
        assert "crossplane xpkg extract" not in shown.text
        assert "What if" not in shown.text
        await shown.press("b")
        assert [toast.message for toast in shown.app._notifications] == ["There are no layers here."]


async def test_index_without_an_image_says_what_each_reader_says(tmp_path: Path) -> None:
    async with opened(tmp_path, index()) as shown:
        await shown.press("x")
        assert "✗ refuses" in shown.text
        assert "no child with platform linux/amd64 in index" in shown.text


async def test_platforms_are_compared_in_why(tmp_path: Path) -> None:
    built = index((GOOD, "linux/amd64"), (DISAGREEING["labels alone"], "linux/arm64"))
    async with opened(tmp_path, built, (120, 50)) as shown:
        await shown.press("x", "enter", "G")
        assert "package.yaml on each platform" in shown.text
        assert "linux/arm64" in shown.text


async def test_packages_without_a_base_layer_have_no_what_if(tmp_path: Path) -> None:
    path = write_layout(tmp_path / "layout", image(layer(*bundles.members()), labels=bundles.LABELS))
    async with open_screen(path, size=(120, 40)) as shown:
        await shown.press("x")
        assert "▶ opm" in shown.text
        assert "What if another" not in shown.text
        await shown.press("2", "b")
        assert [toast.message for toast in shown.app._notifications] == ["Packages of this kind have no base layer."]


TAKES = {
    "bundle": "one object per file",
    "catalog": "each file not ignored",
    "stack": "files by their names",
    "plain": "all of manifests",
}


# The longest and the shortest of them at every size, the others at one.
@pytest.mark.parametrize(
    ("format", "size"),
    [*product(("catalog", "plain"), SIZES), ("bundle", (80, 24)), ("stack", (120, 40))],
    ids=str,
)
async def test_what_a_tool_takes_is_said_whole(format: str, size: tuple[int, int]) -> None:
    async with open_screen(demo_source(format), size=size) as shown:
        await shown.press("x")
        await shown.settle()
        assert any(TAKES[format] in row for row in shown.text.split("\n"))
        assert "; it takes" in shown.text
        assert "flatte…" not in shown.text
