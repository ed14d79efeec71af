"""What the check of one of two packages finds alone."""

from xpkgtui.rules.changes.change import TextRow, compare_findings
from xpkgtui.rules.finding import Finding, ObjectName, Place, Severity

BUCKETS = ObjectName(api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition", name="buckets")


def finding(rule: str, message: str = "x", *, line: int = 1, name: ObjectName | None = BUCKETS) -> Finding:
    return Finding(
        rule=rule, severity=Severity.WARNING, message=message, object=name, place=Place(document=1, line=line)
    )


def test_lines_are_equal_where_both_sides_have_the_same() -> None:
    rows = TextRow(1, 2, "a", "a"), TextRow(1, 2, "a", "b"), TextRow(None, 2), TextRow(1, None)
    assert [one.is_equal for one in rows] == [True, False, False, False]


def test_what_is_found_at_another_line_is_in_both() -> None:
    found = compare_findings([finding("XPKG401", line=3)], [finding("XPKG401", line=90)])
    assert (found.new, found.gone, found.same) == ((), (), 1)


def test_what_is_said_in_other_words_of_the_same_is_in_both() -> None:
    found = compare_findings([finding("XPKG401", "3 of them")], [finding("XPKG401", "4 of them")])
    assert (found.new, found.gone, found.same) == ((), (), 1)


def test_equal_words_are_paired_before_others() -> None:
    one, other, third = (finding("XPKG401", word) for word in ("one", "other", "third"))
    found = compare_findings([one, other], [third, other, one])
    assert found.new == (third,)
    assert found.gone == ()
    assert found.same == 2


def test_another_rule_and_another_object_are_new_and_gone() -> None:
    old, new = finding("XPKG401"), finding("XPKG402", name=None)
    found = compare_findings([old], [new])
    assert (found.new, found.gone, found.same) == ((new,), (old,), 0)
