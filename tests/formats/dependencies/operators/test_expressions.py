"""Why OLM compiles no such expression, in plain words and in those of cel-go."""

from builders.cases import each_row

from xpkgtui.formats.dependencies.operators.expressions import holds, refusal_of


@each_row(
    ("rule", "words"),
    [
        ("(true", "is not CEL: the end stands where ')' belongs, behind 5 characters"),
        ("a == 1", "uses a variable that OLM does not have: a"),
        ("foo()", "uses a function that OLM does not have: foo"),
        ("[1]", "is neither true nor false: its type is list(int)"),
        ("dyn(1)", "is neither true nor false: its type is a value that only shows at run time"),
        (
            "1.b",
            "has types that do not fit: type 'int' does not support field selection, behind 1 characters",
        ),
    ],
)
def test_a_refusal_in_plain_words(rule: str, words: str) -> None:
    refusal = refusal_of(rule)
    assert refusal is not None
    assert refusal.words == words


@each_row(
    ("rule", "value", "is_taken"),
    [
        ("properties.exists(p, p.value == [1.0, 'a', true])", [1, "a", True], True),
        ("properties.exists(p, p.value == {'k': 1.5})", {"k": 1.5}, True),
        ("properties.exists(p, p.value == {'k': 2.0})", {"k": 1.5}, False),
        ("properties.exists(p, p.type == 'olm.x' && semver_compare(p.value, '1.2.0') == 0)", "v1.2.0", True),
        ("properties.exists(p, semver_compare(p.value, '1.0.0') < 0)", 0.5, True),
        ("properties.exists(p, semver_compare(p.value, '1.0.0') > 0)", "x", False),
        ("properties.exists(p, semver_compare(p.value, '1.0.0') > 0)", True, False),
        ("properties[3].value == 1.0", 1, False),
        ("((", 1, None),
    ],
)
def test_a_rule_takes_a_bundle_by_its_properties(rule: str, value: object, is_taken: bool | None) -> None:
    assert holds(rule, [("olm.x", value)]) is is_taken


@each_row("rule", ["true", "(" * 5_000 + "true" + ")" * 5_000, "google.type.Date{} == 1", "1" + "+1" * 999])
def test_what_compiles_or_is_not_looked_at_is_not_refused(rule: str) -> None:
    assert refusal_of(rule) is None


def test_several_faults_are_shown_with_their_lines_and_places() -> None:
    refusal = refusal_of("'é\t' == 1 &&\n a")
    assert refusal is not None
    assert refusal.says == (
        "Invalid CEL expression: ERROR: <input>:1:6: found no matching overload for '_==_' "
        "applied to '(string, int)'\n"
        " | 'é ' == 1 &&\n | .．...^\n"
        "ERROR: <input>:2:2: undeclared reference to 'a' (in container '')\n |  a\n | .^"
    )


def test_cel_go_forbids_numbers_of_two_types_up_to_the_first_macro() -> None:
    assert refusal_of("1 < 0.5 || [1].exists(p, true)") is not None
    assert refusal_of("[1].exists(p, p < 0.5) || 1 < 0.5") is None


@each_row(("index", "go"), [("type", "*types.Type"), ("null", "types.Null"), ("b'a'", "types.Bytes")])
def test_cel_go_plans_no_program_for_some_indices(index: str, go: str) -> None:
    refusal = refusal_of(f"true || {{}}[{index}]")
    assert refusal is not None
    assert refusal.says == f"Invalid CEL expression: invalid qualifier type: {go}"


def test_a_long_expression_is_not_repeated() -> None:
    refusal = refusal_of(f"'{'a' * 3_000}' == 1")
    assert refusal is not None
    assert refusal.says is None


PROPERTIES = (
    ("olm.package", {"packageName": "sea", "version": "1.2.0"}),
    ("olm.gvk", {"group": "g", "version": "v1", "kind": "Boat"}),
    ("size", {"number": 3}),
)
IS_PACKAGE = "p.type == 'olm.package' && "


@each_row(
    ("rule", "answer"),
    [
        (f"properties.exists(p, {IS_PACKAGE}p.value.packageName == 'sea')", True),
        (f"properties.exists(p, {IS_PACKAGE}(semver_compare(p.value.version, '1.1') > 0))", True),
        (f"properties.exists(p, {IS_PACKAGE}(semver_compare(p.value.version, 'v1.2.0') == 0))", True),
        (f"properties.exists(p, {IS_PACKAGE}(semver_compare(p.value.version, '2.0.0') >= 0))", False),
        (f"properties.exists(p, {IS_PACKAGE}(semver_compare(p.value.version, 'x') >= 0))", False),
        ("properties.exists(p, p.type == 'size' && p.value.number == 3.0)", True),
        ("properties.exists(p, p.value.missing == 'a')", False),
        ("properties.all(p, p.type != 'moon')", True),
        ("properties.size() == 3", True),
        ("true", True),
        ("properties.exists(", None),
        ("1", None),
    ],
)
def test_a_rule_is_about_the_properties_of_a_bundle(rule: str, answer: bool | None) -> None:
    assert holds(rule, PROPERTIES) is answer


@each_row(
    ("rule", "answer"),
    [
        (f"properties.exists(p, {IS_PACKAGE}p.value.packageName == 'sea')", True),
        ("properties.exists(p, p.type == 'olm.csv.metadata' && p.value.displayName == 'Sea')", None),
        ("properties.size() == 3", None),
        ("properties.all(p, p.type != 'olm.csv.metadata')", None),
    ],
)
def test_what_hangs_on_values_that_were_not_read_is_unknown(rule: str, answer: bool | None) -> None:
    assert holds(rule, PROPERTIES, ("olm.csv.metadata",)) is answer
