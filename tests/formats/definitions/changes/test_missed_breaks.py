"""Changes of schemas that break although no keyword of the field itself is narrower."""

from typing import Any

from builders.cases import each_row
from formats.definitions.changes.test_definitions import OBJECT, TEXT, definition, found, of_field, version

from xpkgtui.rules.changes.change import Weight
from xpkgtui.rules.changes.rule import Difference

Node = dict[str, Any]
EMBEDDED = OBJECT | {"x-kubernetes-embedded-resource": True, "properties": {"spec": OBJECT}}
PRESERVED = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
ALTERNATIVE = "has(self.provider.x) || (has(self.initProvider) && has(self.initProvider.x))"


def worst(old: Node, new: Node) -> Difference:
    """The change that weighs most."""
    return max(found(old, new), key=lambda one: one.weights.clients or Weight.WORDS)


def of_default(old: Node, new: Node, **spec: Any) -> tuple[Node, Node]:
    """Two definitions whose field `spec.a` differs, beside `spec.b`."""
    fields = [{"properties": {"a": one, "b": TEXT}} for one in (old, new)]
    first, second = (of_field(TEXT, **each, **spec) for each in fields)
    return first, second


def test_a_rule_that_held_without_the_new_default_demands_nothing_with_it() -> None:
    fields = [{"properties": {"a": one, "b": TEXT}} for one in (TEXT, DEFAULTED)]
    old, new = (of_field(TEXT, **one, **rule_of("!has(self.a) || has(self.b)")) for one in fields)
    new["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["required"] = ["b"]
    assert ("CHG133", Weight.BREAKS) in [(one.rule.id, one.weights.clients) for one in found(old, new)]


def in_list(schema: Node) -> Node:
    """A list of such values."""
    return {"type": "array", "items": schema}


def rule_of(rule: str) -> Node:
    """What a schema has with one rule."""
    return {"x-kubernetes-validations": [{"rule": rule}]}


NUMBERS: Node = {"type": "array", "items": {"type": "integer"}}
DEFAULTED = TEXT | {"default": "x"}


@each_row(
    ("old", "new", "spec", "says"),
    [
        (DEFAULTED, TEXT, {"required": ["a"]}, "spec.a: Required value"),
        (TEXT, DEFAULTED, {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, "one and only one schema"),
        (TEXT, DEFAULTED, {"not": {"required": ["a", "b"]}}, "must not validate the schema"),
        (DEFAULTED, TEXT, {"minProperties": 1}, "at least 1 properties"),
        (DEFAULTED, TEXT, rule_of("has(self.a)"), "failed rule: has(self.a)"),
        (TEXT, DEFAULTED, rule_of("!(has(self.a) && has(self.b))"), "failed rule"),
    ],
)
def test_a_default_breaks_where_its_field_is_demanded_forbidden_or_counted(
    old: Node, new: Node, spec: Node, says: str
) -> None:
    change = worst(*of_default(old, new, **spec))
    assert (change.rule.id, change.weights.clients) == ("CHG152", Weight.BREAKS)
    assert change.witness is not None
    assert says in change.witness.says


RULE = "(has(self.c) || self.b == 'y') && !(has(self.a) && has(self.c))"


def among(schema: Node, **spec: Any) -> Node:
    """A definition with `spec.a` beside two other fields."""
    return of_field(TEXT, properties={"a": schema, "b": TEXT | {"enum": ["x", "y"]}, "c": TEXT}, **spec)


@each_row(
    ("new", "spec"),
    [
        ({"type": "integer"}, {"x-kubernetes-validations": [{"rule": RULE}], "required": ["b"]}),
        ({"type": "integer"}, {"oneOf": [{"required": ["c"]}, {"required": ["b"]}], "not": {"required": ["a", "c"]}}),
        ({"type": "integer"}, {"minProperties": 2, "not": {"required": ["c"]}}),
        (TEXT | {"minLength": 3}, {"x-kubernetes-validations": [{"rule": "!has(self.a) || self.a == 'q'"}]}),
    ],
)
def test_a_manifest_is_found_that_satisfies_what_speaks_of_several_fields(new: Node, spec: Node) -> None:
    change = worst(among(TEXT, **spec), among(new, **spec))
    assert (change.weights.clients, change.witness is not None) == (Weight.BREAKS, True)


@each_row(
    ("beside", "spec"),
    [
        (in_list(TEXT), rule_of("has(self.d) && size(self.d) == 1")),
        (in_list(TEXT), rule_of("has(self.d) && 'q' in self.d")),
        (in_list(TEXT), {"allOf": [{"properties": {"d": {"minItems": 2}}}], "required": ["d"]}),
        (OBJECT | {"additionalProperties": NUMBERS}, rule_of("has(self.d) && 'q' in self.d")),
        (OBJECT | {"additionalProperties": TEXT}, rule_of("has(self.d) && self.d.size() > 1")),
        (TEXT, rule_of("has(self.d) && self.d.size() == 7")),
        (OBJECT | {"properties": {"x": TEXT, "y": TEXT}, "required": ["y"]}, rule_of("has(self.d.x)")),
        (TEXT, rule_of("has(self.d) && self.d.matches('^[xy]+$')")),
        (TEXT | {"maxLength": 1}, {"not": {"properties": {"d": {"minLength": 1}}}, "required": ["d"]}),
        (in_list(TEXT) | {"minItems": 2}, rule_of("'q' in self.d")),
        (TEXT | {"pattern": "^[^/]*$"} | rule_of("self != ''"), {"required": ["d"]}),
        (in_list(TEXT) | rule_of("self.size() > 0"), {"required": ["d"]}),
        (TEXT | {"nullable": True}, rule_of("!has(self.d)") | {"allOf": [{"required": ["d"]}]}),
    ],
)
def test_a_manifest_is_found_that_has_what_is_asked_of_another_field(beside: Node, spec: Node) -> None:
    old, new = (of_field(TEXT, properties={"a": one, "d": beside}, **spec) for one in (TEXT, NUMBERS))
    assert worst(old, new).witness is not None


@each_row(
    ("old", "new"),
    [
        (
            {"not": {"properties": {"n": {"maximum": 3}}}},
            {"not": {"properties": {"a": {"maxLength": 1}}, "required": ["a"]}},
        ),
        ({"allOf": [{"properties": {"l": {"minItems": 1}}}]}, {"not": {"required": ["a", "l"]}}),
        (rule_of("!has(self.n) || self.n > 4"), {"anyOf": [{"required": ["a"]}, {"not": {"required": ["n"]}}]}),
        (rule_of("!has(self.a) || self.a.size() > 1"), rule_of("!has(self.a) || !self.a.matches('^[xy]+$')")),
        ({"not": {"required": ["n"]}}, rule_of("!has(self.m) || self.n > 1")),
        ({"properties": {"a": TEXT | {"pattern": "^[xy]+$"}}}, {"anyOf": [{"properties": {"a": {"pattern": "^x"}}}]}),
        (rule_of("has(self.n) != has(self.a)"), {"required": ["n"]}),
        ({"properties": {"a": TEXT | {"pattern": "^(x|yy)$"}}}, {"properties": {"a": TEXT | {"enum": ["x"]}}}),
        (rule_of("has(self.n) == has(self.l) && (!has(self.n) || self.n > 4)"), {"maxProperties": 1}),
        ({"allOf": [{"properties": {"a": {"minLength": 1}}, "required": ["a"]}]}, {"maxProperties": 1}),
        ({"anyOf": [{"required": ["n"]}, {"required": ["l"]}]}, rule_of("!has(self.n) || has(self.a)")),
        (
            {"allOf": [{"properties": {"a": {"pattern": "^x"}}}, {"required": ["n"]}], "minProperties": 2},
            rule_of("has(self.a) && self.a.size() < 2"),
        ),
        (rule_of("(!has(self.n) || self.n > 4) && has(self.n)"), {"maxProperties": 2}),
    ],
)
def test_a_manifest_is_found_that_a_new_combination_or_rule_refuses(old: Node, new: Node) -> None:
    fields = {"a": TEXT, "n": {"type": "integer"}, "l": NUMBERS, "m": OBJECT | {"additionalProperties": TEXT}}
    both = (
        one | {"properties": fields | (one if "properties" in one else old).get("properties", {})}
        for one in (old, new)
    )
    assert worst(*(of_field(TEXT, **one) for one in both)).witness is not None


@each_row(
    ("old", "new", "spec"),
    [
        (
            TEXT,
            TEXT | {"nullable": True},
            {"allOf": [{"required": ["c"]}, {"properties": {"c": {"maxLength": 0}}}], "maxProperties": 1},
        ),
        (
            TEXT | {"nullable": True},
            TEXT | {"enum": ["x", ""]},
            rule_of("has(self.a) && self.a.matches('^[xy]+$') != self.a.startsWith('x')"),
        ),
        (
            in_list(TEXT) | {"minItems": 1},
            in_list(TEXT | {"minLength": 1}) | {"minItems": 1},
            {"oneOf": [{"properties": {"a": {"minItems": 1}}}, {"properties": {"a": {"maxItems": 1}}}]},
        ),
    ],
)
def test_a_manifest_is_found_that_needs_several_values_at_once(old: Node, new: Node, spec: Node) -> None:
    assert worst(among(old, **spec), among(new, **spec)).witness is not None


def test_a_null_that_may_be_given_keeps_the_default_out() -> None:
    field = TEXT | {"nullable": True, "default": "x"}
    change = worst(
        of_field(TEXT, properties={"a": field}), of_field(TEXT, properties={"a": field}, **rule_of("has(self.a)"))
    )
    assert change.weights.clients is Weight.BREAKS


def test_a_whole_number_of_a_rule_is_no_proof_that_another_number_is_refused() -> None:
    """As JSON has it: 1.0 in YAML is 1."""
    rule = rule_of("!has(self.a) || self.a == 1.0")
    old, new = ({"type": "number"}, {"x-kubernetes-int-or-string": True})
    assert all(one.witness is None for one in found(among(old, **rule), among(new)))


@each_row(("field", "weight"), [("k", Weight.BREAKS), ("v", Weight.CHECK)])
def test_a_default_is_seen_where_it_is_of_a_key(field: str, weight: Weight) -> None:
    def listed(**more: Any) -> Node:
        items = OBJECT | {"properties": {"k": TEXT, "v": TEXT} | more, "required": ["v"]}
        keys = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}
        return of_field(in_list(items) | keys)

    before, after = (listed(**{field: TEXT | {"default": one}}) for one in ("x", "y"))
    assert worst(before, after).weights.clients is weight


def test_what_breaks_without_a_proof_too_is_sought_first() -> None:
    def of(default: str, last: Node) -> Node:
        fields = {f"f{number}": TEXT | {"default": default} for number in range(50)}
        return of_field(TEXT, properties={**fields, "a": last}, minProperties=1)

    assert worst(of("x", TEXT), of("y", TEXT | {"maxLength": 3})).witness is not None


KINDS = [f"K{number}" for number in range(12)]
ONE_OF_KINDS: Node = {
    "type": "object",
    "properties": {"type": TEXT | {"enum": KINDS}, **{kind: OBJECT | {"properties": {"n": TEXT}} for kind in KINDS}},
    "required": ["type"],
    "x-kubernetes-validations": [
        {"rule": rule}
        for kind in KINDS
        for rule in (
            f"!(has(self.{kind}) && self.type != '{kind}')",
            f"!(!has(self.{kind}) && self.type == '{kind}')",
        )
    ],
}


def test_a_manifest_is_found_where_rules_tell_many_kinds_apart() -> None:
    old = in_list(ONE_OF_KINDS)
    fields = ONE_OF_KINDS["properties"] | {"K9": OBJECT | {"properties": {"n": TEXT | {"maxLength": 3}}}}
    change = worst(of_field(old), of_field(in_list(ONE_OF_KINDS | {"properties": fields})))
    assert change.witness is not None
    assert "spec.a[0].K9.n: Too long" in change.witness.says


def test_another_type_is_one_change_with_what_it_held_as_its_proof() -> None:
    held = OBJECT | {"properties": {"n": TEXT}, "required": ["n"], "x-kubernetes-validations": [{"rule": "true"}]}
    changes = found(of_field(held), of_field(TEXT | {"enum": ["x"], "maxLength": 1}))
    assert [one.rule.id for one in changes if one.weights.clients is Weight.BREAKS] == ["CHG132"]
    assert [one.rule.id for one in changes if one.at.field != "spec.a"] == []
    assert worst(of_field(held), of_field(TEXT)).witness is not None


def test_a_manifest_is_found_where_properties_become_values_of_a_map() -> None:
    named, values = OBJECT | {"properties": {"x": NUMBERS}}, OBJECT | {"additionalProperties": TEXT}
    change = worst(of_field(named), of_field(values))
    assert (change.rule.id, change.witness is not None) == ("CHG132", True)


def test_a_field_is_required_that_another_one_stood_in_for() -> None:
    rule = {"x-kubernetes-validations": [{"rule": "has(self.b) || has(self.c)"}]}
    change = worst(among(TEXT, **rule), among(TEXT, **rule, required=["b"]))
    assert (change.rule.id, change.witness is not None) == ("CHG133", True)


@each_row(
    ("schema", "spec"),
    [
        (TEXT | {"enum": ["x", "y"]}, {}),
        (TEXT | {"enum": ["x", "y"], "default": "x"}, {}),
        (TEXT, {"not": {"required": ["a", "b"]}}),
        (TEXT, {"maxProperties": 1}),
    ],
)
def test_a_null_that_was_dropped_and_is_kept_may_be_refused(schema: Node, spec: Node) -> None:
    change = worst(among(schema, **spec), among(schema | {"nullable": True}, **spec))
    assert (change.rule.id, change.weights.clients, change.witness is not None) == ("CHG145", Weight.BREAKS, True)


def test_a_list_no_longer_passes_for_a_text_whose_format_goes() -> None:
    """As the API server does; an object with it was stored."""
    change = worst(of_field(TEXT | {"format": "date"}), of_field(TEXT | {"pattern": "^[0-9-]+$"}))
    assert (change.rule.id, change.weights.clients) == ("CHG141", Weight.BREAKS)
    assert change.witness is not None
    assert "a: []" in change.witness.manifest


def test_a_default_that_no_rule_sees_is_to_check() -> None:
    rule = {"x-kubernetes-validations": [{"rule": "!has(self.b) || self.b != ''"}]}
    assert worst(*of_default(DEFAULTED, TEXT, **rule)).weights.clients is Weight.CHECK


@each_row(
    ("name", "old", "new", "says"),
    [
        ("CHG144", in_list(TEXT | {"nullable": True}), in_list(TEXT), "must be of type string"),
        ("CHG148", OBJECT | {"additionalProperties": PRESERVED}, OBJECT | {"additionalProperties": True}, "a.key"),
        ("CHG148", PRESERVED, OBJECT | {"additionalProperties": True}, "unknown field"),
        ("CHG157", EMBEDDED, OBJECT | {"properties": {"spec": OBJECT}}, 'unknown field "spec.a.apiVersion"'),
        (
            "CHG153",
            TEXT,
            TEXT
            | {"x-kubernetes-validations": [{"rule": "oldSelf.hasValue() || self != ''", "optionalOldSelf": True}]},
            "failed rule",
        ),
    ],
)
def test_a_change_beside_the_value_itself_breaks(name: str, old: Node, new: Node, says: str) -> None:
    change = worst(of_field(old), of_field(new))
    assert (change.rule.id, change.weights.clients) == (name, Weight.BREAKS)
    assert change.witness is not None
    assert says in change.witness.says


def test_a_null_that_is_dropped_and_was_counted_breaks() -> None:
    old, new = (of_field(one, minProperties=1) for one in (TEXT | {"nullable": True}, TEXT))
    change = worst(old, new)
    assert (change.rule.id, change.weights.clients) == ("CHG144", Weight.BREAKS)
    assert change.witness is not None
    assert "at least 1 properties" in change.witness.says
    rule = {"x-kubernetes-validations": [{"rule": "!has(self.a) || self.a != 'x' || has(self.b)"}]}
    old, new = (
        of_field(one | {"default": "x"}, properties={"a": one | {"default": "x"}, "b": TEXT}, **rule)
        for one in (TEXT | {"nullable": True}, TEXT)
    )
    assert worst(old, new).weights.clients is Weight.BREAKS


def test_an_alternative_that_goes_from_a_rule_of_upjet_breaks() -> None:
    provider = OBJECT | {"properties": {"x": TEXT}}
    properties = {"provider": provider, "initProvider": provider}

    def of(rule: str) -> Node:
        spec = OBJECT | {"properties": properties, "required": ["provider"]}
        schema = OBJECT | {"properties": {"spec": spec | {"x-kubernetes-validations": [{"rule": rule}]}}}
        return definition(version(schema=schema))

    change = worst(of(ALTERNATIVE), of("has(self.provider.x)"))
    assert (change.rule.id, change.at.field, change.weights.clients) == ("CHG133", "spec.provider.x", Weight.BREAKS)
    assert change.witness is not None
    assert worst(of("has(self.provider.x)"), of(ALTERNATIVE)).weights.clients is Weight.ADDITION


def test_storage_that_moves_to_a_new_version_of_another_type_breaks() -> None:
    def of(name: str, kind: Node, **more: Any) -> Node:
        spec = OBJECT | {"properties": {"a": kind}}
        return version(name, OBJECT | {"properties": {"spec": spec}}, **more)

    old, number = of("v1alpha1", TEXT), {"type": "integer"}
    change = worst(definition(old), definition(of("v1", number), old | {"storage": False}))
    assert (change.rule.id, change.weights.clients) == ("CHG121", Weight.BREAKS)
    webhook = definition(of("v1", number), old | {"storage": False}, conversion={"strategy": "Webhook"})
    assert worst(definition(old), webhook).weights.clients is Weight.CHECK


KEYED = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}
UNIQUE = {"x-kubernetes-list-type": "set"}
NUMBER = {"type": "integer"}


