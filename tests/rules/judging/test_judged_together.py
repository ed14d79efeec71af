"""Profiles whose verdict is shown beside that of the chosen one, in the same run."""

from collections.abc import Iterator
from dataclasses import replace

from builders.cases import failing
from builders.gate import few
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from builders.work import calls
from formats.xpkg.rules.vectors.objects import OBJECTS
from formats.xpkg.rules.vectors.streams import VECTORS, stream

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.rules.finding import Acceptance, Finding, OtherVerdict, Severity, Verdict

TEXTS = {**VECTORS, **OBJECTS}
ALIKE = ("crossplane", "build")
"""Profiles between which no rule of packages of Crossplane decides by itself, only by its severities."""
TOGETHER = replace(RULESET, judged_together=ALIKE)


@rule("XPKG999", "only the specification minds", "", spec="E", format_v2="E", stage=Stage.LINT)
def strict_rule(subject: DocumentSubject) -> Iterator[Problem]:
    """It minds.

    Why: To see who says so.
    When it bites: Always.
    Fix: None.
    Source: own.
    """
    yield Problem(message=f"Document {subject.chunk.number} is odd", more="it is")


@rule("XPKG998", "both mind, each in its words", "E", build="E", spec="", format_v2="", stage=Stage.LINT)
def worded_rule(subject: DocumentSubject) -> Iterator[Problem]:
    """Each minds.

    Why: To see who says what.
    When it bites: Always.
    Fix: None.
    Source: own.
    """
    yield Problem(message="Crossplane minds", profiles=("crossplane",))
    yield Problem(message="The build minds", profiles=("build",))


STRICT = replace(RULESET, documents=(strict_rule, *RULESET.documents))


def alone(text: str | bytes, profile: str) -> OtherVerdict:
    return other(judge_stream(text, profile).verdict, profile)


def other(verdict: Verdict, profile: str) -> OtherVerdict:
    rule = verdict.culprit.rule if verdict.culprit else ""
    found = OtherVerdict(profile=profile, acceptance=verdict.acceptance, reason=verdict.reason, rule=rule)
    return replace(found, place=verdict.place)


def without_names(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(replace(one, refused_by=()) for one in findings)


def test_the_other_verdicts_are_those_of_a_run_of_their_own() -> None:
    assert failing(few(TEXTS, 30), others_are_as_alone) == {}


def others_are_as_alone(name: str) -> None:
    for profile, other in (ALIKE, reversed(ALIKE)):
        assert judge_stream(TEXTS[name], profile, TOGETHER).verdict.others == (alone(TEXTS[name], other),)


def test_the_chosen_profile_finds_what_it_finds_alone() -> None:
    assert failing(few(TEXTS, 30), chosen_is_as_alone) == {}


def chosen_is_as_alone(name: str) -> None:
    judged, single = judge_stream(TEXTS[name], ruleset=TOGETHER), judge_stream(TEXTS[name])
    assert (without_names(judged.findings), judged.badges) == (single.findings, single.badges)
    assert (judged.verdict.acceptance, judged.verdict.reason) == (single.verdict.acceptance, single.verdict.reason)


def test_a_rule_that_only_another_profile_knows_speaks_in_its_verdict_alone() -> None:
    judged = judge_stream(PROVIDER, ruleset=replace(STRICT, judged_together=("crossplane", "spec")))
    assert (judged.of("XPKG999"), judged.badges) == ([], judge_stream(PROVIDER).badges)
    refused = OtherVerdict(profile="spec", acceptance=Acceptance.REFUSED, reason="document 1 is odd", rule="XPKG999")
    assert judged.verdict.others == (refused,)


def test_a_problem_may_be_one_of_some_profiles_only() -> None:
    judged = judge_stream(PROVIDER, ruleset=replace(TOGETHER, documents=(worded_rule,)))
    assert [(one.message, one.refused_by) for one in judged.of("XPKG998")] == [("Crossplane minds", ())]
    assert judged.verdict.others[0].reason == "document 1: the build minds"


def test_a_finding_names_the_other_profiles_for_which_it_is_an_error() -> None:
    milder = replace(strict_rule, severities={**strict_rule.severities, "crossplane": (Severity.WARNING,)})
    ruleset = replace(TOGETHER, documents=(milder,), judged_together=("crossplane", "build", "spec", "format-v2"))
    (found,) = judge_stream(PROVIDER, ruleset=ruleset).of("XPKG999")
    assert (found.severity, found.refused_by) == (Severity.WARNING, ("spec", "format-v2"))
    (found,) = judge_stream(PROVIDER, "spec", ruleset).of("XPKG999")
    assert (found.severity, found.refused_by) == (Severity.ERROR, ("format-v2",))


def test_no_verdict_is_told_beside_where_the_ruleset_names_none() -> None:
    judged = judge_stream(VECTORS["config map"])
    assert judged.verdict.others == ()
    assert not any(one.refused_by for one in judged.findings)


def test_a_document_is_parsed_for_lines_once_for_all_profiles() -> None:
    text = stream(PROVIDER, *[CRD.replace("spec:", "status: {a: 1}\nspec:")] * 20)
    single, together = calls(lambda: judge_stream(text)), calls(lambda: judge_stream(text, ruleset=TOGETHER))
    assert together < 2 * single
