"""Limits that keep documents unread, rules that break down, and a ledger that says what judging says."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.packages.case_facts import with_facts
from builders.packages.judgements import CRD, PROVIDER, case_of

from xpkgtui.codec import Codec
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.limits import LIMITS
from xpkgtui.rules.case import Case, Profiles
from xpkgtui.rules.finding import Badge, Finding, Severity
from xpkgtui.rules.judging.documents import Ledger, LimitReport, RulesAllowance, problems_of
from xpkgtui.rules.judging.engine import Judgement
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


TWICE = CRD + "---\n" + CRD
FAULTY = CRD.replace("storage: true", "storage: false").replace("served: true", "served: 'no'")
UNKNOWN = "apiVersion: nop.example.org/v1\nkind: Thong\nmetadata: {name: a, colour: red}\n"
STREAMS = {
    "fine": PROVIDER + "---\n" + CRD,
    "faulty definitions": PROVIDER + "---\n" + FAULTY,
    "unknown kinds": PROVIDER + "---\n" + UNKNOWN,
    "an object twice": PROVIDER + "---\n" + TWICE,
    "no package": CRD,
    "two packages": PROVIDER + "---\n" + PROVIDER,
    "broken YAML": PROVIDER + "---\na: [\n---\n" + CRD,
    "blank documents": PROVIDER + "---\n---\n# nothing\n---\n" + CRD,
    "a broken separator": PROVIDER + "---\n" + CRD + "---x\n" + CRD,
    "the same said often": PROVIDER + ("---\n" + UNKNOWN) * 30,
    "depends on itself": PROVIDER
    + "  dependsOn:\n  - {provider: example.org/some/package, version: v1}\n---\n"
    + FAULTY,
    "a patch of nothing": PROVIDER + "---\napiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
    "metadata: {name: c}\nspec:\n  compositeTypeRef: {apiVersion: nop.example.org/v1, kind: Thing}\n  resources:\n"
    "  - name: a\n    base: {apiVersion: nop.example.org/v1, kind: Thing}\n"
    "    patches:\n    - {fromFieldPath: spec.no, toFieldPath: spec.yes}\n---\n" + CRD,
}  # fmt: skip
PROFILES = RULESET.profiles


def case_with(text: str, profile: str = "crossplane", *, other: bool = False) -> tuple[Case, bytes]:
    built = image(layer(file("package.yaml", text), base=True))
    if other:
        built = image(layer(file("more", "x")), layer(file("package.yaml", text), base=True))
    case, data = case_of(built, profile)
    assert data is not None
    return (with_facts(case, is_remote=False, source="elsewhere.xpkg") if other else case), data


def judged(case: Case, data: bytes, known: Ledger | None = None) -> tuple[Any, dict[int, Badge], Ledger | None]:
    judgement = Judgement(case, data, RULESET, known)
    badges = {number: badge for ruling in judgement.rulings() for number, badge in ruling.badges}
    found: dict[str, Sequence[Finding]] = {profile: list(each) for profile, each in judgement.findings.items()}
    return found, badges, judgement.ledger


@each_row("profile", PROFILES)
@each_row("text", STREAMS.values(), ids=STREAMS)
def test_it_says_the_same(text: str, profile: str) -> None:
    case, data = case_with(text, profile)
    found, badges, ledger = judged(case, data)
    assert ledger is not None
    assert judged(case, data, ledger) == (found, badges, None)
    assert [Judgement(case, data, RULESET, one).is_known for one in (None, ledger)] == [False, True]


@each_row("text", STREAMS.values(), ids=STREAMS)
def test_it_holds_for_every_image_with_the_same_stream(text: str) -> None:
    _, _, ledger = judged(*case_with(text))
    other, data = case_with(text, other=True)
    assert judged(other, data, ledger)[:2] == judged(other, data)[:2]


@each_row("text", STREAMS.values(), ids=STREAMS)
def test_accounts_of_another_judgement_from_the_end_say_the_same(text: str) -> None:
    case, data = case_with(text)
    accounts = list(Judgement(case, data, RULESET).accounts())
    assert [one.number for one in accounts] == sorted((one.number for one in accounts), reverse=True)
    judgement = Judgement(case, data, RULESET)
    judgement.learn(accounts)
    badges = {number: badge for ruling in judgement.rulings() for number, badge in ruling.badges}
    assert (judgement.findings, badges) == judged(case, data)[:2]


def test_a_profile_that_is_judged_separately_has_the_findings_of_its_own_judgement() -> None:
    case, data = case_with(STREAMS["faulty definitions"])
    both = judged(replace(case, profiles=Profiles(others=("crossplane-1", "crossplane"))), data)[0]
    assert both == {one: judged(case.only_for(one), data)[0][one] for one in ("crossplane", "crossplane-1")}


def test_what_is_said_with_the_image_is_said_anew() -> None:
    case, data = case_with(STREAMS["depends on itself"])
    _, _, ledger = judged(case, data)
    elsewhere = with_facts(case, source="example.org/another/package:v1")
    rules = [{one.rule for one in judged(each, data, ledger)[0]["crossplane"]} for each in (case, elsewhere)]
    assert "XPKG910" in rules[0] - rules[1]


def test_documents_are_not_judged_again() -> None:
    case, data = case_with(STREAMS["faulty definitions"])
    found, _, ledger = judged(case, data)
    assert [one for one in found["crossplane"] if one.place.document == 2]
    blanked = data.replace(b"storage: false", b"storage: true ")
    assert judged(case, blanked, ledger)[0] == found


def test_it_comes_back_from_plain_data() -> None:
    _, _, ledger = judged(*case_with(STREAMS["a patch of nothing"]))
    assert ledger is not None
    codec = Codec[Ledger](Ledger)
    assert repr(codec.decode(codec.encode(ledger))) == repr(ledger)


def test_a_stream_with_too_many_problems_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    case, data = case_with(PROVIDER + "---\n- a\n" * 200)
    monkeypatch.setattr(f"{Ledger.__module__}.MOST_PROBLEMS", 200)
    assert judged(case, data)[2] is not None
    monkeypatch.setattr(f"{Ledger.__module__}.MOST_PROBLEMS", 199)
    assert judged(case, data)[2] is None
