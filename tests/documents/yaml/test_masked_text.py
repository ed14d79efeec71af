"""Characters that libyaml refuses and go-yaml reads, masked by others that are as wide."""

from builders.cases import each_row

from xpkgtui.documents.reading import TextReading
from xpkgtui.documents.yaml.masked_text import MaskedText

MASKS = "\ue000\ue001\ue002\ue003"


def of(text: str) -> MaskedText:
    return MaskedText.of(text, TextReading())


@each_row(
    ("text", "masked", "masks"),
    [
        ("a: 1\n", "a: 1\n", ""),
        ("\ufeffa: 1\n", "\ufeffa: 1\n", ""),
        ("\ufeff\ufeffa: \ufeff\n", "\ufeff\ue002a: \ue002\n", MASKS),
        ("a\ufeff: 1\n", "a\ue002: 1\n", MASKS),
        ('a: "\\/"\n', 'a: "\\\ue003"\n', MASKS),
        ('a: "\\\\/"\n', 'a: "\\\\/"\n', MASKS),
        ("\ue000a: \ufeff\ue002\n", "\ue000a: \ue004\ue002\n", "\ue001\ue003\ue004\ue005"),
    ],
)
def test_byte_order_marks_and_escaped_slashes_are_masked_at_once(text: str, masked: str, masks: str) -> None:
    found = of(text)
    assert (found.text, found.masks, found.unmasked(found.text)) == (masked, masks, text)


@each_row(
    ("text", "index", "masked"),
    [
        ("{a:1, b:2}\n", 2, "{a\ue0001, b\ue0002}\n"),
        ("{a:1, b: 2, c:}\n", 2, "{a\ue0001, b: 2, c\ue000}\n"),
        ("{a:1, !<x:y> b, &c:d e, *f:g }\n", 2, "{a\ue0001, !<x:y> b, &c:d e, *f:g }\n"),
        ("{a:1, 'b':2, \"c\":3, [d]:4, {e}:5}\n", 2, "{a\ue0001, 'b':2, \"c\":3, [d]:4, {e}:5}\n"),
        ('"\\\'"\n', 1, '"\ue001\ue001"\n'),
    ],
)
def test_what_was_refused_is_masked_and_what_is_like_it(text: str, index: int, masked: str) -> None:
    found = of(text).masking(index)
    assert found is not None
    assert (found.text, found.masks, found.in_blocks) == (masked, MASKS, False)
    assert found.unmasked(found.text) == text.replace("\\'", "'")


def test_a_colon_is_masked_alone_where_one_was_before() -> None:
    once = of("{a:1, 'b':2, c:3}\n").masking(2)
    assert once is not None
    twice = once.masking(9)
    assert twice is not None
    assert twice.text == "{a\ue0001, 'b'\ue0002, c\ue0003}\n"


def test_what_is_no_colon_stays_and_what_is_forbidden_is_read_in_blocks() -> None:
    assert of("a\n").masking(0) is None
    forbidden = of("a\x01\n").masking(1)
    assert forbidden is not None
    assert (forbidden.text, forbidden.in_blocks) == ("a\x01\n", True)
    assert forbidden.masking(1) is None


def test_a_text_with_every_private_character_cannot_be_masked() -> None:
    every = "".join(map(chr, range(0xE000, 0xF8FF)))
    assert of(f"a: \ufeff{every}\n").text == f"a: \ufeff{every}\n"
    assert of(f"{{a:1}} {every}\n").masking(2) is None
    assert of(f'"\\\'" {every}\n').masking(1) is None
    assert of(f"{{a:1}} {every[4:]}\n").masking(2) is not None
    assert of(f"{{a:1}} {every[3:]}\n").masking(2) is None
