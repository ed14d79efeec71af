"""Who a certificate is for, as it says itself: names, and the extensions by which Fulcio describes an identity.

https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
"""

import base64
import binascii
from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.patterns import late
from xpkgtui.referrers import der
from xpkgtui.referrers.der import DerValue
from xpkgtui.referrers.referrer import Signer

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
        raise Malformed("it is not PEM")
    try:
        return base64.b64decode("".join(match[2].split()), validate=True)
    except (ValueError, binascii.Error) as error:
        raise Malformed("its PEM is not base64") from error


def signer_of(data: bytes) -> Signer:
    """Who a certificate in DER says to be for; raises `Malformed`."""
    if len(data) > _LARGEST:
        raise Malformed("the certificate is larger than 64 KiB")
    try:
        fields = list(der.element(data).parts()[0].parts())
        if fields and fields[0].tag == _VERSION:
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
            for one in field.parts()[0].parts():
                name, *_critical, value = one.parts()
                yield name.oid, value.body


def _alternatives(value: bytes) -> Iterator[str]:
    """The subject alternative names."""
    if not value:
        return
    for one in der.element(value).parts():
        if one.tag in (_MAIL, _DNS, _URI):
            yield one.text
        elif one.tag == _OTHER:
            kind, *rest = one.parts()
            if kind.oid == _OTHER_NAME and rest:
                yield der.element(rest[0].body).text


def _fulcio(extensions: dict[str, bytes], number: int) -> str:
    """An extension of Fulcio: the first ones are bare text, later ones a text in DER."""
    value = extensions.get(f"{_FULCIO}{number}", b"")
    if number >= 8 and value:
        return der.element(value).text[:_LONGEST]
    return value.decode("utf-8", "replace")[:_LONGEST]


def _name(name: DerValue) -> str:
    """A distinguished name, by the attributes that people know."""
    found = []
    for attributes in name.parts():
        for one in attributes.parts():
            kind, value = one.parts()
            if (short := _SHOWN.get(kind.oid)) is not None:
                found.append(f"{short}={value.text}")
    return ", ".join(found)[:_LONGEST]


def _time(value: DerValue) -> str:
    text = value.text
    if value.tag == der.UTC_TIME:
        text = ("19" if text[:2] >= "50" else "20") + text
    match = _NUMBERS.fullmatch(text)
    return "{}-{}-{}T{}:{}:{}Z".format(*match.groups()) if match else ""
