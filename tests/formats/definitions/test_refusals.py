"""What the API server says of faulty definitions and of values that do not fit, kept whole."""

from collections.abc import Callable
from typing import Any

from builders.goldens import Golden, by_outcome, once

from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.field_errors import FieldError, LinkedPath
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.schema import SchemaCheck
from xpkgtui.formats.definitions.values import ValueCheck

Node = dict[str, Any]
TEXT, OBJECT, WHOLE = {"type": "string"}, {"type": "object"}, {"type": "integer"}
LIST, MAP = {"type": "array", "items": TEXT}, OBJECT | {"additionalProperties": TEXT}
PRESERVE, EMBEDDED, EITHER = (
    {f"x-kubernetes-{word}": True} for word in ("preserve-unknown-fields", "embedded-resource", "int-or-string")
)
LIST_TYPE, KEYS, MAP_TYPE = (f"x-kubernetes-{word}" for word in ("list-type", "list-map-keys", "map-type"))
KEYED = OBJECT | {"properties": {"a": TEXT}, "required": ["a"]}
META = OBJECT | {"properties": {"name": TEXT | {"maxLength": 3}, "generateName": TEXT}}
WHOLE_OBJECT = OBJECT | EMBEDDED | {"properties": {"kind": TEXT, "apiVersion": TEXT, "metadata": META, "a": TEXT}}
TWO_TYPES = [{"type": "integer"}, {"type": "string"}]
RULES = "x-kubernetes-validations"


def ruled(**rule: Any) -> Node:
    """The schema of a text with one CEL rule."""
    return TEXT | {RULES: [rule]}


