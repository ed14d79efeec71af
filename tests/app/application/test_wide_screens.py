"""What a wide screen does with its columns."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from builders.inspection.ports import of_form
from builders.pilots import Show
from builders.screens import stories
from builders.screens.port import Story

from xpkgtui.app.widgets.folded_lists import FoldedLists
from xpkgtui.inspection.messages import events, judging
from xpkgtui.sources.source import SourceForm

SIZES = [(100, 30), (120, 40), (160, 50), (220, 60)]


def of(form: SourceForm) -> Callable[[Story], None]:
    """The package as a source without an image."""

    def change(story: Story) -> None:
        kept = [
            event for event in story.opening if not isinstance(event, events.PlatformsListed | events.ManifestRead)
        ]
        story.opening = [
            events.Resolved(reference=story.source or "", digest=None, **of_form(form))
            if isinstance(event, events.Resolved)
            else event
            for event in kept
        ]

    return change


async def test_empty_lists_are_one_line_so_that_objects_have_the_height(show: Show) -> None:
    why = "package.yaml read directly"
    async with show(stories.accepted, change=of(SourceForm.STREAM)) as shown:
        for size in SIZES:
            await shown.anew(size=size)
            lines = shown.text.splitlines()
            assert f"no image: {why}" in lines[2]
            assert "4 Objects" in lines[3]
            assert shown.screen.query_one("#objects").size.height == size[1] - 6
            await shown.press("2")
            assert "2 Layers" in shown.text.splitlines()[3]
            assert f"no layers: {why}" in shown.text
        await shown.anew()
        await shown.pilot.click(FoldedLists, offset=(shown.text.splitlines()[2].index("2 Layers") + 1, 0))
        await shown.settle()
        assert shown.selection.list_id == "layers"
        await shown.anew(size=(80, 24))
        assert "no image" not in shown.text
        assert "2 Layers 0" in shown.text


async def test_a_folder_has_files_but_neither_platforms_nor_layers(show: Show) -> None:
    async with show(stories.accepted, size=(160, 50), change=of(SourceForm.FOLDER)) as shown:
        lines = shown.text.splitlines()
        assert "1 Platforms · 2 Layers   no image: a folder of sources, not built yet" in lines[2]
        assert "3 Files" in lines[3]
        await shown.press("2")
        assert "no layers: a folder of sources, not built yet" in shown.text


@pytest.mark.parametrize("size", [(160, 50), (220, 60)])
async def test_the_findings_of_an_object_stand_beside_its_yaml(show: Show, size: tuple[int, int]) -> None:
    async with show(stories.warned, size=size) as shown:
        await shown.press("4", "greater_than_sign")
        assert shown.page.tab == "yaml"
        detail, aside = shown.screen.query_one("#detail").region, shown.screen.query_one("#side-page").region
        assert detail.y == aside.y
        assert detail.right == aside.x
        assert detail.width > aside.width >= 38
        assert "Write shortNames." in shown.text
        await shown.press("0", "f")
        assert shown.screen.query_one("#side-page").display, "in full screen as well"
        await shown.press("f", "4", "j")
        assert not shown.screen.query_one("#side-page").display
        assert shown.screen.query_one("#lists").region.width == detail.x
        await shown.press("k")
        assert shown.screen.query_one("#side-page").display
        await shown.resize((159, 50))
        assert not shown.screen.query_one("#side-page").display, "below 160 columns the YAML has all of Detail"


async def test_names_are_whole_where_detail_has_enough_without_their_columns(show: Show) -> None:
    async with show(stories.warned, size=(220, 60), change=_without_findings) as shown:
        await shown.press("4", "B")
        longest = max((row.name or "" for row in shown.app.inspection.rows), key=len)
        await shown.press("slash", *"alertprocessingrulesupp", "enter")
        assert "monitoralertprocessingrulesuppressions.alertsmanagement.azure.m.upbound.io" in shown.text
        assert len(longest) > 62


def _without_findings(story: Story) -> None:
    story.opening = [
        replace(event, findings=()) if isinstance(event, judging.Judged) else event for event in story.opening
    ]


async def test_a_narrow_screen_keeps_the_layer_in_the_verdict_and_gives_a_short_list_all_of_it(show: Show) -> None:
    async with show(stories.accepted, size=(60, 20)) as shown:
        assert "package.yaml from layer 2 (base)" in shown.text.splitlines()[1]
        await shown.resize((80, 24))
        await shown.press("f")
        assert shown.screen.query_one("#objects").region.height == 24 - 3
