"""Words of a package in a command line: one word stays one word, and pasting it does nothing else."""

import shlex

from xpkgtui import visible


def quoted(*words: str) -> str:
    """The words for a POSIX shell."""
    return " ".join(map(_word, words))


def _word(text: str) -> str:
    r"""Quoted as far as needed; what a terminal would obey on pasting is written `$'\033'`, its bytes unchanged."""
    if visible.line(text) == text:
        return shlex.quote(text)
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "replace")
    return "$'" + "".join(map(_byte, data)) + "'"


def _byte(byte: int) -> str:
    """Octal, because three digits end by themselves in every shell."""
    character = chr(byte)
    return character if 0x20 <= byte < 0x7F and character not in "'\\" else f"\\{byte:03o}"
