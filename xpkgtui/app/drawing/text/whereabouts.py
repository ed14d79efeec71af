"""The border of a text: its tabs above; below the match, the file, the line, and which one of its list it is."""

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.styled_text import BLANK, safe, tabs
from xpkgtui.app.state.selection import Subject, TabId

_TERM = 20
"""Characters of a searched word that are shown."""
_FILE = 16
"""Characters to which the name of a file may be cut."""


def title(page: Page, width: int, *, focused: bool) -> Content:
    """The tabs of a page, or its title where they stand elsewhere; counts say of what where there is room."""
    if page.title:
        return safe(page.title, "$muted")
    active = next((number for number, tab in enumerate(page.tabs) if tab.id == page.tab), 0)
    names = [tab.name for tab in page.tabs]
    of_what = "in all" if page.subject is Subject.VERDICT else "here"
    longer = [
        f"{tab.name} {of_what}" if tab.id is TabId.FINDINGS and " " in tab.name else tab.name for tab in page.tabs
    ]
    names = longer if len(" ─ ".join(longer)) < width else names
    line = "$accent" if focused else "$line"
    return tabs(names, active, line=line, click="screen.tab_at") if names else BLANK


def whereabouts(page: Page, line: int | None, *, wanted: str, matches: str, width: int) -> Content:
    """`/spec 2 of 9 · package.yaml · line 6,199 · 4 of 1,540`; the file is cut first, then the number goes."""
    match = f"/{visible.clip(visible.line(wanted), _TERM)} {matches}" if wanted and matches else ""
    if not page.file or line is None:
        name, dot, rest = page.note.partition(" · ")
        room = width - len(match) - (3 if match else 0) - len(dot) - len(rest)
        note = f"{visible.middle(name, max(room, _FILE))}{dot}{rest}"
        return Content.styled(" · ".join(part for part in (match, note) if part), "$muted")
    at = f"line {line:,}"
    words = at
    for file, number in ((page.file, page.number), (page.file, ""), ("", page.number), ("", "")):
        room = width - len(" · ".join(part for part in (match, at, number, " " if file else "") if part))
        if room >= min(len(file), _FILE) - bool(file):
            words = " · ".join(part for part in (match, visible.middle(file, room + 1), at, number) if part)
            break
    return Content.styled(words, "$muted")
