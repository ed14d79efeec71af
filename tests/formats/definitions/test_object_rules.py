"""CEL rules of schemas: the types they see, what they say, and the words of what they refuse."""

from typing import Any

from builders.cases import each_row
from builders.goldens import Golden

from xpkgtui.formats.definitions.objects.cel import demanded, outcome
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames
from xpkgtui.formats.definitions.objects.rules import check_rules
from xpkgtui.formats.definitions.objects.typed import escaped, unescaped

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
Schema = dict[str, Any]


def of(**properties: Any) -> Schema:
    """The schema of an object with these fields."""
    return {"type": "object", "properties": properties}


def formed(form: str) -> Schema:
    """The schema of a text of a format."""
    return {"type": "string", "format": form}


EMBEDDED = {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}
NAMED = of(name=TEXT, generateName=TEXT)
LIST, MAP = {"type": "array", "items": TEXT}, {"type": "object", "additionalProperties": WHOLE}
KEYED = {
    "type": "array",
    "items": of(**{"a-b": TEXT, "c": WHOLE}),
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["a-b"],
}
EITHER = {"x-kubernetes-int-or-string": True}
ODD = of(**{"a-b": TEXT, "a.b": TEXT, "a/b": TEXT, "a__b": TEXT, "in": TEXT, "a b": TEXT, "9": TEXT})
ODD_VALUE = dict.fromkeys(ODD["properties"], "x")
TRUE: tuple[tuple[Schema, Any, str], ...] = (
    (TEXT, "ab", "self.size() == 2"),
    (WHOLE, 3, "self + 1 == 4"),
    ({"type": "number"}, 3, "self == 3.0 && self / 2.0 == 1.5"),
    ({"type": "boolean"}, True, "self"),
    (formed("byte"), "YWI=", "self == b'ab'"),
    (formed("duration"), "1h", "self == duration('60m')"),
    (formed("date"), "2024-01-02", "self.getDayOfMonth() == 1"),
    (formed("date-time"), "2024-01-02T03:04:05Z", "self.getHours() == 3"),
    (formed("uuid"), "x", "self == 'x'"),
    (EITHER, 1, "self == 1"),
    (EITHER, "a", "self == 'a'"),
    (LIST, ["a", "b"], "self[1] == 'b' && self.all(one, one.size() == 1)"),
    (MAP, {"a": 1}, "self['a'] == 1 && self.exists(key, key == 'a') && !('b' in self)"),
    (KEYED, [{"a-b": "x", "c": 1}], "self.exists(one, one.a__dash__b == 'x')"),
    (of(a=TEXT), {"a": "x"}, "has(self.a) && self.a == 'x'"),
    (of(a=TEXT, b=TEXT), {"a": "x"}, "!has(self.b)"),
    (of(a=TEXT | {"nullable": True}), {"a": None}, "!has(self.a)"),
    (ODD, ODD_VALUE, "self.a__dash__b == 'x' && self.a__dot__b == 'x' && self.a__slash__b == 'x'"),
    (ODD, ODD_VALUE, "self.a__underscores__b == 'x' && self.__in__ == 'x'"),
    (of(x=EMBEDDED), {"x": {"kind": "A", "metadata": {"name": "b"}}}, "self.x.kind + self.x.metadata.name == 'Ab'"),
    (of(metadata=NAMED, kind=TEXT, apiVersion=TEXT, a=TEXT), {"kind": "A"}, "self.kind == 'A'"),
    ({"type": "array", "items": LIST}, [["a"]], "self[0][0] == 'a'"),
    ({"type": "object", "additionalProperties": LIST}, {"k": ["a"]}, "self.k[0] == 'a'"),
    ({"type": "array", "items": EITHER}, [1, "a"], "self[1] == 'a'"),
)  # fmt: skip
SAID: tuple[tuple[Schema, Any, Schema], ...] = tuple(
    (schema, value, {"rule": rule, **more})
    for schema, value, rule, more in (
        (TEXT, "a", "self == 'b'", {}),
        (TEXT, "a", "self == 'b'", {"message": " it is b\n"}),
        (TEXT, "a", " self == 'b' ", {"reason": "FieldValueForbidden"}),
        (TEXT, "a", "self == 'b'", {"reason": "FieldValueRequired", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"reason": "FieldValueDuplicate", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"reason": "FieldValueInvalid"}),
        (TEXT, "a", "self == 'b'", {"messageExpression": "'not ' + self", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"messageExpression": "' '", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"messageExpression": "'a\\nb'", "message": "m"}),
        (TEXT, "a" * 5_120, "self == 'b'", {"messageExpression": "self", "message": "m"}),
        (TEXT, "a" * 5_121, "self == 'b'", {"messageExpression": "self", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"messageExpression": "1", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"messageExpression": "self[", "message": "m"}),
        (TEXT, "a", "self == 'b'", {"messageExpression": "string(1 / int(self.size() - 1))", "message": "m"}),
        (WHOLE, 1, "self == 2", {}),
        (LIST, ["a"], "self.size() == 2", {}),
        (of(a=TEXT), {"a": "x"}, "self.a == 'y'", {"fieldPath": ".a"}),
        (of(a=of(b=MAP)), {"a": {"b": {}}}, "has(self.a.b.c)", {"fieldPath": ".a.b['c']"}),
        (of(a=TEXT), {"a": "x"}, "self.a == 'y'", {"fieldPath": ".b"}),
        (TEXT, "a", "self", {}),
        (TEXT, "a", "self +", {}),
        (TEXT, "a", "self.b == 1", {}),
        (TEXT, "a", "", {}),
        (TEXT, "a", " ", {}),
        (WHOLE, 0, "1 / self == 1", {"message": "m"}),
        (EITHER, 1, "self.size() == 1", {}),
        (TEXT, "a", "self.matches('(')", {}),
        (TEXT, "a", "self == oldSelf", {}),
        (TEXT, "a", "!oldSelf.hasValue() && self == 'b'", {"optionalOldSelf": True}),
        ({"type": "array", "items": TEXT}, [None], "self[0] == 'a'", {}),
        (EITHER, True, "self == 1", {}),
        (WHOLE, True, "self == 1", {}),
        (WHOLE, "a", "self == 1", {}),
        ({"type": "boolean"}, 1, "self", {}),
        ({"type": "number"}, True, "self > 1.0", {}),
        (formed("byte"), "Y", "self == b''", {}),
        (formed("duration"), "1 day", "self == duration('1h')", {}),
        (formed("date"), "x", "self.getHours() == 1", {}),
        (formed("date-time"), "x", "self.getHours() == 1", {}),
        ({"type": "object"}, {}, "self.a == 1", {}),
        ({}, "a", "self == 'a'", {}),
        ({"type": "array"}, [], "self.size() == 0", {}),
        (of(a={}), {"a": 1}, "self.a == 1", {}),
        (ODD, ODD_VALUE, "self['a b'] == 'x'", {}),
        (ODD, ODD_VALUE, "self.in == 'x'", {}),
        (EMBEDDED, {"kind": "A"}, "self.kind == 'B'", {}),
        (TEXT, "a", f"self == '{'b' * 20_000}'", {}),
    )
)


