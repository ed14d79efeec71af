"""A document whose blocks are parsed once is the same as one that is parsed whole."""

import lzma
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.gate import few
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.document import build
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.builder import Builder
from xpkgtui.documents.yaml.effort import EVENT, Effort
from xpkgtui.documents.yaml.refusals import Refused
from xpkgtui.documents.yaml.repeats import Repeats

LEVEL = " " * 14
LONG = "t" * 200
PADDING = "a:\n" + "".join(f"  field{number}: {{type: string, description: {'x' * 80}}}\n" for number in range(80))
FIELDS = "".join(f"field{number}:\n  type: string\n" for number in range(9))


def nested(text: str) -> str:
    """A document in which a text stands among mappings, at the indentation where blocks are looked for."""
    return PADDING + "".join(f"{' ' * indentation}k{indentation}:\n" for indentation in range(0, 14, 2)) + text


def block(name: str, text: str) -> str:
    """A block of a level with the lines of a text."""
    return f"{LEVEL}{name}:\n" + "".join(f"{LEVEL}  {line}\n" if line else "\n" for line in text.splitlines())


def outcome(text: str, repeats: Repeats | None, steps: int | None = None) -> Any:
    """Everything that can be said of a document that was built: its value as text: 1 is not True."""
    effort = Effort(steps)
    try:
        built = build(text, effort=effort, repeats=repeats)
    except Refused as refused:
        return refused.reason, refused.message, refused.line, refused.column, effort.left
    rest = text[built.end :].strip()
    return repr(built.tree.value), built.tree.oddities.placed(0), rest, built.operations, effort.left


def assert_alike(text: str) -> None:
    whole, repeats = outcome(text, None), Repeats()
    assert outcome(text, repeats) == whole
    assert outcome(text, repeats) == whole


def is_folded(text: str) -> bool:
    return Repeats().build(text, Effort()) is not None


TRAPS = {
    "a mapping": block("x", FIELDS),
    "the same twice": block("x", FIELDS) + block("z", FIELDS),
    "blocks in blocks": block(
        "x", "type: object\nproperties:\n" + "".join(f"  {one}\n" for one in FIELDS.splitlines())
    ),
    "a list": block("x", "- one: 1\n  two: [a, b]\n" * 20),
    "numbers": block("x", f"a: 1\nb: 1.0\nc: 0x10\nd: yes\n1: 2\ne: 1e400\nf: ~\nh: {LONG}"),
    "no number of JSON": block("x", f"a: .inf\nb: {LONG}"),
    "a key twice": block("x", f"a: 1\na: 2\nb: {LONG}"),
    "the block twice": block("x", FIELDS) + block("x", FIELDS),
    "an anchor in it": block("x", f"a: &b {LONG}") + f"{LEVEL}y: *b\n",
    "an anchor of the whole": f"{LEVEL}x: &b\n{LEVEL}  a: {LONG}\n{LEVEL}y: *b\n",
    "an alias to what is before": f"{LEVEL}w: &b 1\n" + block("x", f"a: *b\nb: {LONG}"),
    "an alias beside it": f"{LEVEL}w: &b 1\n" + block("x", f"b: {LONG}") + f"{LEVEL}y: *b\n",
    "a merge": f"{LEVEL}w: &b {{c: 1}}\n" + block("x", f"<<: *b\nb: {LONG}"),
    "a tag": block("x", f"a: !!str 1\nb: !!binary aGk=\nc: {LONG}"),
    "a literal in it": block("x", "a: |\n  x\n\n    y\nb: |+\n  z\n\n\nc: >-\n  x\n  y\n\n" + FIELDS),
    "a literal at its end": block("x", "b: text\na: |+\n  " + LONG + "\n\n\n") + f"{LEVEL}y: 1\n",
    "in a literal": f"{LEVEL}w: |\n{LEVEL}  text\n" + block("  x", FIELDS) + f"{LEVEL}v: 1\n",
    "a literal at the level": "            w: |\n" + block("x", FIELDS),
    "in a folded text": "            w: >\n" + block("x", FIELDS) + block("y", FIELDS),
    "in quotes": '            w: "text\n' + block("x", FIELDS) + '              "\n',
    "in single quotes": "            w: 'text\n" + block("x", FIELDS) + "              '\n",
    "in a flow mapping": "            w: {\n" + block("x", "{a: " + LONG + "}") + "            }\n",
    "in a flow list": "            w: [\n" + block("x", f"a: {LONG}") + "            ]\n",
    "in a comment": "            # " + block("x", FIELDS),
    "in a plain text": "            w: text\n" + block("x", FIELDS),
    "comments in it": block("x", f"# one\na: {LONG} # two\n# three") + f"{LEVEL}# four\n",
    "only comments": block("x", f"# {LONG}"),
    "a scalar": block("x", f"{LONG}\n{LONG}"),
    "a literal without a key": block("x", "|\n" + "  text\n" * 40),
    "a flow mapping": block("x", "{a: " + LONG + "}"),
    "a key behind a flow mapping": block("x", "{a: " + LONG + "}: b"),
    "an explicit key": f"{LEVEL}? x\n{LEVEL}:\n" + block("y", FIELDS),
    "less indented lines": block("x", f"    a: {LONG}\n  b: 1"),
    "more indented lines": block("x", f"a: {LONG}\n    b: 1"),
    "a list behind a mapping": block("x", FIELDS) + f"{LEVEL}- a\n",
    "a text behind a block": block("x", FIELDS) + f"{LEVEL}text\n",
    "a tab": block("x", f"a: {LONG}\n\tb: 1"),
    "a control character": block("x", f"a: {LONG}\x07"),
    "a private character": block("x", FIELDS) + f"{LEVEL}y: \ue0000\n",
    "a byte order mark": block("x", f"\ufeffa: {LONG}"),
    "other line breaks": block("x", f"a: {LONG}\u2028{LONG}\x85b"),
    "a slash": block("x", f'a: "\\/{LONG}"'),
    "a colon": block("x", "a: {b:1, c: " + LONG + "}"),
    "deep": block("x", "- " * 300 + LONG),
    "deep flow": block("x", "a: " + "[" * 300 + "]" * 300),
    "document marks": block("x", FIELDS) + "...\n" + "more\n",
    "a directive": block("x", FIELDS) + "...\n%YAML 1.1\n",
    "no line end": block("x", FIELDS).rstrip("\n"),
    "blank lines": block("x", "\n\n" + FIELDS + "\n\n") + "\n\n" + f"{LEVEL}y: 1\n",
    "carriage returns": block("x", f"a: {LONG}\rb: 1"),
}


