"""The picture of the screen as a file of its own."""

import re
from datetime import UTC, datetime
from pathlib import Path

from xpkgtui.patterns import late

_FONT_FACE = late(r"@font-face\s*\{[^}]*\}\s*")
_FONT = late(r"font-family:\s*Fira Code\b")
_COMMENT = late(r"<!--.*?-->\s*", re.DOTALL)
FONTS = "DejaVu Sans Mono, Menlo, Consolas"
"""Fonts that computers have, and that have our signs; the font of the export is loaded from a network."""


def self_contained(svg: str) -> str:
    """Returns the SVG with fonts of the computer, so that showing it sends no request."""
    # Beyond its styles stands the text of the screen, which may say the same.
    styles, end, screen = svg.partition("</style>")
    styles = _FONT.sub(f"font-family: {FONTS}", _FONT_FACE.sub("", _COMMENT.sub("", styles)))
    return f"{styles}{end}{screen}"


def save(svg: str) -> str:
    """Writes it into the current folder, over nothing that is there; says where, or why not."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for number in range(100):
        path = Path.cwd() / f"xpkgtui-{stamp}{f'-{number}' if number else ''}.svg"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(svg)
        except FileExistsError:
            continue
        except OSError as error:
            return f"The picture could not be saved: {error.strerror}"
        return f"Saved {path}"
    return "The picture could not be saved: too many of this second."
