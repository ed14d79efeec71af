"""What is said of fields of all kinds: in words, as JSON Schema, as samples, and beside another version."""

from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden, once

from xpkgtui.errors import NotFound
from xpkgtui.formats.definitions.custom_resources import custom_resources, version_of, versions_of
from xpkgtui.formats.definitions.definition import check_definition, refusal_of
from xpkgtui.formats.definitions.fields.json_schema import json_schema
from xpkgtui.formats.definitions.fields.manifest import sample_of
from xpkgtui.formats.definitions.fields.soundness import mistyped, require_typed
from xpkgtui.formats.definitions.fields.tree import find, root_of, walk
from xpkgtui.formats.definitions.fields.versions import compared, defined_kind, defined_version

Node = dict[str, Any]
TEXT, WHOLE, NUMBER, OBJECT = ({"type": one} for one in ("string", "integer", "number", "object"))
LIST, MAP = {"type": "array", "items": TEXT}, OBJECT | {"additionalProperties": TEXT}
PAIR = OBJECT | {"properties": {"a": TEXT, "b": WHOLE}}
OPEN = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
EITHER = {"x-kubernetes-int-or-string": True}
EMBEDDED = OPEN | {"x-kubernetes-embedded-resource": True}
KEYED = {"type": "array", "items": PAIR, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]}
FORMATS = (
    *("date-time", "datetime", "date", "byte", "duration", "email", "uri", "hostname", "ipv4", "ipv6", "cidr", "mac"),
    *("hexcolor", "bsonobjectid", "uuid", "uuid3", "uuid4", "uuid5", "password", "isbn", "int32", "k8s-short-name"),
)


def ruled(rule: str, schema: Node, **more: Any) -> Node:
    """A schema with a CEL rule."""
    return schema | {"x-kubernetes-validations": [{"rule": rule, **more}]}


SCHEMAS: tuple[Node, ...] = (
    *(TEXT, WHOLE, NUMBER, OBJECT, LIST, MAP, PAIR, OPEN, EITHER, EMBEDDED, KEYED, {}, {"type": "boolean"}),
    KEYED | {"x-kubernetes-list-map-keys": ["a", 3]},
    {"type": "array"},
    {"items": TEXT},
    {"properties": {"a": TEXT}},
    {"additionalProperties": TEXT},
    OBJECT | {"additionalProperties": True},
    OBJECT | {"additionalProperties": False},
    OPEN | {"properties": {"a": TEXT}},
    PAIR | {"additionalProperties": MAP},
    LIST | {"x-kubernetes-list-type": "set"},
    LIST | {"x-kubernetes-list-type": "atomic"},
    {"type": "array", "items": EMBEDDED},
    {"type": "array", "items": {"type": "array", "items": MAP}},
    OBJECT | {"additionalProperties": TEXT | {"enum": ["a"]}},
    TEXT | {"enum": ["a", "b"]},
    TEXT | {"enum": ["a"], "nullable": True},
    TEXT | {"enum": ["a", None], "nullable": True},
    TEXT | {"nullable": True, "title": "t", "description": "d", "default": "x", "example": "e"},
    EITHER | {"nullable": True, "anyOf": [WHOLE, TEXT]},
    *(TEXT | {"format": one} for one in FORMATS),
    WHOLE | {"format": "int64"},
    TEXT | {"pattern": "^[a-z]+$"},
    TEXT | {"pattern": r"^\pL$"},
    TEXT | {"pattern": "(?i)a"},
    TEXT | {"pattern": r"\Aa\z"},
    TEXT | {"pattern": "[[:alpha:]]"},
    TEXT | {"minLength": 1, "maxLength": 63},
    TEXT | {"minLength": 3, "maxLength": 3},
    TEXT | {"maxLength": 1_000},
    WHOLE | {"minimum": 0, "maximum": 10, "multipleOf": 2},
    NUMBER | {"minimum": 0, "exclusiveMinimum": True, "maximum": 1.5, "exclusiveMaximum": True},
    NUMBER | {"minimum": 1e15, "maximum": 1e16},
    NUMBER | {"minimum": 999_999_999_999_999, "maximum": 10**15},
    NUMBER | {"minimum": 1e299, "maximum": 1e300},
    NUMBER | {"minimum": float("nan"), "maximum": True, "multipleOf": "x"},
    WHOLE | {"exclusiveMinimum": True, "exclusiveMaximum": True},
    LIST | {"minItems": 1, "maxItems": 1, "uniqueItems": True, "exclusiveMinimum": True},
    MAP | {"minProperties": 1, "maxProperties": 5},
    PAIR | {"required": ["a"], "oneOf": [{"required": ["a"]}, {"required": ["b", "a"]}]},
    PAIR | {"anyOf": [{"required": ["a"]}, {"properties": {"b": {"minimum": 1}}}]},
    PAIR | {"oneOf": [{"required": []}], "not": {"required": ["b"]}},
    PAIR | {"allOf": [{"properties": {"a": {"items": {"additionalProperties": TEXT}}}}]},
    OBJECT | {"required": ["a", "b"], "properties": {"a": TEXT | {"default": "x"}, "b": WHOLE}},
    EMBEDDED | {"required": ["kind", "x"], "properties": {"x": TEXT, "kind": TEXT | {"enum": ["A"]}}},
    ruled("self == oldSelf", TEXT, message="it is fixed"),
    ruled("!has(oldSelf.a) || self.a == oldSelf.a", PAIR, messageExpression="'no'"),
    ruled("oldSelf.a == '' || self.a == oldSelf.a", PAIR),
    ruled("oldSelf.a.size() == 0 || self.a == oldSelf.a", PAIR),
    ruled("size(oldSelf.a) == 0 || self.a == oldSelf.a", PAIR),
    ruled("oldSelf.a == [] || self.a == oldSelf.a", PAIR),
    ruled("{} == oldSelf.a || self.a == oldSelf.a", PAIR),
    ruled("oldSelf.a == [1] || self.a == oldSelf.a", PAIR),
    ruled("oldSelf.a == null || self.a == oldSelf.a", PAIR),
    ruled("size() == 0 || self.a == oldSelf.a", PAIR),
    ruled("has(self.a) && self.b > 1 ? self.a == [self.b] : {'x': self.b} == {}", PAIR),
    ruled("self.all(one, one.a != '' && self.exists(two, two.b == 1))", KEYED),
    ruled("has(self.a)", PAIR),
)


