"""Foreign text in Markdown: nothing of it is markup."""

from xpkgtui.visible import line


def markdown_text(text: str) -> str:
    """Text of which nothing is Markdown."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>|#!~" else character for character in line(text))


def markdown_code(text: str) -> str:
    """Text to stand within backticks, in a cell as well."""
    return line(text).replace("`", "'").replace("|", "\\|")
