"""Texts that Go decodes: times and base64, and what Go says of those it refuses."""

from calendar import monthrange

from builders.cases import each_row

from xpkgtui.golang.texts import (
    fault_of_base64,
    fault_of_object,
    fault_of_quantity,
    fault_of_time,
    moment_as_text,
    parse_duration,
    parse_moment,
    without_kind,
)

AS_LAYOUT = ' as "2006-01-02T15:04:05Z07:00": cannot parse '


@each_row(
    "text",
    [
        "2024-02-29T12:34:56Z",
        "0000-02-29T1:04:05,5-24:60",
        "2024-12-31T23:59:59.123456789123+01:00",
    ],
    ids=["a leap day", "year 0, one digit for the hour, a comma, the largest offset", "a long fraction"],
)
def test_time_that_go_reads_has_no_fault(text: str) -> None:
    assert fault_of_time(text) is None


@each_row(
    ("text", "fault"),
    [
        ("2023-02-29T00:00:00Z", ": day out of range"),
        ("2100-02-29T00:00:00Z", ": day out of range"),
        ("2024-13-01T00:00:00Z", ": month out of range"),
        ("2024-01-01T24:00:00Z", ": hour out of range"),
        ("2024-01-01T00:00:60Z", ": second out of range"),
        ("2024-01-01T00:00:00+25:00", ": time zone offset hour out of range"),
        ("2024-01-01T00:00:00+25:61", ": time zone offset minute out of range"),
        ("2024-01-01T00:00:00Zx", ': extra text: "x"'),
        ("", AS_LAYOUT + '"" as "2006"'),
        ("2024-01-01", AS_LAYOUT + '"" as "T"'),
        ("2024-1-01", AS_LAYOUT + '"1-01" as "01"'),
        ("2024-01-x", AS_LAYOUT + '"x" as "02"'),
        ("2024-01-01Tx", AS_LAYOUT + '"x" as "15"'),
        ("2024-01-01T01:x", AS_LAYOUT + '"x" as "04"'),
        ("2024-01-01T01:02:x", AS_LAYOUT + '"x" as "05"'),
        ("2024-01-01T00:00:00", AS_LAYOUT + '"" as "Z07:00"'),
        ("2024-01-01T00:00:00?01:00", AS_LAYOUT + '"?01:00" as "Z07:00"'),
    ],
)
def test_fault_is_reported_in_the_words_of_go(text: str, fault: str) -> None:
    assert fault_of_time(text) == f'parsing time "{text}"{fault}'


@each_row("month", range(1, 13))
def test_each_month_has_its_days(month: int) -> None:
    _, last = monthrange(2024, month)
    is_time = [fault_of_time(f"2024-{month:02}-{day}T00:00:00Z") is None for day in (last, last + 1)]
    assert is_time == [True, False]


def test_digits_of_other_scripts_do_not_count() -> None:
    assert fault_of_time("２０２４-01-01T00:00:00Z") is not None


def test_text_is_quoted_byte_by_byte() -> None:
    quoted = r'"\xc3\xa9\"\\\x00"'
    assert fault_of_time('é"\\\0') == f'parsing time {quoted}{AS_LAYOUT}{quoted} as "2006"'


@each_row("text", ["", "aGkh", "aGk=", "aA==", "a\nG\rk\n=\n", "aA=\n=\n", "aB=="])
def test_text_that_go_decodes_has_no_fault(text: str) -> None:
    assert fault_of_base64(text) is None


@each_row(
    ("text", "at"),
    [
        ("x", 0),
        ("aGkhx", 4),
        ("aGk", 0),
        ("aG k", 2),
        ("é", 0),
        ("=", 0),
        ("a=", 1),
        ("aA=", 3),
        ("aA=x", 2),
        ("aGk=x", 4),
        ("aA==\nx", 5),
        ("aG-_", 2),
    ],
)
def test_byte_at_which_go_stops_is_reported(text: str, at: int) -> None:
    assert fault_of_base64(text) == at


@each_row(
    ("text", "nanoseconds"),
    [
        ("1h30m", 5_400 * 10**9),
        ("-1.5s", -1_500_000_000),
        ("+2ms", 2_000_000),
        (".5us", 500),
        ("1us1ns", 1_001),
        ("0", 0),
        ("-0", 0),
        ("", None),
        ("1", None),
        (".s", None),
        ("1x", None),
        ("1h ", None),
        ("9223372036854775807ns", 2**63 - 1),
        ("9223372036854775808ns", None),
        ("-9223372036854775808ns", -(2**63)),
        ("9223372036854775809ns", None),
    ],
)
def test_a_duration_is_read_as_go_reads_it(text: str, nanoseconds: int | None) -> None:
    assert parse_duration(text) == nanoseconds


@each_row(
    ("text", "written"),
    [
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
        ("2024-02-29T12:34:56.5+01:30", "2024-02-29T11:04:56.5Z"),
        ("2024-02-29T23:59:59-24:60", "2024-03-02T00:59:59Z"),
        ("0001-01-01T00:00:00.123456789Z", "0001-01-01T00:00:00.123456789Z"),
        ("2023-02-29T00:00:00Z", None),
        ("2024-01-01T24:00:00Z", None),
        ("2024-01-01T00:60:00Z", None),
        ("2024-01-01T00:00:60Z", None),
        ("2024-01-01T00:00:00+25:00", None),
        ("2024-01-01T00:00:00+00:61", None),
        ("2024-01-01", None),
    ],
)
def test_a_moment_is_read_and_written_in_utc(text: str, written: str | None) -> None:
    found = parse_moment(text)
    assert (None if found is None else moment_as_text(found)) == written


@each_row(
    ("value", "fault"),
    [
        ("100m", None),
        (" 1Gi ", None),
        ("1e3", None),
        (5, "quantities must match"),
        ("", "quantities must match"),
        ("x", "quantities must match"),
        ("1KK", "unable to parse quantity's suffix"),
    ],
)
def test_a_quantity_is_one_or_go_says_why_not(value: object, fault: str | None) -> None:
    found = fault_of_quantity(value)
    assert found is None if fault is None else found is not None and found.startswith(fault)


def test_an_object_has_a_kind_and_a_version() -> None:
    assert fault_of_object({"kind": "A", "apiVersion": "a/v1"}) is None
    assert fault_of_object({"kind": "A"}) is None
    for value, text in (({"kind": ""}, '{"kind":""}'), ({"kind": "A", "apiVersion": "a/b/c"}, "…"), (None, "null")):
        said = fault_of_object(value)
        assert said is not None
        assert said.startswith("Object 'Kind' is missing in '")
        assert text == "…" or text in said


def test_a_long_object_without_a_kind_is_not_repeated() -> None:
    assert without_kind("x" * 2_000) == f"Object 'Kind' is missing in '{'x' * 2_000}'"
    assert without_kind("x" * 2_001) == "Object 'Kind' is missing in '…'"