def version(schema: Node, **more: Any) -> Node:
    """A version with one field `spec.x`."""
    spec = OBJECT | {"properties": {"x": schema}, "required": ["x"]}
    root = OBJECT | {"properties": {"spec": spec}, "required": ["spec"]}
    return {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": root}, **more}


def definition(*versions: Node, **spec: Any) -> Node:
    """A definition of things."""
    names = {"kind": "Thing", "plural": "things"}
    spec = {"group": "example.org", "scope": "Namespaced", "names": names, "versions": list(versions), **spec}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": spec}


def test_each_field_in_words(golden: Golden) -> None:
    lines = []
    for schema in SCHEMAS:
        whole = version(schema)
        root = root_of(whole["schema"]["openAPIV3Schema"])
        field, _ = find(root, ["spec", "x"])
        lines.append(str(schema))
        facts = ("kind", "type", "of", "description", "need", "mutability", "enum", "bounds", "alternatives")
        more = ("pattern", "format", "is_nullable", "keeps_unknown", "list_keys", "is_required", "default", "steps")
        found = ((name, getattr(field, name)) for name in (*facts, *more))
        lines.append(
            "  " + "; ".join(f"{name} {value}" for name, value in found if value not in ("", (), None, False))
        )
        below = [one for one in walk(field) if not one.path.endswith((".apiVersion", ".kind"))]
        lines += [f"  {one.path}: {one.type}, {one.need}, {one.mutability}, {len(one.rules)} rules" for one in below]
        lines += [f"  {one}" for one in field.rules]
        made = sample_of(defined_kind(definition(whole)), whole)
        sample = made.text.partition("spec:\n")[2].splitlines() if made.manifest else [made.refusal]
        lines += [f"  | {line}" for line in sample]
    golden("fields_in_words", once("\n".join(lines) + "\n"))


def test_each_field_as_json_schema(golden: Golden) -> None:
    lines = []
    for schema in (one for one in SCHEMAS if not mistyped(one)):
        spec = OBJECT | {"properties": {"x": schema}}
        found = json_schema("example.org", "Thing", "v1", OBJECT | {"properties": {"spec": spec}})
        lines.append(f"{schema}\n  {found['properties']['spec']['properties']['x']}")
    root = OBJECT | {"description": "d", "required": ["spec", "kind"], "properties": {"spec": OBJECT, "kind": TEXT}}
    lines += [str(json_schema("example.org", "Thing", "v1", one)) for one in (root, OBJECT, {}, OPEN)]
    golden("json_schemas", "\n".join(lines) + "\n")


def test_a_name_may_have_a_length() -> None:
    meta = OBJECT | {"properties": {"name": TEXT | {"maxLength": 9, "description": "d"}, "generateName": TEXT}}
    found = json_schema("example.org", "Thing", "v1", OBJECT | {"properties": {"metadata": meta}})
    plain = json_schema("example.org", "Thing", "v1", OBJECT)
    name, usual = (one["properties"]["metadata"]["properties"]["name"] for one in (found, plain))
    assert name == usual | {"maxLength": 9}


def of_fields(**fields: Node) -> Node:
    """The schema of an object with these fields in its spec."""
    return OBJECT | {"properties": {"spec": OBJECT | {"properties": fields}}}


@each_row(
    ("old", "new", "says"),
    [
        (TEXT, WHOLE, ("integer",)),
        (TEXT, TEXT | {"default": "a"}, ('default "a"',)),
        (TEXT | {"default": "a"}, TEXT, ("no default",)),
        (TEXT | {"nullable": True}, TEXT, ("not nullable",)),
        (TEXT, TEXT | {"nullable": True}, ("nullable",)),
        (OPEN, OBJECT, ("object", "drops unknown fields")),
        (PAIR, PAIR | OPEN, ("keeps unknown fields",)),
        (TEXT | {"enum": ["a"]}, TEXT | {"enum": ["a", "b"]}, ('choices "a", "b"',)),
        (TEXT | {"enum": ["a"]}, TEXT, ("string", "no choices")),
        (TEXT | {"pattern": "a", "format": "date"}, TEXT, ("no pattern", "no format")),
        (TEXT, TEXT | {"maxLength": 3}, ("bounds length at most 3",)),
        (KEYED, KEYED | {"x-kubernetes-list-map-keys": ["b"]}, ("keys b",)),
        (TEXT, ruled("self == oldSelf", TEXT), ("immutable", "other rules")),
        (TEXT, ruled("self != ''", TEXT), ("other rules",)),
        (PAIR, PAIR | {"oneOf": [{"required": ["a"]}]}, ("alternatives exactly one of: a",)),
    ],
)  # fmt: skip
def test_what_another_version_says_of_a_field(old: Node, new: Node, says: tuple[str, ...]) -> None:
    found = compared(of_fields(x=old), of_fields(x=new))
    assert (found.new, found.gone, found.moved) == ((), (), ())
    assert dict(found.changed).get("spec.x") == says


def test_the_fields_of_another_version() -> None:
    old = of_fields(a=PAIR, b=TEXT, c=OBJECT | {"properties": {"e": TEXT}})
    new = of_fields(b=TEXT, d=OBJECT | {"properties": {"x": PAIR}}, c=OBJECT | {"properties": {"f": TEXT}}, e=TEXT)
    found = compared(old, new)
    assert (found.new, found.gone, found.moved) == (("spec.d", "spec.c.f"), ("spec.a",), (("spec.c.e", "spec.e"),))
    required = of_fields(a=TEXT)
    required["properties"]["spec"]["required"] = ["a"]
    assert compared(of_fields(a=TEXT), required).changed == (("spec.a", ("required",)),)


def test_a_version_as_it_is_defined() -> None:
    found = defined_version(version(TEXT, deprecated=True, deprecationWarning="w" * 301, served=False))
    assert (found.name, found.is_served, found.is_stored, found.is_deprecated) == ("v1", False, True, True)
    assert (found.warning, found.fields) == ("w" * 300, 2)
    names = {"kind": "Thing", "shortNames": [f"t{number}" for number in range(60)], "categories": ["all", 3]}
    kind = defined_kind(definition(version(TEXT, storage=False), names=names, scope="Cluster"))
    assert (kind.singular, len(kind.short_names), kind.categories, kind.stored) == ("thing", 60, ("all",), "")
    assert (kind.is_namespaced, kind.is_converted, kind.plural) == (False, False, "")


OLD = {"group": "example.org", "scope": "Cluster", "names": {"kind": "Thing", "plural": "things"}}


@each_row(
    ("spec", "made"),
    [
        (
            OLD | {"version": "v1", "preserveUnknownFields": False, "validation": {"openAPIV3Schema": OBJECT}},
            [{"schema": {"openAPIV3Schema": OBJECT}, "name": "v1", "served": True, "storage": True}],
        ),
        (
            OLD | {"version": "v1", "versions": [{"name": "v2"}], "subresources": {"status": {}}},
            [
                {
                    "subresources": {"status": {}},
                    "name": "v2",
                    "schema": {"openAPIV3Schema": OPEN},
                }
            ],
        ),
        (
            OLD | {"versions": [{"name": "v1"}, {"name": "v2", "schema": {"openAPIV3Schema": PAIR}}]}
            | {"additionalPrinterColumns": [{"name": "a"}], "preserveUnknownFields": False},
            [
                {"additionalPrinterColumns": [{"name": "a"}], "name": "v1"},
                {"additionalPrinterColumns": [{"name": "a"}], "name": "v2", "schema": {"openAPIV3Schema": PAIR}},
            ],
        ),
    ],
)  # fmt: skip
def test_a_definition_of_v1beta1_is_read_as_one_of_v1(spec: Node, made: list[Node]) -> None:
    old = {"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition", "spec": spec}
    assert custom_resources(old) == (
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "spec": OLD | {"versions": made},
        },
    )


