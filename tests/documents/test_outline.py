"""Places that are found by the indentation of a text are those that the parser marks."""

import json
from collections.abc import Iterator
from typing import Any

from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.outline import TextOutline, ends_with, holds, written
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split

TRAPS = {
    "many keys": "a:\n  b: |\n    k3: 1\n"
    + "".join(f"  k{n}:\n    k{n + 1}: 1\n" for n in range(24))
    + "z:\n  k1: 1\n",
    "mappings": "a:\n  b:\n    c: 1\n  d: 2\nb: 3\n",
    "a separator and a comment": "---\n# c\n\na:\n  # b: 0\n  b: 1\n",
    "a list under its key": "a:\n- b: 1\n  c:\n  - x\n  - y\n- b: 2\nd:\n- e: 1\n",
    "a list that is indented": "a:\n  - b: 1\n    c: 2\n  -   b: 3\n      c: 4\nz: 1\n",
    "lists in lists": "a:\n- - b: 1\n  - 2\n- - 3\n",
    "a dash alone": "a:\n-\n  b: 1\n- c\n",
    "a literal that looks like keys": "a:\n  b: |\n    c: 1\n    d: 2\n  c:\n    d: 3\n",
    "a folded plain text": "a:\n  b: one\n    two\n  d: 3\n",
    "a quoted text over lines": "a:\n  b: 'one\n    c: x\n\n    d: y'\n  c: 1\n  d: 2\n",
    "a quoted text that is not indented": 'a:\n  b: "one\n  c: x"\n  c: 1\n',
    "flow": "a: {b: 1, c: [2, 3]}\nd:\n  e: [x, {y: 1}]\n  f: 1\n",
    "flow over lines": "a: {\n  b: 1,\nc: 2}\nd: 1\n",
    "quoted keys": "\"a\":\n  'b': 1\n  c: 2\n",
    "an anchor": "a: &x\n  b: 1\nc: *x\nd: &y 1\n",
    "a merge": "a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n",
    "a tag": "a: !!map\n  b: 1\n",
    "a key twice": "a:\n  b: 1\n  c: 2\n  b:\n    d: 1\n",
    "keys that are no text": "a:\n  1: x\n  true: y\n  no: z\n  1.50: q\n",
    "a question mark": "a:\n  ? b\n  : 1\n  c: 2\n",
    "CRLF": "a:\r\n  b: 1\r\n",
    "a byte order mark": "\ufeffa:\n  b: 1\n",
    "other letters": "a:\n  ü: 1\n  b: ü\n  c:\n  - ä\n  - b\n",
    "a tab behind a key": "a:\t\n  b:\t1\n  c: 2\n",
    "a comment behind a key": "a: # d\n  b: 1 # e\n",
    "a comment at the margin": "a:\n  b:\n    c: 1\n# here\n    d: 2\n  e: 3\n",
    "the end of a document": "a:\n  b: 1\n...\nb: 2\n",
    "all indented": "  a:\n    b: 1\n  c: 2\n",
    "odd breaks": 'a: "x\u2028y\x85z"\nb:\n  c: 1\n',
    "an empty key": "a:\nb:\n  c:\n  d: 1\n",
    "a tag before a quoted text": "a: !!str 'one\n  b: x'\nc: &x !!str \"d\ne: f\"\ne: 1\n",
    "no end of line": "a:\n  b: 1",
    "a prefix of another key": "a:\n  bc: 1\n  b: 2\n  b.c: 3\n  b/c: 4\n",
    "a list of scalars": "a:\n- 'x'\n- |\n  - y\n- z\n- -1\n- 1\n",
}


