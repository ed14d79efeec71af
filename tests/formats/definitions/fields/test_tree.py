"""The tree of fields: paths, what is required, the order, and what is found by a path."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.corpus import content, packages
from builders.gate import IS_WHOLE, few

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.definitions.custom_resources import schema_of, versions_of
from xpkgtui.formats.definitions.fields.field import Mutability, Need
from xpkgtui.formats.definitions.fields.tree import children, count, find, has_children, item, root_of, walk
from xpkgtui.formats.xpkg.format import XPKG

_TEXT = {"type": "string"}
_KEY = {"type": "object", "required": ["key"], "properties": {"key": _TEXT}}
_SPEC = {
    "type": "object",
    "required": ["size"],
    "properties": {
        "a.b": _TEXT,
        "labels": {"type": "object", "additionalProperties": _TEXT},
        "size": {"type": "integer"},
        "tags": {"type": "array", "items": _KEY},
    },
}
_SCHEMA: dict[str, Any] = {"type": "object", "properties": {"spec": _SPEC}}


def _paths(schema: dict[str, Any]) -> list[str]:
    return [one.path for one in walk(root_of(schema))]


def test_paths_lead_into_lists_and_maps() -> None:
    assert _paths(_SCHEMA)[3:] == [
        "spec",
        "spec.size",
        'spec["a.b"]',
        "spec.labels",
        "spec.labels.*",
        "spec.tags",
        "spec.tags[]",
        "spec.tags[].key",
    ]


def test_an_order_of_the_author_is_kept() -> None:
    spec = _SPEC | {"properties": {"tags": _TEXT, "size": _TEXT}}
    assert _paths({"properties": {"spec": spec}})[3:] == ["spec", "spec.tags", "spec.size"]


def test_every_object_has_what_its_schema_does_not_name() -> None:
    assert [one.name for one in children(root_of({}))] == ["apiVersion", "kind", "metadata"]


def test_children_of_a_list_are_those_of_its_items() -> None:
    tags, _ = find(root_of(_SCHEMA), ["spec", "tags"])
    assert [one.path for one in children(tags)] == ["spec.tags[].key"]


def test_what_has_fields_below_it() -> None:
    spec, _ = find(root_of(_SCHEMA), ["spec"])
    assert [one.name for one in children(spec) if has_children(one)] == ["tags"]
    assert has_children(spec)


def test_the_number_of_fields_counts_names() -> None:
    assert count(_SCHEMA) == 6


@each_row(
    ("names", "path", "left"),
    [
        (["spec", "tags", "key"], "spec.tags[].key", ()),
        (["spec", "tags", "[]"], "spec.tags[]", ()),
        (["spec", "labels", "*"], "spec.labels.*", ()),
        (["spec", "a", "b"], 'spec["a.b"]', ()),
        (["spec", "tgas", "key"], "spec", ("tgas", "key")),
        ([], "", ()),
    ],
)
def test_what_a_path_finds(names: list[str], path: str, left: tuple[str, ...]) -> None:
    found, rest = find(root_of(_SCHEMA), names)
    assert (found.path, rest) == (path, left)


def _with_rule(rule: str, at: dict[str, Any] = _SPEC) -> dict[str, Any]:
    return {"properties": {"spec": at | {"x-kubernetes-validations": [{"rule": rule, "message": "no"}]}}}


_NEITHER = "(!has(self.size) && !has(oldSelf.value().size))"
_BOTH = "has(self.size) && has(oldSelf.value().size)"


@each_row(
    ("rule", "expected"),
    [
        ("self.size == oldSelf.size", Mutability.NEVER),
        ("oldSelf.size == self.size && self.size > 0", Mutability.NEVER),
        ("!has(oldSelf.size) || self.size == oldSelf.size", Mutability.ONCE_SET),
        ("oldSelf.size == 0 || self.size == oldSelf.size", Mutability.ONCE_SET),
        ("oldSelf.size == 5 || self.size == oldSelf.size", Mutability.FREE),
        ("!has(oldSelf.labels) || self.size == oldSelf.size", Mutability.FREE),
        ("!oldSelf.hasValue() || self.size == oldSelf.value().size", Mutability.NEVER),
        (
            "!oldSelf.hasValue() || oldSelf.value().size == 0 || self.size == oldSelf.value().size",
            Mutability.ONCE_SET,
        ),
        (f"!oldSelf.hasValue() || ({_NEITHER} || ({_BOTH} && self.size == oldSelf.value().size))", Mutability.NEVER),
        ("!has(oldSelf.value().size) || self.size == oldSelf.value().size", Mutability.ONCE_SET),
        ("(!has(self.tags) && !has(oldSelf.tags)) || self.size == oldSelf.size", Mutability.FREE),
        ("self.size == oldSelf.orValue(self).size", Mutability.NEVER),
        ("oldSelf.hasValue() || self.size == oldSelf.value().size", Mutability.FREE),
        ("self == oldSelf", Mutability.NEVER),
        ("self.size >= oldSelf.size", Mutability.FREE),
        ("has(self.labels) || self.size == oldSelf.size", Mutability.FREE),
        ("self.size == oldSelf.size &&", Mutability.FREE),
    ],
)
def test_rules_make_fields_immutable(rule: str, expected: Mutability) -> None:
    found, _ = find(root_of(_with_rule(rule)), ["spec", "size"])
    assert found.mutability is expected


@each_row(
    ("rule", "names", "speaks"),
    [
        ("self.size > 1", ["spec", "size"], True),
        ("self.size > 1", ["spec"], True),
        ("self.size > 1", ["spec", "labels"], False),
        ("self.tags.all(one, one.key != '')", ["spec", "tags", "key"], True),
        ("self.tags.exists(one, size(one.key) > 1)", ["spec", "tags"], True),
    ],
)
def test_rules_speak_of_fields(rule: str, names: list[str], speaks: bool) -> None:
    found, _ = find(root_of(_with_rule(rule)), names)
    assert [one.message for one in found.rules] == (["no"] if speaks else [])


_POLICIES = "!('*' in self.managementPolicies || 'Create' in self.managementPolicies) || "


@each_row(
    ("rule", "expected"),
    [
        ("has(self.labels)", Need.REQUIRED),
        (_POLICIES + "has(self.labels)", Need.ON_CREATION),
        (
            _POLICIES + "has(self.labels) || (has(self.initProvider) && has(self.initProvider.labels))",
            Need.UNLESS_INIT,
        ),
        ("!has(self.labels)", Need.OPTIONAL),
    ],
)
def test_rules_require_fields(rule: str, expected: Need) -> None:
    found, _ = find(root_of(_with_rule(rule)), ["spec", "labels"])
    assert found.need is expected


@each_row(
    "schema",
    [
        {"properties": {"spec": 5, "status": None}},
        {"properties": [1]},
        {"properties": {"spec": {"type": ["object"], "required": 3, "enum": {}, "items": [], "minLength": "x"}}},
        {"properties": {"spec": {"x-kubernetes-validations": [None, {"rule": 5}, {"rule": "("}]}}},
    ],
)
def test_what_no_schema_is_has_no_fields(schema: dict[str, Any]) -> None:
    for one in walk(root_of(schema)):
        assert one.name in {"apiVersion", "kind", "metadata", "spec", "status"}
        assert isinstance(one.type, str)
        assert not has_children(one)
        assert item(one) is None


def test_a_schema_within_itself_has_an_end() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    schema["properties"] |= {"one": schema, "two": schema}
    assert sum(1 for _ in walk(root_of(schema), 1_000)) == 1_000


def _plainly(schema: dict[str, Any], path: str = "") -> Iterator[str]:
    """The paths of all schemas below one."""
    for name, one in (schema.get("properties") or {}).items():
        plain = f"{path}.{name}" if path else name
        here = plain if name.replace("-", "_").isidentifier() and name.isascii() else f'{path}["{name}"]'
        yield here
        yield from _plainly(one, here)
    if isinstance(schema.get("items"), dict):
        yield f"{path}[]"
        yield from _plainly(schema["items"], f"{path}[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield f"{path}.*"
        yield from _plainly(schema["additionalProperties"], f"{path}.*")


_MANY = 40


@pytest.mark.timeout(900)
def test_fields_of_the_corpus_are_those_of_a_plain_walk(corpus: Path) -> None:
    own = {"apiVersion", "kind", "metadata"}
    kinds = fields = 0
    for name, path in few(packages(corpus).items(), 16):
        if path.suffix == ".xpkg":
            continue
        data = content(path)
        chunks, repeats = split(data).chunks, Repeats()
        # Of a provider with dozens of definitions, which are alike, each eighth.
        for chunk in chunks[:: 8 if len(chunks) > _MANY else 1]:
            is_definition = chunk.kind and chunk.kind.endswith("Definition")
            document = parse(data, chunk, repeats=repeats) if is_definition else None
            if not isinstance(document, PackageDocument):
                continue
            for made in XPKG.custom_resources(document.value):
                for version in versions_of(made):
                    schema = schema_of(version)
                    found = _paths(schema)
                    assert {*found} | own == {*_plainly(schema)} | own, (name, chunk.name)
                    assert len(found) == len(set(found)), (name, chunk.name)
                    kinds, fields = kinds + 1, fields + len(found)
    assert kinds > (500 if IS_WHOLE else 20)
    assert fields > (40_000 if IS_WHOLE else 2_000)


@pytest.mark.parametrize(("size", "is_walked"), [(2_048, True), (2_049, False)])
def test_nothing_is_walked_below_a_path_that_is_too_long(size: int, is_walked: bool) -> None:
    name = "x" * size
    paths = _paths({"type": "object", "properties": {name: {"type": "object", "properties": {"a": _TEXT}}}})
    assert (name in paths, f"{name}.a" in paths) == (True, is_walked)