def test_other_documents_are_no_definitions() -> None:
    one = definition()
    assert custom_resources(one) == (one,)
    changes: tuple[Node, ...] = (
        {"apiVersion": "example.org/v1"},
        {"kind": "Other"},
        {"spec": []},
        {"apiVersion": None},
    )
    for change in changes:
        assert custom_resources(one | change) == ()


def test_a_version_is_found_by_its_name() -> None:
    first, second = version(TEXT, storage=False), version(TEXT, name="v2")
    again = version(WHOLE, name="v2")
    whole = definition(first, second, again, 5)  # type: ignore[arg-type]
    assert versions_of(whole) == (first, second)
    assert [version_of(whole, name) for name in ("v1", "v2", "v3", "")] == [first, second, None, second]
    assert version_of(definition(first), "") is first
    assert version_of(definition(), "") is None


def test_why_no_api_server_takes_a_definition() -> None:
    good = definition(version(TEXT))
    assert check_definition(good) == ()
    assert refusal_of(good, "apiextensions.k8s.io/v1") == ""
    assert refusal_of(good, "apiextensions.k8s.io/v1beta1") == (
        "its definition is of apiextensions.k8s.io/v1beta1, which Kubernetes does not serve since 1.22"
    )
    assert refusal_of(definition(version(TEXT), scope="x"), None) == (
        "the API server refuses its definition: spec.scope: unsupported value: "
        'supported values: "Cluster", "Namespaced"'
    )
    assert refusal_of(definition(version({"properties": 5})), None) == "the API server cannot decode its definition"


