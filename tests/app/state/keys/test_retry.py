"""What `r` tries again, and what `esc` stops."""

from dataclasses import replace
from typing import Any, cast

from builders.cases import each_row
from builders.inspection import ports
from builders.packages.case_facts import case_about

from xpkgtui.app.state.keys import retry
from xpkgtui.app.state.outcomes import Reopen, Retry, Scene
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.errors import Failure, FailureKind, NotFound
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.parts import Failed, PartName, Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import (
    Judge,
    ListFiles,
    LookInto,
    OpenPlatform,
    Options,
    ReadText,
    Text,
    View,
)
from xpkgtui.inspection.rows.files import Gap, GapKind
from xpkgtui.sources.access import Access

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


@each_row("kind", [FailureKind.NETWORK, FailureKind.AUTHENTICATION, FailureKind.STOPPED])
def test_only_the_requests_that_failed_are_sent_again(kind: FailureKind) -> None:
    replies = Replies().with_request(TEXT).with_failure(FILES, replace(LOST, kind=kind))
    assert retry.refresh(scene(whole(), replies)) == Retry((FILES,))
    assert replies.without_failed((FILES,)).is_new(FILES)


def test_a_list_that_lacks_a_layer_is_tried_again() -> None:
    gap = Gap(layer=0, kind=GapKind.UNREAD, reason="gone", failure=FailureKind.NETWORK)
    listed = FilesListed(view=View.BASE, folder="", first=0, rows=(), total=0, gaps=(gap,))
    assert retry.refresh(scene(whole(), Replies().with_event(FILES, listed))) == Retry((FILES,))


def test_damage_is_not_tried_again() -> None:
    replies = Replies().with_failure(FILES, replace(LOST, kind=FailureKind.CORRUPT))
    assert retry.refresh(scene(whole(), replies)) == Reopen()


def test_an_image_that_could_not_be_read_is_read_again_and_not_left() -> None:
    lost = fold(whole(), events.PartFailed(part=PartName.LAYERS, failure=LOST))
    entry = lost.shown_entry
    assert entry is not None
    assert entry.digest is not None
    lost = replace(lost, platforms=Ready((replace(entry, place="1"),)))
    assert retry.refresh(scene(lost)) == OpenPlatform(digest=entry.digest, place="1")
    assert retry.refresh(scene(replace(lost, is_index=False))) == OpenPlatform(digest=entry.digest, place="")


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


@each_row(
    ("source", "is_worth"),
    [("a.example/b:v1", True), ("docker://a.example/b:v1", True), ("a.example/b:v1#x", True), ("./a.tar", False)],
)
def test_a_registry_may_answer_at_another_try_and_a_file_stays_what_it_is(source: str, is_worth: bool) -> None:
    assert retry.is_worth_a_try(Inspection(source=source)) is is_worth


def test_what_failed_for_another_reason_than_the_file_is_worth_a_try() -> None:
    assert retry.is_worth_a_try(replace(whole(), resolved=replace(whole().resolved, is_remote=True)))  # type: ignore[type-var]
    assert not retry.is_worth_a_try(whole())
    for kind, is_worth in ((FailureKind.STOPPED, True), (FailureKind.CORRUPT, False)):
        failure = replace(LOST, kind=kind)
        assert retry.is_worth_a_try(replace(whole(), failure=failure)) is is_worth
        assert retry.is_worth_a_try(replace(whole(), manifest=Failed(failure))) is is_worth
        assert retry.is_worth_a_try(replace(whole(), failures=((PartName.FILES, failure),))) is is_worth


def test_a_source_that_is_opened_again_asks_for_tags() -> None:
    asked = {
        refresh: retry.opening("a", Options(crossplane="2.4"), platform="linux/arm64", base=1, refresh=refresh)
        for refresh in (None, False, True)
    }
    for refresh, one in asked.items():
        assert (one.source, one.options.platform, one.options.base) == ("a", "linux/arm64", 1)
        access = one.options.access
        assert (access.ask_tags, access.refresh) == (refresh is not None, refresh is True)
    always = Options(access=Access(refresh=True))
    assert retry.opening("a", always, platform="", base=None, refresh=None).options.access.refresh


def test_a_profile_with_a_reader_of_its_own_reads_the_image_again() -> None:
    case = case_about("x", profile="crossplane", crossplane="2.4")
    state = whole()
    assert retry.judged_for(state, case) == Judge(case=case)
    image = replace(case, image=cast(Any, object()))
    assert retry.judged_for(state, image) == Judge(case=image)
    assert retry.judged_for(replace(state, reading=None), image) == Judge(case=image)
    spec = replace(image, profile="spec")
    assert retry.judged_for(state, spec) == OpenPlatform(digest="", profile="spec")
    assert isinstance(retry.judged_for(state, replace(case, profile="spec")), Judge)


def test_the_key_of_the_next_profile_says_which_one_it_is() -> None:
    assert retry.profile_sentence("a", "b") == "Rule profile b"
    assert retry.profile_sentence("a", "a") == "Rule profile a: this format has no other."


def test_a_part_of_the_screen_that_breaks_is_a_bug_unless_it_is_an_error_with_words() -> None:
    assert retry.broken(ValueError("x")) == Failure(
        kind=FailureKind.BUG,
        title="This is a bug in xpkgtui: ValueError('x')",
        hint="r retries; after q, the path of a log is printed",
    )
    assert retry.broken(NotFound("odd")) == NotFound("odd").failure()


def test_what_is_stopped_says_how_to_go_on() -> None:
    assert retry.stopped(whole(), FILES) == Failure(kind=FailureKind.STOPPED, title="Stopped.", hint="enter reads it")
    assert retry.stopped(whole()) == Failure(kind=FailureKind.STOPPED, title="Stopped.", hint="r reads it")
