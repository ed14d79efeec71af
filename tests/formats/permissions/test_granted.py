"""Rules read out of values of any shape."""

from xpkgtui.formats.permissions.granted import MOST_RULES, PolicyRule, is_cut, rule_of, rules_of


def test_a_rule_is_written_as_kubernetes_does() -> None:
    value = {"verbs": ["get"], "apiGroups": [""], "resources": ["pods"], "resourceNames": [], "x": 1}
    assert rule_of(value).as_object() == {"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]}


def test_what_is_not_text_does_not_count() -> None:
    assert rule_of({"verbs": ["get", 5, None, ["x"]], "resources": "pods", "apiGroups": {"a": 1}}) == PolicyRule(
        verbs=("get",)
    )
    assert rules_of("x") == rules_of({"verbs": ["get"]}) == ()


def test_a_list_that_is_too_long_is_read_in_part_and_known_to_be() -> None:
    rules = [{"verbs": ["get"]}] * (MOST_RULES + 1)
    assert (len(rules_of(rules)), is_cut(rules), is_cut(rules[1:])) == (MOST_RULES, True, False)
    assert is_cut([{"resources": ["x"] * 10_001}])
