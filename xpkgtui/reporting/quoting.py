"""Text of a package in Markdown, without markup."""

import re
from collections.abc import Iterable, Iterator

from xpkgtui.patterns import late
from xpkgtui.visible import line

_BAR = ("|", "\\|")
_BACKTICKS = late("`+")
_MENTION = late("@(?=[A-Za-z0-9])", re.ASCII)


def markdown_text(text: str) -> str:
    """Text of which nothing is Markdown."""
    safe = "".join(f"\\{character}" if character in "\\`*_[]<>|#!~&$" else character for character in line(text))
    return _MENTION.sub("@<!-- -->", safe)


def markdown_prose(text: str) -> str:
    """A sentence of the program, whose parts in backticks are code; what it quotes of a package is no markup."""
    parts = text.split("`")
    if len(parts) % 2 == 0 or not all(one.strip() for one in parts[1::2]):
        return markdown_text(text)
    return "".join(f"`{line(one)}`" if number % 2 else markdown_text(one) for number, one in enumerate(parts))


def markdown_code(text: str, *, in_cell: bool = False) -> str:
    """Text between more backticks than it has; only in a cell of a table a backslash, not shown, leads a bar."""
    plain = line(text)
    fence = "`" * (1 + max(map(len, _BACKTICKS.findall(plain)), default=0))
    if plain[:1] in ("`", " ") or plain[-1:] == "`":
        plain = f" {plain} "  # one blank at both ends is taken away
    return f"{fence}{plain.replace(*_BAR) if in_cell else plain}{fence}"


def foldable(title: str, rows: Iterable[str], *, is_closed: bool) -> Iterator[str]:
    """Rows below a heading, or in a part that it opens."""
    yield ""
    yield f"<details><summary><b>{title}</b></summary>" if is_closed else f"#### {title}"
    yield ""
    yield from rows
    if is_closed:
        yield ""
        yield "</details>"
