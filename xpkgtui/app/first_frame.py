"""The first frame: what is known before Textual is loaded, drawn as plain escape codes where the screen will draw it.

Textual and the screen take 0.3 s to load. Until then there is the frame of the screen, with the source that was
asked for and empty lists; nothing in it can turn out to be wrong.
"""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from xpkgtui import __version__, visible
from xpkgtui.app import palettes
from xpkgtui.app.drawing import shares

_DRAWN = 2
"""The descriptor that Textual draws on."""
_TAKE = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""The other screen, without a cursor, and without lines that wrap."""
_NARROW, _LOW = 100, 20
"""A smaller screen has another form, of which only the first lines are drawn."""
_TINY, _LOWEST = 80, 8
"""The smallest screen on which lines are drawn; a smaller one stays empty until Textual draws."""
OF_PACKAGES, OF_SETS = ("1 Platforms", "2 Layers", "3 Files", "4 Objects"), ()
"""The lists of a package; those of a set have other sizes."""
_LOADING = 3
"""Lines of a list that waits."""
ABOUT = "Shows what is in a package of Crossplane or OLM, and which tools accept it"
ASK, CHOOSE = "Open a package", "Or choose one"


class _Run(NamedTuple):
    """A text at a place, from the upper left."""

    line: int
    column: int
    text: str
    color: str = "foreground"
    back: str = "background"


def show(
    source: str | None, theme: str | None, environment: Mapping[str, str], lists: tuple[str, ...] = OF_PACKAGES
) -> None:
    """Draws the frame on the terminal; nothing where Textual draws elsewhere."""
    if "TEXTUAL_DRIVER" in environment:
        return
    try:
        width, height = os.get_terminal_size(_DRAWN)
        os.write(_DRAWN, frame(source, width, height, _palette(theme, environment), lists).encode("utf-8", "replace"))
    except OSError:
        return  # the terminal is gone, or takes nothing: Textual finds out


def frame(
    source: str | None, width: int, height: int, palette: Mapping[str, str], lists: tuple[str, ...] = OF_PACKAGES
) -> str:
    """The frame for a package, or that of the start screen where `source` is None; in no colors without a palette."""
    runs = _start(width, height) if source is None else _package(source, width, height, lists)
    if width < _TINY or height < _LOWEST:
        runs = iter(())
    blank = f"{_style(palette, 'foreground', 'background')}{' ' * width}"
    lines = "".join(f"\x1b[{line};1H{blank}" for line in range(1, height + 1))
    texts = (f"\x1b[{one.line};{one.column}H{_style(palette, one.color, one.back)}{one.text}" for one in runs)
    return f"{_TAKE}{lines}{''.join(texts)}\x1b[0m\x1b[H"


def _package(source: str, width: int, height: int, lists: tuple[str, ...]) -> Iterator[_Run]:
    name = visible.clip(visible.line(source), width - 12)
    yield _Run(1, 1, f" {name}".ljust(width)[:width], "foreground", "panel")
    doing = "Opening" if lists else "Reading"
    yield _Run(2, 1, f" ◌ {doing}: {name}".ljust(width)[:width], "foreground", "wait-back")
    if width < _NARROW or height < _LOW or not lists:
        return
    left = shares.of_lists(width, names=0, may_split=False)
    for number, title in enumerate(lists):
        line = 3 + number * _LOADING
        is_last = number == len(lists) - 1
        lines = height - line if is_last else _LOADING
        yield from _box(line, 1, left, lines, f" {title} ", "primary" if is_last else "line")
    yield from _box(3, left + 1, width - left, height - 3, "  Progress  ", "line")


def _start(width: int, height: int) -> Iterator[_Run]:
    yield _Run(1, 1, f" xpkgtui   {ABOUT}"[:width].ljust(width), "foreground", "panel")
    if width < _NARROW or height < _LOW:
        return
    yield _Run(1, width - len(__version__), __version__, "foreground", "panel")
    yield from _box(2, 1, width, 3, f" {ASK} ", "primary")
    yield from _box(5, 1, width, height - 5, f" {CHOOSE} ", "line")


def _box(line: int, column: int, width: int, lines: int, title: str, color: str) -> Iterator[_Run]:
    yield _Run(line, column, f"╭─{title}".ljust(width - 1, "─") + "╮", color)
    for inside in range(line + 1, line + lines - 1):
        yield _Run(inside, column, f"│{' ' * (width - 2)}│", color)
    yield _Run(line + lines - 1, column, f"╰{'─' * (width - 2)}╯", color)


def _palette(theme: str | None, environment: Mapping[str, str]) -> Mapping[str, str]:
    """The colors of the theme; none where the terminal, or a variable, does not clearly want them."""
    is_plain = environment.get("NO_COLOR") or "TEXTUAL_COLOR_SYSTEM" in environment or theme == "xpkg-ansi"
    if is_plain or environment.get("COLORTERM", "") not in ("truecolor", "24bit"):
        return {}
    return palettes.colors(theme)


def _style(palette: Mapping[str, str], color: str, back: str) -> str:
    if not palette:
        return "\x1b[0m"
    front, ground = (";".join(str(part) for part in bytes.fromhex(palette[name][1:7])) for name in (color, back))
    return f"\x1b[38;2;{front};48;2;{ground}m"
