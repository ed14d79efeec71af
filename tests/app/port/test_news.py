"""News that wait for each other, and slices of a judgement that wait for keys."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from builders.inspection import ports

from xpkgtui.app.port.news import News
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import judging
from xpkgtui.rules.finding import Badge


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
