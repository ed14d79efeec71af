"""What is said of limits that kept something unread, and of rules that break down."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.judging.documents import LimitReport, RulesAllowance, problems_of
from xpkgtui.rules.rule import CRASHED, Problem, Where

FILES, LAYERS = LIMITS.reached("files"), LIMITS.reached("layers")


def test_each_limit_is_said_once_and_not_where_a_rule_has_said_it() -> None:
    report = LimitReport(RULESET)
    report.hear(Problem(message=f"It is odd: {FILES.sentence}"))
    report.hear(Problem(message=f"It is unread: {LAYERS.sentence}", undecided=True))
    found = [problem for _, problem in report.problems([FILES, LAYERS, FILES])]
    message = f"A limit was reached: {FILES.sentence}"
    assert found == [Problem(message=message, fix=FILES.advice, undecided=True)]


def test_a_stream_that_is_not_read_on_says_from_where() -> None:
    ((rule, problem),) = LimitReport(RULESET).problems([FILES], 7)
    assert (problem.message, problem.where) == (
        f"The documents from here on were not read: {FILES.sentence}",
        Where(line=7),
    )
    assert set(rule.severities.values()) == {(Severity.WARNING,)}


@pytest.mark.parametrize(("number", "these"), [(1, "Documents 1 to 1,200"), (1_200, "Document 1,200")])
def test_documents_that_are_too_many_for_the_rules_are_named(number: int, these: str) -> None:
    limits = replace(LIMITS, rules=3 * RULESET.steps - 1)
    allowance = RulesAllowance.of(RULESET, limits, 1_200)
    _, problem = allowance.beyond(number)
    reached = limits.reached("rules", 1_200 * RULESET.steps)
    assert allowance.documents == 2
    assert problem == Problem(
        message=f"{these} and the package as a whole were not checked: {reached.sentence}",
        fix=reached.advice,
        undecided=True,
    )


def test_a_rule_that_breaks_down_says_where_and_the_next_one_is_asked() -> None:
    def breaking(_: object) -> Iterator[Problem]:
        yield Problem(message="fine so far")
        raise ValueError("x" * 300)

    rules = [replace(RULESET.rules[0], id="XPKG999", check=breaking)] * 2
    first, crash, *others = [problem for _, problem in problems_of(rules, None)]
    assert (first.message, len(others)) == ("fine so far", 2)
    line = breaking.__code__.co_firstlineno + 2
    assert crash == Problem(
        level=CRASHED,
        message=f"Rule XPKG999 failed: ValueError in {__name__}, line {line}: {'x' * 200}",
        fix="This is a bug in xpkgtui. Report it, with the package if you may share it.",
    )


def test_too_little_memory_is_no_fault_of_a_rule() -> None:
    def hungry(_: object) -> Iterator[Problem]:
        raise MemoryError
        yield

    with pytest.raises(MemoryError):
        list(problems_of([replace(RULESET.rules[0], check=hungry)], None))
