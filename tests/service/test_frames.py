"""Frames carry our values and nothing that could make the other side run code."""

import asyncio
import pickle

import pytest

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed, Resolved
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ListFiles, Open, Options, View
from xpkgtui.rules.finding import Badge, Finding, Place, Severity
from xpkgtui.service.frames import FrameError, decode, encode, frames
from xpkgtui.sources.access import Access
from xpkgtui.sources.source import Form

VALUES = [
    Open(source="x", options=Options(access=Access(plain_http=frozenset({"a:1"}), environment={"HOME": "h"}))),
    ListFiles(view=View.FLATTENED, folder="a/\udcff"),
    Finding(rule="XPKG401", severity=Severity.ERROR, message="\x1b[31m", place=Place(layer=1)),
    Resolved(source="s", form=Form.STREAM, reference="r", digest=None),
    PartFailed(part=None, failure=Failure(kind=FailureKind.BUG, title="t", tried=("a",))),
    (1, Badge.OK),
]


def _body(value: object) -> bytes:
    return encode(value)[4:]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_our_values_come_back_equal(value: object) -> None:
    assert decode(_body(value)) == value


class _AsOfOld:
    """A value in the form that members of enums have before Python 3.11.4."""

    def __init__(self, owner: object, name: str) -> None:
        self._owner, self._name = owner, name

    def __reduce__(self) -> tuple[object, tuple[object, str]]:
        return getattr, (self._owner, self._name)


def test_members_of_enums_are_read_from_every_python() -> None:
    assert decode(_body(_AsOfOld(Severity, "ERROR"))) is Severity.ERROR


@pytest.mark.parametrize(
    ("owner", "name"), [(Severity, "mro"), (Finding, "__init__"), (Severity.ERROR, "name"), ("a", "join")]
)
def test_no_other_attribute_is_read(owner: object, name: str) -> None:
    with pytest.raises(FrameError):
        decode(_body(_AsOfOld(owner, name)))


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        import os

        return os.system, ("true",)


@pytest.mark.parametrize("value", [_Evil(), print, asyncio.Queue])
def test_a_frame_that_names_anything_else_is_refused(value: object) -> None:
    with pytest.raises(FrameError):
        decode(pickle.dumps(value, protocol=5))


def test_a_function_of_ours_is_refused() -> None:
    with pytest.raises(FrameError):
        decode(b"cxpkgtui.service.frames\nencode\n(I1\ntR.")


@pytest.mark.parametrize("data", [b"", b"\x80", b"garbage", b"\x80\x05]."[:2], b"(lp0\n"])
def test_broken_bytes_are_a_frame_error(data: bytes) -> None:
    with pytest.raises(FrameError):
        decode(data)


async def test_frames_end_quietly_where_the_other_side_is_gone() -> None:
    reader = asyncio.StreamReader()
    event: Event = Progressed(part=PartName.LAYERS, what="Reading")
    reader.feed_data(encode((1, event)) + encode((2, None))[:7])
    reader.feed_eof()
    assert [value async for value in frames(reader)] == [(1, event)]


async def test_a_frame_of_absurd_length_is_refused_before_it_is_read() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data(b"\xff\xff\xff\xff")
    with pytest.raises(FrameError):
        async for _ in frames(reader):
            pass
