"""Faults that were planted by somebody who knew the catalogue only, where a rule had missed or misjudged them."""

import json
from dataclasses import replace

import pytest
from builders.oci.images import BuiltImage, image, index, package
from builders.oci.layers import file, folder, layer
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_image, judge_stream
from builders.vectors.streams import COMPOSITION, CONFIGURATION, XRD, changed, stream

from xpkgtui.oci.manifest import Index
from xpkgtui.rules.finding import Acceptance, Severity

CONSTRAINT = '  crossplane:\n    version: ">=v1.14.0"\n'
MRD = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1alpha1").replace(
    "CustomResource", "ManagedResource"
)


def _depending(version: str) -> str:
    entry = f"{{apiVersion: pkg.crossplane.io/v1, kind: Provider, package: x.example.org/a/b, version: {version}}}"
    return changed(CONFIGURATION, "spec:\n", f"spec:\n  dependsOn: [{entry}]\n")


def _severities(judged: Judgement, rule: str) -> list[Severity]:
    return [one.severity for one in judged.of(rule)]


def _old(built: BuiltImage) -> Judgement:
    return judge_image(built, "crossplane-1")


def test_what_follows_the_end_of_a_document_is_told_at_its_line() -> None:
    (found,) = judge_stream(f"{PROVIDER}...\n{CRD}").of("XPKG504")
    assert found.place.line == PROVIDER.count("\n") + 2


@pytest.mark.parametrize("rest", ["", "# a comment\n", "\n...\n"])
def test_the_end_of_a_document_hides_nothing_where_nothing_follows(rest: str) -> None:
    assert judge_stream(f"{PROVIDER}...\n{rest}---\n{CRD}").of("XPKG504") == []


def test_many_directives_behind_the_end_are_told_once() -> None:
    assert len(judge_stream(f"{PROVIDER}...\n" + "%X\n" * 100).of("XPKG503")) == 1


def test_many_binary_values_are_counted() -> None:
    labels = "".join(f"    k{number}: !!binary aGk=\n" for number in range(100))
    found = judge_stream(changed(PROVIDER, "  annotations:", f"  labels:\n{labels}  annotations:")).of("XPKG509")
    assert "Provider provider-nop: and 50 more of these" in {one.message for one in found}


def test_a_tag_directive_is_told_at_its_own_line() -> None:
    assert judge_stream(f"%TAG ! tag:x:\n---\n{PROVIDER}").of("XPKG503")[0].place.line == 1


def test_a_version_of_a_wrong_type_is_not_missing_as_well() -> None:
    assert judge_stream(_depending("1.2")).rules & {"XPKG508", "XPKG903"} == {"XPKG508"}


@pytest.mark.parametrize("value", ["[v1]", "1.14", "'>=v1.14'", "true"])
def test_a_constraint_that_is_no_mapping_is_told_once(value: str) -> None:
    judged = judge_stream(changed(PROVIDER, CONSTRAINT, f"  crossplane: {value}\n"))
    assert judged.errors == {"XPKG610"}


@pytest.mark.parametrize("text", ["  crossplane: '>=v1.14'\n", "  controller: {image: x}\n"])
def test_forms_of_the_package_format_v2_are_right_there(text: str) -> None:
    judged = judge_stream(changed(PROVIDER, CONSTRAINT, text), "format-v2")
    assert judged.rules & {"XPKG610", "XPKG613", "XPKG616"} == set()


def test_a_thousand_meta_objects_are_counted() -> None:
    found = judge_stream(stream(*[PROVIDER] * 1000)).of("XPKG601")
    assert (len(found), found[0].message.endswith(" and 995 more")) == (49, True)


@pytest.mark.parametrize("name", ["GPL", "gpl", "MIT OR GPL", "GPL 2.0", "BSD-2"])
def test_names_that_licenses_have_elsewhere_are_none_of_spdx(name: str) -> None:
    judged = judge_stream(changed(PROVIDER, "license: Apache-2.0", f"license: {name}"))
    assert _severities(judged, "XPKG806") == [Severity.WARNING]


@pytest.mark.parametrize("name", ["GPL-2.0", "GPL-2.0+", "LGPL-2.1", "Net-SNMP", "bzip2-1.0.5", "MIT OR GPL-3.0"])
def test_names_that_were_of_spdx_once_are_known(name: str) -> None:
    assert judge_stream(changed(PROVIDER, "license: Apache-2.0", f"license: {name}")).of("XPKG806") == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("It does nothing.", '"One. Two. Three."', "XPKG808"),
        ("  annotations:", "  annotations:\n    a: b", "XPKG813"),
    ],
)
def test_facts_about_annotations_are_told_to_users_of_crossplane(old: str, new: str, rule: str) -> None:
    assert _severities(judge_stream(changed(PROVIDER, old, new)), rule) == [Severity.INFO]


def test_a_kind_that_a_format_does_not_know_is_not_recommended() -> None:
    said = judge_stream(stream(PROVIDER, CRD, MRD), "format-v2").said("XPKG701")
    assert said.endswith("it may hold CustomResourceDefinition, CompositeResourceDefinition and Composition")


def test_the_specification_knows_no_newer_kinds() -> None:
    assert _severities(judge_stream(stream(PROVIDER, CRD, MRD), "spec"), "XPKG701") == [Severity.ERROR]