NODES: tuple[Node, ...] = (
    TEXT,
    {},
    EITHER,
    EITHER | PRESERVE | EMBEDDED,
    EITHER | {"anyOf": TWO_TYPES},
    EITHER | {"allOf": [{"anyOf": TWO_TYPES}, {"pattern": "^a$"}]},
    {"anyOf": TWO_TYPES},
    EITHER | {"anyOf": [{"type": "integer", "title": "a"}, {"type": "string"}]},
    EITHER | {"anyOf": [*TWO_TYPES, {}]},
    PRESERVE,
    PRESERVE | {"type": "array"},
    OBJECT | {"x-kubernetes-preserve-unknown-fields": False},
    {"type": "array"},
    {"type": "array", "items": [TEXT]},
    {"type": "array", "items": []},
    {"type": "text"},
    {"type": "null"},
    TEXT | {"pattern": "("},
    TEXT | {"uniqueItems": True, "nullable": True},
    TEXT | {"id": "a", "$schema": "b", "patternProperties": {"a": TEXT}},
    TEXT | {"$ref": "#/a", "additionalItems": False},
    TEXT | {"definitions": {"a": {"id": "b"}}, "dependencies": {"a": {"not": {}}, "b": ["c"]}},
    TEXT | {"title": "a", "description": "b", "example": "c", "enum": ["d"], "format": "date"},
    OBJECT | {"properties": {"a": {}}, "additionalProperties": TEXT},
    OBJECT | {"properties": {"metadata": OBJECT}},
    OBJECT | {"properties": {"metadata": TEXT, "kind": OBJECT, "apiVersion": {}}},
    OBJECT | {"properties": {"metadata": META, "kind": TEXT}},
    OBJECT | {"properties": {"metadata": OBJECT | {"properties": {"labels": MAP}}}},
    OBJECT | {"properties": {"metadata": OBJECT | {"title": "a", "enum": []}}},
    OBJECT | {"properties": {"metadata": {"default": {}, "type": "object", "description": "a"}}},
    OBJECT | {"properties": {"metadata": MAP}},
    OBJECT | {"properties": {"metadata": META, "kind": TEXT | {"default": "a"}}},
    MAP,
    OBJECT | {"additionalProperties": False},
    OBJECT | {"additionalProperties": TEXT | {"default": 1}},
    LIST | {"default": "a"},
    LIST | {"items": TEXT | {"default": 1}},
    OBJECT | {"properties": {"a": WHOLE | {"default": "x"}}, "default": {"b": 1}},
    OBJECT | PRESERVE | {"default": {"b": 1}},
    OBJECT | {"properties": {"a": LIST | {"maxItems": 1}}, "default": {"a": ["b", "c"]}},
    MAP | {"default": {"a": 1, "b": "c"}},
    OBJECT | EMBEDDED,
    EMBEDDED,
    LIST | EMBEDDED,
    OBJECT | EMBEDDED | PRESERVE,
    OBJECT | EMBEDDED | {"properties": {"kind": OBJECT, "metadata": TEXT, "a": TEXT}},
    MAP | EMBEDDED,
    WHOLE_OBJECT,
    WHOLE_OBJECT | {"default": {"kind": "a/b", "apiVersion": 1, "metadata": {"name": "abcd"}}},
    WHOLE_OBJECT | {"default": {"kind": "", "apiVersion": "v1"}},
    WHOLE_OBJECT | {"default": {"kind": 3}},
    WHOLE_OBJECT | {"default": {"kind": "A", "apiVersion": "v1", "metadata": {}, "b": 1}},
    OBJECT | {"properties": {"c": WHOLE_OBJECT}, "default": {"c": {}}},
    {"type": "array", "items": WHOLE_OBJECT, "default": [{}, {"kind": "A", "apiVersion": "b"}]},
    OBJECT | {"additionalProperties": WHOLE_OBJECT, "default": {"k": {"kind": "A"}}},
    OBJECT | {MAP_TYPE: "atomic"},
    OBJECT | {MAP_TYPE: "other"},
    {MAP_TYPE: "granular"},
    LIST | {LIST_TYPE: "set"},
    LIST | {LIST_TYPE: "bag"},
    TEXT | {LIST_TYPE: "atomic"},
    LIST | {KEYS: ["a"]},
    LIST | {LIST_TYPE: "set", "items": OBJECT | {"nullable": True}},
    LIST | {LIST_TYPE: "set", "items": LIST | {LIST_TYPE: "set"}},
    {"type": "array", LIST_TYPE: "map"},
    {"type": "array", LIST_TYPE: "map", KEYS: ["a"], "items": [TEXT]},
    {"type": "array", LIST_TYPE: "map", KEYS: ["b", "b"], "items": KEYED},
    {"type": "array", LIST_TYPE: "map", KEYS: ["a", "a"], "items": KEYED | {"nullable": True}},
    {"type": "array", LIST_TYPE: "map", KEYS: ["a"], "items": KEYED | {"required": []}},
    {"type": "array", LIST_TYPE: "map", KEYS: ["a"], "items": OBJECT | {"properties": {"a": OBJECT}}},
    {
        "type": "array",
        LIST_TYPE: "map",
        KEYS: ["a"],
        "items": OBJECT | {"properties": {"a": TEXT | {"nullable": True, "default": "a"}}},
    },
    ruled(rule=" "),
    ruled(rule="true", message=" ", messageExpression=" ", reason="a", fieldPath=" "),
    ruled(rule="true", message="a\nb", fieldPath=".a\n"),
    ruled(rule="a\n b"),
    ruled(rule="a\n b", message="c"),
    ruled(rule="true", reason="FieldValueInvalid", fieldPath=".a"),
    ruled(rule="true", optionalOldSelf=False),
    ruled(rule="oldSelf == self", optionalOldSelf=True),
    KEYED | {RULES: [{"rule": "true", "fieldPath": ".a"}, {"rule": "true", "fieldPath": ".b"}]},
    KEYED | {"allOf": [{"id": "x"}], RULES: [{"rule": "true", "fieldPath": ".b"}]},
    OBJECT | {"properties": {"a": LIST}, "allOf": [{"properties": {"a": {"items": {"minLength": 1}}}}]},
    OBJECT | {"anyOf": [{"properties": {"a": {"items": {"minLength": 1}}}}], "not": {"items": {}}},
    OBJECT | {"oneOf": [{"not": {"properties": {"b": {}}}}], "properties": {"a": TEXT}},
    OBJECT | {"properties": {"a": TEXT}, "allOf": [{"properties": {"a": {"items": {}}, "metadata": {}}}]},
    OBJECT | {"allOf": [TEXT | {"default": 1, "title": "", "description": "b", "nullable": True}]},
    OBJECT | {"allOf": [EITHER | EMBEDDED | PRESERVE | {LIST_TYPE: "set", KEYS: ["a"], MAP_TYPE: "atomic"}]},
    OBJECT | {"not": {"additionalProperties": TEXT, "pattern": "(", RULES: [{"rule": "true"}]}},
    OBJECT | {"not": {"additionalProperties": False, "allOf": [{"type": "string"}]}},
)
FIELD_PLACES: dict[str, Callable[[Node], Node]] = {
    "root": lambda node: node,
    "field": lambda node: OBJECT | {"properties": {"f": node}},
    "item": lambda node: OBJECT | {"properties": {"f": {"type": "array", "items": node}}},
    "value": lambda node: OBJECT | {"properties": {"f": OBJECT | {"additionalProperties": node}}},
    "kind": lambda node: OBJECT | {"properties": {"kind": node}},
    "embedded": lambda node: OBJECT | {"properties": {"f": WHOLE_OBJECT | {"properties": {"metadata": node}}}},
    "below allOf": lambda node: OBJECT | {"properties": {"f": OBJECT | {"allOf": [{"properties": {"g": node}}]}}},
    "below not": lambda node: OBJECT | {"properties": {"f": OBJECT | {"not": {"items": node}}}},
    "below items": lambda node: OBJECT | {"properties": {"f": {"type": "array", "items": [node, TEXT]}}},
}