@each_row(("schema", "value", "rule"), TRUE)
def test_rules_see_values_as_their_schema_types_them(schema: Schema, value: Any, rule: str) -> None:
    assert outcome({"rule": rule}, value, schema) is True
    said = check_rules(value, schema, "x", of={"x-kubernetes-validations": [{"rule": rule}]})
    assert (said.errors, said.unclear) == ((), None)
    assert outcome({"rule": f"!({rule})"}, value, schema) is False


def test_what_rules_refuse_is_said_in_the_words_of_the_api_server(golden: Golden) -> None:
    lines = []
    for schema, value, rule in SAID:
        said = check_rules(value, schema, "spec.x", of={"x-kubernetes-validations": [rule]})
        unclear = "" if said.unclear is None else f"; not decided: {said.unclear[:60]}"
        answer = outcome(rule, value, schema)
        lines.append(
            f"{str(rule)[:150]}: {answer}{unclear}\n  " + "".join(f"{str(one)[:300]!r}" for one in said.errors)
        )
    golden("object_rules", "\n".join(lines) + "\n")


@each_row(("rule", "count"), [("self == oldSelf", 0), ("self == 'c'", 1), ("self != oldSelf", 0), ("self == 'a'", 0)])
def test_a_rule_of_updates_is_not_asked_of_what_is_new(rule: str, count: int) -> None:
    said = check_rules("a", TEXT, "x", of={"x-kubernetes-validations": [{"rule": rule}]})
    assert (len(said.errors), said.unclear) == (count, None)


