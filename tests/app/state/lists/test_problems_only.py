"""Only what matters: what stays, that the border says so, and that the cursor keeps its row."""

from builders.pilots import Show
from builders.screens import images, judgements, stories, streams
from builders.screens.images import AWS
from builders.screens.port import Story

from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.selection import ListId, Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import FileRow, Whiteout
from xpkgtui.rules.finding import Finding, Place, Severity


async def test_objects_that_are_fine_are_hidden_and_the_border_says_so(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("z")
        keys = [row.key for row in shown.view.objects_pane.rows if not row.heading]
        assert keys == ["document:1", "document:4"]
        assert "2 of 1,540 objects · problems only (z)" in shown.text
        await shown.press("z")
        assert "1,540 objects" in shown.text
        assert "problems only" not in shown.text


async def test_a_narrow_screen_says_it_too(show: Show) -> None:
    async with show(stories.warned, size=(80, 24)) as shown:
        await shown.press("z")
        assert "2 of 1,540 objects · problems only (z)" in shown.text


async def test_the_cursor_stays_on_what_matters(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press(">", "z")
        assert shown.selection.document == 4
        await shown.press("z")
        assert shown.selection.document == 4


async def test_a_row_that_was_hidden_is_chosen_again(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("G", "z")
        assert shown.selection.document == 1
        await shown.press("z")
        assert shown.selection.document == 25


async def test_another_row_that_was_chosen_meanwhile_stays(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("O", "G", "z", "g", "G")
        assert shown.selection.document == 4
        await shown.press("z")
        assert shown.selection.document == 4


async def test_layers_without_annotation_are_hidden(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("2", "z")
        assert [row.key.partition(":")[0] for row in shown.view.layers_pane.rows] == ["3", "2"]
        assert "2 of 4 layers · problems only (z)" in shown.text


async def test_platforms_that_are_not_read_are_hidden(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("1", "z")
        assert len(shown.view.platforms_pane.rows) == 1
        assert "1 of 3 entries · problems only (z)" in shown.text


async def test_a_list_without_anything_that_matters_says_which_key_shows_all(show: Show) -> None:
    def plain(story: Story) -> None:
        stream = streams.Stream(story.folder / "package.yaml")
        stream.crd("buckets", "s3.aws.upbound.io")
        story.opening = [*images.beginning(AWS), *stream.told(), *judgements.judged(stream.rows)]

    async with show(stories.accepted, change=plain) as shown:
        await shown.press("4", "z")
        assert "No object has an error or warning.  z shows 1" in shown.text


async def test_jumping_to_an_object_that_is_hidden_shows_everything_again(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("z", "ctrl+p", *"bucketacls")
        await shown.settle()
        await shown.press("enter")
        await shown.settle()
        assert shown.selection.document == 4
        assert not shown.selection.problems_only


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
    assert all(problems_only.a_file(each, wrong) for each in shown)
    assert not problems_only.a_file(row("usr/bin/env"), wrong)


def test_mere_information_is_not_what_matters() -> None:
    finding = Finding(rule="XPKG213", severity=Severity.INFO, message="m", place=Place(layer=3))
    assert problems_only.layers((finding,)) == frozenset()


def test_narrowing_twice_is_as_before() -> None:
    before = Selection(rows={ListId.OBJECTS: "document:3"})
    assert before.narrowed().narrowed() == before


async def test_files_without_a_problem_are_hidden(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("t", "t", "t", "z")
        assert [row.key for row in shown.view.files_pane.rows] == ["package.yaml"]
        assert "1 of 3 entries · problems only (z)" in shown.text


async def test_files_of_which_none_matters_say_which_key_shows_all(show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press("3", "z")
        assert "No problems here.  z shows 1" in shown.text


def test_a_hidden_file_that_something_is_said_about_matters() -> None:
    finding = Finding(rule="XPKG301", severity=Severity.WARNING, message="m", place=Place(layer=0, path="./.up/x"))
    assert problems_only.paths((finding,)) == {".up", ".up/x"}


async def test_a_filter_that_finds_no_file_is_not_blamed_on_what_matters(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "slash", *"qqq", "enter", "z")
        await shown.settle()
        assert "Nothing in this view matches.  esc clears the filter" in shown.text


def test_a_name_that_no_list_can_hold_is_not_taken_apart() -> None:
    place = Place(layer=0, path="../" + "a/" * 500_000)
    finding = Finding(rule="XPKG407", severity=Severity.ERROR, message="unsafe", place=place)
    assert problems_only.paths((finding,)) == frozenset()


async def test_a_filter_that_finds_no_object_is_not_blamed_on_what_matters(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("slash", *"qqq", "enter", "z")
        assert "No object matches the filter.  esc clears it" in shown.text


def test_what_is_wrong_with_another_platform_marks_no_layer_and_no_file() -> None:
    place = Place(platform="linux/arm64", layer=0, path="bin/provider")
    found = (Finding(rule="XPKG309", severity=Severity.WARNING, message="starts", place=place),)
    assert problems_only.platforms(found) == {"linux/arm64"}
    assert (problems_only.layers(found), problems_only.paths(found)) == (frozenset(), frozenset())
