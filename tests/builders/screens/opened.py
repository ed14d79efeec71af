"""A real source, opened by the real port, under a pilot's hands."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import BinaryIO

from builders.pilots import Shown

from xpkgtui.app.application import Application
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.service.local import LocalPort


@asynccontextmanager
async def open_screen(
    source: str | Path,
    *,
    size: tuple[int, int] = (80, 24),
    stdin: BinaryIO | None = None,
    options: Options | None = None,
    opened: Callable[[str, str, str], None] | None = None,
) -> AsyncIterator[Shown]:
    """The screen of a source when everything has come to rest."""
    port = LocalPort(stdin=stdin)
    app = Application(port, source=str(source), options=options or Options(price=-1), opened=opened)
    try:
        async with app.run_test(size=size) as pilot:
            shown = Shown(app, port, pilot)
            await shown.settle()
            yield shown
    finally:
        await port.close()
