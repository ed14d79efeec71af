"""What an icon's URI holds."""

import base64
import struct

from builders.cases import each_row
from builders.packages.metas import PIXEL

from xpkgtui.formats.prose.icon import icon_of


def data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


GIF = b"GIF89a" + struct.pack("<HH", 7, 9) + b"\0" * 3
JPEG = b"\xff\xd8" + b"\xff\xe0\0\x04ab" + b"\xff\xc0\0\x11\x08" + struct.pack(">HH", 16, 32) + b"\0" * 8
SVG = b'<?xml version="1.0"?>\n<!-- a --><svg xmlns="x" width="24px" height=\'12.5\'><path/></svg>'


@each_row(
    ("uri", "text"),
    [
        (PIXEL, "PNG, 1 × 1, 70 B"),
        (data("image/gif", GIF), "GIF, 7 × 9, 13 B"),
        (data("image/jpg", JPEG), f"JPEG, 32 × 16, {len(JPEG)} B"),
        (data("image/svg+xml", SVG), f"SVG, 24 × 12.5, {len(SVG)} B"),
        (data("image/svg+xml", b"<svg viewBox='0 0 10 20'/>"), "SVG, 10 × 20, 26 B"),
        (data("image/svg+xml", b"<svg/>"), "SVG, of unknown size, 6 B"),
        ("data:image/svg+xml;utf8,<svg width='3' height='4'/>", "SVG, 3 × 4, 27 B"),
        ("data:image/svg+xml,%3Csvg viewBox='0 0 10 20'%3E", "SVG, 10 × 20, 25 B"),
        ("https://example.com/icon.svg", "on the web, not fetched: https://example.com/icon.svg"),
    ],
)
def test_a_sound_icon_is_described_by_what_it_is(uri: str, text: str) -> None:
    icon = icon_of(uri)
    assert (icon.text, icon.is_sound) == (text, True)


@each_row(
    ("uri", "text"),
    [
        ("  ", "empty"),
        ("data:image/png;base64,", "is declared as image/png, and is empty"),
        ("data:image/png;base64,@@@", "is declared as image/png in base64, and does not decode"),
        ("data:image/png;base64,é", "is declared as image/png in base64, and does not decode"),
        (data("image/png", b"hello"), "is declared as image/png, but is not a known image format; 5 B"),
        (data("image/png", GIF), "GIF, 7 × 9, 13 B; declared as image/png"),
        (data("image/png", b"\x89PNG\r\n\x1a\n"), "PNG, of unknown size, 8 B"),
        ("data:image/png", "a data URI without data: data:image/png"),
        ("icon.svg", "no data: URI and no address on the web: icon.svg"),
        ("x" * (5 << 20), "5.2 MB, too large to read"),
    ],
)
def test_a_broken_icon_says_what_is_wrong(uri: str, text: str) -> None:
    icon = icon_of(uri)
    assert (icon.text, icon.is_sound) == (text, False)


def test_an_svg_that_never_ends_its_tag_is_looked_at_briefly() -> None:
    assert icon_of(data("image/svg+xml", b"<svg " + b"<svg width " * 100_000)).text.startswith("SVG, of unknown size")
