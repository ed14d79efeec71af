"""The smallest objects of many schemas, and the witnesses of changes between each two of a family, kept whole."""

import itertools
from typing import Any

from builders.cases import each_row
from builders.definitions_text import sample
from builders.goldens import Golden

from xpkgtui.formats.definitions.objects.judging import ObjectNames
from xpkgtui.formats.definitions.samples.sample import merged, objects, variants
from xpkgtui.formats.definitions.samples.witness import witness

Node = dict[str, Any]
NAMES = ObjectNames(group="example.org", kind="Thing", is_namespaced=False)
TEXT, OBJECT, WHOLE, NUMBER = ({"type": one} for one in ("string", "object", "integer", "number"))
LIST, MAP = {"type": "array", "items": TEXT}, OBJECT | {"additionalProperties": TEXT}
EITHER = {"x-kubernetes-int-or-string": True}
OPEN = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
EMBEDDED = OPEN | {"x-kubernetes-embedded-resource": True}
PAIR = OBJECT | {"properties": {"a": TEXT, "b": WHOLE}}
KEYED = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]}
FORMATS = (
    *("date-time", "datetime", "date", "byte", "duration", "email", "uri", "hostname", "ipv4", "ipv6", "cidr", "mac"),
    *("hexcolor", "bsonobjectid", "uuid", "uuid3", "uuid4", "uuid5", "password", "isbn"),
)


def version(schema: Node | None, name: str = "v1", **more: Any) -> Node:
    """A version whose objects must have `spec.x`."""
    spec = OBJECT | ({"properties": {"x": schema}, "required": ["x"]} if schema is not None else {})
    root = OBJECT | {"properties": {"spec": spec, "kind": TEXT}, "required": ["spec", "kind"]}
    return {"name": name, "schema": {"openAPIV3Schema": root}, **more}


def ruled(rule: str, schema: Node) -> Node:
    """A schema with a CEL rule."""
    return schema | {"x-kubernetes-validations": [{"rule": rule}]}


