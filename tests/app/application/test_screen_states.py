"""Sizes, states and troubles of the screen."""

import gc
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from builders.pilots import Make, Show
from builders.screens import hostile, images, judgements, port, stories

from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.role import Role
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.messages import events, judging
from xpkgtui.inspection.messages.parts import PartName, Ready
from xpkgtui.inspection.messages.requests import ListFiles, Open, ReadText, View
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Acceptance, Finding, Place, Severity


def died(part: PartName = PartName.SERVICE) -> events.PartFailed:
    return events.PartFailed(
        part=part, failure=Failure(kind=FailureKind.BUG, title="The service has died.", hint="r reopens")
    )


async def test_refused_opens_on_the_layer_to_blame_with_its_finding(show: Show) -> None:
    async with show(stories.refused) as shown:
        assert shown.focus == "layers"
        assert shown.selection.row(ListId.LAYERS).startswith("2:")
        assert shown.page.tab == "findings"


async def test_refused_for_an_object_opens_on_that_object(show: Show) -> None:
    def blame(story: port.Story) -> None:
        rows = [row for event in story.opening if isinstance(event, events.ObjectsListed) for row in event.rows]
        finding = Finding(rule="XPKG601", severity=Severity.ERROR, message="no", place=Place(document=3, line=40))
        story.opening = story.opening[:-4] + judgements.judged(
            rows, finding, acceptance=Acceptance.REFUSED, reason="object 3 is wrong"
        )

    async with show(stories.accepted, change=blame) as shown:
        assert shown.focus == "objects"
        assert shown.selection.document == 3
        assert shown.page.tab == "findings"


async def test_what_a_person_chose_is_not_taken_back_by_news(show: Show) -> None:
    async with show(stories.loading, hold=frozenset({"open"})) as shown:
        await shown.press("1")
        for event in stories.accepted(shown.story.folder).opening:
            shown.app.inspection = fold(shown.app.inspection, event)
        await shown.settle()
        assert shown.focus == "platforms"


async def test_escape_undoes_a_filter_before_it_stops_loading(show: Show) -> None:
    async with show(stories.loading, hold=frozenset({"open"})) as shown:
        await shown.press("2", "/", *"zzz", "enter", "escape")
        assert not shown.selection.filters[PaneId.LAYERS]
        assert shown.screen.busy
        await shown.press("escape")
        assert not shown.screen.busy


async def test_a_resize_keeps_the_selection(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "j")
        for size in ((80, 24), (50, 15), (160, 50)):
            await shown.resize(size)
            assert shown.selection.document == 3
            assert shown.focus == "objects"


async def test_a_resize_keeps_the_top_line_of_a_text(show: Show) -> None:
    async with show(stories.accepted, size=(120, 24)) as shown:
        await shown.press("j", "j", "0", "j", "j", "j", "j", "j", "j")
        view = shown.screen.query_one("#detail", TextView)
        before = view.top[1]
        await shown.resize((110, 24))
        assert view.top[1] == before


async def test_below_60_columns_the_list_stands_alone_and_enter_opens_detail(show: Show) -> None:
    async with show(stories.accepted, size=(50, 15)) as shown:
        assert "Overview" not in shown.text
        await shown.press("enter")
        assert "Overview" in shown.text
        await shown.press("escape")
        assert "Overview" not in shown.text


@pytest.mark.parametrize(
    ("make", "sizes"),
    [
        (stories.refused, [(60, 20), (100, 24)]),
        (stories.missing, [(20, 5), (99, 24)]),
        (hostile.hostile, [(20, 5), (60, 20), (300, 90)]),
    ],
    ids=["refused", "missing", "hostile"],
)
async def test_every_size_can_be_drawn(make: Make, sizes: list[tuple[int, int]], show: Show) -> None:
    async with show(make) as shown:
        for size in sizes:
            await shown.anew("x", "F", "escape", "0", "w", "f", size=size)
            assert len(shown.text.split("\n")) == size[1]


