"""Events that are folded for the screen."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.packages.case_facts import case_about
from builders.screens.quiet import QuietApp
from textual.app import App
from textual.worker import WorkerState

from xpkgtui.app.port.port_client import News, PortClient, is_shown, recent_verdict
from xpkgtui.app.state.replies import Replies
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events, judging
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.parts import Failed, PartName
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import LookInto, Open, Options, Request, SearchText
from xpkgtui.rules.finding import Acceptance, Badge, OtherVerdict, Verdict

pytestmark = pytest.mark.pilot


class Counting(App[None]):
    """What is known, and how often it changed."""

    def __init__(self, *script: Event) -> None:
        super().__init__()
        self.replies, self.busy = Replies(), False
        self.changes: list[Inspection] = []
        self.client = PortClient(ports.FakePort(ports.opening(*script)), self, self, clock=lambda: 0.0)

    @property
    def inspection(self) -> Inspection:
        return self.changes[-1] if self.changes else Inspection(source="")

    @inspection.setter
    def inspection(self, value: Inspection) -> None:
        self.changes.append(value)


async def opened(*script: Event, app: Counting | None = None) -> Counting:
    app = app or Counting(*script)
    async with app.run_test() as pilot:
        app.client.send(Open(source="pkg.xpkg", options=Options()))
        await app.workers.wait_for_complete()
        await pilot.pause()
    return app


def slices(count: int) -> tuple[Event, ...]:
    """A judgement in so many slices, the last of which is known to be it."""
    return tuple(judging.Judged(badges=((1, Badge.OK),), done=done, total=count) for done in range(1, count + 1))


async def test_slices_of_a_judgement_that_come_at_once_change_the_screen_once() -> None:
    beginning = ports.package()[:-2]
    few = await opened(*beginning, *slices(2), ports.judged()[-1])
    many = await opened(*beginning, *slices(200), ports.judged()[-1])
    assert len(many.changes) == len(few.changes)
    assert many.inspection.rows == few.inspection.rows


async def test_of_a_list_in_batches_the_first_is_shown_at_once_and_nothing_is_lost() -> None:
    listed: Any = ports.objects()
    total = 4 * len(listed.rows)
    batches = [
        events.ObjectsListed(first=first, rows=listed.rows, total=total)
        for first in range(0, total, len(listed.rows))
    ]
    app = Counting()
    app.client = PortClient(Slow(ports.opening(*batches)), app, app, clock=lambda: 0.0)
    app = await opened(app=app)
    assert [len(each.rows) for each in app.changes if each.rows] == [len(listed.rows), total]


class Slow(ports.FakePort):
    """A port whose events come one by one."""

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        async for event in super().ask(request):
            yield event
            for _ in range(3):
                await asyncio.sleep(0)


async def test_what_is_at_hand_changes_the_screen_once() -> None:
    app = await opened(*ports.package()[:-2], *slices(3), ports.judged()[-1])
    (only,) = (each for each in app.changes if each.rows)
    assert only.judged is not None


class Unfinished(ports.FakePort):
    """A port that breaks, or never goes on, behind its last event."""

    def __init__(self, *script: Event, breaks: bool) -> None:
        super().__init__(ports.opening(*script))
        self._breaks = breaks

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        async for event in super().ask(request):
            yield event
        if self._breaks:
            raise RuntimeError("the child died")
        await asyncio.Event().wait()


@pytest.mark.parametrize("breaks", [True, False])
async def test_what_was_found_before_the_end_is_shown(breaks: bool) -> None:
    found = judging.Judged(findings=(ports.finding(),), badges=(), done=2, total=9)
    script = (*ports.package()[:-2], judging.Judged(badges=(), done=1, total=9), found)
    app = Counting()
    app.client = PortClient(Unfinished(*script, breaks=breaks), app, app, clock=lambda: 0.0)
    async with app.run_test() as pilot:
        app.client.send(Open(source="pkg.xpkg", options=Options()))
        if not breaks:
            await pilot.pause()
            app.client.stop()
        await pilot.pause()
    assert ports.finding() in app.inspection.findings


async def test_a_search_that_was_superseded_before_it_began_can_be_asked_again() -> None:
    app = Counting()
    port = ports.FakePort(lambda _: (TextFound(documents=frozenset({1}), done=1, total=1),))
    app.client = PortClient(port, app, app, clock=lambda: 0.0)
    first, second = SearchText(word="region"), SearchText(word="regions")
    async with app.run_test() as pilot:
        app.client.send(first)
        app.client.send(second)
        await pilot.pause()
        assert app.replies.is_new(first)
        app.client.send(first)
        await pilot.pause()
    assert app.replies.of(SearchText(word="region"), TextFound)
    assert app.replies.of(SearchText(word="regions"), TextFound)


async def test_a_request_that_ends_without_a_reply_may_be_sent_again() -> None:
    app, client = quiet(ports.inspection(*ports.package()))
    wanted = SearchText(word="region")
    client.send(wanted)
    assert not app.replies.is_new(wanted)
    await app.rest()
    assert app.replies.is_new(wanted)


GONE = "registry unreachable"


@pytest.mark.parametrize(
    ("before", "answer", "said", "outdated", "remembered"),
    [
        ("", {}, [], "", [("pkg.xpkg", "", ports.DIGEST)]),
        ("away", {}, ["Reloaded. (3 s)"], "", [("pkg.xpkg", "", ports.DIGEST)]),
        ("", {"stale": "cached 1 h ago"}, ["Cached 1 h ago. (5 s)"], "", [("pkg.xpkg", "", ports.DIGEST)]),
        ("", {"kind": "network", "title": "It is away."}, ["It is away. (5 s)"], GONE, []),
        ("", {"kind": "corrupt", "title": "It is odd."}, ["It is odd. (5 s)"], "It is odd", []),
    ],
)
async def test_what_is_opened_again_stays_until_it_answers_and_says_how(
    before: str, answer: dict[str, str], said: list[str], outdated: str, remembered: list[Any]
) -> None:
    shown, found = ports.inspection(*ports.package()), list[Any]()
    app: Any = QuietApp(replace(shown, outdated=before))
    app.call_after_refresh = lambda call, *given: call(*given)
    event: Any = ports.failed(**answer) if "kind" in answer else replace(cast(Any, ports.resolved()), **answer)
    port = ports.FakePort(ports.opening(event))
    client = PortClient(port, app, app, opened=lambda *given: found.append(given))
    client.send(Open(source="pkg.xpkg", options=Options()))
    assert app.inspection.rows == shown.rows
    await app.rest()
    assert (app.said, app.inspection.outdated, found) == (said, outdated, remembered)
    assert bool(app.inspection.rows) is not bool(remembered)


@pytest.mark.parametrize(("acceptance", "words"), [(Acceptance.REFUSED, "refused"), (None, "undecided")])
async def test_a_verdict_is_remembered_with_its_package(acceptance: Acceptance | None, words: str) -> None:
    found = list[Any]()
    app: Any = QuietApp(Inspection(source="pkg.xpkg"))
    app.call_after_refresh = lambda call, *given: call(*given)
    concluded = Verdict(acceptance=acceptance, reason="")
    verdict = judging.VerdictReached(profile="crossplane", crossplane="2.4", verdict=concluded)
    port = ports.FakePort(ports.opening(*ports.package(), verdict))
    client = PortClient(port, app, app, opened=lambda *given: found.append(given))
    client.send(Open(source="pkg.xpkg", options=Options()))
    await app.rest()
    assert found[-1] == ("pkg.xpkg", words, ports.DIGEST)


def test_a_package_that_another_tool_refuses_is_remembered_as_disputed() -> None:
    other = OtherVerdict(profile="olmv1", acceptance=Acceptance.REFUSED, reason="no")
    verdict = Verdict(acceptance=Acceptance.ACCEPTED, reason="", others=(other,))
    event = judging.VerdictReached(profile="crossplane", crossplane="2.4", verdict=verdict)
    assert recent_verdict(fold_all(Inspection(source="pkg.xpkg"), (*ports.package(), event)), event) == "disputed"


class Clock:
    """Time that passes when a timer is awaited."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, Callable[[], None]]] = []

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        self._due.append((self.now + seconds, work))
        return cast("asyncio.TimerHandle", _Timer())

    def go_on(self, until: float, each: Callable[[], None] = lambda: None) -> None:
        """Time until then; `each` is called before each timer."""
        while due := [one for one in self._due if one[0] <= until]:
            self._due.remove(due[0])
            self.now = max(self.now, due[0][0])
            each()
            due[0][1]()
        self.now = until