def paths(value: Any, base: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path in a value, and one beneath each that does not exist."""
    yield base
    yield (*base, "missing")
    yield (*base, 99)
    if isinstance(value, dict):
        for key, one in value.items():
            yield from paths(one, (*base, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from paths(one, (*base, number))


def parsed(text: str) -> tuple[PackageDocument, TextOutline]:
    data = text.encode()
    chunk = split(data).chunks[0]
    found = parse(data, chunk, positions=True)
    assert isinstance(found, PackageDocument), found
    return found, TextOutline(data[chunk.start : chunk.end])


def found_of(text: str) -> int:
    """How many places are found; each is where the parser says."""
    document, outline = parsed(text)
    if document.oddities:
        return 0
    count = 0
    for parts in paths(document.value):
        path = FieldPath(parts)
        found = outline.find(document.value, path)
        if found is not None:
            position = document.position(path)
            assert position is not None
            assert (document.chunk.first_line + found[0], found[1] + 1) == (position.line, position.column), parts
            count += 1
    return count


@each_row("name", TRAPS)
def test_what_is_found_is_where_the_parser_says(name: str) -> None:
    found_of(TRAPS[name])


@each_row("name", ["mappings", "a list under its key", "a list that is indented", "a comment behind a key"])
def test_texts_as_programs_write_them_are_understood(name: str) -> None:
    document, outline = parsed(TRAPS[name])
    known = [parts for parts in paths(document.value) if parts and parts[-1] not in ("missing", 99)]
    assert all(outline.find(document.value, FieldPath(parts)) for parts in known)


def test_what_runs_over_lines_behind_a_place_does_not_hide_it() -> None:
    document, outline = parsed('a:\n  b: 1\nc: "one\ntwo"\nd: 2\n')
    found = [outline.find(document.value, FieldPath(parts)) for parts in (("a", "b"), ("d",))]
    assert found == [(1, 2), None]


TEXTS = st.sampled_from(["a", "b", "key: x", "- a", "one\ntwo", "  lead", "x # y", "'q'", "", "1", "é\nb: 1"])
VALUES = st.recursive(
    TEXTS | st.integers(0, 3) | st.none(),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from("abcd"), below, max_size=3),
    max_leaves=12,
)


def as_yaml(value: Any, indent: int, draw: Any) -> str:
    """YAML of a value in one of several styles."""
    style = draw(st.integers(0, 5))
    if isinstance(value, dict) and value and style < 5:
        lines = [f"{' ' * indent}{key}:{below(one, indent, draw)}" for key, one in value.items()]
        return "".join(lines)
    if isinstance(value, list) and value and style < 5:
        return "".join(f"{' ' * indent}-{below(one, indent, draw)}" for one in value)
    return f"{' ' * indent}{json.dumps(value, ensure_ascii=False)}\n"


def below(value: Any, indent: int, draw: Any) -> str:
    """What stands behind a key or a dash."""
    if isinstance(value, dict | list) and value and draw(st.booleans()):
        more = draw(st.integers(1, 3))
        return "\n" + as_yaml(value, indent + more, draw)
    if isinstance(value, str) and "\n" in value and draw(st.booleans()):
        inner = "".join(f"{' ' * (indent + 2)}{line}\n" for line in value.split("\n"))
        return " |-\n" + inner
    return f" {json.dumps(value, ensure_ascii=False)}\n"


@given(VALUES, st.data())
def test_random_documents_have_their_places(value: Any, data: Any) -> None:
    document = {"a": value, "z": 1}
    found_of(as_yaml(document, 0, data.draw))


SCHEMA = b"""\
spec:
  versions:
  - name: v1
    schema:
      openapiv3schema:
        properties:
          spec:
            properties:
              forprovider:
                properties:
                  region:
                    type: string
          status:
            properties:
              region: {}
"""


@each_row(
    ("word", "keys"),
    [
        ("forProvider.region", ("forprovider", "region")),
        (".spec.a-b", ("spec", "a-b")),
        ("region", ()),
        ("a b.c", ()),
        ("a..b", ()),
        ("", ()),
    ],
)
def test_a_path_is_keys_with_dots_between(word: str, keys: tuple[str, ...]) -> None:
    assert written(word) == keys


@each_row(
    ("path", "is_there"),
    [
        ("forProvider.region", True),
        ("spec.forProvider.region", True),
        ("status.region", True),
        ("versions.name", True),
        ("versions.schema.openAPIV3Schema.spec", True),
        ("spec.region", False),
        ("region.type.string", False),
    ],
)
def test_what_a_schema_puts_between_keys_is_left_out(path: str, is_there: bool) -> None:
    assert holds(SCHEMA, written(path)) is is_there


def test_json_is_searched_too() -> None:
    assert holds(b'{\n "spec": {\n  "a": {\n   "b": 1\n  }\n }\n}\n', ("a", "b"))


def test_items_of_lists_count_as_their_key() -> None:
    assert ends_with(("spec", "versions[0]", "schema"), ("versions", "schema"))
    assert not ends_with(("schema",), ("versions", "schema"))


@given(st.binary(max_size=300), st.lists(st.sampled_from(["a", "b", "spec"]), min_size=2, max_size=3))
def test_any_bytes_are_searched(text: bytes, keys: list[str]) -> None:
    holds(text, keys)
