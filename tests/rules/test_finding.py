"""The order of findings."""

from xpkgtui.rules.finding import Finding, Place, Severity, Stage, in_order


def test_a_program_meets_problems_in_this_order() -> None:
    words = "fetch archive index manifest layer file parse lint pack constraint install run"
    assert [one.name.lower() for one in sorted(Stage)] == words.split()
    assert sorted(Severity) == [Severity.INFO, Severity.WARNING, Severity.ERROR]


def finding(rule: str, severity: Severity, **place: int) -> Finding:
    return Finding(rule=rule, severity=severity, message="", place=Place(**place))  # type: ignore[arg-type]


def test_the_worst_comes_first_and_equals_lie_by_layer_document_line_rule_and_column() -> None:
    sorted_findings = (
        finding("X2", Severity.ERROR),
        finding("X9", Severity.ERROR, layer=0, document=2, line=7),
        finding("X1", Severity.ERROR, layer=0, document=2, line=8),
        finding("X2", Severity.ERROR, layer=0, document=2, line=8, column=9),
        finding("X2", Severity.ERROR, layer=0, document=2, line=8, column=10),
        finding("X1", Severity.ERROR, layer=1),
        finding("X1", Severity.WARNING, layer=0, document=1, line=1),
        finding("X1", Severity.INFO),
    )
    assert in_order(reversed(sorted_findings)) == sorted_findings