def keyed(default: str) -> Node:
    """A list whose items are told apart by a field with a default."""
    return in_list(OBJECT | {"properties": {"k": TEXT | {"default": default}}}) | KEYED


def in_set(field: Node) -> Node:
    """A list of objects, none of which may be there twice."""
    return in_list(OBJECT | {"x-kubernetes-map-type": "atomic", "properties": {"k": TEXT, "v": field}}) | UNIQUE


def holding(*, limit: int, **fields: Node) -> Node:
    """An object with so many fields at most."""
    return OBJECT | {"maxProperties": limit, "properties": fields}


@each_row(
    ("name", "old", "new", "says"),
    [
        ("CHG150", holding(limit=1, x=TEXT), holding(limit=1, x=TEXT, y=DEFAULTED), "at most 1 item"),
        ("CHG152", keyed("x"), keyed("y"), "Duplicate value"),
        ("CHG152", in_set(TEXT), in_set(DEFAULTED), "Duplicate value"),
        (
            "CHG150",
            {"x-kubernetes-preserve-unknown-fields": True, "properties": {"x": TEXT}},
            {"x-kubernetes-preserve-unknown-fields": True, "properties": {"x": TEXT, "y": NUMBER}},
            "must be of type integer",
        ),
        (
            "CHG132",
            OBJECT | {"additionalProperties": TEXT},
            PRESERVED | {"properties": {"x": NUMBER}},
            "must be of type integer",
        ),
        ("CHG151", PRESERVED, PRESERVED | {"additionalProperties": NUMBER}, "must be of type integer"),
        (
            "CHG151",
            PRESERVED | {"properties": {"x": TEXT}},
            PRESERVED | {"additionalProperties": NUMBER},
            "must be of type integer",
        ),
        ("CHG138", EMBEDDED, EMBEDDED | {"maxProperties": 2}, "at most 2 items"),
        ("CHG138", NUMBER | {"multipleOf": 10**17}, NUMBER | {"multipleOf": 3}, "multiple of 3"),
        ("CHG153", TEXT, TEXT | {"x-kubernetes-validations": [{"rule": "self != 'oldSelf'"}]}, "failed rule"),
    ],
)
def test_what_a_schema_says_around_a_value_breaks(name: str, old: Node, new: Node, says: str) -> None:
    change = worst(of_field(old), of_field(new))
    assert (change.rule.id, change.weights.clients) == (name, Weight.BREAKS)
    assert change.witness is not None
    assert says in change.witness.says


