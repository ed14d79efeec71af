"""Objects in sight have their badge before their turn, which counts nowhere."""

from pathlib import Path

from builders.pilots import Show, Shown
from builders.screens import stories
from builders.screens.port import Story

from xpkgtui.app.state.selection import PaneId
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.requests import Preview
from xpkgtui.rules.finding import Badge

HELD = frozenset({"open"})


def judging(folder: Path) -> Story:
    """A package whose judgement has only begun."""
    story = stories.warned(folder)
    begun = next(number for number, event in enumerate(story.opening) if isinstance(event, Judged))
    del story.opening[begun:]
    story.opening.append(Judged(restart=True))
    return story


def objects(shown: Shown) -> RowList:
    return shown.app.screen.query_one(f"#{PaneId.OBJECTS}", RowList)


def badges(shown: Shown) -> list[Badge | None]:
    """Those of the rows in sight, without headings."""
    rows = objects(shown)
    seen = rows.pane.rows[rows.top[0] : rows.top[0] + rows.size.height]
    return [row.value.row.badge for row in seen if not row.heading]


async def test_rows_that_come_into_sight_have_their_badges(show: Show) -> None:
    async with show(judging, size=(120, 40), hold=HELD) as shown:
        await shown.press("O", "G")
        await shown.until(lambda: set(badges(shown)) == {Badge.ERROR})
        assert sum(len(one.documents) for one in shown.port.requests(Preview)) < 200


async def test_no_total_counts_them(show: Show) -> None:
    async with show(judging, size=(120, 40), hold=HELD) as shown:
        await shown.press("O", "G")
        await shown.until(lambda: Badge.ERROR in badges(shown))
        assert "✗" not in objects(shown).pane.note.plain
        assert not shown.app.inspection.findings


async def test_an_object_in_sight_has_its_findings(show: Show) -> None:
    async with show(judging, size=(120, 40), hold=HELD) as shown:
        await shown.press("O", "G")
        await shown.until(lambda: "Findings 1" in [tab.name for tab in shown.page.tabs])
