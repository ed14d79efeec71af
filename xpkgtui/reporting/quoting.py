"""Words of a package in a command line, where one word stays one word, and in Markdown, without markup."""

import re

from xpkgtui import visible
from xpkgtui.patterns import late
from xpkgtui.visible import line


def quoted(*words: str) -> str:
    """The words for a POSIX shell."""
    return " ".join(map(_word, words))


def operand(path: str) -> str:
    """A source that begins with a dash, so that no command takes it for an option; `-` is standard input."""
    return f"./{path}" if path.startswith("-") and path != "-" else path


def _word(text: str) -> str:
    r"""Quoted as far as needed; what a terminal would obey on pasting is written `"$(printf '\033')"`.

    Every shell knows that, unlike `$'\033'`, which is left for a text that ends with a line end: `$(` drops it.
    """
    if visible.line(text) == text:
        import shlex

        # zsh takes a word that begins with = for the path of a command.
        return f"'{text}'" if text.startswith("=") and shlex.quote(text) == text else shlex.quote(text)
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "replace")
    if data.endswith(b"\n"):
        return "$'" + "".join(_octal(byte, "'\\") for byte in data) + "'"
    # A leading dash would be an option of printf; within "" a shell that is typed into looks for its history at a !.
    first = _octal(data[0], "'\\%!-")
    return "\"$(printf '" + first + "".join(_octal(byte, "'\\%!") for byte in data[1:]) + "')\""


def _octal(byte: int, special: str) -> str:
    """Octal, because three digits end by themselves in every shell."""
    character = chr(byte)
    return character if 0x20 <= byte < 0x7F and character not in special else f"\\{byte:03o}"


_MENTION = late("@(?=[A-Za-z0-9])", re.ASCII)


def markdown_text(text: str) -> str:
    """Text of which nothing is Markdown."""
    safe = "".join(f"\\{character}" if character in "\\`*_[]<>|#!~&$" else character for character in line(text))
    return _MENTION.sub("@<!-- -->", safe)


def markdown_code(text: str) -> str:
    """Text to stand within backticks, in a cell as well."""
    return line(text).replace("`", "'").replace("|", "\\|")
