"""Rules that fail: where one could have refused, there is no verdict."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from builders.packages.judgements import PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.streams import stream

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.rules.rule import AnyRule, Within, silenced
from xpkgtui.rules.ruleset import Ruleset

DOCUMENTS = "".join(f"---\napiVersion: v{number}\nkind: Odd\n" for number in range(3))


def failing(letters: str, number: str = "XPKG998", build: str = "", **more: Any) -> AnyRule:
    """A rule that fails at every document."""

    @rule(number, "fails", letters, spec="", format_v2="", build=build, stage=Stage.LINT, **more)
    def failing_rule(subject: DocumentSubject) -> Iterator[Problem]:
        """It fails.

        Why: To see what happens.
        When it bites: Always.
        Fix: None.
        Source: own.
        """
        yield from ()
        raise ZeroDivisionError(subject.chunk.number)

    return failing_rule


def speaking(letters: str, level: int = 0, number: str = "XPKG999", **more: Any) -> AnyRule:
    """A rule that speaks of every document."""

    @rule(number, "speaks", letters, spec="", format_v2="", stage=Stage.LINT, **more)
    def speaking_rule(subject: DocumentSubject) -> Iterator[Problem]:
        """It speaks.

        Why: To see what happens.
        When it bites: Always.
        Fix: None.
        Source: own.
        """
        yield Problem(message=f"Document {subject.chunk.number} is odd", level=level)

    return speaking_rule


def with_rules(*rules: AnyRule, only: bool = False) -> Ruleset[Any, Any, Any]:
    return replace(RULESET, documents=rules if only else (*RULESET.documents, *rules))


def judged(*rules: AnyRule, text: str = PROVIDER) -> Judgement:
    return judge_stream(text, ruleset=with_rules(*rules))


def test_one_that_could_refuse_leaves_the_verdict_open() -> None:
    verdict = judged(failing("E")).verdict
    assert verdict.acceptance is None
    assert verdict.reason.startswith("document 1: rule XPKG998 failed: ZeroDivisionError in ")


@pytest.mark.parametrize("letters", ["W", "I"])
def test_one_that_could_not_refuse_is_reported_only(letters: str) -> None:
    found = judged(failing(letters))
    assert found.verdict.acceptance is Acceptance.ACCEPTED
    assert [(one.severity, one.is_failure) for one in found.of("XPKG998")] == [(Severity.WARNING, True)]


def test_one_that_could_leave_it_open_leaves_it_open() -> None:
    assert judged(failing("W", leaves_open=True)).verdict.acceptance is None


def test_one_that_speaks_of_running_refuses_nothing() -> None:
    one = replace(failing("E"), stage=Stage.RUN)
    assert judged(one).verdict.acceptance is Acceptance.ACCEPTED


def test_each_profile_has_its_own_answer() -> None:
    ruleset = replace(with_rules(failing("I", build="E")), judged_together=("build",))
    verdict = judge_stream(PROVIDER, ruleset=ruleset).verdict
    (other,) = verdict.others
    assert (verdict.acceptance, other.acceptance) == (Acceptance.ACCEPTED, None)
    assert "rule XPKG998 failed" in other.reason


def test_a_fault_that_another_rule_found_refuses_all_the_same() -> None:
    assert judged(failing("E"), speaking("E")).verdict.acceptance is Acceptance.REFUSED


def test_one_that_fails_silences_no_other() -> None:
    quiet = speaking("E", silenced_by=silenced(Within.DOCUMENT, "XPKG998"))
    assert judged(quiet).verdict.acceptance is Acceptance.REFUSED
    assert judged(quiet, failing("I")).verdict.acceptance is Acceptance.REFUSED


def test_one_that_fails_is_not_silenced() -> None:
    quiet = failing("E", silenced_by=silenced(Within.DOCUMENT, "XPKG999"))
    assert judged(quiet, speaking("I")).verdict.acceptance is None


@pytest.mark.parametrize(
    ("last", "acceptance"),
    [(Problem(message="It is wrong"), Acceptance.REFUSED), (None, None)],
    ids=["wrong", "fails"],
)
def test_what_comes_after_a_thousand_warnings_counts(last: Problem | None, acceptance: Acceptance | None) -> None:
    @rule("XPKG999", "warns", "EW", spec="", format_v2="", stage=Stage.LINT)
    def warning(subject: DocumentSubject) -> Iterator[Problem]:
        """It warns.

        Why: To see what happens.
        When it bites: Always.
        Fix: None.
        Source: own.
        """
        if subject.chunk.number < 1_100:
            yield Problem(message="It is odd", level=1)
        elif last:
            yield last
        else:
            raise ZeroDivisionError

    ruleset = with_rules(warning, only=True)
    found = judge_stream(stream(*["kind: A\n"] * 1_100), ruleset=replace(ruleset, package=()))
    assert found.verdict.acceptance is acceptance
    assert found.of("XPKG999")[-1].message == "99 more findings of this rule are not listed"
