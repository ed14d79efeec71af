"""The few values of DER that certificates consist of; everything else of it is skipped.

Names and extensions are listed and no signature is verified, so a reader of elements is enough; `cryptography`, which
reads certificates whole, is for those who verify.
"""

from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.values import dataclass

SEQUENCE, SET, OBJECT, OCTETS, BITS, BOOLEAN = 0x30, 0x31, 0x06, 0x04, 0x03, 0x01
UTC_TIME, GENERAL_TIME = 0x17, 0x18
_TEXTS = {0x0C: "utf-8", 0x13: "ascii", 0x14: "latin-1", 0x16: "ascii", 0x1E: "utf-16-be"}
"""Tags of texts, and how their characters are written."""
_MOST = 1_000
"""Elements of one that are read."""


@dataclass(frozen=True, slots=True)
class DerValue:
    """A tag and what it holds."""

    tag: int
    body: bytes

    def parts(self) -> tuple["DerValue", ...]:
        """The elements within; raises `Malformed`."""
        return tuple(_elements(self.body))

    @property
    def text(self) -> str:
        """The text, with replacements for bytes that are none."""
        return self.body.decode(_TEXTS.get(self.tag, "utf-8"), "replace")

    @property
    def oid(self) -> str:
        """The name of an object: `2.5.4.3`; raises `Malformed`."""
        if self.tag != OBJECT or not self.body or self.body[-1] & 0x80 or len(self.body) > 64:
            raise Malformed("it has a name that is not an object identifier")
        numbers, number = [], 0
        for byte in self.body:
            number = number << 7 | byte & 0x7F
            if not byte & 0x80:
                numbers.append(number)
                number = 0
        first = min(numbers[0] // 40, 2)
        return ".".join(map(str, (first, numbers[0] - first * 40, *numbers[1:])))


def element(data: bytes) -> DerValue:
    """The element that the data is; raises `Malformed`."""
    found = next(_elements(data), None)
    if found is None:
        raise Malformed("it is empty")
    return found


def _elements(data: bytes) -> Iterator[DerValue]:
    place = 0
    for _ in range(_MOST):
        if place >= len(data):
            return
        tag, place = data[place], place + 1
        if tag & 0x1F == 0x1F or place >= len(data):
            raise Malformed("it is not DER")
        size, place = data[place], place + 1
        if size & 0x80:
            count = size & 0x7F
            if not 0 < count <= 4:
                raise Malformed("it is not DER")
            size, place = int.from_bytes(data[place : place + count], "big"), place + count
        if place + size > len(data):
            raise Malformed("it ends early")
        yield DerValue(tag, data[place : place + size])
        place += size
    raise Malformed(f"it has more than {_MOST:,} elements")
