"""Objects that are not judged, or not whole; metadata; and the choices that YAML reads as something else."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.documents.shared import Shared
from xpkgtui.formats.definitions.choices import MAY_BE_ODD, odd_choices
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.field_errors import LinkedPath
from xpkgtui.formats.definitions.objects.cel import compiled
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectJudgement, ObjectNames, ObjectOutcome
from xpkgtui.formats.definitions.objects.metadata import known_metadata, name_of
from xpkgtui.formats.definitions.objects.rules import check_rules
from xpkgtui.formats.definitions.objects.typed import value_of
from xpkgtui.formats.definitions.samples.sample import CannotMake, Maker, number, objects, text
from xpkgtui.formats.definitions.schema import SchemaCheck

Node = dict[str, Any]
NAMES = ObjectNames(group="example.org", kind="Thing", is_namespaced=True)
HEAD: Node = {"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": "a"}}
TEXT, OBJECT = {"type": "string"}, {"type": "object"}
OPEN = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
EMBEDDED = OPEN | {"x-kubernetes-embedded-resource": True}


def judge(**properties: Node) -> ObjectJudge:
    """The judge of a version with these fields."""
    schema = OBJECT | {"properties": properties}
    return ObjectJudge(NAMES, {"name": "v1", "schema": {"openAPIV3Schema": schema}})


def of_meta(**meta: Any) -> ObjectJudgement:
    """What is said of an object with this metadata."""
    return judge().judge({**HEAD, "metadata": {"name": "a", **meta}})


@each_row("change", [{"kind": "Other"}, {"apiVersion": "example.org/v2"}, {"kind": None}, {"apiVersion": None}])
def test_an_object_of_another_kind_is_not_read(change: Node) -> None:
    said = judge().judge(HEAD | change)
    assert (said.undecided, said.is_unread, said.outcome) == (
        "the object is of another kind",
        True,
        ObjectOutcome.UNDECIDED,
    )


@each_row(
    ("meta", "is_judged"),
    [
        ({"ownerReferences": []}, True),
        ({"managedFields": [{"operation": "Apply"}]}, False),
        ({"finalizers": ["orphan"]}, True),
        ({"creationTimestamp": "2024-01-01T00:00:00Z"}, True),
        ({"generation": 3}, True),
        ({"uid": "x", "selfLink": "y"}, True),
        ({"resourceVersion": ""}, True),
        ({"resourceVersion": "1"}, False),
        ({"deletionTimestamp": "2024-01-01T00:00:00Z"}, True),
        ({"deletionGracePeriodSeconds": None}, True),
        ({"name": "", "generateName": "a" * 59}, True),
    ],
)
def test_metadata_that_is_judged(meta: Node, is_judged: bool) -> None:
    said = of_meta(**meta)
    assert (said.undecided == "", said.is_unread) == (is_judged, not is_judged)
    assert is_judged or said.undecided == "metadata that xpkgtui does not judge"


LABEL = "a valid label must be an empty string"
KEY = "name part must consist of alphanumeric characters"


@each_row(
    ("meta", "errors"),
    [
        ({"labels": {"a b": "c d"}}, [("labels", f'"a b": {KEY}'), ("labels", f'"c d": {LABEL}')]),
        ({"labels": {"a": None, "b.c/D": ""}}, []),
        ({"annotations": {"A B": "c d", "A/b": "c"}}, [("annotations", f'"A B": {KEY}')]),
        ({"annotations": {"-": ""}}, [("annotations", f'"-": {KEY}')]),
        ({"finalizers": ["a", "-"]}, [("finalizers", f'"-": {KEY}')]),
        ({"namespace": "B"}, [("namespace", '"B": a lowercase RFC 1123 label')]),
        ({"name": "", "generateName": "a-"}, []),
        (
            {"name": "", "generateName": "-"},
            [("generateName", '"-": a lowercase'), ("name", '"-xxxxx": a lowercase')],
        ),
        ({"name": ""}, [("name", "")]),
    ],
)
def test_errors_in_metadata(meta: Node, errors: list[tuple[str, str]]) -> None:
    found = of_meta(**meta).errors
    assert [one.field for one in found] == [f"metadata.{field}" for field, _ in errors]
    assert [begins in one.message for one, (_, begins) in zip(found, errors, strict=True)] == [True] * len(errors)


def test_what_is_kept_of_metadata() -> None:
    meta = {"name": "a", "uid": "b", "labels": {"c": None}, "annotations": {}, "generation": 3, "x": 1}
    assert known_metadata(meta | {"finalizers": ["d"]}) == {"name": "a", "labels": {"c": ""}, "finalizers": ["d"]}
    metas: tuple[Node, ...] = ({"name": "a", "generateName": "b"}, {"generateName": "b"}, {})
    assert [name_of({"metadata": one}) for one in metas] == ["a", "bxxxxx", ""]


@each_row(
    ("value", "field", "says"),
    [
        ({"apiVersion": "v1", "kind": "a b"}, "spec.kind", 'Invalid value: "a b": may have mixed case, but should'),
        ({"apiVersion": "v1", "kind": "Ab-C"}, "", ""),
        ({"apiVersion": "a/b", "kind": "A", "metadata": {}}, "", ""),
        ({"apiVersion": "a/b/c", "kind": "A"}, "spec.apiVersion", 'Invalid value: "a/b/c": unexpected GroupVersion'),
        ({"apiVersion": "", "kind": "A"}, "spec.apiVersion", 'Invalid value: "": must not be empty'),
    ],
)
def test_an_embedded_resource(value: Node, field: str, says: str) -> None:
    found = judge(spec=EMBEDDED).judge({**HEAD, "spec": value}).errors
    assert [one.field for one in found] == ([field] if field else [])
    assert all(one.message.startswith(says) for one in found)


OWNER = {"apiVersion": "a/v1", "kind": "B", "name": "c", "uid": "d"}


@each_row(
    ("metadata", "says"),
    [
        ({"name": "b", "labels": {"a": "b", "c": None}, "creationTimestamp": None, "generation": 3, "uid": "x"}, ""),
        ({"ownerReferences": [OWNER], "finalizers": ["orphan"], "deletionTimestamp": "2024-01-01T00:00:00Z"}, ""),
        ({"managedFields": [{"operation": "Apply", "fieldsV1": {"f:a": {}}}], "resourceVersion": "5"}, ""),
        ({"name": "a/b"}, 'metadata.name: Invalid value: "a/b": may not contain'),
        ({"labels": {"a": "c d"}}, "metadata.labels: Invalid value: "),
        ({"generation": -1}, "metadata.generation: Invalid value: -1: must be greater than or equal to 0"),
        ({"annotations": {"a": "b" * 262_144}}, "metadata.annotations: Too long: may not be more than 262144"),
        ({"ownerReferences": [{**OWNER, "uid": None}]}, 'metadata.ownerReferences.uid: Invalid value: "": must not'),
        (
            {"ownerReferences": [{**OWNER, "apiVersion": "a/"}]},
            'metadata.ownerReferences.apiVersion: Invalid value: "a/',
        ),
        ({"ownerReferences": [{**OWNER, "apiVersion": "v1", "kind": "Event"}]}, "metadata.ownerReferences: Invalid"),
        ({"ownerReferences": [{**OWNER, "controller": True}] * 2}, "metadata.ownerReferences: Invalid value: [{"),
        ({"finalizers": ["orphan", "foregroundDeletion"]}, "metadata.finalizers: Invalid value: "),
        ({"managedFields": [{"operation": "Take"}]}, "metadata.managedFields[0].operation: Invalid value: "),
        ({"managedFields": [{"operation": "Apply", "manager": "a" * 129}]}, "metadata.managedFields[0].manager: Too"),
        ({"labels": {"a": 5}}, 'metadata: Invalid value: {"labels":{"a":5}}: json: cannot unmarshal number into Go'),
        ({"generation": "3"}, 'metadata: Invalid value: {"generation":"3"}: json: cannot unmarshal string into Go'),
        ({"finalizers": [3]}, "metadata: Invalid value: "),
        ({"deletionTimestamp": "today"}, 'metadata: Invalid value: {"deletionTimestamp":"today"}: parsing time "'),
        ({"ownerReferences": [{"controller": "yes"}]}, "metadata: Invalid value: "),
        ({"nam": "a"}, "unknown spec.metadata.nam"),
        ({"ownerReferences": [{**OWNER, "x": 1}]}, "unknown spec.metadata.ownerReferences[0].x"),
    ],
)
def test_metadata_of_an_embedded_resource(metadata: Node, says: str) -> None:
    found = judge(spec=EMBEDDED).judge({**HEAD, "spec": {"apiVersion": "v1", "kind": "A", "metadata": metadata}})
    printed = [str(one) for one in found.errors] or [f"unknown {one}" for one in found.unknown]
    assert ([one[: len(says) + 5] for one in printed] == []) if not says else says in printed[0], printed
    assert found.outcome is (ObjectOutcome.REFUSED if says else ObjectOutcome.ACCEPTED)


def test_an_embedded_resource_whose_kind_is_no_text_is_not_decoded() -> None:
    found = judge(spec=EMBEDDED).judge({**HEAD, "spec": {"apiVersion": 1, "kind": "A"}})
    assert found.message == "spec.apiVersion: Invalid value: 1: must be a string"


def test_items_that_differ_are_not_checked() -> None:
    unique = {"type": "array", "items": TEXT, "uniqueItems": True}
    assert judge(spec=unique).judge({**HEAD, "spec": ["a"]}).undecided == "uniqueItems, which xpkgtui does not check"


@each_row(
    ("items", "error"),
    [
        (["a", "b", "a", "a"], ("spec[2]", 'Duplicate value: "a"')),
        ([1, "1"], None),
        ([1, 1.0], None),
        ([True, 1], None),
    ],
)
def test_a_set_has_each_item_once(items: list[Any], error: tuple[str, str] | None) -> None:
    a_set = {
        "type": "array",
        "items": {"x-kubernetes-preserve-unknown-fields": True},
        "x-kubernetes-list-type": "set",
    }
    found = judge(spec=a_set).judge({**HEAD, "spec": items}).errors
    assert [(one.field, one.message) for one in found] == ([error] if error else [])


def test_items_of_a_keyed_list_are_objects_with_keys_of_their_own() -> None:
    keyed = {
        "type": "array", "items": OPEN, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
    }  # fmt: skip
    found = judge(spec=keyed).judge({**HEAD, "spec": [{"k": 1}, {"k": 2}, {"k": 1, "v": 3}]}).errors
    assert [(one.field, one.message) for one in found] == [("spec[2]", 'Duplicate value: {"k":1}')]
    loose = keyed | {"items": {"x-kubernetes-preserve-unknown-fields": True}}
    (one,) = judge(spec=loose).judge({**HEAD, "spec": [{"k": 1}, 5, 6]}).errors
    assert (one.field, one.message) == (
        "spec[1]",
        "Invalid value: 5: must be an object for an array of list-type map",
    )


@pytest.mark.parametrize(("depth", "is_deep"), [(89, False), (90, True)])
def test_ninety_values_inside_each_other_are_judged(depth: int, is_deep: bool) -> None:
    value: Any = {}
    for _ in range(depth - 1):
        value = {"a": value}
    said = judge(spec=OPEN).judge({**HEAD, "spec": value})
    assert (said.undecided == "the object is too deep") is is_deep


def test_an_object_of_fifty_thousand_values_is_looked_at() -> None:
    known = judge(spec=OBJECT | {"properties": {"l": {"type": "array", "items": OPEN}}})
    for count, is_whole in ((49_997, True), (49_998, False)):
        said = known.judge({**HEAD, "spec": {"l": [{}] * count, "x": 1}, "y": 2})
        assert said.is_unread is not is_whole
        assert said.unknown == ("spec.x", "y")
        assert said.message == 'strict decoding error: unknown field "spec.x", unknown field "y"'
        assert (said.undecided == "the object is too large") is not is_whole


def test_null_is_a_value_of_a_nullable_field() -> None:
    assert value_of(None, TEXT | {"nullable": True}) is None


def test_an_expression_that_is_too_deep_or_too_long_is_not_known() -> None:
    assert compiled("(" * 5_000 + "true" + ")" * 5_000, ("string",)).is_known is False
    assert compiled("true || " * 2_499 + "true", ("string",)).run is not None
    assert compiled("true ||" + " " * 19_989 + "true", ("string",)).is_known
    assert not compiled("true ||" + " " * 19_990 + "true", ("string",)).is_known
    rule = {"rule": "self == 'b'", "messageExpression": "(" * 5_000 + "''" + ")" * 5_000}
    said = check_rules("a", TEXT, "x", of={"x-kubernetes-validations": [rule]})
    assert (said.errors, said.unclear) == ((), "self == 'b'")


ODD: Node = {"type": "string", "enum": ["a", True, 1, 1.5, None]}
OTHER: Node = {"type": "string", "enum": ["b"]}


def test_choices_that_yaml_reads_as_something_else_are_named() -> None:
    schema = OBJECT | {
        "properties": {"a": OTHER, "b": {"type": "array", "items": ODD}, "c": ODD | {"type": "integer"}}
    }
    holder = {"openAPIV3Schema": schema}
    spec = {
        "validation": holder,
        "versions": [{"schema": {}}, {"schema": {"openAPIV3Schema": {"allOf": [dict(ODD, title="x")]}}}],
    }
    assert sorted(map(str, odd_choices({"spec": spec}))) == [
        *(f"spec.validation.openAPIV3Schema.properties.b.items.enum[{number}]" for number in (1, 2, 3)),
        *(f"spec.versions[1].schema.openAPIV3Schema.allOf[0].enum[{number}]" for number in (1, 2, 3)),
    ]
    assert list(odd_choices({"spec": {"validation": {"openAPIV3Schema": {"enum": ODD["enum"]}}}})) == []
    assert list(odd_choices({"spec": {"validation": {"openAPIV3Schema": {"type": "string", "enum": "yes"}}}})) == []


@each_row(
    ("text", "may_be"),
    [
        (b"enum: [yes]", True),
        (b"enum: [a, No ]", True),
        (b"enum:\n  - a\n  - off\n", True),
        (b"enum: # c\n- on # d\n", True),
        (b'"enum": [1.5]', True),
        (b"enum: [a, b]", False),
        (b"enum: ['yes']", False),
        (b"enum:\n- yes-no\n", False),
    ],
)
def test_texts_with_such_choices_are_found_before_they_are_parsed(text: bytes, may_be: bool) -> None:
    assert bool(MAY_BE_ODD.search(text)) is may_be


def test_a_default_anywhere_in_a_schema_forbids_what_v1beta1_kept() -> None:
    schema = OBJECT | {"allOf": [{"properties": {"a": TEXT | {"default": "b"}}}]}
    names = {"kind": "Boat", "plural": "boats"}
    version = {"name": "v1", "storage": True, "schema": {"openAPIV3Schema": schema}}
    spec = {"group": "a.io", "scope": "Cluster", "names": names, "versions": [version], "preserveUnknownFields": True}
    assert "must be false in order to use defaults in the schema" in [
        one.detail for one in check_definition({"spec": spec})
    ]


def test_a_shared_schema_is_checked_once() -> None:
    shared, inner = Shared(), OBJECT | {"properties": {"x": LISTED}}
    shared.add(inner)
    whole = OBJECT | {"properties": {"a": inner, "b": inner}}
    assert SchemaCheck(shared).run(whole, LinkedPath(None, "s"), status=False) == []
    del inner["type"]  # what passed is not looked at again
    assert SchemaCheck(shared).run(whole, LinkedPath(None, "s"), status=False) == []
    assert len(SchemaCheck().run(whole, LinkedPath(None, "s"), status=False)) == 2
    assert len(SchemaCheck(shared).run(whole | EMBEDDED, LinkedPath(None, "s"), status=False)) == 0


LISTED: Node = {"type": "array", "items": TEXT, "x-kubernetes-list-type": "set"}


def test_what_cannot_be_made() -> None:
    for schema in (
        TEXT | {"enum": ["a"], "minLength": 2},
        {"type": "integer", "minimum": 1, "maximum": 0},
        {"type": "array", "items": TEXT | {"enum": ["a"]}, "minItems": 2, "x-kubernetes-list-type": "set"},
        TEXT | {"anyOf": [{"minLength": 3_000}]},
    ):
        with pytest.raises(CannotMake):
            Maker().make(schema)
    assert Maker().make({"type": "array"}, ("a", "b"), 1) == {"a": {"b": 1}}
    with pytest.raises(CannotMake):
        number({"type": "integer", "multipleOf": 5, "minimum": 6, "maximum": 9})
    with pytest.raises(CannotMake):
        text({"minLength": 2_001})
    assert text({"minLength": 2_000}) == "a" * 2_000
    version = {"name": "v1", "schema": {"openAPIV3Schema": LISTED}}
    assert list(objects(NAMES, version, (), None)) == []


@each_row(
    ("value", "is_type"),
    [
        ((1 << 63) - 1, True),
        (1 << 63, False),
        (-(10**20), False),
        (10**400, False),
        (1e18, True),
        (9.3e18, False),
        (1.5, False),
        (1.0000000001, True),
        (0.999999999999, True),
        (1e-10, False),
    ],
)
def test_a_number_is_an_integer_where_the_api_server_takes_it_for_one(value: float, is_type: bool) -> None:
    """The answers are those of apiextensions-apiserver 0.35.1."""
    said = judge(spec=OBJECT | {"properties": {"x": {"x-kubernetes-int-or-string": True}}}).judge(
        HEAD | {"spec": {"x": value}}
    )
    wrong = 'spec.x in body must be of type integer,string: "number"'
    assert (wrong in said.message) is not is_type