FAMILIES: dict[str, tuple[Node, ...]] = {
    "texts": (
        TEXT,
        TEXT | {"minLength": 3},
        TEXT | {"maxLength": 2},
        TEXT | {"enum": ["a", "b"]},
        TEXT | {"enum": ["b", "c"], "minLength": 1},
        TEXT | {"pattern": "^[0-9]{2,4}$"},
        TEXT | {"pattern": "^[a-z]+(-[0-9])?$", "minLength": 2},
        TEXT | {"pattern": "[A-Z]"},
        TEXT | {"nullable": True},
        TEXT | {"not": {"enum": ["a"]}},
        TEXT | {"default": "a"},
        *(TEXT | {"format": one} for one in FORMATS),
        TEXT | {"format": "date", "pattern": "^2"},
        EITHER,
        EITHER | {"pattern": "^[0-9]+%$"},
        {},
    ),
    "numbers": (
        WHOLE,
        NUMBER,
        WHOLE | {"minimum": 3},
        WHOLE | {"maximum": -2},
        WHOLE | {"minimum": 4, "maximum": 9, "multipleOf": 4},
        WHOLE | {"minimum": 5, "exclusiveMinimum": True},
        WHOLE | {"maximum": 0, "exclusiveMaximum": True},
        NUMBER | {"minimum": 0, "exclusiveMinimum": True, "maximum": 0.3},
        NUMBER | {"minimum": 1.5, "multipleOf": 0.5},
        WHOLE | {"enum": [3, 4]},
        WHOLE | {"multipleOf": 7, "minimum": 1},
        WHOLE | {"minimum": 3, "maximum": 2},
        WHOLE | {"format": "int32"},
        {"type": "boolean"},
    ),
    "lists": (
        LIST,
        LIST | {"minItems": 2},
        LIST | {"minItems": 3, "x-kubernetes-list-type": "set"},
        LIST | {"maxItems": 1},
        LIST | {"minItems": 301},
        {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "x-kubernetes-list-type": "set"},
        {"type": "array", "items": {"type": "boolean"}, "minItems": 3, "x-kubernetes-list-type": "set"},
        {"type": "array", "items": WHOLE | {"minimum": 2}, "minItems": 2, "uniqueItems": True},
        {"type": "array", "items": TEXT | {"pattern": "^[a-c]$"}, "minItems": 3, "x-kubernetes-list-type": "set"},
        {"type": "array", "items": TEXT | {"enum": ["x", "y"]}, "minItems": 2, "x-kubernetes-list-type": "set"},
        {"type": "array", "items": PAIR | {"required": ["a"]}, "minItems": 2, **KEYED},
        {"type": "array", "items": PAIR | {"required": ["a", "b"]}, "minItems": 2, **KEYED},
        {"type": "array", "items": PAIR, "minItems": 2, "x-kubernetes-list-type": "set"},
        {"type": "array", "items": PAIR, "minItems": 1},
        {"type": "array"},
    ),
    "objects": (
        OBJECT,
        OPEN,
        EMBEDDED,
        PAIR,
        PAIR | {"required": ["b"]},
        PAIR | {"required": ["a", "b"], "properties": {"a": TEXT | {"default": "c"}, "b": WHOLE}},
        PAIR | {"minProperties": 1},
        PAIR | {"maxProperties": 1},
        MAP,
        MAP | {"minProperties": 2},
        MAP | {"maxProperties": 1},
        MAP | {"additionalProperties": WHOLE},
        PAIR | {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        PAIR | {"oneOf": [{"required": ["b"]}, {"required": ["a"]}], "anyOf": [{"minProperties": 1}]},
        PAIR | {"allOf": [{"required": ["a"]}, {"properties": {"a": {"minLength": 2}}}]},
        PAIR | {"not": {"required": ["a"]}},
        ruled("has(self.b)", PAIR),
        ruled("!has(self.a) || self.a == 'x'", PAIR),
        ruled("has(self.a) || has(self.b)", PAIR),
        ruled("self.b > 3", PAIR | {"required": ["b"]}),
        ruled("has(self.c.d)", OBJECT | {"properties": {"c": PAIR | {"properties": {"d": WHOLE}}}}),
        ruled("!has(self.l) || self.l.size() < 2", OBJECT | {"properties": {"l": LIST}}),
        OBJECT | {"properties": {"a": PAIR | {"required": ["a"]}}, "required": ["a"]},
    ),
}


def test_the_smallest_object_of_each_schema(golden: Golden) -> None:
    lines = []
    for name, schemas in FAMILIES.items():
        lines.append(name)
        for schema in schemas:
            found = sample(NAMES, version(schema))
            tried = [one["spec"].get("x") for one in objects(NAMES, version(schema), (), None)]
            values = list(itertools.islice(variants(schema), 9))
            lines.append(f"  {schema}\n    {found and found['spec']}; tried {tried}; variants {values}")
    golden("samples", "\n".join(lines) + "\n")


SERVICE = OBJECT | {
    "properties": {"kind": TEXT | {"default": "Service"}, "port": WHOLE | {"minimum": 1}},
    "required": ["kind"],
}
CHOICE = OBJECT | {"properties": {"a": LIST, "b": TEXT | {"enum": ["System"]}}}


@each_row(
    ("schema", "made"),
    [
        (ruled("self.kind == 'Service' ? has(self.port) : true", SERVICE), {"port": 1}),
        (ruled("has(self.a) && size(self.a) > 0 || has(self.b) && self.b != ''", CHOICE), {"b": "System"}),
        (ruled("has(self.a) ? false : has(self.b)", CHOICE), {"b": "System"}),
        (ruled("has(self.a) && !has(self.a)", CHOICE), None),
    ],
)
def test_a_sample_has_the_optional_field_that_a_rule_asks_for(schema: Node, made: Node | None) -> None:
    found = sample(NAMES, version(schema))
    assert (found and found["spec"]["x"]) == made


def test_a_witness_between_schemas_of_a_family(golden: Golden) -> None:
    lines = []
    for name, schemas in FAMILIES.items():
        few = [*enumerate(schemas)]
        lines.append(name)
        pairs = [*((few[0], one) for one in few[1:]), *((one, few[0]) for one in few[1:5]), *itertools.pairwise(few)]
        for (number, old), (other, new) in pairs:
            found = witness(version(old), version(new), NAMES, ("spec", "x")).found
            said = (
                found
                and f"{found.manifest.get('spec')}: {found.message.partition(' is invalid: ')[2] or found.message}"
            )
            lines.append(f"  {number} to {other}: {said}")
    golden("witnesses", "\n".join(lines) + "\n")


def test_schemas_that_are_merged_ask_for_both(golden: Golden) -> None:
    parts: tuple[Node, ...] = (
        {"minimum": 2, "maximum": 8, "minLength": 1, "maxLength": 5, "minItems": 1, "maxItems": 3},
        {"minimum": 3, "maximum": 9, "minLength": 2, "maxLength": 4, "minItems": 0, "maxItems": 2},
        {"minProperties": 1, "maxProperties": 4, "enum": ["a", "b"], "required": ["a"]},
        {"minProperties": 2, "maxProperties": 3, "enum": ["b", "c"], "required": ["b", "a"]},
        {"properties": {"a": TEXT, "b": WHOLE}, "items": TEXT, "not": TEXT},
        {"properties": {"a": {"minLength": 3}, "c": TEXT}, "items": {"minLength": 1}, "type": "object"},
    )
    pairs = itertools.permutations(parts, 2)
    golden("schemas_merged", "".join(f"{one}\n  {other}\n  {merged(one, other)}\n" for one, other in pairs))


def nested(leaf: Node, word: str, depth: int) -> Node:
    """A schema with this one so deep in its items, or in its field `a`."""
    for _ in range(depth):
        leaf = {word: leaf if word == "items" else {"a": leaf}}
    return leaf


@each_row("word", ["items", "properties"])
@each_row(("depth", "leaf"), [(60, TEXT | {"minLength": 1}), (61, {"minLength": 1})])
def test_schemas_are_merged_sixty_deep(word: str, depth: int, leaf: Node) -> None:
    found = merged(nested(TEXT, word, depth), nested({"minLength": 1}, word, depth))
    assert found == nested(leaf, word, depth)
