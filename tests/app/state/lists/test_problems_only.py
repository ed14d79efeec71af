"""Only what matters: what stays, that the border says so, and that the cursor keeps its row."""

from collections.abc import Callable

import pytest
from builders.pilots import Claims, Show, Shown
from builders.screens import images, judgements, stories, streams
from builders.screens.images import AWS
from builders.screens.port import Story

from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.selection import ListId, Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import FileRow, Whiteout
from xpkgtui.rules.finding import Finding, Place, Severity


def has(words: str) -> Callable[[Shown], bool]:
    """These words are on the screen."""
    return lambda shown: words in shown.text


def chosen(document: int) -> Callable[[Shown], bool]:
    """The cursor stands on this object."""
    return lambda shown: shown.selection.document == document


ACCEPTED: Claims = {
    "a row that is hidden gives way": (("G", "z"), chosen(1)),
    "and is chosen again": (("G", "z", "z"), chosen(25)),
    "layers without annotation are hidden": (
        ("2", "z"),
        lambda shown: [row.key.partition(":")[0] for row in shown.pane("layers").rows] == ["3", "2"],
    ),
    "layers are counted": (("2", "z"), has("2 of 4 layers · problems only (z)")),
    "platforms that are not read are hidden": (("1", "z"), has("1 of 3 entries · problems only (z)")),
    "files without a problem are hidden": (
        ("t", "t", "t", "z"),
        lambda shown: [row.key for row in shown.pane("files").rows] == ["package.yaml"],
    ),
    "files are counted": (("t", "t", "t", "z"), has("1 of 3 entries · problems only (z)")),
    "a filter that finds no file is not blamed on it": (
        ("3", "slash", *"qqq", "enter", "z"),
        has("Nothing in this view matches.  esc clears the filter"),
    ),
    "a filter that finds no object is not blamed on it": (
        ("slash", *"qqq", "enter", "z"),
        has("No object matches the filter.  esc clears it"),
    ),
    "a jump to an object that is hidden shows everything": (
        ("z", "ctrl+p", *"bucketacls", "enter"),
        lambda shown: shown.selection.document == 4 and not shown.selection.problems_only,
    ),
}
WARNED: Claims = {
    "objects that are fine are hidden": (
        ("z",),
        lambda shown: (
            [row.key for row in shown.pane("objects").rows if not row.heading] == ["document:1", "document:4"]
        ),
    ),
    "the border says so": (("z",), has("2 of 1,540 objects · problems only (z)")),
    "z again shows them": (("z", "z"), lambda shown: "problems only" not in shown.text),
    "the cursor stays on what matters": ((">", "z"), chosen(4)),
    "and stays there": ((">", "z", "z"), chosen(4)),
    "another row that was chosen meanwhile stays": (("O", "G", "z", "g", "G", "z"), chosen(4)),
}


async def test_lists_are_narrowed_to_problems_and_back(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert await shown.broken(ACCEPTED) == {}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_many_objects_are_narrowed_to_problems_and_back(size: tuple[int, int], show: Show) -> None:
    async with show(stories.warned, size=size) as shown:
        assert await shown.broken(WARNED) == {}


async def test_files_of_which_none_matters_say_which_key_shows_all(show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press("3", "z")
        assert "No problems here.  z shows 1" in shown.text


async def test_a_list_without_anything_that_matters_says_which_key_shows_all(show: Show) -> None:
    def plain(story: Story) -> None:
        stream = streams.Stream(story.folder / "package.yaml")
        stream.crd("buckets", "s3.aws.upbound.io")
        story.opening = [*images.beginning(AWS), *stream.told(), *judgements.judged(stream.rows)]

    async with show(stories.accepted, change=plain) as shown:
        await shown.press("4", "z")
        assert "No object has an error or warning.  z shows 1" in shown.text


def test_files_that_matter_are_those_that_are_read_meant_removed_or_wrong() -> None:
    def row(path: str, **more: object) -> FileRow:
        return FileRow(path=path, type=EntryType.FILE, size=1, mode=0o644, layer=0, **more)  # type: ignore[arg-type]

    finding = Finding(rule="XPKG301", severity=Severity.WARNING, message="m", place=Place(layer=0, path="./a/b"))
    wrong = problems_only.paths((finding,))
    assert wrong == {"a", "a/b"}
    shown = (
        row("package.yaml", taken=True),
        row("x/package.yaml", decoy=True),
        row("w", whiteout=Whiteout.FILE),
        row("a/b"),
    )
    assert all(problems_only.keeps_file(each, wrong) for each in shown)
    assert not problems_only.keeps_file(row("usr/bin/env"), wrong)


def test_mere_information_is_not_what_matters() -> None:
    finding = Finding(rule="XPKG213", severity=Severity.INFO, message="m", place=Place(layer=3))
    assert problems_only.layers((finding,)) == frozenset()


def test_narrowing_twice_is_as_before() -> None:
    before = Selection(rows={ListId.OBJECTS: "document:3"})
    assert before.narrowed().narrowed() == before


def test_a_hidden_file_that_something_is_said_about_matters() -> None:
    finding = Finding(rule="XPKG301", severity=Severity.WARNING, message="m", place=Place(layer=0, path="./.up/x"))
    assert problems_only.paths((finding,)) == {".up", ".up/x"}


def test_a_name_that_no_list_can_hold_is_not_taken_apart() -> None:
    place = Place(layer=0, path="../" + "a/" * 500_000)
    finding = Finding(rule="XPKG407", severity=Severity.ERROR, message="unsafe", place=place)
    assert problems_only.paths((finding,)) == frozenset()


def test_what_is_wrong_with_another_platform_marks_no_layer_and_no_file() -> None:
    place = Place(platform="linux/arm64", layer=0, path="bin/provider")
    found = (Finding(rule="XPKG309", severity=Severity.WARNING, message="starts", place=place),)
    assert problems_only.platforms(found) == {"linux/arm64"}
    assert (problems_only.layers(found), problems_only.paths(found)) == (frozenset(), frozenset())
