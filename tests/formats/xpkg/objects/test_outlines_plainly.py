"""Outlines, beside the same read line by line: the fast one says neither more nor less."""

import re
from pathlib import Path
from typing import Any

import pytest
from builders.corpus import content
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.formats.definition_outline import Outline
from xpkgtui.formats.xpkg.objects.outline import KINDS, outline, outline_of

FIELD = re.compile(rb"( *)(- )?([A-Za-z][A-Za-z0-9]*):(?: (.*))?\Z")
SPEC = b"spec:\n  group: example.org\n"
NAMES = b"  names:\n    categories:\n    - all\n    kind: Thing\n    plural: things\n  scope: Cluster\n"
VERSION = b"  - additionalPrinterColumns:\n    - jsonPath: .x\n      name: X\n    name: v1\n    schema:\n      x:\n"
PIECES = (
    SPEC,
    NAMES,
    SPEC + NAMES + b"  versions:\n" + VERSION + b"    served: true\n    storage: true\n",
    b"  versions:\n",
    VERSION,
    b"  - name: v2\n    served: false\n",
    b"    served: true\n    storage: true\n",
    b"    storage: yes\n",
    b"    name:\n",
    b"  -   name: v3\n    served: true\n",
    b"  - - name: v4\n",
    b"  -\n",
    b"  -\r\n",
    b"- spec\n",
    b"   odd: depth\n",
    b" odd: depth\n",
    b"      deep: 1\n",
    b"  unserved: |-\n    text\n\n    more\n",
    b"  names: {}\n",
    b"  group: 010\n",
    b"  - " + b"x" * 300 + b": 1\n",
    b"  zz: " + b"y" * 300 + b"\n",
    b"    " + b"z" * 300 + b": 1\n",
    b"\r\n",
    b"\n",
    b"\t\n",
    b"    \r\n",
    b"    a\rb: c\n",
    b"status:\n  acceptedNames:\n    kind: ''\n",
    b"---\n",
)
TEXTS = st.tuples(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join), st.booleans())


class Unsure(Exception):
    """A person wrote the text."""


class Plain:
    """The outline of what Go wrote, line by line."""

    def __init__(self) -> None:
        self.spec: dict[str, Any] = {}
        self.section = self.part = ""
        self.last = [b"", b"", b""]

    def key(self, line: bytes, level: int) -> tuple[str, bytes | None]:
        match = FIELD.match(line)
        if match is None or match[2] or match[3] <= self.last[level]:
            raise Unsure
        self.last[level:] = [match[3]] + [b""] * (2 - level)
        return match[3].decode(), match[4]

    def line(self, line: bytes, depth: int) -> None:
        if not depth and not line.startswith(b"- "):
            self.section = self.key(line, 0)[0]
        elif self.section == "spec" and depth == 2 and not line.startswith(b"  - ") and line != b"  -":
            self.part, value = self.key(line, 1)
            if value is not None:
                if self.part in {"names", "versions"}:
                    raise Unsure
                self.spec[self.part] = scalar(value)
        elif self.section == "spec":
            self.nested(line, depth)

    def nested(self, line: bytes, depth: int) -> None:
        if self.part == "names" and depth == 4:
            if not line.startswith(b"    - "):
                name, value = self.key(line, 2)
                if value is not None:
                    self.spec.setdefault("names", {})[name] = scalar(value)
        elif self.part == "versions":
            self.version(line, depth)
        elif depth < 2:
            raise Unsure

    def version(self, line: bytes, depth: int) -> None:
        versions = self.spec.setdefault("versions", [])
        if depth == 2:
            versions.append({})
            self.last[2] = b""
            line = b"    " + line[4:]
        elif line.startswith(b"    - ") and versions:
            return
        if not versions:
            raise Unsure
        name, value = self.key(line, 2)
        if name in {"name", "served", "storage", "referenceable"}:
            versions[-1][name] = scalar(value)


def plainly(text: bytes) -> Outline | None:
    """The outline of what Go wrote; raises for any other text."""
    plain = Plain()
    for number, whole in enumerate(text.split(b"\n")):
        line = whole.rstrip(b"\r")
        depth = len(line) - len(line.lstrip(b" "))
        is_shallow = bool(whole.strip(b" ")) and depth in (0, 2, 4)
        if (not number or is_shallow) and not (line == b"---" and not plain.section):
            plain.line(line, depth)
    versions = plain.spec.get("versions")
    if not versions or any("name" not in one or "served" not in one for one in versions):
        raise Unsure
    return outline_of({"spec": plain.spec})


def scalar(value: bytes | None) -> Any:
    if value in (b"true", b"false"):
        return value == b"true"
    if value is None or not re.fullmatch(rb"[A-Za-z0-9][A-Za-z0-9._-]*", value):
        raise Unsure
    return resolve(value.decode())


def expected(data: bytes, chunk: Chunk) -> Outline | None:
    """The outline of a reader of lines, and of the parser of YAML where Go did not write the text."""
    try:
        return plainly(data[chunk.start : chunk.end])
    except Unsure:
        document = parse(data, chunk)
        return outline_of(document.value) if isinstance(document, PackageDocument) else None


@given(TEXTS)
def test_any_lines_have_the_outline_that_a_reader_of_lines_finds(made: tuple[bytes, bool]) -> None:
    text, is_padded = made
    data = text + b"zzz: |\n" + b"      padding of three hundred kilobytes\n" * (8_000 if is_padded else 1)
    chunk = Chunk(number=1, start=0, end=len(data), first_line=1, line=1, kind="CustomResourceDefinition")
    assert outline(data, chunk) == expected(data, chunk)


@pytest.mark.parametrize("count", [1_900, 2_010])
def test_many_lines_before_the_versions_do_not_hide_them(count: int) -> None:
    labels = b"".join(b"    l%d: x\n" % number for number in range(count))
    text = b"kind: CustomResourceDefinition\nmetadata:\n  labels:\n" + labels
    more = b"".join(b"    x%d: 1\n" % number for number in range(40_000))
    data = text + SPEC + NAMES + b"  versions:\n  - name: v1\n    served: true\n" + more
    chunk = Chunk(number=1, start=0, end=len(data), first_line=1, line=1, kind="CustomResourceDefinition")
    found = outline(data, chunk)
    assert found is not None
    assert [one.name for one in found.versions] == ["v1"]


@pytest.mark.parametrize("name", ["provider-azure-web.package.yaml.xz", "provider-sql.package.yaml"])
def test_real_definitions_have_the_outline_that_a_reader_of_lines_finds(name: str, corpus: Path) -> None:
    data = content(corpus / "assembled" / name)
    for chunk in [one for one in split(data).chunks if one.kind in KINDS]:
        assert plainly(data[chunk.start : chunk.end]) == outline(data, chunk)
