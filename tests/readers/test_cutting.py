"""The documents of one file: JSON objects one after another, then YAML."""

from builders.cases import each_row

from xpkgtui.limits import LIMITS, Limits
from xpkgtui.readers.assembly import Cut, cut, json_objects


def texts(data: bytes) -> list[tuple[str, int, bool]]:
    """The text, the line, and whether it is broken."""
    return [(data[one.start : one.end].decode(), one.line, one.is_broken) for one in json_objects(data, LIMITS)]


@each_row(
    ("data", "expected"),
    [
        (b'{"a": 1}', [('{"a": 1}', 1, False)]),
        (b'{"a": 1}\n{"b": 2}\n', [('{"a": 1}', 1, False), ('{"b": 2}', 2, False)]),
        (b' \n{"a": 1} {"b": "\xc3\xa9"}{}', [('{"a": 1}', 2, False), ('{"b": "\xe9"}', 2, False), ("{}", 2, False)]),
        (b'{"a": 1}\n\n{"b": 2}\nc: d\n', [('{"a": 1}', 1, False), ('{"b": 2}', 3, False), ("\nc: d\n", 3, True)]),
        (b'{"a": 1}{"b": NaN}', [('{"a": 1}', 1, False), ('{"b": NaN}', 1, True)]),
        (b'{"a": 1}\n---\nb: 2\n', [('{"a": 1}', 1, False), ("\n---\nb: 2\n", 1, True)]),
        (b'{"a": 1}\n# end\n', [('{"a": 1}', 1, False), ("\n# end\n", 1, True)]),
        (b"a: 1\n", []),
        (b'[{"a": 1}]', []),
        (b'{"a": "\xff"}', []),
        (b"{a: 1}", []),
        (b'\n{"a": 1} x', [('{"a": 1}', 2, False), (" x", 2, True)]),
        (b'{"a": 1}\xc2\xa0', [('{"a": 1}', 1, False)]),
        (b"", []),
    ],
)
def test_objects_one_after_another(data: bytes, expected: list[tuple[str, int, bool]]) -> None:
    assert texts(data) == expected


def test_deep_nesting_is_not_cut() -> None:
    assert json_objects(b'{"a":' * 100_000, LIMITS) == []


def test_objects_beyond_the_limit_are_broken() -> None:
    found = json_objects(b"{}" * 5, Limits(documents=3))
    assert [(one.start, one.end, one.is_broken) for one in found] == [
        (0, 2, False),
        (2, 4, False),
        (4, 6, False),
        (6, 10, True),
    ]


def cuts(data: bytes) -> list[Cut]:
    return list(cut(data, LIMITS))


def test_yaml_goes_on_behind_one_object() -> None:
    data = b'{"a": 1}\nb: 2\n---\nc: 3\n'
    assert [(data[one.start : one.end], one.line) for one in cuts(data)] == [
        (b'{"a": 1}', 1),
        (b"b: 2\n", 2),
        (b"c: 3\n", 4),
    ]


def test_what_follows_a_separator_with_text_is_the_rest() -> None:
    *_, last = cuts(b"\na: 1\n---\nb: 2\n--- c\nd: 4\n")
    assert (last.start, last.line, last.is_broken) == (10, 4, True)
    assert last.problem == "invalid Yaml document separator: c"
