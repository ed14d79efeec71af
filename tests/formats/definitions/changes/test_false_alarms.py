"""Changes of keywords and rules that forbid nothing which the old schema took."""

from typing import Any

from builders.cases import each_row
from formats.definitions.changes.test_definitions import OBJECT, TEXT, found, of_field
from formats.definitions.changes.test_missed_breaks import among, worst

from xpkgtui.rules.changes.change import Weight

Node = dict[str, Any]
CHOICE, NUMBER = TEXT | {"enum": ["x", "yy"]}, {"type": "integer"}
MAP = OBJECT | {"additionalProperties": TEXT}
TWO = {"x-kubernetes-int-or-string": True}
BOTH_TYPES = {"anyOf": [{"type": "integer"}, {"type": "string"}]}


@each_row(
    ("old", "new", "narrower"),
    [
        (TEXT, TEXT | {"minLength": 0}, TEXT | {"minLength": 1}),
        (CHOICE, CHOICE | {"maxLength": 2}, CHOICE | {"maxLength": 1}),
        (CHOICE, CHOICE | {"pattern": "^[a-z]+$"}, CHOICE | {"pattern": "^x$"}),
        (TEXT | {"pattern": "^(x|y)$"}, TEXT | {"enum": ["x", "y"]}, TEXT | {"enum": ["x"]}),
        (TEXT, TEXT | {"pattern": ".*"}, TEXT | {"pattern": ".+"}),
        (TEXT | {"pattern": "^[a-c]{3}$"}, TEXT | {"maxLength": 3}, TEXT | {"maxLength": 2}),
        (TEXT | {"minLength": 1}, TEXT | {"pattern": "^[\\s\\S]+$"}, TEXT | {"pattern": "^.+$"}),
        (
            TEXT | {"format": "ipv4"},
            TEXT | {"format": "ipv4", "maxLength": 15},
            TEXT | {"format": "ipv4", "maxLength": 14},
        ),
        (
            TEXT | {"format": "byte"},
            TEXT | {"format": "byte", "minLength": 4},
            TEXT | {"format": "byte", "minLength": 5},
        ),
        (
            TEXT | {"format": "uri"},
            TEXT | {"format": "uri", "minLength": 1},
            TEXT | {"format": "uri", "minLength": 9},
        ),
        (
            OBJECT | {"properties": {"x": TEXT, "d": TEXT | {"default": "x"}}, "required": ["x"]},
            OBJECT | {"properties": {"x": TEXT, "d": TEXT | {"default": "x"}}, "minProperties": 2},
            OBJECT | {"properties": {"x": TEXT, "d": TEXT | {"default": "x"}}, "minProperties": 3},
        ),
        (TEXT | {"format": "uuid4"}, TEXT | {"format": "uuid"}, TEXT | {"format": "date"}),
        (TEXT, TEXT | {"format": "password"}, TEXT | {"format": "uuid"}),
        (
            NUMBER | {"minimum": 1},
            NUMBER | {"minimum": 0, "exclusiveMinimum": True},
            NUMBER | {"minimum": 1, "exclusiveMinimum": True},
        ),
        (NUMBER | {"maximum": 5}, NUMBER | {"maximum": 5.5}, NUMBER | {"maximum": 4.5}),
        (NUMBER | {"multipleOf": 6}, NUMBER | {"multipleOf": 3}, NUMBER | {"multipleOf": 4}),
        (
            {"type": "number", "minimum": 1, "maximum": 4, "multipleOf": 2},
            {"type": "number", "enum": [2, 4]},
            {"type": "number", "enum": [2, 3]},
        ),
        (NUMBER | {"minimum": 1, "maximum": 3}, NUMBER | {"enum": [3, 2, 1]}, NUMBER | {"enum": [3, 2]}),
        (TEXT | {"enum": ["a", "bb"], "maxLength": 1}, TEXT | {"enum": ["a"]}, TEXT | {"enum": ["c"]}),
        ({"type": "boolean"}, {"type": "boolean", "enum": [True, False]}, {"type": "boolean", "enum": [True]}),
        (OBJECT | {"properties": {"x": TEXT}}, OBJECT | {"additionalProperties": TEXT}, OBJECT),
        (TWO, TWO | BOTH_TYPES, TWO | {"anyOf": [{"type": "string"}]}),
        (
            OBJECT | {"properties": {"x": TEXT}, "anyOf": [{"required": ["x"]}]},
            OBJECT | {"properties": {"x": TEXT}, "anyOf": [{"maxProperties": 1}, {"required": ["x"]}]},
            OBJECT | {"properties": {"x": TEXT}, "anyOf": [{"maxProperties": 0}]},
        ),
    ],
)
def test_what_forbids_nothing_that_was_taken_breaks_nobody(old: Node, new: Node, narrower: Node) -> None:
    assert worst(of_field(old), of_field(new)).weights.clients is Weight.ADDITION
    assert worst(of_field(old), of_field(narrower)).weights.clients is Weight.BREAKS