@each_row(
    ("schema", "is_equal"),
    [
        ({**KEYED, "x-kubernetes-list-map-keys": ["c"]}, True),
        (KEYED, False),
        ({**KEYED, "x-kubernetes-list-type": "set"}, True),
        ({**KEYED, "x-kubernetes-list-type": "atomic"}, False),
        ({"type": "array", "items": KEYED["items"]}, False),
    ],
    ids=["map", "map with a key that is escaped", "set", "atomic", "plain"],
)
def test_the_order_of_a_list_counts_as_its_type_says(schema: Schema, is_equal: bool) -> None:
    one = [{"a-b": "x", "c": 1}, {"a-b": "y", "c": 2}]
    rule = {"x-kubernetes-validations": [{"rule": "self[0] == self[1]"}]}
    said = check_rules([one, one[::-1]], {"type": "array", "items": schema}, "x", of=rule)
    assert bool(said.errors) is not is_equal


@each_row(("rule", "count"), [("oldSelf.orValue(self) == self", 0), ("oldSelf.hasValue()", 1)])
def test_an_old_value_may_be_optional(rule: str, count: int) -> None:
    of = {"x-kubernetes-validations": [{"rule": rule, "optionalOldSelf": True}]}
    assert len(check_rules("b", TEXT, "x", of=of).errors) == count


@each_row(
    ("name", "spelled"),
    [
        ("a", "a"),
        ("in", "__in__"),
        ("namespace", "__namespace__"),
        ("true", "__true__"),
        ("a-b.c/d__e", "a__dash__b__dot__c__slash__d__underscores__e"),
        ("_", "_"),
        ("a b", None),
        ("9", None),
        ("", None),
        ("é", None),
    ],
)
def test_names_of_fields_in_rules(name: str, spelled: str | None) -> None:
    assert escaped(name) == spelled
    assert spelled is None or unescaped(spelled) == name


@each_row("name", ["__a__", "a__in__", "__in__b"])
def test_a_name_may_stand_for_no_field(name: str) -> None:
    assert unescaped(name) is None


@each_row(
    ("rule", "fields"),
    [
        ("has(self.a) || has(self.b.c)", [("a",), ("b", "c")]),
        ("has(self.a__dash__b) || self.c", [("a-b",)]),
        ("has(other.a) || has(self.a) && has(self.b)", []),
        ("(", []),
    ],
)
def test_the_fields_that_a_rule_wants(rule: str, fields: list[tuple[str, ...]]) -> None:
    assert demanded(rule) == fields


def with_rule(rule: str) -> Schema:
    """A schema below `allOf` with nothing but a rule."""
    return {"x-kubernetes-validations": [{"rule": rule}]}


ABOVE = of(a=of(b=WHOLE), m={"type": "object", "additionalProperties": WHOLE}, l={"type": "array", "items": WHOLE})
BELOW: tuple[tuple[Schema, str], ...] = (
    (with_rule("self.a.b == 2"), "spec"),
    ({"allOf": [with_rule("self.a.b == 2")]}, "spec"),
    ({"properties": {"a": with_rule("self.b == 2")}}, "spec.a"),
    ({"properties": {"a": {"properties": {"b": with_rule("self == 2")}}}}, "spec.a.b"),
    ({"properties": {"m": {"additionalProperties": with_rule("self == 2")}}}, "spec.m[k]"),
    ({"properties": {"l": {"items": with_rule("self == 2")}}}, "spec.l[0]"),
    ({"properties": {"z": with_rule("self == 2")}}, ""),
    (with_rule("self.a.b == 1"), ""),
)


@each_row(("nested", "place"), BELOW)
def test_rules_below_all_of_are_about_what_is_there(nested: Schema, place: str) -> None:
    version = {"name": "v1", "schema": {"openAPIV3Schema": of(spec=ABOVE | {"allOf": [nested]})}}
    judge = ObjectJudge(ObjectNames(group="example.org", kind="Thing", is_namespaced=False), version)
    head = {"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": "a"}}
    said = judge.judge({**head, "spec": {"a": {"b": 1}, "m": {"k": 1}, "l": [1]}})
    assert [one.field for one in said.errors] == ([place] if place else [])
    assert said.undecided == ""
