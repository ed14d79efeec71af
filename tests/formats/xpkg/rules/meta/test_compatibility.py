"""Rules about the versions of Crossplane that a package is made for."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.streams import VECTORS, changed

from xpkgtui.rules.finding import Acceptance, Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741
CONSTRAINT = '  crossplane:\n    version: ">=v1.14.0"\n'


def test_crossplane_that_does_not_fit_refuses() -> None:
    verdict = judge_stream(META["for older versions"]).verdict
    assert (verdict.acceptance, verdict.culprit and verdict.culprit.rule) == (Acceptance.REFUSED, "XPKG611")


def test_another_crossplane_may_fit() -> None:
    assert judge_stream(META["for older versions"], crossplane="1.20").of("XPKG611") == []


def test_minor_release_fits_where_one_of_its_patches_does() -> None:
    assert judge_stream(changed(PROVIDER, ">=v1.14.0", ">=v2.4.1")).of("XPKG611") == []


def test_prerelease_needs_a_constraint_that_names_one() -> None:
    said = judge_stream(PROVIDER, crossplane="v2.4.0-rc.1").said("XPKG611")
    assert "a constraint includes prereleases only if it names one" in said


def test_the_last_crossplane_1_is_meant_by_its_profile() -> None:
    said = judge_stream(META["for newer versions"], "crossplane-1").said("XPKG611")
    assert "excludes Crossplane 1.20" in said


def test_no_older_crossplane_fits() -> None:
    judged = judge_stream(changed(PROVIDER, ">=v1.14.0", ">=v2.2.0"), "crossplane-1")
    assert [one.severity for one in judged.of("XPKG611")] == [E]


def test_version_of_crossplane_that_is_not_one_judges_nothing() -> None:
    assert judge_stream(PROVIDER, crossplane="newest").of("XPKG611") == []


@each_row("value", ["[v1]", "1.14", "'>=v1.14'", "true"])
def test_a_constraint_that_is_not_a_mapping_is_reported_once(value: str) -> None:
    judged = judge_stream(changed(PROVIDER, CONSTRAINT, f"  crossplane: {value}\n"))
    assert judged.errors == {"XPKG610"}


@pytest.mark.parametrize("text", ["  crossplane: '>=v1.14'\n", "  controller: {image: x}\n"])
def test_forms_of_the_package_format_v2_are_right_there(text: str) -> None:
    judged = judge_stream(changed(PROVIDER, CONSTRAINT, text), "format-v2")
    assert judged.rules & {"XPKG610", "XPKG613", "XPKG616"} == set()


def test_constraint_of_one_dialect_is_a_warning() -> None:
    (finding,) = judge_stream(VECTORS["constraint of two dialects"]).of("XPKG609")
    assert (finding.severity, "2.2 and earlier refuse" in finding.message) == (Severity.WARNING, True)
    assert finding.readers == ("manager-1.0", "manager-1.7", "manager-1.13", "manager-2.0")


def test_older_managers_refuse_the_newer_dialect() -> None:
    assert "XPKG609" in judge_stream(VECTORS["constraint of two dialects"], "crossplane-1").errors


def test_format_v2_takes_a_plain_constraint() -> None:
    assert judge_stream(VECTORS["plain constraint"], "format-v2").of("XPKG610") == []


@each_row(
    ("crossplane", "severity"),
    [("1.20", E), ("2.2", E), ("v2.2.1", E), ("2", E), ("2.3", W), ("2.3.0-rc.1", W), ("2.4", W)],
)
def test_a_constraint_is_read_by_the_library_of_the_version_that_is_asked_for(
    crossplane: str, severity: Severity
) -> None:
    (finding,) = judge_stream(VECTORS["constraint of two dialects"], crossplane=crossplane).of("XPKG609")
    assert finding.severity is severity


def test_a_constraint_that_only_newer_versions_read_says_so() -> None:
    said = judge_stream(VECTORS["constraint of two dialects"], crossplane="2.2").said("XPKG609")
    assert said.endswith("; Crossplane 2.3 and later can read it")


@each_row(("crossplane", "says"), [("2.2", ">a1"), ("2.3", ">a1"), ("2.4", '">a1"')], ids=["1.5.0", "3.4.0", "3.5.0"])
def test_crossplane_is_quoted_in_the_words_of_its_version(crossplane: str, says: str) -> None:
    (finding,) = judge_stream(changed(PROVIDER, ">=v1.14.0", ">a1"), crossplane=crossplane).of("XPKG609")
    assert finding.says == f"package version constraints are poorly formatted: improper constraint: {says}"
