"""Rules about the versions of dependencies."""

import json

from builders.cases import each_row
from builders.packages.judgements import judge_stream
from differential.tables import stored
from formats.xpkg.rules.vectors.metas import DIGEST, META, NOP, depending

from xpkgtui.rules.finding import Severity

_REFUSALS = {json.loads(case)["constraint"]: answer["v3"][0] for case, answer in stored("constraints").items()}
"""What the library of the newest Crossplane says of each constraint, or nothing."""
E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_library_refuses_the_constraints_that_we_refuse() -> None:
    asked = [text for text in _REFUSALS if text]
    # Digests are not constraints, and accepted all the same.
    wrong = {one for one in asked if _REFUSALS[one] and "sha256:" not in one}
    entries = (f"provider: {NOP}-{number}, version: {json.dumps(one)}" for number, one in enumerate(asked))
    found = [one for one in judge_stream(depending(*entries)).of("XPKG904") if one.severity is Severity.ERROR]
    refused = {asked[int(one.place.field.split("[")[1].partition("]")[0])] for one in found if one.place.field}
    assert (refused, len(found)) == (wrong, len(wrong))


def test_older_managers_know_no_digests_and_no_explicit_form() -> None:
    judged = judge_stream(META["good dependencies"], "crossplane-1")
    assert [one.severity for one in (*judged.of("XPKG904"), *judged.of("XPKG901"))] == [W] * 4


def test_version_of_one_dialect_names_who_refuses_it() -> None:
    assert "Crossplane 2.2 and earlier refuse" in judge_stream(META["version of two dialects"]).said("XPKG904")


def test_older_format_takes_a_tag_for_a_version() -> None:
    assert judge_stream(META["latest"], "format-v2").of("XPKG904") == []


def test_digest_and_range_cannot_be_met_at_once() -> None:
    assert judge_stream(META["twice the same"]).said("XPKG909").endswith("no version satisfies both")


@each_row(
    ("constraint", "said"),
    [
        (">=v1.0.0-0", "also allows v2"),
        (">=v1.0.0", "also allows v2, and no release candidates"),
        ("^v1.2.0", "allows no release candidates"),
        ("*", "also allows v1, and no release candidates"),
    ],
)
def test_constraint_without_bounds_is_a_fact(constraint: str, said: str) -> None:
    (finding,) = judge_stream(depending(f"provider: {NOP}, version: '{constraint}'")).of("XPKG911")
    assert (finding.severity, finding.message.endswith(f"{constraint} {said}")) == (I, True)


@each_row("constraint", ["v1.0.0", "=1.0.0", DIGEST, ">=v1.0.0-0, <v2.0.0-0", "1.0.0 || 2.0.0"])
def test_constraint_with_bounds_is_left_alone(constraint: str) -> None:
    assert judge_stream(depending(f"provider: {NOP}, version: '{constraint}'")).of("XPKG911") == []


@each_row(("crossplane", "severity"), [("2.2", E), ("2.3", W), ("2.4", W)])
def test_a_version_is_read_by_the_library_of_the_crossplane_that_is_asked_for(
    crossplane: str, severity: Severity
) -> None:
    (finding,) = judge_stream(META["version of two dialects"], crossplane=crossplane).of("XPKG904")
    assert finding.severity is severity


def test_prereleases_differ_by_the_library_of_the_crossplane_that_is_asked_for() -> None:
    stream = depending(f"provider: {NOP}, version: '!=1.2.3'")
    said = {version: judge_stream(stream, crossplane=version).said("XPKG911") for version in ("2.2", "2.3")}
    assert ["release candidates" in one for one in said.values()] == [False, True]