def described(error: FieldError) -> str:
    """The message, and the path in the document where the API server names another one."""
    named = error.field.replace("properties[", "properties.").replace("].", ".").removesuffix("]")
    path = str(error.path).removesuffix("]").replace("].", ".")
    return error.message if path == named else f"{error.message} at {error.path}"


def test_what_is_said_of_a_schema_at_each_place(golden: Golden) -> None:
    lines = []
    for number, node in enumerate(NODES):
        places = {
            place: SchemaCheck().run(around(node), LinkedPath(None, "s"), status=False)
            for place, around in FIELD_PLACES.items()
        }
        said = [(place, described(one).partition(": ")) for place, found in places.items() for one in found]
        outcomes = by_outcome((f"{place} {path}", message) for place, (path, _, message) in said)
        lines += [f"{number}: {node}", *(f"    {line}" for line in outcomes)]
    statuses: tuple[Node, ...] = (
        MAP | {"title": "a"},
        LIST | {"$ref": "a"},
        TEXT,
        OBJECT | {"enum": []},
        OBJECT | {"nullable": True},
    )
    for node in statuses:
        errors = SchemaCheck().run(node, LinkedPath(None, "s"), status=True)
        lines += [f"beside a status: {node}", *(f"    {one.message}" for one in errors)]
    golden("schemas_refused", once("\n".join(lines) + "\n"))