FIELDS = {"a": NUMBER, "b": TEXT, "p": CHOICE, "flag": {"type": "boolean"}}


def ruled(*rules: str, **more: Any) -> Node:
    """A definition with rules about the fields of its spec."""
    properties = FIELDS | more.pop("properties", {})
    return of_field(
        NUMBER, properties=properties, **{"x-kubernetes-validations": [{"rule": one} for one in rules]}, **more
    )


@each_row(
    ("known", "rule", "fields", "weight"),
    [
        ("has(self.a) || has(self.b)", "has(self.a)||has(self.b)", {}, Weight.WORDS),
        ("!has(self.a) || self.a < 5", "!has(self.a) || self.a < 9", {}, Weight.ADDITION),
        ("!has(self.a) || self.a < 9", "!has(self.a) || self.a < 5", {}, Weight.BREAKS),
        ("has(self.a) != has(self.b)", "!(has(self.a) && has(self.b))", {}, Weight.ADDITION),
        ("has(self.a) ? !has(self.b) : has(self.b)", "!(has(self.a) && has(self.b))", {}, Weight.ADDITION),
        ("", "!has(self.n) || has(self.a)", {"n": TEXT}, Weight.ADDITION),
        ("", "!has(self.n) || has(self.a)", {"n": TEXT | {"default": "x"}}, Weight.BREAKS),
        (
            "",
            "!has(self.p) || self.p != 'C' || has(self.a)",
            {"p": TEXT | {"enum": ["x", "yy", "C"]}},
            Weight.ADDITION,
        ),
        ("", "!has(self.p) || self.p != 'x' || has(self.a)", {}, Weight.BREAKS),
        ("", "!has(self.p) || self.p in ['x', 'yy']", {}, Weight.ADDITION),
        ("", "!has(self.p) || self.p in ['x']", {}, Weight.BREAKS),
        ("", "!has(self.flag) || self.flag || !self.flag", {}, Weight.ADDITION),
        ("", "self.a < 5 || self.a >= 5", {}, Weight.BREAKS),
        ("has(self.a) && self.a in [1, 2]", "self.a <= 2", {}, Weight.ADDITION),
    ],
)
def test_a_rule_that_follows_from_what_was_demanded_breaks_nobody(
    known: str, rule: str, fields: Node, weight: Weight
) -> None:
    old, new = ruled(*filter(None, [known])), ruled(rule, properties=fields)
    changes = [one for one in found(old, new) if one.rule.id in ("CHG153", "CHG160", "CHG133")]
    assert [one.weights.clients for one in changes] == [weight]


def test_a_rule_without_a_proof_is_to_check_and_says_so() -> None:
    rule = "!has(self.b) || !self.b.startsWith('q') || self.b.size() < 40 || !self.b.endsWith('qz')"
    (change,) = [one for one in found(ruled(), ruled(rule)) if one.rule.id == "CHG153"]
    assert change.weights.clients is Weight.CHECK
    assert change.weights.strict is Weight.BREAKS
    assert change.words.who.endswith("No manifest was found that it refuses.")


def test_a_field_that_a_rule_demanded_may_be_required() -> None:
    (change,) = [one for one in found(ruled("has(self.b)"), ruled(required=["b"])) if one.rule.id == "CHG133"]
    assert change.weights.clients is Weight.ADDITION
    assert worst(ruled("has(self.b) || has(self.a)"), ruled(required=["b"])).weights.clients is Weight.BREAKS


def test_a_null_that_becomes_the_default_breaks_nobody() -> None:
    old = of_field(TEXT | {"default": "x", "nullable": True}, required=["a"])
    assert worst(old, of_field(TEXT | {"default": "x"}, required=["a"])).weights.clients is Weight.ADDITION


PAIR = OBJECT | {"properties": {"x": TEXT, "y": TEXT}}


def either(word: str, *names: str) -> Node:
    """An object of which one field is there."""
    return PAIR | {word: [{"required": [one]} for one in names]}


def passing(schema: Node, rule: str) -> Node:
    """A schema with a rule."""
    return schema | {"x-kubernetes-validations": [{"rule": rule}]}


