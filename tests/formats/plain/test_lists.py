"""Each item of a list is a document of its own, at its line, unless RukPak would refuse the list."""

import json
from pathlib import Path

from builders.cases import each_row
from builders.goldens import Golden, by_outcome
from builders.packages.edited import edited_lines
from builders.packages.judged_folders import judged, stream_of
from builders.packages.plain_bundles import BOAT, CASES, CRD, LIST, thing, write
from ruamel.yaml import YAML

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.plain.lists import Lists, ListText, written
from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Acceptance

_HEAD = "apiVersion: v1\nkind: List\nitems:\n"
_BLOCK = f"""# all of it
{_HEAD}# the first
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: one
  data:
    text: |
      # no comment

      -x

# the second
-
  kind: Secret
  apiVersion: v1
  metadata: {{name: two}}
# the end
metadata: {{}}
"""

_FIRST = """# the first
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
data:
  text: |
    # no comment

    -x
"""


def found(folder: Path, text: str, name: str = "a.yaml") -> list[tuple[str | None, int, str]]:
    """Name, line in the file and text of each document."""
    data, reading = stream_of(PLAIN, write(folder, {f"manifests/{name}": text}))
    rows = []
    for chunk in split(data).chunks:
        if not chunk.empty:
            origin = reading.origins.at(chunk.line)
            assert origin is not None
            assert origin.file == f"manifests/{name}"
            rows.append((chunk.name, origin.line, data[chunk.start : chunk.end].decode().removeprefix("---\n")))
    return rows


def test_an_item_in_block_style_keeps_its_lines(tmp_path: Path) -> None:
    assert found(tmp_path, _BLOCK) == [
        (
            "one",
            6,
            _FIRST,
        ),
        ("two", 18, "kind: Secret\napiVersion: v1\nmetadata: {name: two}\n"),
    ]


def test_every_line_of_an_item_has_its_line_of_the_file(tmp_path: Path) -> None:
    text = _BLOCK + "---\n" + _HEAD + "- {apiVersion: v1, kind: A,\n   metadata: {\n    name: three}}\n"
    data, reading = stream_of(PLAIN, write(tmp_path, {"manifests/a": text}))
    lines = text.split("\n")
    told = data.decode().split("\n")
    for word in ("name: one", "-x", "kind: Secret", "two}", "name: three"):
        (at,) = [number for number, line in enumerate(told, 1) if word in line]
        origin = reading.origins.at(at)
        assert origin is not None
        assert word in lines[origin.line - 1]


def test_an_item_with_braces_keeps_its_lines(tmp_path: Path) -> None:
    item = "{apiVersion: v1, kind: A, metadata: {name: b}, x: ['no',\n    5]}\n"
    rows = found(tmp_path, f"{_HEAD}- {item}---\n{thing('after')}")
    assert rows == [("b", 4, item.replace("    5", "  5")), ("after", 7, thing("after"))]
    assert judged(PLAIN, tmp_path).verdict.acceptance is Acceptance.ACCEPTED


def test_a_file_that_begins_with_a_brace_is_still_json(tmp_path: Path) -> None:
    rows = found(tmp_path, "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: A}]}\n")
    assert len(rows) == 1
    assert judged(PLAIN, tmp_path).of("PLN003")


def test_a_brace_behind_a_separator_does_not_make_it_json(tmp_path: Path) -> None:
    (one,) = judged(PLAIN, write(tmp_path, {"manifests/a.yaml": "---\n{a: b}\n"})).of("PLN003")
    assert one.message == "manifests/a.yaml has an object without a kind"


def test_an_item_that_shares_its_line_is_written_as_a_block(tmp_path: Path) -> None:
    item = "{apiVersion: v1, kind: A, metadata: {name: b}, x: ['no', 5, [a, {}], {c: \"d\\ne\"}]}"
    (row,) = found(tmp_path, f"apiVersion: v1\nkind: List\nitems: [{item}]\n")
    text = 'apiVersion: v1\nkind: A\nmetadata:\n  name: b\nx:\n- "no"\n- 5\n- - a\n  - {}\n- c: "d\\ne"\n'
    assert row == ("b", 3, text)


