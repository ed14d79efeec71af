"""Pages and panes as text, drawn without a screen."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import chdir
from dataclasses import fields
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from builders.inspection.inspections import answers, opened
from textual.content import Content

from xpkgtui.app.drawing.bands.headline import Headline
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.rows import Pane, draw_row
from xpkgtui.app.screen_model import ScreenModel, screen_model
from xpkgtui.app.state.keys import transitions
from xpkgtui.app.state.replies import Replies, is_reply
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope, Options
from xpkgtui.service.local import LocalPort

_LONGEST = 40
"""Characters of a text that are repeated beside its style."""


def agreed(*parts: Content) -> str:
    """Everything drawn, then each style with what is drawn in it, and how often: a line for each first letter."""
    found = Counter(
        (str(style), part.plain[start:end].strip()[:_LONGEST]) for part in parts for start, end, style in part.spans
    )
    counted = {one: f"{one[1]}{f' x{number}' * (number > 1)}" for one, number in sorted(found.items())}
    groups = groupby(counted, key=lambda one: (one[0], one[1][:1]))
    styles = [f"{style:30} {' | '.join(counted[one] for one in some)}" for (style, _), some in groups]
    lines = ("\n".join(part.plain for part in parts), "── styles", *styles, "")
    return "\n".join(line if "\n" in line else line.rstrip() for line in lines)


def drawn_page(page: Page, width: int = 80) -> Content:
    """What the border says, then the rows."""
    tabs = " · ".join(f"[{tab.name}]" if tab.id == page.tab else tab.name for tab in page.tabs)
    prose = Prose((*page.head, *page.body), width)
    rows = [prose.draw(row, 0, width).rstrip() for row in range(prose.rows)]
    border = [f"── {tabs or page.title}", *(f"{name} {text}" for name, text in _border(page) if text)]
    return below(Content(" ─ ".join(border)), *rows)


def _border(page: Page) -> Iterator[tuple[str, str]]:
    yield "note", page.note
    yield "file", page.file
    yield "copied", page.copied
    yield "asks", type(page.request).__name__ if page.request else ""
    yield "line", str(page.line or "")


def drawn_pane(pane: Pane, width: int = 80) -> Content:
    """What the border says, then the rows or what stands in their place."""
    rows = [draw_row(row, width).rstrip() for row in pane.rows] or list(pane.empty)
    said = (pane.name, pane.chosen, pane.count, pane.note, pane.badges, pane.heading)
    facts = (*said, f"cursor {pane.cursor}" if pane.cursor else "", f"default {pane.default}" if pane.default else "")
    border = Content(" ─ ").join(one if isinstance(one, Content) else Content(one) for one in facts if one)
    return below(Content("── ") + border, *rows)


def in_widths(pane: Pane, *keys: str) -> Content:
    """Some rows, by default the last, at each width at which they look another way, up to that of a wide list.

    Where a row only grows, by a sign before its ellipsis or by blanks, the first and the last width are written.
    """
    chosen = keys or [row.key for row in pane.rows if row.selectable][-1:]
    lines: list[str] = []
    for row in (one for one in pane.rows if one.key in chosen):
        runs: list[list[str]] = []
        before = ""
        for width in range(16, 126):
            text = draw_row(row, width).plain.rstrip()
            if runs and _grows(before, text):
                runs[-1][1:] = [f"{width:3}{text}"]
            elif text != before:
                runs.append([f"{width:3}{text}"])
            before = text
        lines += [line for run in runs for line in run]
    return below(*map(Content, lines))


def _grows(before: str, text: str) -> bool:
    """Whether a row has nothing but one more sign before its ellipsis, or nothing but more blanks."""
    lead, sign, rest = before.partition("…")
    longer, _, rest_of_longer = text.partition("…")
    has_more = bool(sign) and longer[:-1] == lead and rest_of_longer == rest
    return has_more or (text != before and text.split() == before.split())


def drawn_band(band: Headline) -> Content:
    """Every field of a headline that says something."""
    named = ((one.name, getattr(band, one.name)) for one in fields(band))
    lines = (
        Content(f"{name:16}") + (value if isinstance(value, Content) else str(value))
        for name, value in named
        if value
    )
    return below(*lines)


def below(*parts: Content) -> Content:
    """One under the other."""
    return Content("\n").join([*parts, Content("")])


class Walk:
    """What a screen would show of a source, page by page; what pages ask for is answered by a real port."""

    def __init__(self, source: str, port: LocalPort) -> None:
        self.inspection, self._port, self._replies = Inspection(source=source), port, Replies()

    async def open(self, options: Options | None = None) -> Self:
        """Opens and judges it, and compares all readers."""
        self.inspection = await opened(self._port, self.inspection.source, options)
        for event in await answers(self._port, CompareReaders(reach=LayerScope.ALL)):
            self.inspection = fold(self.inspection, event)
        return self

    async def model(self, selection: Selection, width: int = 80) -> ScreenModel:
        """The screen of a selection, once nothing that it shows is missing."""
        while True:
            model = screen_model(self.inspection, selection, self._replies, Options(), busy=False, width=width)
            new = [request for request in model.requests if self._replies.is_new(request)]
            if not new:
                return model
            for request in new:
                self._replies = self._replies.with_request(request)
                for event in await answers(self._port, request):
                    if is_reply(request, event):
                        self._replies = self._replies.with_event(request, event)
                    else:
                        self.inspection = fold(self.inspection, event)

    async def rows(self, list_id: ListId, **facts: Any) -> str:
        """A list in two widths, and each tab of each of its rows."""
        selection = Selection(list_id=list_id, **facts)
        pane = (await self.model(selection)).panes[PaneId(list_id)]
        parts = [*(drawn_pane(pane, width) for width in (40, 90)), in_widths(pane)]
        for row in pane.rows:
            if row.selectable:
                page = (await self.model(selection.with_row(list_id, row.key))).page
                for tab in page.tabs:
                    assert page.subject is not None
                    there = selection.with_row(list_id, row.key).with_tab(page.subject, tab.id)
                    parts.append(drawn_page((await self.model(there)).page))
        return agreed(*parts)

    async def verdict(self, tab: TabId, where: PaneId) -> str:
        """A list of the verdict in two widths, and the page of each of its rows."""
        selection = Selection(verdict=True, tabs={Subject.VERDICT: tab})
        pane = (await self.model(selection)).panes[where]
        parts = [*(drawn_pane(pane, width) for width in (40, 100)), in_widths(pane)]
        for row in pane.rows:
            moved = transitions.moved(self.inspection, selection, where, row.key) if row.selectable else None
            if moved is not None:
                parts.append(drawn_page((await self.model(moved.selection)).page))
        return agreed(*parts)


async def on_shelf(folder: Path, port: LocalPort, *names: str) -> AsyncIterator[Walk]:
    """Walks of packages in a folder, by names that are the same wherever it is."""
    with chdir(folder):
        for name in names:
            yield await Walk(name, port).open()
