"""The names of a document of Kubernetes, where they are plain, and where only a parser knows."""

import re

from builders.cases import each_row

from xpkgtui.documents.head import MAX_LINES, Names, read_head

HEAD = "apiVersion: v1\nkind: A\nmetadata:\n  name: x\n"
META = HEAD.removesuffix("  name: x\n")


def read(text: str) -> Names | None:
    data = text.encode()
    margin = [found.start() + 1 for found in re.finditer(rb"\n[^ \n]", data)]
    return read_head(data, 0, len(data), margin)


PLAIN = [
    (HEAD, "v1", "A", "x", 0),
    ("apiVersion: v1\r\nkind: A\r\nmetadata:\r\n  name: x\r\n", "v1", "A", "x", 0),
    ("# c\n\n" + HEAD + "spec: {}\n", "v1", "A", "x", 5),
    ("---  # c\n" + HEAD, "v1", "A", "x", 9),
    ("--- \n" + HEAD, "v1", "A", "x", 5),
    ("  \n" + HEAD, "v1", "A", "x", 3),
    (" # c\n" + HEAD, "v1", "A", "x", 5),
    ("\n\n" + HEAD, "v1", "A", "x", 2),
    (HEAD + "a: 1\nb: 2\n", "v1", "A", "x", 0),
    (HEAD + "a:", "v1", "A", "x", 0),
    (HEAD + "a: 1\n# c\n", "v1", "A", "x", 0),
    ("kind: A\napiVersion: v1\nmetadata:\n  name: x\n", "v1", "A", "x", 0),
    ("metadata:\n  name: x\nkind: A\napiVersion: v1", "v1", "A", "x", 0),
    ("apiVersion: v1\nkind: A\nmetadata:\n", "v1", "A", None, 0),
    ("apiVersion: v1\nkind: A\n\n \nmetadata:\n  name: x\n", "v1", "A", "x", 0),
    ("apiVersion: v1 \nkind:   A\nmetadata:\n  name: x\n", "v1", "A", "x", 0),
    ("apiVersion: g.io/v1\nkind: A_b-c.d\nmetadata:\n  name: x\n", "g.io/v1", "A_b-c.d", "x", 0),
    (HEAD + "a: 1\n...\n", "v1", "A", "x", 0),
    (HEAD + "a: 1\n... # c\n...\n", "v1", "A", "x", 0),
]


@each_row(("text", "api_version", "kind", "name", "first_key"), PLAIN)
def test_plain_names_are_read(text: str, api_version: str, kind: str, name: str | None, first_key: int) -> None:
    assert read(text) == Names(api_version, kind, name, first_key)


ODD = [
    "---\n  # \xe8\n \r\n# c\n" + HEAD,
    "---x\n" + HEAD,
    "#\r" + HEAD,
    "x\n" + HEAD,
    "- a\n" + HEAD,
    "'a': 1\n" + HEAD,
    "a: 1\n" + HEAD,
    HEAD + "'b': 1\n",
    HEAD + "- b\n",
    HEAD + "a: 1\na: 2\n",
    HEAD + "kind: B\n",
    HEAD + "...\n",
    HEAD + "... # c\n...\n",
    HEAD + "...\nb: 1\n",
    HEAD + "...x\n",
    HEAD + "x\n",
    HEAD + "a:1\n",
    "spec: 1\n" + HEAD,
    "apiVersion: v1\nspec: 1\nkind: A\nmetadata:\n  name: x\n",
    "apiVersion: v1\nkind: A\n",
    "apiVersion: v1\nkind: A\nmetadata: {}\n",
    "apiVersion: v1\nkind: A\nmetadata: # c\n  name: x\n",
    "apiVersion: v1\nkind: A\nmetadata:\n  labels: {}\n",
    "apiVersion: 'v1'\nkind: A\nmetadata:\n  name: x\n",
    "apiVersion: 1\nkind: A\nmetadata:\n  name: x\n",
    "apiVersion: v1\nkind: yes\nmetadata:\n  name: x\n",
    "apiVersion: v1\nkind: null\nmetadata:\n  name: x\n",
    "apiVersion: v1\nkind: A B\nmetadata:\n  name: x\n",
    "apiVersion: v1\nkind: A\n  B\nmetadata:\n  name: x\n",
    "apiVersion: v1\nkind:\n  A\nmetadata:\n  name: x\n",
    "apiVersion: v1 # c\nkind: A\nmetadata:\n  name: x\n",
    HEAD + "a: 1\n...x\n",
    HEAD + "a: 1\n...\nb: 1\n",
]


