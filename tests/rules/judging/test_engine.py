"""The engine: slices, limits, and rules that break down."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from builders.work import calls, counting
from formats.xpkg.rules.vectors.streams import stream

from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Badge, Severity, in_order
from xpkgtui.rules.judging import engine


@rule("XPKG999", "breaks down", "I", spec="I", format_v2="I", stage=Stage.LINT)
def broken_rule(subject: DocumentSubject) -> Iterator[Problem]:
    """It breaks down.

    Why: To see what happens.
    When it bites: Always.
    Fix: None.
    Source: own.
    """
    yield Problem(message=f"Document {subject.chunk.number} was fine so far")
    raise ZeroDivisionError("by nothing")


BROKEN = replace(RULESET, documents=(broken_rule, *RULESET.documents))


def test_rule_that_breaks_down_is_a_finding() -> None:
    findings = judge_stream(PROVIDER, ruleset=BROKEN).of("XPKG999")
    assert [one.severity for one in findings] == [Severity.INFO, Severity.WARNING]


def test_rule_that_breaks_down_takes_no_other_with_it() -> None:
    provider = PROVIDER.replace("    meta.crossplane.io/readme", "    readme")
    assert "XPKG813" in judge_stream(provider, ruleset=BROKEN).rules


@pytest.mark.parametrize(
    ("profile", "readers"),
    [("crossplane", ("manager-2.2", "manager-2.4")), ("crossplane-1", ("manager-1.13",))],
)
def test_readers_are_those_of_the_profile(profile: str, readers: tuple[str, ...]) -> None:
    found = judge_stream(PROVIDER, profile=profile, ruleset=BROKEN).of("XPKG999")
    assert found[0].readers == readers


def test_manual_is_read_from_the_docstring() -> None:
    assert (
        broken_rule.opening,
        broken_rule.why,
        broken_rule.bites,
        broken_rule.fix,
        broken_rule.source,
    ) == ("It breaks down.", "To see what happens.", "Always.", "None.", "own.")


def test_done_grows_to_total() -> None:
    judged = judge_stream(stream(PROVIDER, *[CRD] * 200))
    assert (judged.rulings[-1].done, judged.rulings[-1].total) == (201, 201)


def test_first_ruling_waits_for_no_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "perf_counter", lambda: 0.0)
    assert [one.done for one in judge_stream(stream(PROVIDER, CRD, CRD)).rulings] == [0, 3]


def test_a_ruling_follows_each_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "perf_counter", itertools.count(0, 0.01).__next__)
    assert [one.done for one in judge_stream(stream(PROVIDER, *[CRD] * 4)).rulings] == [0, 2, 4, 5]


def test_every_document_gets_a_badge() -> None:
    judged = judge_stream(stream(PROVIDER, "# nothing\n", CRD))
    assert set(judged.badges) == {1, 2, 3}


def test_flood_of_findings_is_counted_and_said() -> None:
    judged = judge_stream(stream(PROVIDER, *["a: [\n"] * 1200))
    reported = judged.of("XPKG501")
    assert (len(reported), reported[-1].message) == (1001, "200 more findings of this rule are not listed")


def test_findings_are_sorted_by_severity_and_then_by_place() -> None:
    judged = judge_stream(stream(PROVIDER, "a: [\n", "kind: A\n"))
    assert [one.rule for one in in_order(judged.findings)] == ["XPKG501", "XPKG506", "XPKG512"]


def test_no_bytes_are_not_documents() -> None:
    assert judge_stream(b"").rulings[-1].total == 0


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"\x00", b"---", b"---\n---", b"a" * 100_000, b"{" * 2_000, b"- " * 10_100]
)
def test_hostile_bytes_are_judged(data: bytes) -> None:
    assert "could not be judged" not in " ".join(one.message for one in judge_stream(data).findings)


def test_documents_beyond_the_effort_for_a_package_leave_it_undecided() -> None:
    deep = f"apiVersion: v1\nkind: A\nmetadata:\n  name: a\nspec: {'[' * 6_000}{']' * 6_000}\n"
    judged = judge_stream(stream(PROVIDER, *[deep] * 2), limits=replace(LIMITS, yaml=20_000_000))
    unread = judged.of("XPKG501")
    assert unread
    assert all(one.undecided and one.says is None and "xpkgtui reads at most" in one.message for one in unread)


@dataclass(frozen=True, slots=True)
class Flood:
    """A stream of more documents than are parsed, and its judgement with the number of documents that rules saw."""

    judged: Judgement
    seen: int


@pytest.fixture(scope="module")
def flood() -> Flood:
    seen = []

    @rule("XPKG999", "counts", "I", spec="I", format_v2="I", stage=Stage.LINT)
    def counting(subject: DocumentSubject) -> Iterator[Problem]:
        """It counts.

        Why: To see how many.
        When it bites: Never.
        Fix: None.
        Source: own.
        """
        seen.append(subject.chunk.number)
        yield from ()

    data = PROVIDER.encode() + b"---\na: 1\n" * 3_000
    ruleset = replace(RULESET, documents=(counting, *RULESET.documents))
    judged = judge_stream(data, ruleset=ruleset, limits=replace(LIMITS, documents=2_500, yaml=5_000_000))
    return Flood(judged, len(seen))


def test_documents_beyond_the_effort_are_one_finding_that_names_them(flood: Flood) -> None:
    (unread,) = [one for one in flood.judged.findings if one.undecided]
    assert unread.place.document == flood.seen
    assert unread.message == (
        f"Documents {flood.seen:,} to 2,500 and all after them were not read: "
        "there are too many documents and values: xpkgtui reads at most 5,000,000 steps of parsing YAML, "
        "and 16 more for each byte of a package"
    )


def test_documents_beyond_the_effort_are_given_to_no_rule(flood: Flood) -> None:
    assert 50 < flood.seen < 1_250


def test_documents_beyond_the_effort_have_the_badge_of_what_is_said_of_them(flood: Flood) -> None:
    assert len(flood.judged.badges) == 2_500
    assert flood.judged.badges[2_500] is Badge.WARNING


def test_findings_that_are_only_counted_are_not_located() -> None:
    """With the one rule that they trip: the others would be most of the work."""
    rules = tuple(one for one in RULESET.documents if one.id == "XPKG506")
    seen: list[int] = []

    @rule("XPKG999", "marks", "I", spec="I", format_v2="I", stage=Stage.LINT)
    def marking(_: DocumentSubject) -> Iterator[Problem]:
        """It marks.

        Why: To see how much was done before each document.
        When it bites: Never.
        Fix: None.
        Source: own.
        """
        seen.append(count())
        yield from ()

    data = stream(PROVIDER, *[f"kind: [a{number}]\napiVersion: v1\n" for number in range(1_200)])
    with counting() as count:
        judged = judge_stream(data, ruleset=replace(RULESET, documents=(marking, *rules), package=()))
    assert len(judged.of("XPKG506")) == 1_001
    per_listed, per_counted = (seen[200] - seen[100]) / 100, (seen[1_150] - seen[1_050]) / 100
    assert per_counted < 0.7 * per_listed


def test_findings_cut_names_of_60_000_characters_and_no_sentence() -> None:
    judged = judge_stream(stream(PROVIDER, f"apiVersion: v1\nkind: {'K' * 60_000}\nmetadata:\n  name: a\n"))
    assert any("K" * 60_000 in (one.says or one.message) for one in judged.findings)
    for one in judged.findings:
        assert one.object is None or len(one.object.kind) <= 320


@rule("XPKG998", "floods", "EI", spec="EI", format_v2="EI", stage=Stage.LINT)
def flooding(subject: DocumentSubject) -> Iterator[Problem]:
    """It floods.

    Why: To see how many are listed.
    When it bites: In documents whose text says how often.
    Fix: None.
    Source: own.
    """
    value = subject.document.value if isinstance(subject.document, PackageDocument) else None
    if isinstance(value, dict) and "flood" in value:
        for number in range(value["flood"]):
            yield Problem(message=f"{number} is fine", level=1)
        yield Problem(message="This one is not")


FLOODING = replace(RULESET, documents=(*RULESET.documents, flooding))


def test_an_error_behind_a_flood_of_lesser_findings_of_its_rule_is_listed() -> None:
    judged = judge_stream(stream(PROVIDER, "flood: 1200\n"), ruleset=FLOODING)
    reported = judged.of("XPKG998")
    assert [one.message for one in reported if one.severity is Severity.ERROR] == ["This one is not"]
    assert "200 more findings of this rule are not listed" in [one.message for one in reported]


def test_findings_that_are_only_counted_are_not_made() -> None:
    def work(many: int) -> int:
        return calls(lambda: judge_stream(stream(PROVIDER, f"flood: {many}\n"), ruleset=FLOODING))

    small, middle, large = work(1), work(1_001), work(11_001)
    per_listed, per_counted = (middle - small) / 1_000, (large - middle) / 10_000
    assert per_counted < 0.3 * per_listed


def test_a_flood_still_marks_its_documents() -> None:
    documents = [f"flood: {many}\n" for many in (1_000, 1, 0)]
    judged = judge_stream(stream(PROVIDER, *documents), ruleset=FLOODING)
    assert [judged.badges[number] for number in (2, 3, 4)] == [Badge.ERROR] * 3


def test_documents_beyond_the_steps_of_applying_rules_are_one_finding_that_names_them() -> None:
    limits = replace(LIMITS, rules=2 * RULESET.steps)
    (unread,) = [
        one for one in judge_stream(stream(PROVIDER, CRD, CRD, CRD), limits=limits).findings if one.undecided
    ]
    assert unread.place.document == 3
    assert unread.message.startswith("Documents 3 to 4 and the package as a whole were not checked: ")