async def test_a_dear_layer_says_its_price_and_waits_for_enter(show: Show) -> None:
    def price(story: port.Story) -> None:
        failure = Failure(
            kind=FailureKind.PRICE, title="This reads layer 1: 20.9 MB to fetch.", hint="enter fetches it"
        )
        story.refusals = {ListFiles: failure}

    async with show(stories.accepted, change=price) as shown:
        await shown.press("3")
        assert "20.9 MB to fetch" in shown.text
        assert "enter fetches it" in shown.text
        await shown.press("enter")
        assert shown.port.requests(ListFiles)[-1].consent
        assert "20.9 MB to fetch" not in shown.text


async def test_a_judge_that_died_is_told_and_the_objects_stay(show: Show) -> None:
    def die(story: port.Story) -> None:
        kept: list[events.Event] = [e for e in story.opening if not isinstance(e, judging.VerdictReached)]
        story.opening = [*kept, died(PartName.FINDINGS)]

    async with show(stories.accepted, change=die) as shown:
        assert "Not checked: The service has died." in shown.text
        assert "bucketacls" in shown.text
        await shown.press("r")
        assert len(shown.port.requests(Open)) == 2


async def test_a_service_that_died_while_opening_is_told(show: Show) -> None:
    def die(story: port.Story) -> None:
        story.opening = [*story.opening[:4], died()]

    async with show(stories.accepted, change=die) as shown:
        assert "The service has died." in shown.text


async def test_a_mistake_of_our_own_is_told_and_kills_nothing(show: Show) -> None:
    async with show(stories.accepted) as shown:

        def broken(_request: object) -> list[events.Event]:
            raise RuntimeError("[/]\x1b[31m")

        shown.port.script = broken
        await shown.press("r")
        assert [toast.message[:24] for toast in shown.app._notifications] == ["This is a bug in xpkgtui"]
        assert "Crossplane 2.4 accepts it" in shown.text
        assert isinstance(shown.app.mistake, RuntimeError)


async def test_a_text_that_cannot_be_had_is_a_sentence(show: Show) -> None:
    def refuse(story: port.Story) -> None:
        story.refusals = {ReadText: Failure(kind=FailureKind.CORRUPT, title="Document 1 is broken.")}

    async with show(stories.accepted, change=refuse) as shown:
        await shown.press("i")
        assert "Document 1 is broken." in shown.text


async def test_a_text_that_vanished_is_a_sentence(show: Show) -> None:
    async with show(stories.accepted) as shown:
        (shown.story.folder / "package.yaml").unlink()
        await shown.press("j", "j")
        assert "cannot be read" in shown.text


async def test_a_broken_manifest_leaves_the_platforms(show: Show) -> None:
    def refuse(story: port.Story) -> None:
        story.opening = [*story.opening[:3], died(PartName.LAYERS)]

    async with show(stories.accepted, change=refuse) as shown:
        assert "linux/arm64" in shown.text
        assert "Not read: The service has died" in shown.text


async def test_badges_fill_in_while_it_is_judged(show: Show) -> None:
    def halfway(story: port.Story) -> None:
        kept: list[events.Event] = [e for e in story.opening if not isinstance(e, judging.VerdictReached)]
        story.opening = kept[:-2]

    async with show(stories.accepted, change=halfway, hold=frozenset({"open"})) as shown:
        assert "◌ CRD bucketacls" in shown.text
        assert "Checking package.yaml from layer 2 (annotated base): 0 of 25 objects" in shown.text


async def test_the_band_says_how_long_the_judgement_takes(show: Show) -> None:
    def halfway(story: port.Story) -> None:
        kept = [event for event in story.opening if not isinstance(event, judging.VerdictReached)]
        story.opening = [
            replace(event, done=420, total=1540, rate=186.0) if isinstance(event, judging.Judged) else event
            for event in kept
        ]
        # What has no other event behind it is held for a frame.
        story.opening.append(next(event for event in kept if isinstance(event, events.Fetched)))

    async with show(stories.warned, change=halfway, hold=frozenset({"open"})) as shown:
        await shown.until(lambda: "layer 2" in shown.text.splitlines()[1])
        for size in [(60, 20), (80, 24), (120, 40), (160, 50)]:
            await shown.resize(size)
            band = shown.text.splitlines()[1]
            assert ": 420 of 1,540 objects · 6 s left" in band
            assert "! 1" in band