def test_a_rule_about_the_name_of_an_object_breaks() -> None:
    old, new = of_field(TEXT), of_field(TEXT)
    root = new["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    root["x-kubernetes-validations"] = [{"rule": "self.metadata.name != 'taken'"}]
    change = worst(old, new)
    assert change.witness is not None
    assert "name: taken" in change.witness.manifest


def test_a_combination_that_sees_a_null_is_no_rule_that_does_not() -> None:
    field = OBJECT | {"properties": {"x": TEXT | {"nullable": True}}, "oneOf": [{"required": ["x"]}]}
    ruled = field | {"x-kubernetes-validations": [{"rule": "has(self.x)"}]}
    assert worst(of_field(field), of_field(ruled)).weights.clients is not Weight.ADDITION


def filters(*rules: str, **fields: Node) -> Node:
    """A list of items that have the field of their type alone."""
    own = [f"(self.type == '{name.title()}') == has(self.{name})" for name in fields]
    properties = {"type": TEXT | {"enum": ["None", *map(str.title, fields)]}, **fields}
    ruled = {"x-kubernetes-validations": [{"rule": one} for one in own]}
    item = OBJECT | {"properties": properties, "required": ["type"]} | ruled
    return in_list(item) | {"x-kubernetes-validations": [{"rule": one} for one in rules]}


@each_row(
    ("old", "new", "says"),
    [
        (filters(cors=TEXT, auth=TEXT), filters(cors=TEXT, auth=TEXT | {"pattern": "^[!-~]*$"}), "should match"),
        (filters(cors=TEXT), filters("self.filter(f, f.type == 'Cors').size() <= 1", cors=TEXT), "failed rule"),
    ],
)
def test_a_break_in_an_item_of_one_kind_is_shown_by_such_an_item(old: Node, new: Node, says: str) -> None:
    change = worst(of_field(old), of_field(new))
    assert change.weights.clients is Weight.BREAKS
    assert change.witness is not None
    assert says in change.witness.says


def ruled(field: Node, rule: str) -> Node:
    """A field with a rule."""
    return field | {"x-kubernetes-validations": [{"rule": rule}]}


SHARES = in_list(OBJECT | {"properties": {"w": NUMBER | {"minimum": 0, "maximum": 100}}})
NAMED = in_list(OBJECT | {"required": ["n"], "properties": {"n": TEXT}})
MOMENT = TEXT | {"format": "duration"}
EITHER = {"properties": {"x": {"maxLength": 3}}}


@each_row(
    ("old", "new"),
    [
        (SHARES, ruled(SHARES, "self.map(x, has(x.w) ? x.w : 0).sum() <= 100")),
        (NAMED, ruled(NAMED, "self.all(x, self.exists_one(y, x.n == y.n))")),
        (MOMENT, ruled(MOMENT, "self <= duration('1h')")),
        (
            holding(limit=9, x=TEXT) | {"anyOf": [{"required": ["x"]}, EITHER]},
            holding(limit=9, x=TEXT) | {"anyOf": [EITHER]},
        ),
        (
            ruled(holding(limit=9, x=NUMBER | {"default": 1}, y=NUMBER), "!has(self.y) || self.x <= self.y"),
            ruled(holding(limit=9, x=NUMBER | {"default": 9}, y=NUMBER), "!has(self.y) || self.x <= self.y"),
        ),
    ],
)
def test_a_value_that_only_a_rule_or_a_branch_refuses_is_found(old: Node, new: Node) -> None:
    change = worst(of_field(old), of_field(new))
    assert change.weights.clients is Weight.BREAKS
    assert change.witness is not None


APPROVED = {"annotations": {"api-approved.kubernetes.io": "https://example.org/1"}}


@each_row(
    ("group", "old", "new", "weight"),
    [
        ("x.k8s.io", APPROVED, {}, Weight.BREAKS),
        ("x.k8s.io", APPROVED, {"annotations": {"api-approved.kubernetes.io": "yes"}}, Weight.BREAKS),
        ("x.k8s.io", APPROVED, {"annotations": {"api-approved.kubernetes.io": "unapproved, a try"}}, Weight.WORDS),
        ("x.k8s.io", {"annotations": {"a": "b"}}, {}, Weight.WORDS),
        ("example.org", APPROVED, {}, Weight.WORDS),
    ],
)
def test_a_group_of_kubernetes_that_is_not_approved_any_more_breaks(
    group: str, old: Node, new: Node, weight: Weight
) -> None:
    one, other = (definition(version(), group=group, metadata=each) for each in (old, new))
    change = worst(one, other)
    assert (change.rule.id, change.weights.clients) == ("CHG119", weight)
    assert ("metadata.annotations[api-approved.kubernetes.io]" in change.words.who) is (weight is Weight.BREAKS)


NOT = {"not": {"enum": ["x"]}}
LABEL = {"x-kubernetes-validations": [{"rule": "!format.dns1123Label().validate(self).hasValue()"}]}


SET = in_list(TEXT) | {"x-kubernetes-list-type": "set"}
SHORT = rule_of("self.a.exists(one, one == 'x') || size(self.a) == 1") | {"required": ["a"]}


ENDS: Node = {"required": ["a"], "not": {"properties": {"a": {"enum": ["x", "y"]}}}}
NEVER: Node = {"oneOf": [{"required": ["a"]}, {"minProperties": 1}]}


EVEN: Node = {
    "properties": {"a": TEXT, "d": {"type": "integer", "multipleOf": 2}},
    "oneOf": [{"properties": {"d": {"maximum": 3}}, "required": ["d"]}, {"required": ["d", "a"]}],
}


def of_kinds(*last: str) -> Node:
    """A definition whose field is of one of two kinds; the second one has several names."""
    kinds: list[Node] = [{"properties": {"a": {"enum": [*one]}}} for one in (("x",), last)]
    return of_field(TEXT, oneOf=kinds)


@each_row(
    ("old", "new"),
    [
        (of_field(TEXT), of_field(TEXT | NOT)),
        (of_field(TEXT), of_field(TEXT | {"not": {"required": ["a"]}})),
        (of_field(NUMBERS), of_field(NUMBERS | {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]})),
        (of_kinds("y", "z"), of_kinds("y")),
        (of_field(TEXT | {"maxLength": 50}), of_field(TEXT | {"maxLength": 50} | LABEL)),
        (of_field(SET, **SHORT), of_field(SET | {"maxItems": 3}, **SHORT)),
        (of_field(TEXT, **EVEN), of_field(TEXT, **EVEN | rule_of("!has(self.a)"))),
        (of_field(TEXT | {"pattern": "y$"}, **ENDS), of_field(TEXT | {"pattern": "y$"}, **ENDS | NEVER)),
    ],
)
def test_a_manifest_is_found_among_what_branches_and_formats_of_rules_speak_of(old: Node, new: Node) -> None:
    assert worst(old, new).witness is not None


