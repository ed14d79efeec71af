"""Rules about the stream, the meta object and the objects: each is tripped once, and left alone once."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from builders.rule_cases import STREAMS, without
from builders.vectors.metas import TRIPS
from builders.vectors.streams import COMPOSITION, CONFIGURATION, DEFINITIONS, FUNCTION, VECTORS, XRD, changed, stream

from xpkgtui.formats.xpkg.rules.catalogue import DOCUMENT_RULES, PACKAGE_RULES
from xpkgtui.rules.finding import Acceptance, Badge, Severity


@pytest.mark.parametrize("rule", STREAMS)
def test_rule_speaks_where_it_should(rule: str) -> None:
    text, severity = STREAMS[rule]
    assert [one.severity for one in judge_stream(text).of(rule)] == [severity]


@pytest.mark.parametrize("name", ["good provider", "good configuration"])
def test_good_package_has_no_findings(name: str) -> None:
    assert judge_stream(f"---\n{VECTORS[name]}---\n").findings == ()


def test_good_function_has_a_fact_to_tell_of_its_definition() -> None:
    assert judge_stream(f"---\n{VECTORS['good function']}---\n").rules == {"XPKG703"}


@pytest.mark.parametrize("name", ["good provider", "good configuration", "good function"])
def test_good_package_is_accepted(name: str) -> None:
    assert judge_stream(VECTORS[name]).verdict.acceptance is Acceptance.ACCEPTED


def test_every_rule_about_documents_is_tripped() -> None:
    needs_an_image = {"XPKG112", "XPKG213", "XPKG214", "XPKG910"}
    known = {rule.id for rule in DOCUMENT_RULES} | {rule.id for rule in PACKAGE_RULES}
    assert known - needs_an_image == {*STREAMS, *TRIPS}


def test_all_broken_documents_are_told() -> None:
    judged = judge_stream(stream(PROVIDER, "a: [\n", "b: {\n"))
    assert [one.place.document for one in judged.of("XPKG501")] == [2, 3]


def test_verdict_names_the_document_that_crossplane_stops_at() -> None:
    judged = judge_stream(stream(PROVIDER, "a: [1\n", VECTORS["config map"]))
    assert judged.verdict.reason.startswith("document 2 is not YAML")


def test_broken_meta_object_is_not_missed_as_well() -> None:
    assert judge_stream(VECTORS["broken meta"]).of("XPKG601") == []


def test_empty_stream_is_told_once() -> None:
    assert judge_stream("").rules == {"XPKG511"}


def test_line_and_column_of_a_field_are_told() -> None:
    text = stream(PROVIDER, changed(CRD, "served: true", "served: maybe"))
    place = judge_stream(text).of("XPKG616")[0].place
    assert (place.document, place.field, text.splitlines()[(place.line or 0) - 1].strip()) == (
        2,
        "spec.versions[0].served",
        "served: maybe",
    )


def test_yaml_1_1_surprise_names_text_and_value() -> None:
    said = judge_stream(VECTORS["octal for a label"]).said("XPKG508")
    assert (
        said == "Provider provider-nop: metadata.labels.a is 010, which YAML 1.1 reads as the number 8, not as text"
    )


def test_tagged_number_is_a_wrong_type_and_no_surprise() -> None:
    assert judge_stream(VECTORS["tagged number for a text"]).rules >= {"XPKG616"}


def test_surprise_silences_the_wrong_type_of_its_field_only() -> None:
    text = changed(VECTORS["yes for a text"], "Apache-2.0", "[a]")
    judged = judge_stream(text)
    assert [one.place.field for one in judged.of("XPKG616")] == ['metadata.annotations["meta.crossplane.io/license"]']


def test_unknown_field_suggests_the_nearest() -> None:
    assert "perhaps dependsOn is meant" in judge_stream(VECTORS["unknown field"]).said("XPKG613")


def test_unknown_kind_suggests_the_known_version() -> None:
    assert "meta.pkg.crossplane.io/v1, Provider" in judge_stream(VECTORS["provider of v1beta1"]).said("XPKG602")


def test_fork_silences_the_unknown_meta_object() -> None:
    assert judge_stream(VECTORS["fork of IBM"]).of("XPKG602") == []


def test_constraint_of_one_dialect_is_a_warning() -> None:
    (finding,) = judge_stream(VECTORS["constraint of two dialects"]).of("XPKG609")
    assert (finding.severity, "2.2 and earlier refuse" in finding.message) == (Severity.WARNING, True)


def test_older_managers_refuse_the_newer_dialect() -> None:
    assert "XPKG609" in judge_stream(VECTORS["constraint of two dialects"], "crossplane-1").errors


def test_plain_constraint_silences_the_wrong_type() -> None:
    assert judge_stream(VECTORS["plain constraint"]).of("XPKG616") == []


def test_format_v2_takes_a_plain_constraint() -> None:
    assert judge_stream(VECTORS["plain constraint"], "format-v2").of("XPKG610") == []


def test_build_refuses_objects_that_are_not_permitted() -> None:
    assert "XPKG701" in judge_stream(VECTORS["composition in a provider"], "build").errors


def test_build_looks_at_no_annotations() -> None:
    assert judge_stream(without("readme"), "build").of("XPKG805") == []


def test_function_held_anything_before_2_2() -> None:
    assert judge_stream(stream(FUNCTION, COMPOSITION), "crossplane-1").of("XPKG701") == []


def test_specification_refuses_objects_that_are_not_permitted() -> None:
    assert "XPKG701" in judge_stream(VECTORS["composition in a provider"], "spec").errors


def test_hint_says_which_package_may_hold_the_object() -> None:
    assert "a Configuration may hold it" in judge_stream(VECTORS["composition in a provider"]).said("XPKG701")


def test_definition_of_a_function_is_not_installed_and_cannot_be_refused() -> None:
    judged = judge_stream(stream(FUNCTION, DEFINITIONS["no storage version"]))
    assert [one.severity for one in judged.of("XPKG708")] == [Severity.WARNING]


def test_name_of_a_composite_definition_is_a_warning() -> None:
    judged = judge_stream(stream(CONFIGURATION, changed(XRD, "name: xthings.example.org", "name: things")))
    assert [one.severity for one in judged.of("XPKG707")] == [Severity.WARNING]


def test_definition_that_serves_nothing_is_a_warning() -> None:
    judged = judge_stream(stream(PROVIDER, DEFINITIONS["no served version"]))
    assert [one.severity for one in judged.of("XPKG708")] == [Severity.WARNING]


def test_binary_is_a_warning() -> None:
    assert [one.severity for one in judge_stream(VECTORS["binary"]).of("XPKG509")] == [Severity.WARNING]


def test_directive_that_nobody_looks_at_is_a_warning() -> None:
    judged = judge_stream(VECTORS["directive behind dots"])
    assert [one.severity for one in judged.of("XPKG503")] == [Severity.WARNING]


def test_badge_is_the_worst_that_is_said() -> None:
    judged = judge_stream(stream(without("readme"), CRD, VECTORS["config map"].split("---\n")[1]))
    assert judged.badges == {1: Badge.INFO, 2: Badge.OK, 3: Badge.ERROR}


def test_badge_is_raised_by_what_the_whole_package_shows() -> None:
    assert judge_stream(VECTORS["the same object twice"]).badges[3] is Badge.WARNING


def test_findings_name_their_object() -> None:
    (finding,) = judge_stream(VECTORS["config map"]).of("XPKG702")
    assert str(finding.object) == "ConfigMap settings"
