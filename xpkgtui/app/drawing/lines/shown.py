"""A line of a file as it is shown: decoded, made safe, and cut where it is very long."""

from xpkgtui import visible

LONGEST = 4000
"""Bytes of one line that are shown; the number of the others is said."""


def shown(data: bytes, size: int) -> str:
    """The text of a line of `size` bytes that begins with `data`."""
    text = visible.block(data.decode("utf-8", "backslashreplace").removesuffix("\r"))
    return text if len(data) >= size else f"{text}… {size - len(data):,} more bytes in this line"
