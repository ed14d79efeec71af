"""The faults of JSON, as Go says them: offsets and messages are those of a program that decodes with it."""

import pytest
from builders.cases import each_row

from xpkgtui.golang.json_syntax import fault_of_json, fault_of_value

FAULTS = {
    '{"a": 1} x': (10, "invalid character 'x' looking for beginning of value"),
    '{"a": 1},': (9, "invalid character ',' looking for beginning of value"),
    "{}\n---\n": (5, "invalid character '-' in numeric literal"),
    "{a: b}": (2, "invalid character 'a' looking for beginning of object key string"),
    "{'a': 1}": (2, "invalid character '\\'' looking for beginning of object key string"),
    '{"a":1,}': (8, "invalid character '}' looking for beginning of object key string"),
    '{"a" 1}': (6, "invalid character '1' after object key"),
    '{"a":01}': (7, "invalid character '1' after object key:value pair"),
    '{"a":1"': (7, "invalid character '\"' after object key:value pair"),
    '{"a":[1 2]}': (9, "invalid character '2' after array element"),
    '{"a":[1,]}': (9, "invalid character ']' looking for beginning of value"),
    '{"a":tru}': (9, "invalid character '}' in literal true (expecting 'e')"),
    '{"a":-x}': (7, "invalid character 'x' in numeric literal"),
    '{"a":1.x}': (8, "invalid character 'x' after decimal point in numeric literal"),
    '{"a":1ex}': (8, "invalid character 'x' in exponent of numeric literal"),
    '{"a":"\\q"}': (8, "invalid character 'q' in string escape code"),
    '{"a":"\\u12x4"}': (11, "invalid character 'x' in \\u hexadecimal character escape"),
    '{"a":"\x01"}': (7, "invalid character '\\x01' in string literal"),
    '{"a":"x\ny"}': (8, "invalid character '\\n' in string literal"),
    '{"é" é}': (7, "invalid character 'Ã' after object key"),
    "NaN": (1, "invalid character 'N' looking for beginning of value"),
    "[" * 10_001: (10_001, "invalid character '[' exceeded max depth"),
}
"""Each was asked of RukPak 0.12, but for the last two, which are in the source of the library."""
ENDS = ("{", '{"a', '{"a":', '{"a":nul', "[1", '{"a":"\\', '{"a":"\\u1', "-", "1e")
SOUND = (
    "",
    " \n",
    "{}",
    '{"a": [-1.5e+3, "\\u00e9\\/", true, false, null, {}, []]}\n{}[]5"x"',
    "[" * 9_000 + "]" * 9_000,
)


@each_row("text", FAULTS)
def test_a_fault_has_offset_and_message(text: str) -> None:
    fault = fault_of_json(text.encode())
    assert fault is not None
    assert (fault.offset, fault.message) == FAULTS[text]
    assert fault.of_decoder == f"json: offset {fault.offset}: {fault.message}"


@pytest.mark.parametrize(
    "text", ['{"a": "' + " " * 2_000_000 + '"', "[" + "123456789," * 200_000], ids=("text", "list")
)
def test_a_fault_behind_megabytes_is_found(text: str) -> None:
    fault = fault_of_json(f"{text}x".encode())
    assert fault is not None
    assert fault.offset == len(text) + 1


@each_row("text", ENDS)
def test_a_text_that_ends_too_early_says_so(text: str) -> None:
    fault = fault_of_json(text.encode())
    assert fault is not None
    assert (fault.is_end, fault.of_decoder) == (True, "unexpected EOF")


@each_row("text", SOUND, ids=range(len(SOUND)))
def test_values_one_after_another_are_sound(text: str) -> None:
    assert fault_of_json(text.encode()) is None


def test_bytes_that_are_no_text_are_sound_within_a_string() -> None:
    assert fault_of_json(b'{"a": "\xe9\x80"}') is None


@each_row(
    ("text", "says"),
    [
        (" true ", None),
        ("false", None),
        ("null", None),
        ('"a"', None),
        ("-0.5E-1", None),
        ("1e+9", None),
        ("[]", None),
        ('{"a" : [ 1 , {} ]}', None),
        ("", "unexpected end of JSON input"),
        ("[1,", "unexpected end of JSON input"),
        ("tru", "unexpected end of JSON input"),
        ("1 2", "invalid character '2' after top-level value"),
        ("01", "invalid character '1' after top-level value"),
        ("truE", "invalid character 'E' in literal true (expecting 'e')"),
        ("fAlse", "invalid character 'A' in literal false (expecting 'a')"),
        ("nuLl", "invalid character 'L' in literal null (expecting 'l')"),
        ("+1", "invalid character '+' looking for beginning of value"),
        ("'a'", "invalid character '\\'' looking for beginning of value"),
        ('"a" "', "invalid character '\"' after top-level value"),
        ("1.", "unexpected end of JSON input"),
        ("1.e", "invalid character 'e' after decimal point in numeric literal"),
        ("1e-", "unexpected end of JSON input"),
        ('{"a" 1}', "invalid character '1' after object key"),
        ("[" * 10_000 + "]" * 10_000, None),
        ("[" * 10_001, "invalid character '[' exceeded max depth"),
    ],
    ids=range(25),
)
def test_a_text_is_one_value_or_go_says_why_not(text: str, says: str | None) -> None:
    fault = fault_of_value(text.encode())
    assert (fault and fault.message) == says


@each_row("read", ['["ä",]', '{"a": 1, \r\n }', "[1 2", "[nuL", "[] ]", "1 2", r'["\x', "[-a", "[I", '"a" é'])
def test_the_last_byte_that_is_read_is_the_wrong_one(read: str) -> None:
    fault = fault_of_value(f'{read} , "more"]}}'.encode())
    assert fault is not None
    assert len(read[:-1].encode()) + 1 == fault.offset
