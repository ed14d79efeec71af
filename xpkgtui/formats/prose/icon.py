"""The icon of a package, described by its URI and first bytes; the picture is not decoded."""

import base64
import binascii
import re
import struct
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from xpkgtui import visible
from xpkgtui.formats.prose.blocks import Icon
from xpkgtui.patterns import late

_LARGEST = 4 << 20
"""Characters of a URI that are looked at."""
_HEAD = 8_192
"""Leading bytes that must contain the size of a picture."""
_DATA = late(r"data:([^,]{0,200}),", re.IGNORECASE)
_BLANKS = late(rb"[ \t\r\n]+")
_MAGIC = (
    ("PNG", b"\x89PNG\r\n\x1a\n"),
    ("JPEG", b"\xff\xd8\xff"),
    ("GIF", b"GIF87a"),
    ("GIF", b"GIF89a"),
    ("BMP", b"BM"),
    ("ICO", b"\0\0\1\0"),
)
_SIZED = {"PNG", "JPEG", "GIF"}
"""Types that are broken where their size cannot be read."""
_SVG = late(rb"<svg(?=[\s/>])[^>]{0,4000}", re.IGNORECASE)
_LENGTH = late(rb"""\s(width|height)\s*=\s*["']\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(?:px)?\s*["']""")
_VIEW = late(
    rb"""\sviewBox\s*=\s*["'][ \t]*(?:[-0-9.e]{1,20}[ \t,]{1,4}){2}([0-9.]{1,20})[ \t,]{1,4}([0-9.]{1,20})"""
)
_SHOWN = 200


def icon_of(uri: str) -> Icon:
    """The description of the icon that a URI holds."""
    text = uri.strip()
    if not text:
        return Icon(text="empty", is_sound=False)
    if len(text) > _LARGEST:
        return Icon(text=f"{visible.size(len(text))}, too large to read", is_sound=False)
    if match := _DATA.match(text):
        return _of_data(match[1], text[match.end() :])
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text):,} characters)"
    if text.lower().startswith("data:"):
        return Icon(text=f"a data URI without data: {shown}", is_sound=False)
    if text.lower().startswith(("https://", "http://")):
        return Icon(text=f"on the web, not fetched: {shown}")
    return Icon(text=f"no data: URI and no address on the web: {shown}", is_sound=False)


def picture_of(data: bytes) -> tuple[str, tuple[str, str] | None]:
    """The form of a picture, as `PNG`, and its width and height; empty where its bytes are those of none."""
    form = _form(data) or ""
    return form, _size(form, data)


def _of_data(head: str, body: str) -> Icon:
    claimed, *parameters = (part.strip().lower() for part in head.split(";"))
    try:
        is_base64 = "base64" in parameters
        data = _decoded(body) if is_base64 else unquote_to_bytes(body)
    except (binascii.Error, ValueError):
        return Icon(text=f"is declared as {claimed or 'nothing'} in base64, and does not decode", is_sound=False)
    if not data:
        return Icon(text=f"is declared as {claimed or 'nothing'}, and is empty", is_sound=False)
    form = _form(data)
    if form is None:
        wrong = f"is declared as {claimed or 'nothing'}, but is not a known image format; {visible.size(len(data))}"
        return Icon(text=wrong, is_sound=False)
    size = _size(form, data)
    parts = [form, f"{size[0]} × {size[1]}" if size else "of unknown size", visible.size(len(data))]
    names = {"image/svg+xml": "SVG", "image/jpg": "JPEG", "image/x-icon": "ICO", "image/vnd.microsoft.icon": "ICO"}
    meant = names.get(claimed, claimed.removeprefix("image/").upper())
    if meant != form:
        return Icon(text=f"{', '.join(parts)}; declared as {claimed or 'plain text'}", is_sound=False)
    if not size:
        return Icon(text=", ".join(parts), is_sound=form not in _SIZED)
    return Icon(text=", ".join(parts))


def _decoded(body: str) -> bytes:
    """Base64 as browsers take it: broken over lines, percent-encoded, without its `=` at the end."""
    data = _BLANKS.sub(b"", unquote_to_bytes(body) if "%" in body else body.encode("ascii")).rstrip(b"=")
    return base64.b64decode(data + b"=" * (-len(data) % 4), validate=True)


def _form(data: bytes) -> str | None:
    for form, magic in _MAGIC:
        if data.startswith(magic):
            return form
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return "SVG" if _SVG.search(data[:_HEAD]) else None


def _size(form: str, data: bytes) -> tuple[str, str] | None:
    match form:
        case "PNG" if len(data) >= 24 and data[12:16] == b"IHDR":
            return _numbers(struct.unpack(">II", data[16:24]))
        case "GIF" if len(data) >= 10:
            return _numbers(struct.unpack("<HH", data[6:10]))
        case "JPEG":
            return next(_frames(data[: 1 << 20]), None)
        case "SVG":
            return _of_svg(data[:_HEAD])
    return None


def _numbers(pair: tuple[int, ...]) -> tuple[str, str]:
    return str(pair[0]), str(pair[1])


def _frames(data: bytes) -> Iterator[tuple[str, str]]:
    """The sizes in a JPEG's frame headers, segment by segment."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            yield str(width), str(height)
        if length < 2:
            return
        at += 2 + length


def _of_svg(head: bytes) -> tuple[str, str] | None:
    match = _SVG.search(head)
    tag = match[0] if match else b""
    lengths = {name.decode(): value.decode() for name, value in _LENGTH.findall(tag)}
    if {"width", "height"} <= lengths.keys():
        return lengths["width"], lengths["height"]
    if view := _VIEW.search(tag):
        return view[1].decode(), view[2].decode()
    return None
