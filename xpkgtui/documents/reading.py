"""The text of a chunk as go-yaml's reader takes it from bytes: block by block, and only as far as the parser asks."""

from dataclasses import replace

from xpkgtui.values import dataclass

STOP = "\x01"
"""A character that YAML forbids: it ends a text that the reader cannot read to its end."""
_LONGEST = 4
"""Bytes of a character."""
_BLOCK = 512
"""Bytes that go-yaml reads at once."""
_ROOM = 16_384
"""Bytes that libyaml asks for at once, less those of a character that the last block cut in two."""
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_UTF_8 = "utf-8"
_UTF_16_FAULTS = {
    "truncated data": "incomplete UTF-16 character",
    "unexpected end of data": "incomplete UTF-16 surrogate pair",
    "illegal encoding": "unexpected low surrogate area",
}
"""By what Python says; of anything else it says that a pair has no second half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextReading:
    """How the bytes of a text were read."""

    encoding: str = _UTF_8
    is_marked: bool = False
    """Whether a byte order mark stands before the text."""
    fault: str = ""
    """The complaint about the bytes behind the text, which ends with `STOP` then."""
    behind: bytes = b""
    """The first of these bytes."""

    @property
    def is_wide(self) -> bool:
        """Whether the bytes are UTF-16."""
        return self.encoding != _UTF_8

    def blocks(self, text: str) -> "Blocks":
        """The bytes of a text that was read so, to be read again."""
        text = text.removesuffix(f"{STOP}\n") if self.behind else text
        return Blocks((f"\ufeff{text}" if self.is_marked else text).encode(self.encoding) + self.behind)


class Blocks:
    """A file that gives as many bytes as go-yaml reads at once: what it has not read, it does not complain about."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self, size: int) -> bytes:
        """The rest of a block of which the caller has kept the first bytes."""
        kept = max(_ROOM - size, 0)
        start, self._at = self._at, self._at + max(_BLOCK - kept, 1)
        return self._data[start : self._at]


def read_text(raw: bytes) -> tuple[str, TextReading]:
    """The text of a chunk up to the first bytes that are none, and how it was read; line ends are as they were."""
    encoding = _BYTE_ORDER_MARKS.get(raw[:2], _UTF_8)
    if encoding != _UTF_8:
        # Go's line reader ends the last line, with a byte.
        return _decoded(raw[2:] if raw.endswith(b"\n") else raw[2:] + b"\n", encoding, is_marked=True)
    text, reader = _decoded(raw, encoding, is_marked=False)
    return (text[1:], replace(reader, is_marked=True)) if text.startswith("\ufeff") else (text, reader)


def _decoded(raw: bytes, encoding: str, *, is_marked: bool) -> tuple[str, TextReading]:
    try:
        return raw.decode(encoding), TextReading(encoding=encoding, is_marked=is_marked)
    except UnicodeDecodeError as error:
        wide = _UTF_16_FAULTS.get(error.reason, "expected low surrogate area")
        fault = _fault(raw, error.start) if encoding == _UTF_8 else wide
        text, behind = raw[: error.start].decode(encoding), raw[error.start : error.start + _LONGEST]
        return text + STOP, TextReading(encoding=encoding, is_marked=is_marked, fault=fault, behind=behind)


def _fault(raw: bytes, start: int) -> str:
    """The reader's complaint (readerc.go) about bytes that are no UTF-8."""
    first = raw[start]
    width = next(
        (w for w, low, high in ((2, 0xC0, 0xE0), (3, 0xE0, 0xF0), (4, 0xF0, 0xF8)) if low <= first < high), 0
    )
    if not width:
        return "invalid leading UTF-8 octet"
    # Go's line reader has added a line end by now.
    sequence = (raw if raw.endswith(b"\n") else raw + b"\n")[start : start + width]
    if len(sequence) < width:
        return "incomplete UTF-8 octet sequence"
    if any(octet & 0xC0 != 0x80 for octet in sequence[1:]):
        return "invalid trailing UTF-8 octet"
    overlong = (
        first in {0xC0, 0xC1} or (first == 0xE0 and sequence[1] < 0xA0) or (first == 0xF0 and sequence[1] < 0x90)
    )
    return "invalid length of a UTF-8 sequence" if overlong else "invalid Unicode character"
