"""An inspector that is closed keeps nothing of the process."""

import asyncio
import threading
from pathlib import Path

import pytest

from xpkgtui.errors import XpkgError
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.inspection.messages.schemas import PackagesFound, SearchPackages

OPENINGS = 30


async def ignore(_event: Event) -> None:
    """Takes an event."""


async def closed_after(source: str, *, is_interrupted: bool) -> None:
    """Opens a source with an inspector of its own; interrupted, the inspector is closed in the middle of it."""
    inspector = Inspector()
    began = asyncio.Event()

    async def emit(_event: Event) -> None:
        began.set()

    opening = asyncio.create_task(inspector.answer(Open(source=source), emit if is_interrupted else ignore))
    if is_interrupted:
        await asyncio.wait({opening, asyncio.create_task(began.wait())}, return_when=asyncio.FIRST_COMPLETED)
        inspector.close()
        opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    if not opening.cancelled() and (error := opening.exception()) and not isinstance(error, XpkgError):
        raise error
    inspector.close()


@pytest.mark.parametrize(
    ("source", "is_interrupted"),
    [("package.yaml", False), ("missing", False), ("package.yaml", True)],
)
async def test_its_threads_end(
    source: str, is_interrupted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("package.yaml").write_text("apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n")
    before = set(threading.enumerate())
    for _ in range(OPENINGS):
        await closed_after(source, is_interrupted=is_interrupted)
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(10)
    assert not [thread for thread in left if thread.is_alive()]


async def test_packages_that_were_opened_before_are_searched_before_anything_is_open(tmp_path: Path) -> None:
    inspector, events = Inspector(), list[Event]()

    async def emit(event: Event) -> None:
        events.append(event)

    for _ in range(2):
        await inspector.answer(SearchPackages(words="a", cache_dir=str(tmp_path)), emit)
    inspector.close()
    assert [isinstance(one, PackagesFound) and one.found for one in events] == [(), ()]
