"""The place where Go's decoder of JSON stops."""

from json import JSONDecodeError

_LITERALS = ("true", "false", "null")
_STARTS = frozenset('{["0123456789')
_BLANKS = " \t\n\r"


def fault_offset(text: str, error: ValueError) -> int | None:
    """How many bytes Go has read when it finds the fault that Python found; None where that is not known."""
    if not isinstance(error, JSONDecodeError):
        return None
    at = _place(text, error)
    if at is None:
        return None
    is_wrong = error.pos == at - 1  # Go stops at the first byte of a character
    return len(text[: at - 1].encode()) + 1 if is_wrong else len(text[:at].encode())


def _place(text: str, error: JSONDecodeError) -> int | None:
    """The number of characters up to the wrong one, with it; all of them where the text ends too early."""
    if error.pos >= len(text) or error.msg.startswith("Unterminated"):
        return len(text)
    if error.msg.startswith("Invalid \\"):
        return None
    if error.msg.startswith("Illegal trailing comma"):  # of Python 3.13; Go reads on to the bracket
        return len(text) - len(text[error.pos + 1 :].lstrip(_BLANKS)) + 1
    if not error.msg.startswith("Expecting value"):
        return error.pos + 1
    if text[error.pos] == "-":
        return min(error.pos + 2, len(text))
    if text[error.pos] in _STARTS:
        return None
    for literal in _LITERALS:
        if text[error.pos] == literal[0]:
            length = next(
                (n for n in range(len(literal)) if text[error.pos + n : error.pos + n + 1] != literal[n]), 0
            )
            return min(error.pos + length + 1, len(text))
    return error.pos + 1
