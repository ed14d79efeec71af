"""Completions of what is typed: packages here, recent sources and references in the cache; nothing is requested."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import middle, safe, words
from xpkgtui.app.start.choices import DEMO, Offered
from xpkgtui.app.start.moments import moment

_MOST = 200
_NOTE = 24
_WIDE = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A source that is known, and where from."""

    source: str
    note: str


@dataclass(frozen=True, slots=True)
class _Found:
    completion: Completion
    typed: str


def known(offered: Offered) -> tuple[Completion, ...]:
    """Every source that is known, each once: recent ones first, newest first."""
    notes: dict[str, str] = {}
    for recent in offered.recents:
        notes.setdefault(recent.source, f"opened {moment(recent.at, offered.now)}".rstrip())
    for near in offered.found:
        notes.setdefault(near.path, near.kind)
    for reference in sorted(offered.references, reverse=True):
        notes.setdefault(reference, "in the cache")
    notes.setdefault(DEMO, "built in")
    return tuple(Completion(source=source, note=note) for source, note in notes.items())


def completing(every: Sequence[Completion], typed: str) -> tuple[Completion, ...]:
    """Those that begin with what is typed, then those that hold it."""
    wanted = typed.strip()
    if not wanted:
        return ()
    begins = [each for each in every if each.source.startswith(wanted) and each.source != wanted]
    folded = wanted.casefold()
    holds = [each for each in every if not each.source.startswith(wanted) and folded in each.source.casefold()]
    return tuple((begins + holds)[:_MOST])


def pane(every: Sequence[Completion], typed: str) -> Pane:
    """The completions as rows."""
    found = completing(every, typed)
    rows = tuple(Row(each.source, _Found(each, typed.strip()), _cells) for each in found)
    counted = f"{len(found)} of " if typed.strip() else ""
    note = words(f"{counted}{len(every)} known · no request made", "$muted")
    return Pane(name="", rows=rows, note=note, default=rows[0].key if rows else "")


def _cells(found: _Found, width: int) -> tuple[Cell, ...]:
    room = width - 3 - (_NOTE if width >= _WIDE else 0)
    source = visible.line(found.completion.source)
    name = Content.styled(middle(source, max(1, room)), "$foreground")
    at = name.plain.casefold().find(found.typed.casefold())
    if at >= 0:
        name = name.stylize("bold", at, at + len(found.typed))
    note = safe(found.completion.note, "$muted")
    return (Cell(name), *((Cell(note, _NOTE),) if width >= _WIDE else ()))