def test_an_alias_to_another_item_is_followed(tmp_path: Path) -> None:
    first = "- apiVersion: v1\n  kind: A\n  metadata: &names {name: same}\n"
    (_, _, one), (_, line, two) = found(tmp_path, _HEAD + first + "- apiVersion: v1\n  kind: B\n  metadata: *names\n")
    assert one == "apiVersion: v1\nkind: A\nmetadata: &names {name: same}\n"
    assert (line, two) == (7, "apiVersion: v1\nkind: B\nmetadata:\n  name: same\n")


def test_an_item_without_a_kind_takes_that_of_the_list(tmp_path: Path) -> None:
    text = "apiVersion: v1\nkind: SecretList\nitems:\n- metadata: {name: a}\n"
    assert found(tmp_path, text) == [("a", 4, "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n")]


def test_json_stays_json(tmp_path: Path) -> None:
    one = '{"apiVersion": "v1",\n   "kind": "A", "metadata": {"name": "one"}}'
    text = f'{{"apiVersion": "v1", "kind": "AList",\n "items": [\n  {one},\n  {{"metadata": {{"name": "two"}}}}\n]}}'
    made = '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "two"}}\n'
    rows = found(tmp_path, text, "a.json")
    assert rows == [("one", 3, f"{one}\n"), ("two", 5, made)]
    assert judged(PLAIN, tmp_path).verdict.acceptance is Acceptance.ACCEPTED


def test_a_key_that_would_be_a_separator_is_quoted(tmp_path: Path) -> None:
    (one,) = found(tmp_path, _HEAD + "- kind: A\n  apiVersion: v1\n  ---x: z\n")
    assert one == (None, 4, 'kind: A\napiVersion: v1\n"---x": z\n')


@each_row(
    "name", ["a List without items", "a List of nothing", "a List with an item without a kind", "a List in a List"]
)
def test_a_list_that_is_empty_or_refused_stays_whole(name: str, tmp_path: Path) -> None:
    (text,) = CASES[name].values()
    assert found(tmp_path, text) == [(None, 1, text)]


@each_row(
    "item",
    [
        "5",
        "~",
        "{apiVersion: v1, kind: A, metadata: {name: 5}}",
        "{apiVersion: v1, kind: A, items: {}}",
        "{apiVersion: v1, kind: A, x: " + "[" * 300 + "]" * 300 + "}",
        "{apiVersion: v1, kind: A, x: &a " + "z" * 100_000 + ", y: [" + "*a, " * 200 + "]}",
    ],
)
def test_a_list_with_an_item_that_cannot_stand_alone_stays_whole(item: str, tmp_path: Path) -> None:
    text = f"{_HEAD}- {{apiVersion: v1, kind: A}}\n- {item}\n"
    assert found(tmp_path, text) == [(None, 1, text)]


def test_a_list_with_an_item_that_is_null_stays_whole(tmp_path: Path) -> None:
    text = "apiVersion: v1\nkind: X\nitems:\n- ~\n"
    assert found(tmp_path, text) == [(None, 1, text)]


def test_a_long_list_stays_whole_and_is_told(tmp_path: Path) -> None:
    text = LIST + "#" * (1 << 20) + "\n"
    folder = write(tmp_path, {"manifests/a.yaml": text, "manifests/b.yaml": LIST})
    data, reading = stream_of(PLAIN, folder)
    assert sum(not chunk.empty for chunk in split(data).chunks) == 3
    assert [one.name for one in reading.reached] == ["lists"]


def test_a_list_is_taken_apart_however_its_key_is_written() -> None:
    ways = ("items:", '"ite\\u006ds":', "? items\n:", "!!str items:", "&a items :", "'items' :")
    texts = (f"{_HEAD}- {{apiVersion: v1, kind: A, metadata: {{name: a}}}}\n".replace("items:", one) for one in ways)
    assert [len(Lists(LIMITS)(one.encode(), 1, 10, in_json=False)) for one in texts] == [1] * len(ways)