SCHEMA = {"openAPIV3Schema": OBJECT}
V1: Node = {"name": "v1", "served": True, "storage": True, "schema": SCHEMA}
V2: Node = V1 | {"name": "v2", "storage": False}
NAMES = {"kind": "Boat", "plural": "boats", "singular": "boat", "listKind": "BoatList"}
SPEC = {"group": "a.io", "scope": "Cluster", "names": NAMES, "versions": [V1]}
DEFAULTED = {"openAPIV3Schema": OBJECT | {"properties": {"a": TEXT | {"default": "a"}}}}
SELECTED = {"openAPIV3Schema": OBJECT | {"properties": {"a": TEXT, "b": OBJECT, "metadata": META}}}
HOOK = {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"]}}
SELECTABLE = [{"jsonPath": path} for path in (".a", ".b", ".a", ".metadata.name", "", "a", "['a']", ".c")]
MANY = OBJECT | {"properties": {f"f{number}": TEXT for number in range(9)}}
SPECS: tuple[Node, ...] = (
    {"group": "", "scope": "", "names": {}, "versions": []},
    {"group": "A.io", "scope": "cluster"},
    {"group": "io"},
    {"names": {"kind": "A!", "plural": "Boats", "singular": "Boat", "listKind": "A!", "shortNames": ["A", "b"]}},
    {"names": {"kind": "Boat", "plural": "boats", "categories": ["-", None]}},
    {"names": NAMES | {"listKind": "Boat"}},
    {"versions": [V1 | {"name": "V1"}, V1]},
    {"versions": [V1, V2 | {"name": "v1"}]},
    {"versions": [V1 | {"schema": DEFAULTED}], "preserveUnknownFields": True},
    {"preserveUnknownFields": True, "conversion": {"strategy": "Webhook", "webhook": {}}},
    {"preserveUnknownFields": True, "conversion": {"strategy": "None"}},
    {"versions": [V1 | {"schema": {}}]},
    {"versions": [V1, V2 | {"schema": DEFAULTED, "subresources": {"status": {}}}]},
    {"versions": [one | {"schema": {"openAPIV3Schema": TEXT}, "subresources": {"status": {}}} for one in (V1, V2)]},
    {"versions": [one | {"schema": {"openAPIV3Schema": MAP | {"properties": {"a": {}}}}} for one in (V1, V2)]},
    {"versions": [V1 | {"schema": {"openAPIV3Schema": TEXT}}, V2 | {"schema": {"openAPIV3Schema": LIST}}]},
    {"conversion": {}},
    {"conversion": {"strategy": "Some"}},
    {"conversion": {"strategy": "None", "webhook": {"clientConfig": {}, "conversionReviewVersions": ["v1"]}}},
    {"conversion": {"strategy": "Webhook"}},
    {"conversion": HOOK},
    {"conversion": {"strategy": "Webhook", "webhook": {"clientConfig": {"url": "a"}}}},
    {"conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v2", "v2", "-", None]}}},
    {"conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1beta1"]}}},
    *({"group": group} for group in ("k8s.io", "a.k8s.io", "a.kubernetes.io", "ak8s.io")),
    *(
        {"versions": [V1 | {"deprecationWarning": text, "deprecated": is_deprecated}]}
        for text, is_deprecated in (("a", False), ("", True), ("a" * 256, True), ("é" * 129, True), ("é\n", True))
    ),
    {"versions": [V1 | {"selectableFields": SELECTABLE, "schema": SELECTED}]},
    {"versions": [V1 | {"selectableFields": SELECTABLE[:1], "schema": {}}]},
    {"versions": [V1 | {"selectableFields": SELECTABLE[:1]}, V2]},
    {"versions": [one | {"selectableFields": SELECTABLE[:1]} for one in (V1, V2)]},
    {"versions": [V1 | {"selectableFields": SELECTABLE[:1]}, V2 | {"schema": SELECTED}]},
    {"versions": [one | {"selectableFields": SELECTABLE[1:2], "schema": SELECTED} for one in (V1, V2)]},
    {
        "versions": [
            V1
            | {
                "schema": {"openAPIV3Schema": MANY},
                "selectableFields": [{"jsonPath": f".f{number}"} for number in range(9)],
            }
        ]
    },
    {
        "versions": [
            V1
            | {
                "schema": {"openAPIV3Schema": MANY},
                "selectableFields": [{"jsonPath": f".f{number}"} for number in range(8)],
            }
        ]
    },
    {
        "versions": [
            V1
            | {
                "additionalPrinterColumns": [
                    {},
                    {"name": "a", "type": "text", "format": "other", "jsonPath": "a"},
                    *(
                        {"name": "a", "type": kind, "jsonPath": ".a"}
                        for kind in ("boolean", "date", "integer", "number", "string")
                    ),
                    *(
                        {"name": "a", "type": "string", "format": form, "jsonPath": ".a"}
                        for form in ("byte", "date", "date-time", "double", "float", "int32", "int64", "password")
                    ),
                ]
            }
        ]
    },
    *(
        {"versions": [V1 | {"subresources": {"scale": scale}}]}
        for scale in (
            {},
            {"specReplicasPath": "a", "statusReplicasPath": ".spec.a", "labelSelectorPath": ".a"},
            {"specReplicasPath": ".status.a", "statusReplicasPath": ".status.a", "labelSelectorPath": ".spec.a"},
            {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a", "labelSelectorPath": ".status.a"},
        )
    ),
)  # fmt: skip


