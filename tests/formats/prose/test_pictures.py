"""Pictures by their first bytes: the form, and the size where it can be read."""

import struct

from builders.cases import each_row

from xpkgtui.formats.prose.icon import icon_of, picture_of

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480)
JPEG = b"\xff\xd8\xff\xe0\0\x04ab"


def frame(marker: int, height: int = 3, width: int = 5) -> bytes:
    """A segment of a JPEG with a size."""
    return bytes((0xFF, marker, 0, 8, 8)) + struct.pack(">HH", height, width) + b"\0"


@each_row(
    ("data", "form", "size"),
    [
        (PNG, "PNG", ("640", "480")),
        (PNG[:23], "PNG", None),
        (PNG.replace(b"IHDR", b"IDAT"), "PNG", None),
        (b"GIF87a" + struct.pack("<HH", 7, 300), "GIF", ("7", "300")),
        (b"GIF89a\1\0\2", "GIF", None),
        (b"BM1234567890123456789012345", "BMP", None),
        (b"\0\0\1\0\1\0", "ICO", None),
        (b"RIFF1234WEBP", "WEBP", None),
        (b"RIFF1234WAVE", "", None),
        (JPEG + frame(0xC0), "JPEG", ("5", "3")),
        (JPEG + frame(0xCF), "JPEG", ("5", "3")),
        (JPEG + frame(0xC4) + frame(0xC2, 9, 7), "JPEG", ("7", "9")),
        (JPEG + frame(0xC8) + frame(0xCC) + frame(0xC1, 1, 2) + frame(0xC0), "JPEG", ("2", "1")),
        (JPEG + frame(0xD0), "JPEG", None),
        (JPEG + frame(0xBF) + frame(0xC0), "JPEG", ("5", "3")),
        (JPEG + b"\xff\xe1\0\1" + frame(0xC0), "JPEG", None),
        (JPEG + b"\xff\xe1\0\2" + frame(0xC0), "JPEG", ("5", "3")),
        (JPEG + b"\0" + frame(0xC0), "JPEG", None),
        (JPEG + frame(0xC0)[:9], "JPEG", ("5", "3")),
        (JPEG + frame(0xC0)[:8], "JPEG", None),
        (b"<svg width='1' height='2'/>", "SVG", ("1", "2")),
        (b"<SVG width='1px' height = \"2.5 px \">", "SVG", ("1", "2.5")),
        (b"<svg width='100%' height='2' viewBox='0 -1 3 4.5'>", "SVG", ("3", "4.5")),
        (b"<svg\nviewBox='0,0, 30,  40' width='1'/>", "SVG", ("30", "40")),
        (b"<svg/>", "SVG", None),
        (b"<svgs width='1' height='2'/>", "", None),
        (b" " * 8_187 + b"<svg/>", "SVG", None),
        (b" " * 8_188 + b"<svg/>", "", None),
        (b"", "", None),
    ],
)
def test_a_picture_has_a_form_and_a_size(data: bytes, form: str, size: tuple[str, str] | None) -> None:
    assert picture_of(data) == (form, size)


@each_row(
    ("uri", "text", "is_sound"),
    [
        (
            "DATA:image/PNG;charset=x;BASE64,aGVsbG8",
            "is declared as image/png, but is not a known image format; 5 B",
            False,
        ),
        ("data:;base64,aGVsbG8=", "is declared as nothing, but is not a known image format; 5 B", False),
        ("data:,", "is declared as nothing, and is empty", False),
        ("data:;base64,@", "is declared as nothing in base64, and does not decode", False),
        ("data:,BM", "BMP, of unknown size, 2 B; declared as plain text", False),
        ("data:image/bmp,BM", "BMP, of unknown size, 2 B", True),
        ("data:image/x-icon;base64,AAABAA==", "ICO, of unknown size, 4 B", True),
        ("data:image/vnd.microsoft.icon;base64,AAAB%0AAA%3D%3D", "ICO, of unknown size, 4 B", True),
        ("data:image/gif;base64, R0lG ODlh\r\n", "GIF, of unknown size, 6 B", False),
        ("data:image/jpeg;base64,/9j/", "JPEG, of unknown size, 3 B", False),
        ("data:image/webp,RIFF1234WEBP", "WEBP, of unknown size, 12 B", True),
        (f"data:{'x' * 201},BM", f"a data URI without data: data:{'x' * 195}… (209 characters)", False),
        (f"data:{'x' * 200},BM", f"BMP, of unknown size, 2 B; declared as {'x' * 200}", False),
        ("http://a", "on the web, not fetched: http://a", True),
        ("HTTPS://A", "on the web, not fetched: HTTPS://A", True),
        ("ftp://a", "no data: URI and no address on the web: ftp://a", False),
        ("x" * 200, f"no data: URI and no address on the web: {'x' * 200}", False),
        ("x" * 201, f"no data: URI and no address on the web: {'x' * 200}… (201 characters)", False),
        ("x" * (4 << 20), f"no data: URI and no address on the web: {'x' * 200}… (4,194,304 characters)", False),
        ("x" * ((4 << 20) + 1), "4.2 MB, too large to read", False),
    ],
)
def test_an_icon_is_described(uri: str, text: str, is_sound: bool) -> None:
    found = icon_of(uri)
    assert (found.text, found.is_sound) == (text, is_sound)
