"""Commands at a port."""

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.exit_codes import InternalError
from xpkgtui.cli.reading.port_client import ProgressLine, ask_port, inspect, say_platform
from xpkgtui.inspection.messages.events import Event, PlatformsListed, Progressed, Resolved
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.oci.descriptor import Platform
from xpkgtui.service.port import Port
from xpkgtui.sources.source import SourceForm


class Long:
    """Counts how often a text is made of it."""

    texts = 0

    def __repr__(self) -> str:
        self.texts += 1
        return "long"


def test_no_text_is_made_of_a_result_which_may_have_very_many_rows() -> None:
    result = Long()

    async def work(_port: Port) -> Long:
        return result

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert ask_port(CommandContext(open_port=lambda: ports.FakePort(ports.opening())), work) is result
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.texts == 0


class Terminal(io.StringIO):
    """One of which nobody knows how wide it is."""

    is_live = True

    def __init__(self) -> None:
        super().__init__()
        self._written = io.BytesIO()

    @property
    def buffer(self) -> io.BytesIO:
        return self._written

    def isatty(self) -> bool:
        return self.is_live

    def said(self) -> str:
        return self._written.getvalue().decode()


@contextmanager
def terminal(columns: str = "", *, is_live: bool = True) -> Iterator[Terminal]:
    """Standard error as it is in these lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", columns)
        patch.setattr(sys, "stderr", made := Terminal())
        made.is_live = is_live
        yield made


def progressed(what: str = "Reading", **more: Any) -> Event:
    return Progressed(part=PartName.LAYERS, what=what, **more)


def resolved(*notes: str) -> Event:
    return Resolved(form=SourceForm.STREAM, reference="a", digest=None, notes=notes)


CLEARED = "\r\x1b[2K"


@each_row(
    ("events", "said"),
    [
        ([progressed()], f"{CLEARED}Reading{CLEARED}"),
        ([progressed(total=4_000)], f"{CLEARED}Reading{CLEARED}"),
        ([progressed(done=1_500)], f"{CLEARED}Reading  2 kB{CLEARED}"),
        ([progressed(done=1, total=4_000)], f"{CLEARED}Reading  1 B of 4 kB{CLEARED}"),
        ([progressed("x" * 100)], f"{CLEARED}{'x' * 77}…{CLEARED}"),
        ([progressed("a\x1b[1m")], f"{CLEARED}a␛[1m{CLEARED}"),
        ([resolved("one", "known"), resolved("one", "two")], "note: one\nnote: two\n"),
        ([progressed(), resolved("one")], f"{CLEARED}Reading{CLEARED}note: one\n"),
        ([ports.cost()], ""),
    ],
)
def test_progress_is_one_line_that_goes_and_each_note_is_said_once(events: list[Event], said: str) -> None:
    with terminal() as written:
        line = ProgressLine(["known"])
        for event in events:
            line.show(event)
        line.clear()
        line.clear()
    assert written.said() == said


def test_progress_leaves_the_last_column_free() -> None:
    with terminal("20") as written:
        ProgressLine().show(progressed("x" * 100))
    assert written.said() == f"{CLEARED}{'x' * 18}…"


def test_a_file_of_messages_has_notes_and_no_progress() -> None:
    with terminal(is_live=False) as written:
        for event in (progressed(), resolved("one")):
            ProgressLine().show(event)
    assert written.said() == "note: one\n"


@pytest.mark.parametrize("quietly", [False, True])
async def test_what_is_read_quietly_says_nothing(quietly: bool) -> None:
    port = ports.FakePort(ports.opening(resolved("one"), progressed()))
    with terminal() as written:
        await inspect(port, "a", Options(), quietly=quietly)
    assert written.said() == ("" if quietly else f"note: one\n{CLEARED}Reading{CLEARED}")


async def test_a_bug_of_the_service_is_one_of_the_command() -> None:
    with pytest.raises(InternalError) as raised:
        await inspect(ports.FakePort(ports.opening(ports.failed("bug", "KeyError"))), "a", Options())
    assert str(raised.value) == "KeyError; asked a.example"


OTHER = "note: this is of linux/arm64; Crossplane reads linux/amd64, which the index does not have\n"


@each_row(
    ("asked", "selected", "chosen", "said"),
    [("", True, False, OTHER), ("linux/arm64", True, False, ""), ("", False, False, ""), ("", True, True, "")],
)
def test_another_platform_than_what_is_read_is_said(asked: str, selected: bool, chosen: bool, said: str) -> None:
    row = PlatformRow(
        digest=None,
        media_type="",
        size=0,
        platform=Platform(os="linux", architecture="arm64"),
        role=PlatformRole.IMAGE,
        selected=selected,
        chosen=chosen,
    )
    with terminal() as written:
        say_platform(ports.inspection(PlatformsListed(rows=(row,), is_index=True)), asked)
    assert written.said() == said