def test_what_is_said_of_a_definition(golden: Golden) -> None:
    lines = []
    for number, change in enumerate(SPECS):
        lines.append(f"{number}: {str(change)[:160]}")
        found = check_definition({"metadata": {"name": "boats.a.io"}, "spec": SPEC | change})
        lines += [f"    {one.message}" + (f" at {one.path}" if str(one.path) != one.field else "") for one in found]
    for approval in ("", "unapproved, for tests", "https://example.org", "example.org", "https:", "http://[a"):
        meta = {"annotations": {"api-approved.kubernetes.io": approval}}
        found = check_definition({"metadata": meta, "spec": SPEC | {"group": "a.k8s.io"}})
        lines += [f"approved by {approval!r}", *(f"    {one.message}" for one in found)]
    golden("definitions_refused", "\n".join(lines) + "\n")


VALUES: tuple[Any, ...] = (
    *(None, True, 0, 7, -1, 1.0, 2.5, 1e21, 2**31, 2**63, 3.5e38, "", "a", "abc"),
    *([], ["a", 1], [1, 2, 3], {}, {"a": "b"}, {"a": 1, "b": [True]}),
)
NUMBER = {"type": "number"}
SCHEMAS: tuple[Node, ...] = (
    *({"type": one} for one in ("string", "integer", "number", "boolean", "array", "object")),
    {},
    TEXT | {"nullable": True},
    EITHER,
    EITHER | {"format": "int32"},
    *(WHOLE | {"format": one} for one in ("int32", "int64", "double")),
    *(NUMBER | {"format": one} for one in ("float", "double", "int32")),
    *(TEXT | {"format": one} for one in ("date", "int32", "unheard-of")),
    {"format": "date"},
    {"type": "array", "format": "date"},
    OBJECT | {"format": "date"},
    WHOLE | {"minimum": 1, "maximum": 6},
    NUMBER | {"minimum": 1, "exclusiveMinimum": True, "maximum": 7, "exclusiveMaximum": True},
    WHOLE | {"minimum": 1.5, "maximum": 2**70},
    NUMBER | {"multipleOf": 2},
    NUMBER | {"multipleOf": 0.5},
    WHOLE | {"multipleOf": 2.5},
    WHOLE | {"multipleOf": 3},
    NUMBER | {"multipleOf": 0},
    NUMBER | {"multipleOf": -0.5},
    TEXT | {"minLength": 2, "maxLength": 2},
    TEXT | {"maxLength": 1},
    TEXT | {"maxLength": -1},
    TEXT | {"pattern": "^a$"},
    {"enum": ["a", 1, None, True, {"a": "b"}, 2.5, "é"]},
    {"enum": [7, [1, 2, 3]]},
    {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 1},
    {"type": "array", "items": WHOLE, "maxItems": 2},
    {"type": "array", "maxItems": -1},
    OBJECT | {"properties": {"a": TEXT}, "required": ["a", "c"], "additionalProperties": False},
    OBJECT | {"additionalProperties": TEXT, "minProperties": 1, "maxProperties": 1},
    OBJECT | {"maxProperties": 0},
    {"anyOf": [TEXT | {"minLength": 1}, WHOLE, OBJECT | {"required": ["z"]}]},
    {"oneOf": [TEXT, {"maxLength": 1}, OBJECT | {"properties": {"a": WHOLE}}]},
    {"allOf": [TEXT, {"maxLength": 1}]},
    {"allOf": [WHOLE, NUMBER]},
    {"not": TEXT},
    {"properties": {"a": OBJECT | {"anyOf": [{"required": ["z"]}]}}},
)


def fitting(value: Any, schema: Node, *, is_of_default: bool) -> str:
    """The checks that were made of a value, and its faults."""
    check = ValueCheck(ObjectTexts(), is_of_default=is_of_default)
    result = check.run(value, schema, ("p",), "n")
    faults = [
        f"{one.type.name} {list(one.place[1:])} {one.name} {one.message} ({one.value!r}{'!' * one.is_type})"
        for one in result.faults
    ]
    return f"{result.count}{' undecided' * check.is_undecided} {'; '.join(faults)}".strip()


def test_what_is_said_of_a_value(golden: Golden) -> None:
    lines = []
    for schema in SCHEMAS:
        lines.append(str(schema))
        outcomes = {}
        for value in VALUES:
            default, ours = (fitting(value, schema, is_of_default=one) for one in (True, False))
            outcomes[repr(value)] = default + ("" if ours == default else f"\n    in an object: {ours}")
        lines += [f"  {line}" for line in by_outcome(outcomes.items())]
    golden("values_refused", once("\n".join(lines) + "\n"))
