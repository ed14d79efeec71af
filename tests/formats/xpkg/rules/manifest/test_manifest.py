"""Rules about the manifest: digests, counts, base layers and labels."""

import json
from dataclasses import replace

from builders.cases import each_row
from builders.oci.images import image, index, package
from builders.oci.layers import file, layer
from builders.packages.judgements import DOCKER_ARCHIVE, PROVIDER, Judgement, case_of, judge_case, judge_image
from formats.xpkg.rules.vectors.images import BASE, LABEL
from formats.xpkg.rules.vectors.streams import CONFIGURATION

from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.rules.finding import Severity


def test_schema_version_is_a_warning() -> None:
    assert [one.severity for one in _schema_version(1).of("XPKG201")] == [Severity.WARNING]


@each_row(("profile", "count"), [("crossplane", 1), ("crossplane-1", 1), ("spec", 0)])
def test_digest_that_crossplane_does_not_know_is_refused(profile: str, count: int) -> None:
    case, data = case_of(package(PROVIDER), profile)
    assert case.image is not None
    fields = json.loads(package(PROVIDER).manifest)
    fields["config"]["digest"] = "sha512:" + "0" * 128
    manifest = Manifest.parse(json.dumps(fields).encode())
    found = judge_case(replace(case, image=replace(case.image, manifest=manifest)), data).of("XPKG201")
    assert [one.says for one in found] == ['unsupported hash: "sha512"'] * count


def test_entry_that_crossplane_does_not_know_makes_the_index_unreadable() -> None:
    built = package(PROVIDER)
    listed = json.loads(index((built, "linux/amd64"), (built, "linux/arm64")).manifest)
    listed["manifests"][1]["digest"] = "sha512:" + "0" * 128
    assert "XPKG201" in judge_image(built, index=Index.parse(json.dumps(listed).encode())).errors


def test_older_managers_refuse_two_bases() -> None:
    judged = judge_image(image(BASE, layer(file("a"), base=True)), "crossplane-1")
    assert "XPKG204" in judged.errors


def test_specification_refuses_two_bases() -> None:
    assert "XPKG204" in judge_image(image(BASE, layer(file("a"), base=True)), "spec").errors


def test_findings_about_layers_name_their_digest() -> None:
    judged = judge_image(image(BASE, layer(file("a"), base=True)))
    assert judged.of("XPKG204")[0].place.layer_digest == layer(file("a"), base=True).digest


def test_older_managers_refuse_too_many_layers() -> None:
    judged = judge_image(image(*[layer(file("a"))] * 256, BASE), "crossplane-1")
    assert judged.of("XPKG203")[0].says == "package has 257 layers, but only 256 are allowed"
    assert "XPKG203" in judged.errors


def test_256_layers_are_fine() -> None:
    assert judge_image(image(*[layer(file("a"))] * 255, BASE), "crossplane-1").of("XPKG203") == []


def test_a_base_label_that_names_no_layer_is_reported() -> None:
    stray = "sha256:" + "0" * 64
    (found,) = judge_image(image(layer(file("a")), labels={LABEL + stray: "base"})).of("XPKG206")
    assert found.message == f"The config labels {stray[:19]} as base, but no layer of this image has that digest"


def test_a_label_of_another_value_than_the_annotation_is_reported_at_its_layer() -> None:
    other = layer(file("a"), annotation="upbound")
    labels = {LABEL + BASE.digest: "upbound", LABEL + other.digest: "schema.go"}
    judged = judge_image(image(BASE, other, labels=labels))
    assert [(one.place.layer, one.severity, one.message) for one in judged.of("XPKG207")] == [
        (0, Severity.WARNING, "Layer 0 is annotated base, but the config labels it as upbound"),
        (1, Severity.INFO, "Layer 1 is annotated upbound, but the config labels it as schema.go"),
    ]


def test_a_second_label_base_and_a_label_without_annotation_are_reported_at_their_layers() -> None:
    second, other = layer(file("a")), layer(file("b"))
    labels = {LABEL + BASE.digest: "base", LABEL + second.digest: "base", LABEL + other.digest: "upbound"}
    found = judge_image(image(BASE, second, other, labels=labels)).of("XPKG207")
    assert [(one.place.layer, one.message) for one in found] == [
        (1, "The config labels layer 1 as base too; only layer 0 is annotated base"),
        (2, "The config labels layer 2 as upbound; the manifest has no such annotation"),
    ]


def test_labels_that_agree_are_fine() -> None:
    other = layer(file("a"), annotation="upbound")
    labels = {LABEL + BASE.digest: "base", LABEL + other.digest: "upbound"}
    assert judge_image(image(BASE, other, labels=labels)).of("XPKG207") == []


def _schema_version(version: int) -> Judgement:
    case, data = case_of(package(PROVIDER))
    assert case.image is not None
    manifest = Manifest.parse(
        json.dumps(json.loads(package(PROVIDER).manifest) | {"schemaVersion": version}).encode()
    )
    return judge_case(replace(case, image=replace(case.image, manifest=manifest)), data)


def test_archive_with_a_broken_config_cannot_be_pushed() -> None:
    judged = judge_image(package(PROVIDER), **DOCKER_ARCHIVE, image=None, config_error="it is no JSON")
    assert "XPKG211" in judged.errors


def test_registry_image_with_a_broken_config_is_installed() -> None:
    judged = judge_image(package(PROVIDER), image=None, config_error="it is no JSON")
    assert [one.severity for one in judged.of("XPKG211")] == [Severity.WARNING]


def test_configuration_needs_no_command() -> None:
    assert judge_image(package(CONFIGURATION)).of("XPKG213") == []


def test_provider_may_have_a_runtime() -> None:
    assert judge_image(package(PROVIDER, layer(file("bin/sh")))).of("XPKG214") == []


def test_layers_of_a_configuration_are_weighed() -> None:
    runtime = layer(file("bin/sh"))
    judged = judge_image(package(CONFIGURATION, runtime))
    assert f"{len(runtime.blob)} B" in judged.said("XPKG214")


def test_a_layer_that_only_the_label_names_is_no_part_too_many() -> None:
    examples = layer(file(".up/examples.yaml"))
    labels = {LABEL + examples.digest: "upbound"}
    judged = judge_image(image(layer(file("package.yaml", CONFIGURATION)), examples, labels=labels))
    assert judged.of("XPKG214") == []


def test_plain_configuration_has_its_package_only() -> None:
    judged = judge_image(image(layer(file("package.yaml", CONFIGURATION))))
    assert judged.of("XPKG214") == []