def test_rules_see_the_objects_of_lists(tmp_path: Path) -> None:
    items = [_value(text) for text in (BOAT, CRD, BOAT)]
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, indent=1)
    told = judged(PLAIN, write(tmp_path, {"manifests/a.json": text}))
    assert not told.of("PLN006")
    (twin,) = told.of("PLN005")
    line = text[: text.rindex('"titanic"')].count("\n") + 1
    assert twin.place is not None
    assert twin.place.file == "manifests/a.json"
    assert twin.place.line is not None
    assert line - 5 <= twin.place.line <= line


def _value(text: str) -> object:
    document = parse(text.encode(), split(text.encode()).chunks[0])
    assert isinstance(document, PackageDocument)
    return document.value


def test_lines_end_where_the_indentation_does() -> None:
    source = ListText("items:\n  - a: |\n      # b\n\n    c: d\n  # next\n  - e: f\n")
    assert source.lines(1, 4) == ("a: |\n  # b\n\nc: d\n", 1)
    assert source.lines(6, 4) == ("# next\ne: f\n", 5)


@each_row("text", ["items: [a: b]\n", "- x: a\n", "- - a: b\n"])
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


def taken_apart(text: str, *, in_json: bool = False, most: int = 10) -> list[str]:
    """The items of a list, each with where its lines come from."""
    parts = Lists(LIMITS)(text.encode(), 5, most, in_json=in_json)
    return [f"{part.lines} {part.data!r}" for part in parts]


def test_lists_with_one_edited_line_taken_apart(golden: Golden) -> None:
    other = f"""{_HEAD}  # a
  - apiVersion: v1
    kind: ConfigMap
    metadata: &m {{name: "yes", labels: {{}}, annotations: {{a: 'b\u0085', 5: [1, [c], {{d: e}}]}}}}
   # b
  - {{kind: Secret, apiVersion: v1, metadata: *m}}

  - metadata: {{name: three}}
"""
    told: list[tuple[str, str]] = []
    for text in (_BLOCK, other):
        for edit, edited in edited_lines(text):
            told.append((edit, " ".join(taken_apart(edited))))
    golden("lists_plain", "\n".join(by_outcome(told)))


def test_lists_in_json_taken_apart(golden: Golden) -> None:
    item = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "é"}}
    lists = [[item], [item, item], [item, {"a": 1}], [{"kind": "A"}], [{**item, "items": []}], [item, 5], []]
    texts = [
        json.dumps({"apiVersion": "v1", "kind": "List", "items": one}, indent=at) for one in lists for at in (None, 1)
    ]
    told = [line for text in texts for line in (text[-40:], *taken_apart(text, in_json=True))]
    told += taken_apart(texts[2], in_json=True, most=1) + taken_apart(texts[0], in_json=True, most=1)
    golden("lists_plain_json", "\n".join(told))


def test_what_is_too_much_stays_whole() -> None:
    def items(text: str, lists: Lists | None = None) -> int:
        return len((lists or Lists(LIMITS))(text.encode(), 1, 10, in_json=False))

    one = f"{_HEAD}- {{apiVersion: v1, kind: ConfigMap, metadata: {{name: a}}, data: {{a: %s}}}}\n"
    room = (1 << 20) - len(one % "")
    assert [items(one % ("x" * more)) for more in (room, room + 1)] == [1, 0]
    lists = Lists(LIMITS)
    assert [items(one % ("x" * (room // 2 - 100)), lists) for _ in range(3)] == [1, 1, 0]
    assert [one.name for one in lists.reached] == ["lists"]
    assert [items(one % ("[" * deep + "]" * deep)) for deep in (96, 97)] == [1, 0]
    anchors = f"a: &a {'x' * 1000}\nb: &b [{', '.join(['*a'] * 90)}]\nc: [%s]\n"
    assert [items(one % "a" + anchors % ", ".join(["*b"] * many)) for many in (85, 95)] == [1, 0]