@each_row(
    ("old", "new"),
    [
        (either("oneOf", "x", "y"), either("oneOf", "y", "x")),
        (either("oneOf", "x", "y"), either("anyOf", "y", "x")),
        (either("oneOf", "x", "y"), passing(PAIR, "has(self.x) != has(self.y)")),
        (passing(PAIR, "has(self.x) != has(self.y)"), either("oneOf", "x", "y")),
        (PAIR | {"required": ["x"]}, either("allOf", "x")),
        (either("allOf", "x"), PAIR | {"required": ["x"]}),
        (OBJECT | {"properties": {"x": TEXT}}, PAIR | {"not": {"required": ["y"]}}),
        (TEXT | {"maxLength": 5}, TEXT | {"allOf": [{"maxLength": 5}]}),
        (TEXT | {"allOf": [{"maxLength": 5}]}, TEXT | {"maxLength": 5}),
        (passing(TEXT, "self in ['x', 'y']"), TEXT | {"enum": ["x", "y"]}),
        (passing(NUMBER, "self >= 1 && self <= 5"), NUMBER | {"minimum": 1, "maximum": 5}),
        (passing(TEXT, "size(self) >= 1"), TEXT | {"minLength": 1}),
        (TEXT | {"nullable": True, "enum": ["x", None]}, TEXT | {"nullable": True, "enum": ["x"]}),
        (
            {"type": "array", "items": TEXT | {"nullable": True, "default": "x"}},
            {"type": "array", "items": TEXT | {"default": "x"}},
        ),
    ],
)
def test_the_same_demand_in_another_keyword_breaks_nobody(old: Node, new: Node) -> None:
    assert worst(of_field(old), of_field(new)).weights.clients is Weight.ADDITION


def test_a_combination_without_a_proof_is_to_check() -> None:
    told = {"oneOf": [{"maxProperties": 7}, {"minProperties": 9}]}
    change = worst(of_field(PAIR), of_field(PAIR | told))
    assert change.weights.clients is Weight.CHECK
    assert "No manifest was found" in change.words.who


@each_row(
    ("old", "new"),
    [
        ({"type": "number", "multipleOf": 1}, {"type": "integer"}),
        ({"type": "number", "multipleOf": 2, "minimum": -8, "maximum": 8}, {"type": "integer", "multipleOf": 2}),
    ],
)
def test_numbers_that_were_whole_may_be_integers(old: Node, new: Node) -> None:
    assert worst(of_field(old), of_field(new)).weights.clients is Weight.CHECK


def test_what_no_object_can_have_is_to_check() -> None:
    """The old version refuses every object with the field."""
    rule = {"x-kubernetes-validations": [{"rule": "!has(self.a) && has(self.b)"}]}
    change = worst(among(TEXT, **rule), among({"type": "integer"}, **rule))
    assert (change.weights.clients, change.weights.strict) == (Weight.CHECK, Weight.BREAKS)
    assert change.words.who.endswith("No manifest was found that it refuses.")
    for old, new in ((CHOICE | {"nullable": True}, CHOICE), (OBJECT | {"additionalProperties": True}, MAP)):
        more = {"required": ["a"]} if "nullable" in old else rule
        assert worst(among(old, **more), among(new, **more)).weights.clients is Weight.CHECK


def test_lists_pass_for_texts_with_a_format_but_lose_the_fields_of_their_items() -> None:
    secret = TEXT | {"format": "password"}
    weights = [worst(of_field({"type": "array", "items": one}), of_field(secret)) for one in (TEXT, MAP)]
    assert [one.weights.clients for one in weights] == [Weight.CHECK, Weight.BREAKS]
    assert weights[1].witness is not None


def test_a_bound_of_whole_numbers_alone_is_judged_with_the_new_type() -> None:
    changes = found(of_field(TWO), of_field(NUMBER | {"multipleOf": 1, "maxLength": 1}))
    assert [one.rule.id for one in changes if one.weights.clients is Weight.BREAKS] == ["CHG132"]


def test_an_embedded_object_keeps_its_own_fields_unnamed() -> None:
    named = OBJECT | {"x-kubernetes-embedded-resource": True, "properties": {"kind": TEXT, "spec": OBJECT}}
    unnamed = named | {"properties": {"spec": OBJECT}}
    assert [one for one in found(of_field(named), of_field(unnamed)) if one.weights.clients is not None] == []


def test_manifests_need_no_change_for_a_field_that_is_kept_without_its_schema() -> None:
    kept = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
    (removed,) = found(of_field(kept | {"properties": {"b": TEXT}}), of_field(kept))
    assert removed.words.message == "spec.a.b is removed; unknown fields are kept here"
    assert removed.words.who == "Programs that rely on its type: any value is taken there."
    assert removed.words.first == ()