class _Timer:
    def cancel(self) -> None:
        """Nothing is cancelled here."""


class Seen:
    """What is known, and when it changed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.times: list[float] = []
        self._inspection = fold_all(Inspection(source="pkg.xpkg"), ports.package()[:-2])
        self.replies, self.busy = Replies(), True

    @property
    def inspection(self) -> Inspection:
        return self._inspection

    @inspection.setter
    def inspection(self, value: Inspection) -> None:
        self._inspection = value
        self.times.append(self._clock.now)


def judged(done: int) -> judging.Judged:
    return judging.Judged(badges=((1, Badge.OK),), done=done, total=9)


def begun() -> tuple[Clock, Seen, News]:
    """News whose first slice was shown at 0."""
    clock = Clock()
    seen = Seen(clock)
    news = News(cast(Any, seen), clock=clock, broke=_broke, later=clock.later)
    news.hold(judged(1))
    clock.go_on(0.0)
    assert seen.times == [0.0]
    return clock, seen, news


def _broke(error: Exception) -> None:
    raise error


def test_slices_wait_while_keys_are_pressed_and_are_shown_after_them() -> None:
    clock, seen, news = begun()
    news.pressed()
    news.hold(judged(2))
    clock.go_on(0.1)
    assert seen.times == [0.0]
    clock.go_on(0.4)
    assert len(seen.times) == 2


def test_slices_are_shown_each_second_whatever_is_pressed() -> None:
    clock, seen, news = begun()
    news.pressed()
    news.hold(judged(2))
    clock.go_on(3.0, news.pressed)
    assert len(seen.times) == 2
    assert 1.0 <= seen.times[1] < 1.2


def test_a_list_waits_for_no_key() -> None:
    clock, seen, news = begun()
    news.pressed()
    news.hold(ports.objects())
    clock.go_on(0.1)
    assert len(seen.times) == 2


def test_a_list_that_begins_waits_for_no_frame() -> None:
    clock, seen, news = begun()
    clock.go_on(0.01)
    news.hold(ports.objects())
    clock.go_on(0.011)
    assert seen.times == [0.0, 0.01]


def quiet(inspection: Inspection) -> tuple[QuietApp, PortClient]:
    app: Any = QuietApp(inspection)
    return app, PortClient(ports.FakePort(lambda _: ()), app, app)


async def test_the_next_profile_judges_what_is_read_and_what_is_opened_later() -> None:
    options = Options()
    app, client = quiet(Inspection(source="x"))
    assert client.switch_profile(options) is options
    assert app.said == ["Nothing to check yet. (3 s)"]
    case = case_about("x", profile="crossplane", crossplane="2.4")
    app, client = quiet(ports.inspection(*ports.package(), events.CaseReady(case=case)))
    later = client.switch_profile(options)
    assert (later.profile, later.asked_profile) == ("crossplane-1", "crossplane-1")
    assert app.said == ["Rule profile crossplane-1 (3 s)"]
    await app.rest()


def test_what_opens_is_stopped_before_what_a_pane_waits_for() -> None:
    wanted = LookInto(digest="sha256:1")
    state = fold_all(Inspection(source="x"), (ports.resolved(),))
    for is_busy, said, stopped, fails in (
        (True, "Stopped. r opens it again. (5 s)", "open", False),
        (False, "Stopped. (5 s)", wanted.lane, True),
    ):
        app, client = quiet(state)
        app.busy, app.replies = is_busy, Replies().with_request(wanted)
        client.stop()
        assert (app.said, app.did) == ([said], ["stop background", f"stop {stopped}"])
        assert isinstance(app.replies.known[wanted], Failed) is fails
        assert (app.inspection == state) is fails
    app, client = quiet(state)
    client.stop()
    assert app.said == ["Stopped. r opens it again. (5 s)"]


def test_a_source_is_shown_once_it_is_known_what_it_is_until_it_fails() -> None:
    opened = fold_all(Inspection(source="x"), (ports.resolved(),))
    lost = replace(opened, failure=Failure(kind=FailureKind.NETWORK, title=""))
    states = (opened, replace(opened, source="y"), Inspection(source="x"), lost)
    assert [is_shown(one, "x") for one in states] == [True, False, False, False]


@each_row(
    ("group", "is_finished", "others", "busy"),
    [
        ("open", True, (), False),
        ("open", True, (("open", False),), True),
        ("open", True, (("open", True), ("look", False)), False),
        ("open", False, (), True),
        ("look", True, (), True),
    ],
)
def test_it_is_busy_until_the_last_worker_that_opens_is_finished(
    group: str, is_finished: bool, others: tuple[tuple[str, bool], ...], busy: bool
) -> None:
    app, client = quiet(fold_all(Inspection(source="x"), (ports.resolved(),)))
    state = app.inspection
    known: Any = app
    known.busy, known.workers = True, [SimpleNamespace(group=name, is_finished=ends) for name, ends in others]
    worker = SimpleNamespace(group=group, is_finished=is_finished, error=RuntimeError("broke"))
    event: Any = SimpleNamespace(worker=worker, state=WorkerState.SUCCESS)
    client.worker_changed(event)
    assert (app.busy, app.inspection == state, app.said) == (busy, busy, [])
    event.state = WorkerState.ERROR
    client.worker_changed(event)
    assert app.said == ["This is a bug in xpkgtui: RuntimeError('broke') (5 s)"]
    assert PartName.SERVICE in dict(app.inspection.failures)
