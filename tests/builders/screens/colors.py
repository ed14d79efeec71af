"""A whole screen as text with its colors: beneath each row a letter for every style, at the end the styles."""

from typing import Any

from rich.style import Style
from textual.app import App
from textual.strip import Strip

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def colors_of(app: App[Any]) -> str:
    """The rows, each with its letters, and what the letters mean; as the terminal gets them."""
    known: dict[str, str] = {}
    rows = []
    for strip in app.screen._compositor.render_strips():
        for each in app._filters:
            strip = strip.apply_filter(each, app.screen.background_colors[1])
        rows += [strip.text.rstrip(), _letters(strip, known)]
    meanings = [f"{letter}: {words}" for words, letter in known.items()]
    return "\n".join((*rows, "", *meanings)) + "\n"


def _letters(strip: Strip, known: dict[str, str]) -> str:
    found = ""
    for segment in strip:
        words = _words(segment.style or Style.null())
        letter = known.setdefault(words, _LETTERS[len(known)] if len(known) < len(_LETTERS) else "?")
        found += letter * segment.cell_length
    return found


def _words(style: Style) -> str:
    colors = [color.name if color and not color.is_default else "-" for color in (style.color, style.bgcolor)]
    marks = [name for name in ("bold", "dim", "italic", "underline", "reverse") if getattr(style, name)]
    return " ".join((" on ".join(colors), *marks))
