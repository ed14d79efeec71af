"""Who a certificate is for, as it says itself: names, and the extensions by which Fulcio describes an identity.

https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
"""

import base64
import binascii
from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.patterns import late
from xpkgtui.referrers.referrer import Signer
from xpkgtui.values import dataclass

_OBJECT, _UTC_TIME = 0x06, 0x17
_TEXTS = {0x13: "ascii", 0x14: "latin-1", 0x16: "ascii", 0x1E: "utf-16-be"}
"""Tags of texts that are not in UTF-8, and how their characters are written."""
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
        if self.tag != _OBJECT or not self.body or self.body[-1] & 0x80 or len(self.body) > 64:
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
    for _ in range(_MOST + 1):
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


_LARGEST = 64 << 10
"""Bytes of a certificate that are read."""
_LONGEST = 1_000
_PEM = late(r"-----BEGIN ([A-Z ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----")
_NAMES = "2.5.29.17"
_FULCIO = "1.3.6.1.4.1.57264.1."
_OTHER_NAME = f"{_FULCIO}7"
_MAIL, _DNS, _URI, _OTHER = 0x81, 0x82, 0x86, 0xA0
_EXTENSIONS, _VERSION = 0xA3, 0xA0
_SHOWN = {"2.5.4.3": "CN", "2.5.4.10": "O", "2.5.4.11": "OU", "1.2.840.113549.1.9.1": "E"}
"""Attributes of names that are shown."""
_NUMBERS = late(r"([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})Z")


def der_of_pem(text: str) -> bytes:
    """The bytes of the first block of PEM; raises `Malformed`."""
    match = _PEM.search(text[: 2 * _LARGEST])
    if match is None:
        raise Malformed(
            "it is not PEM" if len(text) <= 2 * _LARGEST else f"it is larger than {2 * _LARGEST >> 10} KiB"
        )
    try:
        return base64.b64decode("".join(match[2].split()), validate=True)
    except (ValueError, binascii.Error) as error:
        raise Malformed("its PEM is not base64") from error


def signer_of(data: bytes) -> Signer:
    """Who a certificate in DER says to be for; raises `Malformed`."""
    if len(data) > _LARGEST:
        raise Malformed("the certificate is larger than 64 KiB")
    try:
        fields = list(element(data).parts()[0].parts())
        if fields[0].tag == _VERSION:
            fields = fields[1:]
        _number, _algorithm, issuer, validity, subject, *rest = fields
        extensions = dict(_extensions(rest))
        at = _time(validity.parts()[0])
    except (ValueError, IndexError) as error:  # fewer fields than a certificate has
        raise Malformed("it is not a certificate") from error
    names = list(_alternatives(extensions.get(_NAMES, b"")))
    oidc = _fulcio(extensions, 8) or _fulcio(extensions, 1)
    return Signer(
        subject=", ".join(names)[:_LONGEST] or _name(subject),
        issuer=oidc or _name(issuer),
        workflow=_fulcio(extensions, 18) or _fulcio(extensions, 4),
        repository=_fulcio(extensions, 12) or _fulcio(extensions, 5),
        commit=_fulcio(extensions, 13) or _fulcio(extensions, 3),
        ref=_fulcio(extensions, 14) or _fulcio(extensions, 6),
        at=at,
    )


def _extensions(fields: list[DerValue]) -> Iterator[tuple[str, bytes]]:
    for field in fields:
        if field.tag == _EXTENSIONS:
            for part in field.parts()[0].parts():
                name, *_critical, value = part.parts()
                yield name.oid, value.body


def _alternatives(value: bytes) -> Iterator[str]:
    """The subject alternative names."""
    if not value:
        return
    for part in element(value).parts():
        if part.tag in (_MAIL, _DNS, _URI):
            yield part.text
        elif part.tag == _OTHER:
            kind, *rest = part.parts()
            if kind.oid == _OTHER_NAME and rest:
                yield element(rest[0].body).text


def _fulcio(extensions: dict[str, bytes], number: int) -> str:
    """An extension of Fulcio: the first ones are bare text, later ones a text in DER."""
    value = extensions.get(f"{_FULCIO}{number}", b"")
    if number >= 8 and value:
        return element(value).text[:_LONGEST]
    return value.decode("utf-8", "replace")[:_LONGEST]


def _name(name: DerValue) -> str:
    """A distinguished name, by the attributes that people know."""
    found = []
    for attributes in name.parts():
        for part in attributes.parts():
            kind, value = part.parts()
            if short := _SHOWN.get(kind.oid):
                found.append(f"{short}={value.text}")
    return ", ".join(found)[:_LONGEST]


def _time(value: DerValue) -> str:
    text = value.text
    if value.tag == _UTC_TIME:
        text = ("19" if text >= "50" else "20") + text
    match = _NUMBERS.fullmatch(text)
    return "{}-{}-{}T{}:{}:{}Z".format(*match.groups()) if match else ""
