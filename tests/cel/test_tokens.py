"""The words of CEL: the types of numbers and texts, up to the last that fits."""

import pytest
from builders.cases import each_row

from xpkgtui.cel.tokens import CelFault, Token, number_of, text_of, tokens


def token(text: str) -> Token:
    """The only word of a text."""
    found, end = tokens(text)
    assert end == Token("mark", "", len(text))
    return found


@each_row(
    ("text", "is_negative", "type"),
    [
        ("0", False, "int"),
        ("9223372036854775807", False, "int"),
        ("9223372036854775808", True, "int"),
        ("0x7fffffffffffffff", False, "int"),
        ("0x1e", False, "int"),
        ("18446744073709551615u", False, "uint"),
        ("0xffffffffffffffffU", False, "uint"),
        ("1.5", False, "double"),
        ("1e3", False, "double"),
        ("1.7e308", False, "double"),
    ],
)
def test_a_number_has_the_type_that_it_is_spelled_as(text: str, is_negative: bool, type: str) -> None:
    assert number_of(token(text), is_negative=is_negative)[0] == type


@each_row(
    ("text", "is_negative"),
    [
        ("9223372036854775808", False),
        ("9223372036854775809", True),
        ("18446744073709551616u", False),
        ("0x10000000000000000u", False),
        ("1e309", False),
    ],
)
def test_a_number_that_does_not_fit_is_a_fault_at_its_place(text: str, is_negative: bool) -> None:
    with pytest.raises(CelFault, match="a number is larger than CEL has them") as caught:
        number_of(Token("number", text, 7), is_negative=is_negative)
    assert caught.value.offset == 7


@each_row(
    ("text", "type"),
    [
        (r"'a'", "string"),
        (r"b'a'", "bytes"),
        (r"r'\ud800'", "string"),
        (r"'\\ud800'", "string"),
        (r"'\ud7ff'", "string"),
        (r"'\ue000'", "string"),
        (r"'\U0010ffff'", "string"),
        (r"B'\x41'", "bytes"),
    ],
)
def test_a_text_is_a_string_or_bytes(text: str, type: str) -> None:
    assert text_of(token(text))[0] == type


@each_row("text", [r"'\ud800'", r"'\udfff'", r"'\U00110000'", r"b'\u0041'", r"'\\\ud800'"])
def test_a_code_of_no_character_is_a_fault(text: str) -> None:
    with pytest.raises(CelFault, match="the code of no character"):
        text_of(token(text))


@pytest.mark.parametrize(("text", "words"), [("'a", "a quote that does not end"), ("1 $ 2", "'$', which CEL")])
def test_what_is_no_word_is_a_fault(text: str, words: str) -> None:
    with pytest.raises(CelFault, match=words.replace("$", r"\$")):
        list(tokens(text))


@each_row(
    ("text", "value"),
    [
        (r"'a\'\n\x41\101\u00e9\U0001f600'", "a'\nAA\u00e9\U0001f600"),
        (r"r'a\n'", r"a\n"),
        ('"""a"b\'"""', "a\"b'"),
        ("''", ""),
        ('""""""', ""),
        (r"b'\xff\377\u'".replace(r"\u", "é"), b"\xff\xff\xc3\xa9"),
        ("'\u0041BCD'", "ABCD"),
    ],
)
def test_a_text_means_what_its_escapes_say(text: str, value: str | bytes) -> None:
    assert text_of(token(text))[1] == value


@each_row(("text", "value"), [("0x1F", 31), ("10u", 10), (".5", 0.5), ("1e3", 1000.0)])
def test_a_number_means_what_it_is_spelled_as(text: str, value: float) -> None:
    assert number_of(token(text))[1] == value
