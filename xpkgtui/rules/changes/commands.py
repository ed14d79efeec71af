"""Words of a package in commands that people paste."""

from xpkgtui.patterns import late

_WORD = late(r"[A-Za-z0-9][A-Za-z0-9._/:-]{0,252}")


def shell_word(name: str) -> str:
    """A name as a word of a command; one that a shell could take for something else is left to the user."""
    return name if _WORD.fullmatch(name) else "NAME"