@each_row("text", TRAPS.values(), ids=TRAPS)
def test_it_is_the_same_as_a_whole(text: str) -> None:
    assert_alike(nested(text))


@each_row("name", ["a mapping", "blocks in blocks", "a list", "numbers", "a literal in it", "blank lines"])
def test_these_are_folded(name: str) -> None:
    assert is_folded(nested(TRAPS[name]))


@each_row("name", ["in quotes", "in a literal", "in a flow list", "a private character", "the block twice"])
def test_these_are_parsed_whole(name: str) -> None:
    assert not is_folded(nested(TRAPS[name]))


def test_the_effort_is_at_its_end_at_the_same_event() -> None:
    text, effort = nested(TRAPS["blocks in blocks"]), Effort()
    granted = effort.left
    build(text, effort=effort)
    needed = granted - effort.left
    for steps in (needed - EVENT, needed - 1, needed, needed + 1, needed + EVENT - 1, needed + EVENT):
        assert outcome(text, Repeats(), steps) == outcome(text, None, steps)


def test_values_are_shared() -> None:
    built = Repeats().build(nested(TRAPS["the same twice"]), Effort())
    assert built is not None
    inner = built.tree.value["k0"]["k2"]["k4"]["k6"]["k8"]["k10"]["k12"]
    assert inner["x"] is inner["z"]


def test_a_stream_that_does_not_repeat_itself_is_read_whole() -> None:
    repeats = Repeats()
    found = [
        repeats.build(nested(block("x", f"a: {number}\nb: {LONG * 200}")), Effort()) is not None
        for number in range(110)
    ]
    assert found[0]
    assert not found[-1]


BLOCKS = (
    "a: 1",
    "b:",
    "  c: d",
    "- e",
    "  - f: g",
    "# h",
    "",
    "text",
    "    deep: er",
    "on: off",
    "? x",
    ": y",
    "\tt: 1",
)
SCALARS = ("|", "'", '"', "{", "}", "[x]", "b: >-", "a: |", "&a 1", "a: *a", "<<: *a", "k: {", "k: 'q", "...")
WORDS = st.sampled_from(BLOCKS + SCALARS)


@given(st.lists(st.tuples(st.integers(-3, 8), WORDS), min_size=3, max_size=25), st.booleans())
def test_whatever_is_written(lines: list[tuple[int, str]], is_repeated: bool) -> None:
    text = f"{LEVEL}  z: {LONG}\n" + "".join(f"{' ' * (16 + more)}{word}\n" for more, word in lines)
    names = ("x", "y") if is_repeated else ("x",)
    assert_alike(nested("".join(f"{LEVEL}{name}:\n{text}" for name in names) + f"{LEVEL}v: 1\n"))


class Counted(Repeats):
    """Counts the documents that it has folded."""

    folded = 0

    def build(self, text: str, effort: Effort) -> Builder | None:
        found = super().build(text, effort)
        self.folded += found is not None
        return found


@pytest.mark.parametrize(
    "name", few(["provider-argocd", "provider-aws-contrib", "provider-azure-web", "provider-gcp"], 2)
)
def test_real_definitions_are_the_same(name: str, corpus: Path) -> None:
    found = min((corpus / "assembled").glob(f"{name}.package*"))
    data = lzma.decompress(found.read_bytes()) if found.suffix == ".xz" else found.read_bytes()
    repeats = Counted()
    # Each other one: their common blocks are found as well, and documents of megabytes are parsed twice here.
    for chunk in split(data).chunks[:60:2]:
        text = data[chunk.start : chunk.end].decode()
        assert outcome(text, repeats) == outcome(text, None)
    assert repeats.folded
