"""Pages and panes as text, drawn without a screen."""

from collections.abc import Iterator
from dataclasses import fields

from textual.content import Content

from xpkgtui.app.drawing.bands.headline import Headline
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.rows import Pane, draw_row


def drawn_page(page: Page, width: int = 80) -> str:
    """What the border says, then the rows."""
    tabs = " · ".join(f"[{tab.name}]" if tab.id == page.tab else tab.name for tab in page.tabs)
    prose = Prose((*page.head, *page.body), width)
    rows = [prose.draw(row, 0, width).plain.rstrip() for row in range(prose.rows)]
    border = [f"── {tabs or page.title}", *(f"{name} {text}" for name, text in _border(page) if text)]
    return "\n".join([" ─ ".join(border), *rows, ""])


def _border(page: Page) -> Iterator[tuple[str, str]]:
    yield "note", page.note
    yield "file", page.file
    yield "copied", page.copied
    yield "asks", type(page.request).__name__ if page.request else ""
    yield "line", str(page.line or "")


def drawn_pane(pane: Pane, width: int = 80) -> str:
    """What the border says, then the rows or what stands in their place."""
    rows = [draw_row(row, width).plain.rstrip() for row in pane.rows] or [line.plain for line in pane.empty]
    facts = (pane.name, pane.chosen, pane.count, pane.note.plain, f"cursor {pane.cursor}" if pane.cursor else "")
    return "\n".join([f"── {' ─ '.join(filter(None, facts))}", *rows, ""])


def drawn_band(band: Headline) -> str:
    """Every field of a headline that says something."""
    named = ((one.name, getattr(band, one.name)) for one in fields(band))
    said = ((name, value.plain if isinstance(value, Content) else value) for name, value in named)
    return "\n".join(f"{name:16}{value}" for name, value in said if value) + "\n"
