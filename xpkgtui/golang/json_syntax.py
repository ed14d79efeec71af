"""The place where Go's reader of JSON stops, and what it says there."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    import re

_BLANKS = late(rb"[ \t\r\n]*+")
_TEXT = late(rb'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}|(?!))*+')
_HEXADECIMAL = late(rb"[0-9a-fA-F]*+")
_DIGITS = late(rb"[0-9]*+")
_VALUE, _KEY = "looking for beginning of value", "looking for beginning of object key string"
_NUMBER = b"-0123456789"
_DEEPEST = 10_000
_MOST = 4 << 20
"""Bytes of a value that are looked at one by one; of what is beyond, only where it stops is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonFault:
    """Where a text is not JSON."""

    offset: int
    """The bytes that were read, with the wrong one."""
    message: str
    """`invalid character 'x' looking for beginning of value`, or that the text ends too early."""
    is_end: bool = False
    """Whether the text ends too early."""

    @property
    def of_decoder(self) -> str:
        """The message of Kubernetes' decoder, which says where it is."""
        return self.message if self.is_end else f"json: offset {self.offset}: {self.message}"


class _Stop(Exception):
    def __init__(self, at: int, context: str) -> None:
        super().__init__(context)
        self.at, self.context = at, context


def fault_of_json(data: bytes) -> JsonFault | None:
    """The first fault of JSON values that follow one another; None where there is none."""
    decoder, text = json.JSONDecoder(parse_constant=_refused), data.decode("latin-1")
    at = _past(_BLANKS, data, 0)
    while at < len(data):
        try:
            if text[at] not in "{[":
                raise ValueError  # Python takes 1 out of 1e
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            fault, end = _scanned(data, at)
            if fault is not None:
                return fault
        at = _past(_BLANKS, data, end)
    return None


def fault_of_value(data: bytes) -> JsonFault | None:
    """The fault of a text that is no single value of JSON; None for one."""
    at = _past(_BLANKS, data, 0)
    fault, end = _scanned(data, at)
    if fault is not None:
        return replace(fault, message="unexpected end of JSON input") if fault.is_end else fault
    rest = _past(_BLANKS, data, end)
    if rest == len(data):
        return None
    return JsonFault(offset=rest + 1, message=f"invalid character {_character(data[rest])} after top-level value")


def _refused(name: str) -> None:
    raise ValueError(name)


def _scanned(data: bytes, at: int) -> tuple[JsonFault | None, int]:
    """The fault of the value that begins here, else its end."""
    looked = data[: at + _MOST]
    try:
        return None, _value(looked, at)
    except _Stop as stop:
        if stop.at >= len(data):
            return _ended(data)
        if stop.at >= len(looked):
            return _far(data, at)
        message = f"invalid character {_character(data[stop.at])} {stop.context}"
        return JsonFault(offset=stop.at + 1, message=message), stop.at


def _ended(data: bytes) -> tuple[JsonFault, int]:
    return JsonFault(offset=len(data), message="unexpected EOF", is_end=True), len(data)


def _far(data: bytes, at: int) -> tuple[JsonFault | None, int]:
    """The fault and the end as Python's reader finds them, which knows no words of Go."""
    try:
        return None, json.JSONDecoder(parse_constant=_refused).raw_decode(data.decode("latin-1"), at)[1]
    except json.JSONDecodeError as error:
        if error.pos >= len(data) or error.msg.startswith("Unterminated"):
            return _ended(data)
        return JsonFault(offset=error.pos + 1, message=f"invalid character {_character(data[error.pos])}"), error.pos
    except ValueError:  # NaN or Infinity
        return JsonFault(offset=at + _MOST, message="invalid character"), at + _MOST
    except RecursionError:
        return None, len(data)


def _value(data: bytes, at: int) -> int:
    """The end of the value that begins here; lists and objects do not call themselves, however deep they are."""
    closing: list[bytes] = []
    while True:
        opened = data[at : at + 1]
        if opened in (b"{", b"["):
            if len(closing) == _DEEPEST:
                raise _Stop(at, "exceeded max depth")
            at = _past(_BLANKS, data, at + 1)
            closing.append(b"}" if opened == b"{" else b"]")
            if data[at : at + 1] != closing[-1]:
                at = _key(data, at) if opened == b"{" else at
                continue
            closing.pop()
            at += 1
        else:
            at = _scalar(data, at)
        while closing:
            at = _past(_BLANKS, data, at)
            following = data[at : at + 1]
            if following == b",":
                at = _past(_BLANKS, data, at + 1)
                at = _key(data, at) if closing[-1] == b"}" else at
                break
            if following != closing[-1]:
                raise _Stop(at, "after object key:value pair" if closing[-1] == b"}" else "after array element")
            closing.pop()
            at += 1
        else:
            return at


def _key(data: bytes, at: int) -> int:
    """The beginning of the value behind the key that begins here."""
    if data[at : at + 1] != b'"':
        raise _Stop(at, _KEY)
    at = _past(_BLANKS, data, _text(data, at))
    if data[at : at + 1] != b":":
        raise _Stop(at, "after object key")
    return _past(_BLANKS, data, at + 1)


def _scalar(data: bytes, at: int) -> int:
    first = data[at : at + 1]
    if first == b'"':
        return _text(data, at)
    if first and first in _NUMBER:
        return _number(data, at)
    for word in (b"true", b"false", b"null"):
        if first == word[:1]:
            for number, letter in enumerate(word):
                if data[at + number : at + number + 1] != bytes((letter,)):
                    expecting = f"in literal {word.decode()} (expecting '{chr(letter)}')"
                    raise _Stop(at + number, expecting)
            return at + len(word)
    raise _Stop(at, _VALUE)


def _text(data: bytes, at: int) -> int:
    at = _past(_TEXT, data, at)
    if data[at : at + 1] == b'"':
        return at + 1
    if data[at : at + 1] != b"\\":
        raise _Stop(at, "in string literal")
    if data[at + 1 : at + 2] != b"u":
        raise _Stop(at + 1, "in string escape code")
    raise _Stop(_past(_HEXADECIMAL, data, at + 2), "in \\u hexadecimal character escape")


def _number(data: bytes, at: int) -> int:
    at += data[at : at + 1] == b"-"
    if not data[at : at + 1].isdigit():
        raise _Stop(at, "in numeric literal")
    at = at + 1 if data[at : at + 1] == b"0" else _past(_DIGITS, data, at)
    if data[at : at + 1] == b".":
        at = _digits(data, at + 1, "after decimal point in numeric literal")
    if data[at : at + 1] in (b"e", b"E"):
        at += 2 if data[at + 1 : at + 2] in (b"+", b"-") else 1
        at = _digits(data, at, "in exponent of numeric literal")
    return at


def _digits(data: bytes, at: int, context: str) -> int:
    end = _past(_DIGITS, data, at)
    if end == at:
        raise _Stop(at, context)
    return end


def _past(pattern: "re.Pattern[bytes]", data: bytes, at: int) -> int:
    found = pattern.match(data, at)
    return found.end() if found else at


def _character(byte: int) -> str:
    """A byte as Go quotes it, as a character of its own."""
    letter = chr(byte)
    if letter in "'\"":
        return "'\\''" if letter == "'" else "'\"'"
    return f"'{quoted(letter)[1:-1]}'"
