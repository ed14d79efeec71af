"""Text of a package in Markdown, without markup."""

import re

from xpkgtui.patterns import late
from xpkgtui.visible import line

_MENTION = late("@(?=[A-Za-z0-9])", re.ASCII)


def markdown_text(text: str) -> str:
    """Text of which nothing is Markdown."""
    safe = "".join(f"\\{character}" if character in "\\`*_[]<>|#!~&$" else character for character in line(text))
    return _MENTION.sub("@<!-- -->", safe)


def markdown_code(text: str) -> str:
    """Text to stand within backticks, in a cell as well."""
    return line(text).replace("`", "'").replace("|", "\\|")
