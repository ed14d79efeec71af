"""The words of CEL: the types of numbers and texts, up to the last that fits."""

import pytest

from xpkgtui.formats.registry_v1.decoding.cel.tokens import CelFault, Token, tokens, type_of_number, type_of_text


def token(text: str) -> Token:
    """The only word of a text."""
    found, end = tokens(text)
    assert end == Token("mark", "", len(text))
    return found


@pytest.mark.parametrize(
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
    assert type_of_number(token(text), is_negative=is_negative) == type


@pytest.mark.parametrize(
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
        type_of_number(Token("number", text, 7), is_negative=is_negative)
    assert caught.value.offset == 7


@pytest.mark.parametrize(
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
    assert type_of_text(token(text)) == type


@pytest.mark.parametrize("text", [r"'\ud800'", r"'\udfff'", r"'\U00110000'", r"b'\u0041'", r"'\\\ud800'"])
def test_a_code_of_no_character_is_a_fault(text: str) -> None:
    with pytest.raises(CelFault, match="the code of no character"):
        type_of_text(token(text))


@pytest.mark.parametrize(("text", "words"), [("'a", "a quote that does not end"), ("1 $ 2", "'$', which CEL")])
def test_what_is_no_word_is_a_fault(text: str, words: str) -> None:
    with pytest.raises(CelFault, match=words.replace("$", r"\$")):
        list(tokens(text))