def test_a_manifest_is_found_whose_field_equals_its_name() -> None:
    schema = OBJECT | {"properties": {"spec": OBJECT | {"properties": {"a": TEXT}}}}
    rule = {
        "x-kubernetes-validations": [
            {"rule": "!has(self.spec) || !has(self.spec.a) || self.metadata.name != self.spec.a"}
        ]
    }
    change = worst(definition(version(schema=schema)), definition(version(schema=schema | rule)))
    assert change.witness is not None
    assert "a: example" in change.witness.manifest


def test_a_map_of_any_values_empties_objects_though_unknown_fields_are_kept_beside() -> None:
    kept = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
    inner = OBJECT | {"additionalProperties": True}
    change = worst(of_field(kept | {"properties": {"f": inner}}), of_field(kept | {"additionalProperties": True}))
    assert (change.rule.id, change.weights.clients) == ("CHG130", Weight.BREAKS)
    assert change.witness is not None


def test_an_unknown_field_proves_that_a_definition_of_v1beta1_kept_it() -> None:
    new = of_field(TEXT)
    change = worst(new | {"apiVersion": "apiextensions.k8s.io/v1beta1"}, new)
    assert change.witness is not None
    assert (change.rule.id, change.witness.says) == ("CHG148", 'strict decoding error: unknown field "key"')
