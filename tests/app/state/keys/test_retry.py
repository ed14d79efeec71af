"""What `r` tries again, and what `esc` stops."""

from dataclasses import replace

import pytest
from builders.inspection import ports

from xpkgtui.app.state.keys import retry
from xpkgtui.app.state.outcomes import Reopen, Retry, Scene
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.parts import Failed, PartName
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, LookInto, OpenPlatform, ReadText, Text, View
from xpkgtui.inspection.rows.files import Gap, GapKind

FILES, TEXT = ListFiles(view=View.BASE), ReadText(text=Text.FILE, path="a")
LOST = Failure(kind=FailureKind.NETWORK, title="a.example cannot be reached.")


def scene(inspection: Inspection, replies: Replies | None = None, *, busy: bool = False) -> Scene:
    return Scene(
        inspection=inspection,
        selection=Selection(),
        replies=replies or Replies(),
        subject=None,
        tabs=(),
        tab=None,
        findings=(),
        busy=busy,
        is_searched=False,
    )


def whole() -> Inspection:
    return ports.inspection(*ports.package())


def test_where_nothing_failed_the_source_is_opened_again() -> None:
    assert retry.refresh(scene(whole())) == Reopen()


@pytest.mark.parametrize("kind", [FailureKind.NETWORK, FailureKind.AUTHENTICATION, FailureKind.STOPPED])
def test_only_the_requests_that_failed_are_sent_again(kind: FailureKind) -> None:
    replies = Replies().with_request(TEXT).with_failure(FILES, replace(LOST, kind=kind))
    assert retry.refresh(scene(whole(), replies)) == Retry((FILES,))
    assert replies.without_failed((FILES,)).is_new(FILES)


def test_a_list_that_lacks_a_layer_is_tried_again() -> None:
    gap = Gap(layer=0, kind=GapKind.UNREAD, reason="gone", failure=FailureKind.NETWORK)
    listed = FilesListed(view=View.BASE, layer=None, folder="", first=0, rows=(), total=0, gaps=(gap,))
    assert retry.refresh(scene(whole(), Replies().with_event(FILES, listed))) == Retry((FILES,))


def test_damage_is_not_tried_again() -> None:
    replies = Replies().with_failure(FILES, replace(LOST, kind=FailureKind.CORRUPT))
    assert retry.refresh(scene(whole(), replies)) == Reopen()


def test_an_image_that_could_not_be_read_is_read_again_and_not_left() -> None:
    lost = fold(whole(), events.PartFailed(part=PartName.LAYERS, failure=LOST))
    entry = lost.shown_entry
    assert entry is not None
    assert entry.digest is not None
    assert retry.refresh(scene(lost)) == OpenPlatform(digest=entry.digest, place=entry.place)


def test_an_old_answer_is_asked_for_again_before_anything_else() -> None:
    known = whole()
    assert known.resolved is not None
    old = replace(known, resolved=replace(known.resolved, stale="cached 12 min ago; registry unreachable"))
    assert retry.refresh(scene(old, Replies().with_failure(FILES, LOST))) == Reopen()


def test_only_what_takes_a_while_can_be_stopped() -> None:
    replies = Replies().with_request(FILES).with_request(LookInto(digest="sha256:1"))
    assert retry.being_fetched(whole(), replies) == (LookInto(digest="sha256:1"),)
    progress = events.Progressed(part=PartName.FILES, what="Reading layer 0", done=12_000_000, total=80_000_000)
    reading = fold(whole(), progress)
    assert FILES in retry.being_fetched(reading, replies)
    assert retry.stopped(reading, FILES).title == "Stopped at 12.0 of 80.0 MB."


def test_an_opening_that_was_stopped_says_so_where_something_is_awaited() -> None:
    given_up = retry.given_up(ports.inspection(ports.resolved(), ports.platforms()))
    assert isinstance(given_up.manifest, Failed)
    assert isinstance(given_up.objects, Failed)
    assert given_up.entries
