"""Frames carry messages and nothing else, and a child that runs another program is noticed at once."""

import asyncio

import pytest

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import Emit, Event, PartFailed, Progressed, Resolved
from xpkgtui.inspection.messages.images import ReadImages
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ListFiles, Request, View
from xpkgtui.service.frames import ANSWERED, ASKED, FrameError, encode, expect_greeting, frames, greeting
from xpkgtui.service.jobs import Jobs
from xpkgtui.sources.source import SourceForm

EVENTS: list[Event | None] = [
    Resolved(form=SourceForm.STREAM, reference="r", digest=None),
    PartFailed(part=None, failure=Failure(kind=FailureKind.BUG, title="t", tried=("a",))),
    None,
]


def received(*sent: bytes) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    for data in sent:
        reader.feed_data(data)
    reader.feed_eof()
    return reader


async def test_messages_come_back_equal_in_their_order() -> None:
    sent = [encode(ANSWERED, (number, event)) for number, event in enumerate(EVENTS)]
    assert [one async for one in frames(received(*sent), ANSWERED)] == list(enumerate(EVENTS))
    asked = (7, ListFiles(view=View.FLATTENED, folder="a/\udcff"))
    assert [one async for one in frames(received(encode(ASKED, asked)), ASKED)] == [asked]


async def test_frames_end_quietly_where_the_other_side_is_gone() -> None:
    event = Progressed(part=PartName.LAYERS, what="Reading")
    reader = received(encode(ANSWERED, (1, event)), encode(ANSWERED, (2, None))[:7])
    assert [value async for value in frames(reader, ANSWERED)] == [(1, event)]


async def test_a_reply_that_is_too_large_for_a_frame_is_a_failure_and_ends_no_process() -> None:
    class Answers:
        async def answer(self, _request: Request, emit: Emit) -> None:
            await emit(Progressed(part=PartName.IMAGES, what="x" * (64 << 20)))

        def close(self) -> None:
            """Holds nothing."""

    sent: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(number: int, event: Event | None) -> None:
        await sent.put(encode(ANSWERED, (number, event)))

    Jobs(Answers(), send).start(3, ReadImages())
    failure = Failure(
        kind=FailureKind.UNDECIDED,
        title="The answer cannot be shown: a message of xpkgtui has at most 64 MiB",
        limit="message",
    )
    came = received(await sent.get(), await sent.get())
    assert [one async for one in frames(came, ANSWERED)] == [
        (3, PartFailed(part=PartName.IMAGES, failure=failure)),
        (3, None),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x00",
        b"\x07\x00\x00\x00garbage",
        b"\x1d\x00\x00\x00cos\nsystem\n(S'true'\ntR.      \n\n",
        encode(ASKED, (1, ListFiles(view=View.BASE))),
    ],
)
async def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(FrameError):
        async for _ in frames(received(data, b" " * 100), ANSWERED):
            pass


async def test_a_child_of_this_program_is_known_by_its_first_frame() -> None:
    reader = received(greeting(), encode(ANSWERED, (1, None)))
    await expect_greeting(reader)
    assert [one async for one in frames(reader, ANSWERED)] == [(1, None)]
    await expect_greeting(received())  # it died before: its last words say why


@pytest.mark.parametrize("first", [encode(ANSWERED, (1, None)), greeting()[:-1] + b"2", b"\xff\xff\xff\xff"])
async def test_a_child_of_another_program_is_refused(first: bytes) -> None:
    with pytest.raises(FrameError):
        await expect_greeting(received(first))