@each_row("text", ODD)
def test_what_is_not_plain_is_left_to_a_parser(text: str) -> None:
    assert read(text) is None


METADATA = [
    ("  name: x\n", "x"),
    ("  name: 1x\n", "1x"),
    ("  name: x.y_z-1\n", "x.y_z-1"),
    ("  labels:\n    name: y\n  name: x\n", "x"),
    ("  labels:\n    name: y\n", None),
    ("  labels:\n  - name: y\n  name: x\n", "x"),
    ("  a: 'it''s'\n  name: x\n", "x"),
    ('  a: "b\\"c"\n  name: x\n', "x"),
    ("  a: |\n   name: y\n\n   z\n  name: x\n", "x"),
    ("  a: >-\n    name: y\n  name: x\n", "x"),
    ("  a: |+\n    b\n    name: y\n  name: x\n", "x"),
    ("  a: b\n   c\n  name: x\n", "x"),
    ("  a: b\n   c: d\n  name: x\n", "x"),
    ("  - a\n  name: x\n", "x"),
    ("  a:\n  - b\n  - 'c'\n  - \"d\"\n  name: x\n", "x"),
    ("  a:\n  - - b: c\n  name: x\n", "x"),
    ("  a:\n  - name: b\n    name: c\n  name: x\n", "x"),
    ("  a: -b\n  name: x\n", "x"),
    ("  a: \n  name: x\n", "x"),
    ("\n  name: x\n\n", "x"),
    ("  a.b/c-d: e\n  name: x\n", "x"),
    ("  name: x \n", "x"),
    ("  name: x\r\n", "x"),
]


@each_row(("text", "name"), METADATA)
def test_a_name_stands_in_simple_metadata(text: str, name: str | None) -> None:
    assert read(META + text) == Names("v1", "A", name, 0)


ODD_METADATA = [
    "  name: 'x'\n",
    '  name: "x"\n',
    "  name: 1\n",
    "  name: yes\n",
    "  name: x y\n",
    "  name: x # c\n",
    "  name:\n",
    "  name: x\n  name: y\n",
    "  name: -x\n",
    '  a: "\n  name: y"\n  name: x\n',
    "  a: b: c\n  name: x\n",
    "  a: b:\n  name: x\n",
    "  a: {name: y}\n  name: x\n",
    "  a: [b]\n  name: x\n",
    "\tname: x\n",
    "  # c\n  name: x\n",
    "    a: b\n  name: x\n",
    "  a: b\n name: x\n",
    "  name: x\n    y\n",
    "  a: *b\n  name: x\n",
    "  a: &b c\n  name: x\n",
    "  a: !!str b\n  name: x\n",
    "  a: - b\n  name: x\n",
    "  a: @b\n  name: x\n",
    "  ? a\n  name: x\n",
    "  a: b#c\n  name: x\n",
    "  a: b #c\n  name: x\n",
    "  'a': b\n  name: x\n",
]


@each_row("text", ODD_METADATA)
def test_metadata_that_is_not_simple_is_left_to_a_parser(text: str) -> None:
    assert read(META + text) is None


def test_no_more_lines_and_bytes_are_read_than_an_ordinary_object_has() -> None:
    keys = "".join(f"k{number}: 1\n" for number in range(MAX_LINES - 3))
    assert read(HEAD + keys) == Names("v1", "A", "x", 0)
    assert read(HEAD + keys + "more: 1\n") is None
    note = "  a: " + "b" * ((64 << 10) - len("\n  name: x\n  a: \n")) + "\n"
    assert read(HEAD + note) == Names("v1", "A", "x", 0)
    assert read(HEAD + note + "\n") is None
