"""The text of an item is cut out of its list, or made of its value."""

import pytest
from ruamel.yaml import YAML

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.plain.item_texts import ListText, written


def test_lines_end_where_the_indentation_does() -> None:
    source = ListText("items:\n  - a: |\n      # b\n\n    c: d\n  # next\n  - e: f\n")
    assert source.lines(1, 4) == ("a: |\n  # b\n\nc: d\n", 1)
    assert source.lines(6, 4) == ("# next\ne: f\n", 5)


@pytest.mark.parametrize("text", ["items: [a: b]\n", "- x: a\n", "- - a: b\n"])
def test_an_item_behind_something_else_has_no_lines_of_its_own(text: str) -> None:
    assert ListText(text).lines(0, text.index("a"))[0] == ""


def test_json_is_cut_at_its_brace() -> None:
    source = ListText('{"items": [\n {"a": "}"}, {"b": 1\n}, {c}]}')
    assert (source.json(1, 1), source.json(1, 13), source.json(2, 3)) == ('{"a": "}"}', '{"b": 1\n}', "")


def test_a_value_is_written_so_that_it_reads_the_same() -> None:
    value: dict[str, object] = {
        "plain": "word",
        "quoted": ["yes", "~", "5", "a: b", "\x7f\u2028", "two\nlines", ""],
        "odd key: #": {"deep": [[1, [True, None]], {"a": {}, "b": []}]},
        "no": 1.5,
    }
    text = "".join(f"{line}\n" for line, _ in written(value, FieldPath()))
    assert YAML(typ="safe", pure=True).load(text) == value
    assert text.startswith('plain: word\nquoted:\n- "yes"\n')


def test_each_line_has_its_path() -> None:
    value: dict[str, object] = {"a": {"b": [{"c": 1, "d": 2}]}}
    told = [(line, str(path)) for line, path in written(value, FieldPath())]
    assert told == [("a:", "a"), ("  b:", "a.b"), ("  - c: 1", "a.b[0].c"), ("    d: 2", "a.b[0].d")]
