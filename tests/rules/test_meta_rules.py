"""Rules about the stream's surprises, the meta object and its annotations (505-513, 605-615, 806-813)."""

import json
from pathlib import Path

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from builders.vectors.metas import META, ODD_KEYS, TRIPS, annotated, with_annotation
from builders.vectors.streams import COMPOSITION, CONFIGURATION, VECTORS, changed, stream

from xpkgtui.rules.finding import Acceptance, Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741
_STORE = json.loads((Path(__file__).parents[1] / "oracle" / "streams.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("rule", TRIPS)
def test_rule_about_the_meta_object_speaks_where_it_should(rule: str) -> None:
    name, severity, profile = TRIPS[rule]
    judged = judge_stream({**VECTORS, **META}[name], profile)
    assert [one.severity.name for one in judged.of(rule)][:1] == [severity]


@pytest.mark.parametrize("name", ["framed provider", "good dependencies", "friendly names"])
def test_rules_leave_a_good_meta_object_alone(name: str) -> None:
    assert judge_stream(META[name]).rules <= {"XPKG512"}


def test_finding_stands_at_the_field_and_line() -> None:
    text = META["yes among capabilities"].replace("[yes]", "[safe-start,\n    flying]")
    place = judge_stream(stream(CRD, text)).of("XPKG615")[0].place
    assert (place.document, place.field, place.line) == (
        2,
        "spec.capabilities[1]",
        len((CRD + text).splitlines()) + 1,
    )


def test_rule_about_the_package_points_at_a_field() -> None:
    text = stream(CRD, annotated("friendly-group-name.meta.crossplane.io/nep.example.org"))
    place = judge_stream(text).of("XPKG811")[0].place
    assert (place.document, text.splitlines()[(place.line or 0) - 1].split(":")[0].strip('" ')) == (
        2,
        "friendly-group-name.meta.crossplane.io/nep.example.org",
    )


def test_duplicate_key_stands_at_its_second_place() -> None:
    (finding,) = judge_stream(VECTORS["duplicate key"]).of("XPKG507")
    assert (finding.place.line, finding.place.field) == (3, "kind")


def test_empty_documents_are_told_once() -> None:
    judged = judge_stream(stream("# one\n", PROVIDER, "# two\n"))
    assert judged.said("XPKG505") == "2 documents are empty or a comment; the first is document 1"


def test_aliases_and_merges_are_counted() -> None:
    text = changed(PROVIDER, "readme: Read on.", "readme: &a Read on.\n    other: *a\n    more: *a")
    assert judge_stream(text).said("XPKG510") == "Provider provider-nop uses 2 aliases"


def test_windows_line_ends_are_told_once() -> None:
    assert [one.severity for one in judge_stream(VECTORS["windows line ends"]).of("XPKG513")] == [I]


def test_byte_order_mark_before_a_document_is_a_fact() -> None:
    assert [one.severity for one in judge_stream(VECTORS["byte order mark"]).of("XPKG513")] == [I]


def test_build_looks_at_the_name_and_not_at_dependencies() -> None:
    assert "XPKG607" in judge_stream(META["no name"], "build").rules
    assert judge_stream(META["latest"], "build").of("XPKG904") == []


def test_name_is_required_by_the_older_format() -> None:
    assert "XPKG607" in judge_stream(META["no name"], "format-v2").errors


def test_name_in_capitals_is_a_warning() -> None:
    assert [one.severity for one in judge_stream(META["name in capitals"]).of("XPKG607")] == [W]


def test_name_of_another_type_is_told_by_its_type_alone() -> None:
    judged = judge_stream(changed(PROVIDER, "name: provider-nop", "name: [a]"))
    assert (judged.of("XPKG607"), "XPKG616" in judged.errors) == ([], True)


def test_crossplane_that_does_not_fit_refuses() -> None:
    verdict = judge_stream(META["for older versions"]).verdict
    assert (verdict.acceptance, verdict.culprit and verdict.culprit.rule) == (Acceptance.REFUSED, "XPKG611")


def test_another_crossplane_may_fit() -> None:
    assert judge_stream(META["for older versions"], crossplane="1.20").of("XPKG611") == []


def test_minor_release_fits_where_one_of_its_patches_does() -> None:
    assert judge_stream(changed(PROVIDER, ">=v1.14.0", ">=v2.4.1")).of("XPKG611") == []


def test_prerelease_needs_a_constraint_that_names_one() -> None:
    said = judge_stream(PROVIDER, crossplane="v2.4.0-rc.1").said("XPKG611")
    assert "a prerelease fits only a constraint that names one" in said


def test_older_crossplanes_that_do_not_fit_are_named() -> None:
    judged = judge_stream(META["for newer versions"], "crossplane-1")
    (finding,) = judged.of("XPKG611")
    assert (finding.severity, "1.20: its constraint" in finding.message) == (W, True)


def test_no_older_crossplane_fits() -> None:
    judged = judge_stream(changed(PROVIDER, ">=v1.14.0", ">=v2.2.0"), "crossplane-1")
    assert [one.severity for one in judged.of("XPKG611")] == [E]


def test_version_of_crossplane_that_is_none_judges_nothing() -> None:
    assert judge_stream(PROVIDER, crossplane="newest").of("XPKG611") == []


def test_ignored_image_silences_the_unknown_field() -> None:
    judged = judge_stream(META["controller image"])
    assert (judged.of("XPKG613"), "spec.controller.image and" in judged.said("XPKG614")) == ([], True)


def test_empty_controller_that_older_builds_write_is_worth_knowing_only() -> None:
    judged = judge_stream(PROVIDER + "  controller: {}\n")
    assert (judged.of("XPKG613"), [one.severity for one in judged.of("XPKG614")]) == ([], [I])
    assert "the builds of Crossplane 1.x write it" in judged.said("XPKG614")


def test_older_managers_used_the_image() -> None:
    assert [one.severity for one in judge_stream(META["function image"], "crossplane-1").of("XPKG614")] == [I]


def test_older_format_requires_an_image() -> None:
    older = META["deprecated version"]
    assert "XPKG614" in judge_stream(older, "format-v2").errors
    assert judge_stream(older + "  controller: {image: a.io/b:v1}\n", "format-v2").of("XPKG614") == []


def test_capabilities_are_compared_as_crossplane_compares_them() -> None:
    said = [one.message.partition(": ")[2] for one in judge_stream(META["capabilities"]).of("XPKG615")]
    assert said == [
        "the capability SafeStart counts as safe-start",
        "the capability flying is not known to Crossplane",
    ]


@pytest.mark.parametrize("name", ["capabilities of text", "list among capabilities"])
def test_wrong_capabilities_silence_the_wrong_type(name: str) -> None:
    assert judge_stream(META[name]).errors == {"XPKG615"}


def test_surprise_silences_the_capability() -> None:
    assert judge_stream(META["yes among capabilities"]).errors == {"XPKG508"}


@pytest.mark.parametrize(
    "text",
    [
        "Apache-2.0",
        "apache-2.0",
        "MIT OR Apache-2.0",
        "(MIT AND ISC) OR LicenseRef-own",
        "LicenseRef-Upbound",
        '"DocumentRef-a:LicenseRef-b"',
        "Apache-2.0+",
        "GPL-2.0-or-later WITH Classpath-exception-2.0",
    ],
)
def test_license_expressions_are_fine(text: str) -> None:
    assert judge_stream(with_annotation("license", text)).of("XPKG806") == []


@pytest.mark.parametrize(
    "text",
    ["MIT License", "MIT and", "(MIT", "MIT WITH ISC", '"("', '"+"', "Apache", "LicenseRef-", '"()"', '"MIT )"'],
)
def test_other_words_are_no_license_expression(text: str) -> None:
    assert [one.severity for one in judge_stream(with_annotation("license", text)).of("XPKG806")] == [W]


def test_hostile_license_is_told_like_any_other() -> None:
    for text in ("(" * 100_000, "MIT OR " * 100_000, "(" * 400 + "MIT" + ")" * 400):
        findings = judge_stream(with_annotation("license", f'"{text}"')).of("XPKG806")
        assert [one.message for one in findings if "could not be judged" in one.message] == []


@pytest.mark.parametrize("text", ["https://example.org", "ssh://git@example.org/a", "https://[::1]/a"])
def test_addresses_are_a_source(text: str) -> None:
    assert judge_stream(with_annotation("source", text)).of("XPKG807") == []


@pytest.mark.parametrize("text", ["'https://'", "'https://['", "'a b'", "git@github.com:a/b"])
def test_other_words_are_no_source(text: str) -> None:
    assert [one.severity for one in judge_stream(with_annotation("source", text)).of("XPKG807")] == [W]


def test_source_without_a_scheme_is_a_fact() -> None:
    assert [one.severity for one in judge_stream(META["source without a scheme"]).of("XPKG807")] == [I]


def test_description_has_one_line() -> None:
    judged = judge_stream(with_annotation("description", '"one\\ntwo"'), "spec")
    assert judged.said("XPKG808").endswith("has several lines")


@pytest.mark.parametrize("text", ["data:image/svg+xml;base64,AAAA", "https://example.org/icon.svg"])
def test_icons_are_images_or_addresses(text: str) -> None:
    assert judge_stream(annotated("meta.crossplane.io/iconURI", text)).of("XPKG809") == []


def test_friendly_name_in_disorder_is_put_in_order() -> None:
    said = judge_stream(META["friendly name in disorder"]).said("XPKG810")
    assert said.endswith("perhaps friendly-name.meta.crossplane.io is meant")


@pytest.mark.parametrize("name", ["blank in a key", "long label", "large annotations"])
def test_unsound_annotations_refuse_the_package(name: str) -> None:
    assert judge_stream(META[name]).errors == {"XPKG812"}


def test_unsound_annotations_of_what_is_not_installed_are_a_warning() -> None:
    odd = changed(COMPOSITION, "{name: things}", "{name: things, labels: {a b: c}}")
    assert [one.severity for one in judge_stream(stream(PROVIDER, odd)).of("XPKG812")] == [W]
    assert [one.severity for one in judge_stream(stream(CONFIGURATION, odd)).of("XPKG812")] == [E]


def test_api_server_says_what_we_say_of_keys() -> None:
    told = sorted((field, detail) for field, detail in _STORE["keys"]["errors"])
    ours = judge_stream(stream(PROVIDER, ODD_KEYS)).of("XPKG812")
    says = [(one.says or "").partition(": Invalid value: ") for one in ours]
    assert sorted((field, said.partition('": ')[2]) for field, _, said in says) == told


def test_the_old_format_names_its_own_meta_objects() -> None:
    judged = judge_stream(PROVIDER, "format-v2")
    assert judged.said("XPKG602") == (
        "Provider provider-nop: meta.pkg.crossplane.io/v1 Provider is not of the Package Format v2, "
        "which has v1alpha1 Provider and Configuration"
    )
    assert "v1alpha1" in judged.of("XPKG602")[0].fix
