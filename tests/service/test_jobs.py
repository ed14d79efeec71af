"""Requests are answered in tasks of their own, and the newest in a lane ends the older ones."""

import asyncio

from xpkgtui.errors import Failure, FailureKind, NotFound
from xpkgtui.inspection.messages.events import Emit, Event, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import (
    ListFiles,
    ListTags,
    Open,
    Options,
    ReadFacts,
    ReadText,
    Request,
    SearchText,
    Text,
    View,
)
from xpkgtui.service.jobs import Jobs
from xpkgtui.service.local import LocalEndpoint


class Answers:
    """Answers `Open` with one event and then waits for ever; others by their kind."""

    def __init__(self) -> None:
        self.cancelled: list[Request] = []
        self.closed = False

    async def answer(self, request: Request, emit: Emit) -> None:
        await emit(Progressed(part=PartName.PLATFORMS, what=type(request).__name__))
        match request:
            case Open():
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    self.cancelled.append(request)
                    raise
            case ReadText():
                await asyncio.Event().wait()
            case ReadFacts():
                raise NotFound("There is no document 7.")
            case SearchText():
                raise MemoryError
            case ListFiles():
                raise RuntimeError("boom \x1b")
            case ListTags():
                raise ConnectionResetError("the registry")

    def close(self) -> None:
        self.closed = True


BOOM = Answers.answer.__code__.co_firstlineno + 16


class Sent:
    def __init__(self) -> None:
        self.queue: asyncio.Queue[tuple[int, Event | None]] = asyncio.Queue()

    async def __call__(self, number: int, event: Event | None) -> None:
        await self.queue.put((number, event))


async def test_the_newest_request_in_a_lane_ends_the_older_one() -> None:
    answers, sent = Answers(), Sent()
    jobs = Jobs(answers, sent)
    first = Open(source="first")
    jobs.start(1, first)
    assert (await sent.queue.get())[0] == 1
    jobs.start(2, Open(source="second"))
    sent_events = [await sent.queue.get(), await sent.queue.get()]
    assert (1, None) in sent_events
    assert answers.cancelled == [first]
    jobs.close()


async def test_requests_of_other_lanes_go_on() -> None:
    answers, sent = Answers(), Sent()
    jobs = Jobs(answers, sent)
    jobs.start(1, Open(source="x"))
    jobs.start(2, ReadFacts(document=7))
    while (await sent.queue.get()) != (2, None):
        pass
    assert not answers.cancelled
    jobs.close()


async def test_what_is_opened_ends_every_answer_about_what_was_open_before() -> None:
    sent = Sent()
    jobs = Jobs(Answers(), sent)
    jobs.start(1, ReadText(text=Text.CONFIG))
    await sent.queue.get()
    jobs.start(2, Open(source="x"))
    assert (1, None) in [await sent.queue.get(), await sent.queue.get()]
    jobs.close()


async def _events(request: Request) -> list[Event]:
    endpoint = LocalEndpoint(Answers())
    found = [event async for event in endpoint.ask(request)]
    endpoint.close()
    return found


async def test_an_error_becomes_the_failure_of_its_part() -> None:
    last = (await _events(ReadFacts(document=7)))[-1]
    assert isinstance(last, PartFailed)
    assert (last.part, last.failure.kind) == ("facts", "not-found")


async def test_a_bug_is_reported_and_the_reply_ends() -> None:
    last = (await _events(ListFiles(view=View.BASE)))[-1]
    assert isinstance(last, PartFailed)
    assert last.failure == Failure(
        kind=FailureKind.BUG,
        title="RuntimeError while answering ListFiles: boom \x1b",
        tried=(f"it happened in {__name__}, line {BOOM}",),
        hint="This is a bug in xpkgtui. Report it, with the package if you may share it.",
    )


async def test_too_little_memory_is_no_bug() -> None:
    last = (await _events(SearchText(word="a")))[-1]
    assert isinstance(last, PartFailed)
    assert (last.failure.kind, last.failure.title) == (
        FailureKind.UNDECIDED,
        "There is not enough memory to read this package.",
    )


async def test_a_connection_that_breaks_while_answering_ends_the_reply() -> None:
    last = (await _events(ListTags(repository="a", options=Options())))[-1]
    assert isinstance(last, PartFailed)
    assert last.failure.title == "ConnectionResetError while answering ListTags: the registry"


async def test_nothing_more_is_sent_where_nothing_takes_it() -> None:
    sent: list[Event | None] = []

    async def send(_number: int, event: Event | None) -> None:
        sent.append(event)
        raise BrokenPipeError

    jobs = Jobs(Answers(), send)
    jobs.start(1, ReadFacts(document=7))
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
    assert len(sent) == 1
