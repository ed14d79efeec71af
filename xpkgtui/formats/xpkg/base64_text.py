"""Text in base64 as Go decodes it."""

import re

_LETTERS = re.compile(rb"[A-Za-z0-9+/\r\n]*+")
_LINE_ENDS = re.compile(rb"[\r\n]*+")


def fault_of_base64(text: str) -> int | None:
    """The byte at which Go's decoder stops; None where it reads on to the end."""
    data = text.encode("utf-8", "surrogatepass")
    letters = _LETTERS.match(data)
    at = letters.end() if letters else 0
    over = len(data[:at].translate(None, b"\r\n")) % 4
    if at == len(data):
        return at - over if over else None
    if data[at : at + 1] != b"=" or over < 2:
        return at
    rest = _after_line_ends(data, at + 1)
    if over == 2:
        if data[rest : rest + 1] != b"=":
            return rest if rest == len(data) else rest - 1
        rest = _after_line_ends(data, rest + 1)
    return None if rest == len(data) else rest


def _after_line_ends(data: bytes, at: int) -> int:
    found = _LINE_ENDS.match(data, at)
    return found.end() if found else at