async def test_without_a_source_the_start_screen_opens_what_is_chosen(show: Show) -> None:
    async with show(unnamed) as shown:
        await shown.press("down", "enter")
        assert shown.port.requests(Open)[-1].source == "demo"


async def test_opened_sources_are_remembered(show: Show) -> None:
    remembered: list[tuple[str, ...]] = []
    async with show(stories.accepted, opened=lambda *what: remembered.append(what)) as shown:
        digest = shown.app.inspection.digest
    assert remembered == [(images.AWS, "", digest), (images.AWS, "accepted", digest)]


async def test_empty_documents_are_no_objects(show: Show) -> None:
    def empty(story: port.Story) -> None:
        story.opening = [
            replace(
                event,
                rows=tuple(replace(row, role=Role.EMPTY) if row.document == 3 else row for row in event.rows),
            )
            if isinstance(event, events.ObjectsListed)
            else event
            for event in story.opening
        ]

    async with show(stories.accepted, change=empty) as shown:
        assert "24 objects" in shown.text
        assert isinstance(shown.app.inspection.objects, Ready)
        assert shown.selection.list_id is ListId.OBJECTS


def unnamed(folder: Path) -> port.Story:
    """A package without a source."""
    story = stories.accepted(folder)
    story.source = None
    return story


async def test_detail_shows_the_meta_object_that_the_cursor_stands_on_though_it_comes_last(show: Show) -> None:
    def last(story: port.Story) -> None:
        story.opening = [
            replace(event, rows=tuple(_meta_last(row) for row in event.rows))
            if isinstance(event, events.ObjectsListed)
            else event
            for event in story.opening
        ]

    async with show(stories.accepted, change=last) as shown:
        assert "▶ ✓ Late" in shown.text
        assert shown.page.key.startswith("object:25:")


def _meta_last(row: ObjectRow) -> ObjectRow:
    """The first document as any other, and the last one as the meta object."""
    if row.document == 1:
        return replace(row, role=Role.OBJECT)
    return replace(row, role=Role.META, kind="Late") if row.document == 25 else row


async def test_why_while_loading_does_not_keep_the_screen_from_going_to_the_objects(show: Show) -> None:
    async with show(stories.accepted, hold=frozenset({"open"})) as shown:
        shown.screen.selection = Selection()
        await shown.press("x", "x")
        assert not shown.selection.touched
        assert shown.focus == "objects"


async def test_the_screen_does_not_leave_why_when_the_verdict_comes(show: Show) -> None:
    async with show(stories.refused) as shown:
        shown.screen.selection = Selection()
        await shown.press("x")
        shown.screen.watch_busy()
        await shown.settle()
        assert shown.selection.verdict


async def test_what_is_fine_opens_on_the_objects_and_why_offers_no_manual_page(show: Show) -> None:
    async with show(stories.accepted, theme_name="nonsense") as shown:
        assert shown.app.theme == "xpkg-dark"
        assert shown.focus == "objects"
        await shown.press("x")
        assert "enter Manual" not in shown.text
    async with show(stories.refused) as shown:
        await shown.press("x")
        assert "enter Manual" in shown.text


async def test_what_is_asked_for_at_the_very_end_leaves_no_warning(show: Show) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with show(stories.accepted) as shown:
            shown.app.client.send(ListFiles(view=View.UPTO, layer=1))
            shown.app.workers.cancel_all()
            await shown.pilot.pause()
        gc.collect()
    assert [each for each in told if "never awaited" in str(each.message)] == []


async def test_standard_input_is_not_read_twice(show: Show) -> None:
    async with show(stories.accepted) as shown:
        shown.app.inspection = replace(shown.app.inspection, source="-")
        asked = len(shown.port.requests(Open))
        await shown.press("r", "ctrl+r")
        assert len(shown.port.requests(Open)) == asked
        assert ["cannot be read twice" in told.message for told in shown.app._notifications] == [True]