WORDS = (
    *("type", "format", "pattern", "description", "x-kubernetes-list-type", "x-kubernetes-map-type"),
    *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    *("minimum", "maximum", "multipleOf", "nullable", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum"),
    *("x-kubernetes-int-or-string", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"),
    *("required", "x-kubernetes-list-map-keys", "enum", "allOf", "anyOf", "oneOf", "x-kubernetes-validations"),
    *("properties", "items", "not", "additionalProperties", "default"),
)
TYPED: tuple[Any, ...] = (1, 1.5, True, "a", {}, [], ["a"], [1], [{}], [{"type": 1}], {"a": {"type": 1}}, {"type": 1})


def test_which_values_a_keyword_may_have(golden: Golden) -> None:
    lines = [f"{word}: " + "; ".join(f"{one} {mistyped({word: one}) or '+'}" for one in TYPED) for word in WORDS]
    golden("keywords_typed", "\n".join(lines) + "\n")


def test_a_schema_of_wrong_types_is_not_taken() -> None:
    require_typed({"type": "object"})
    with pytest.raises(NotFound, match=r"^no API server has this schema: type of a is not of its type$"):
        require_typed({"properties": {"a": {"type": 3}}})
    made = sample_of(defined_kind(definition()), version({"type": 3}))
    assert (made.manifest, made.text) == (None, "")
    assert made.refusal == "no API server has this schema: type of spec.x is not of its type"
    odd = sample_of(defined_kind(definition()), version(TEXT | {"minLength": 10**400}))
    assert odd.manifest is None