@pytest.mark.parametrize("name", ["x_things", "XThings", "things-", "a" * 254])
def test_a_name_that_the_api_server_refuses_is_told(name: str) -> None:
    judged = judge_stream(stream(CONFIGURATION, XRD, changed(COMPOSITION, "{name: things}", f"{{name: {name}}}")))
    assert [(one.place.field, one.severity) for one in judged.of("XPKG707")] == [("metadata.name", Severity.ERROR)]


def test_a_misspelled_kind_is_to_be_respelled() -> None:
    text = stream(PROVIDER, changed(CRD, "kind: CustomResourceDefinition", "kind: customresourcedefinition"))
    assert "`kind: CustomResourceDefinition`" in judge_stream(text).of("XPKG702")[0].fix


@pytest.mark.parametrize("name", ["x/package.yaml", "./package.yaml", "/package.yaml"])
def test_the_entry_that_is_wrong_is_the_place(name: str) -> None:
    judged = judge_image(image(layer(file(name, PROVIDER), base=True)))
    assert {one.place.path for one in judged.findings if one.rule in {"XPKG402", "XPKG403"}} == {name}


@pytest.mark.parametrize(("name", "told"), [("./package.yaml", []), ("/package.yaml", [Severity.WARNING])])
def test_flattening_takes_away_a_dot_and_no_slash(name: str, told: list[Severity]) -> None:
    assert _severities(judge_image(image(layer(file(name, PROVIDER)))), "XPKG403") == told


def test_a_folder_called_package_yaml_is_not_misspelled_as_well() -> None:
    judged = judge_image(image(layer(folder("package.yaml"), base=True)))
    assert judged.rules & {"XPKG403", "XPKG405"} == {"XPKG405"}


def test_an_extension_is_no_second_package() -> None:
    built = package(PROVIDER)
    listed = json.loads(index((built, "linux/amd64"), (image(), None)).manifest)
    listed["manifests"][1]["annotations"] = {"io.crossplane.xpkg": "xpkg-extensions"}
    judged = judge_image(built, index=Index.parse(json.dumps(listed).encode()), chosen=0, shown=0)
    assert judged.rules & {"XPKG104", "XPKG107"} == {"XPKG107"}


def test_older_managers_refuse_any_name_that_is_there_twice() -> None:
    built = image(layer(file("package.yaml", PROVIDER), file("a"), file("a"), base=True))
    assert [one.says for one in _old(built).of("XPKG404")] == ["invalid package layer: duplicate file path: a"]


def test_newer_managers_do_not_look_at_other_names() -> None:
    built = image(layer(file("package.yaml", PROVIDER), file("a"), file("a"), base=True))
    assert judge_image(built).of("XPKG404") == []


def test_older_managers_count_diff_ids() -> None:
    built = package(PROVIDER)
    assert [one.says for one in _old(_without_diff_ids(built)).of("XPKG305")] == [
        "invalid package layer: mismatched fs layers (1) and diff ids (0)"
    ]


def test_newer_managers_do_not_count_diff_ids() -> None:
    assert judge_image(_without_diff_ids(package(PROVIDER))).of("XPKG305") == []


@pytest.mark.parametrize(
    ("profile", "severity"), [("crossplane", Severity.WARNING), ("crossplane-1", Severity.ERROR)]
)
def test_older_managers_read_a_layer_to_its_end(profile: str, severity: Severity) -> None:
    whole = layer(file("package.yaml", PROVIDER), file("z", "z" * 2000), base=True).blob
    damaged = replace(layer(file("package.yaml", PROVIDER), base=True), blob=whole[:-8] + bytes(4) + whole[-4:])
    assert _severities(judge_image(image(damaged), profile), "XPKG302") == [severity]


@pytest.mark.parametrize("profile", ["crossplane", "crossplane-1"])
def test_a_sound_package_is_accepted(profile: str) -> None:
    assert judge_image(package(PROVIDER), profile).verdict.acceptance is Acceptance.ACCEPTED


def _without_diff_ids(built: BuiltImage) -> BuiltImage:
    return image(*built.layers, config=b'{"architecture":"amd64","os":"linux","config":{}}')


@pytest.mark.parametrize(
    ("text", "rule", "fix"),
    [
        (CRD, "XPKG601", "Add one"),
        (changed(PROVIDER, "name: provider-nop", "name: Provider_Nop"), "XPKG607", "Write lower-case"),
        (changed(PROVIDER, "kind: Provider", "kind: {{ .Kind }}"), "XPKG509", "a template"),
        (stream(CONFIGURATION, changed(COMPOSITION, "  mode: Pipeline\n", "")), "XPKG716", "`mode: Pipeline`"),
        (
            stream(CONFIGURATION, changed(COMPOSITION, "mode: Pipeline", "mode: pipeline")),
            "XPKG716",
            "`mode: Pipeline`",
        ),
        (stream(CONFIGURATION, changed(XRD, "  versions", "  scope: here\n  versions")), "XPKG712", "Namespaced"),
    ],
)
def test_the_fix_is_that_of_the_case(text: str, rule: str, fix: str) -> None:
    assert fix in judge_stream(text).of(rule)[0].fix


def test_a_file_that_is_nearly_called_package_yaml_is_to_be_renamed() -> None:
    judged = judge_image(image(layer(file("package.yml", PROVIDER), base=True)))
    assert judged.of("XPKG401")[0].fix == "Call the entry package.yaml, if package.yml is the package."
