"""Rules about archives, indexes, manifests, layers and files: each is tripped once, and left alone once."""

import json
import struct
from dataclasses import replace

import pytest
from builders.oci.images import image, index, package
from builders.oci.layers import file, folder, layer, layer_of, symlink, tar, zstd
from builders.packages.judgements import PROVIDER, Judgement, case_of, judge_case, judge_image
from builders.vectors.images import BASE, IMAGES, RUNNABLE, cut, of_platforms
from builders.vectors.streams import CONFIGURATION

from xpkgtui.formats.xpkg.rules.catalogue import IMAGE_RULES
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.rules.finding import Acceptance, Severity


def _schema_version(version: int) -> Judgement:
    case, data = case_of(package(PROVIDER))
    assert case.image is not None
    manifest = Manifest.parse(
        json.dumps(json.loads(package(PROVIDER).manifest) | {"schemaVersion": version}).encode()
    )
    return judge_case(replace(case, image=replace(case.image, manifest=manifest)), data)


def _good() -> Judgement:
    return judge_image(RUNNABLE)


def test_what_only_crossplane_cannot_read_is_an_error_with_its_words() -> None:
    skippable = struct.pack("<II", 0x184D2A50, 4) + b"abcd" + zstd(tar(file("package.yaml", PROVIDER)))
    (found,) = judge_image(image(layer_of(skippable, base=True))).of("XPKG304")
    assert found.severity is Severity.ERROR
    assert found.says is not None
    assert found.says in found.message


@pytest.mark.parametrize("rule", IMAGES)
def test_rule_speaks_where_it_should(rule: str) -> None:
    judgement, severity = IMAGES[rule]
    assert [one.severity for one in judgement().of(rule)] == [severity]


@pytest.mark.parametrize("rule", IMAGES)
def test_rule_is_silent_on_a_good_package(rule: str) -> None:
    assert _good().of(rule) == []


def test_every_rule_about_images_is_tripped() -> None:
    assert {rule.id for rule in IMAGE_RULES} <= set(IMAGES)


def test_good_package_has_no_findings() -> None:
    assert _good().findings == ()


def test_good_package_is_accepted_from_its_layer() -> None:
    verdict = _good().verdict
    assert (verdict.acceptance, verdict.reason) == (
        Acceptance.ACCEPTED,
        "package.yaml from layer 0 (annotated base)",
    )


def test_single_foreign_platform_silences_the_general_word() -> None:
    assert of_platforms("linux/arm64").of("XPKG102") == []


def test_specification_takes_a_single_foreign_platform() -> None:
    assert [one.severity for one in of_platforms("linux/arm64", profile="spec").of("XPKG103")] == [Severity.INFO]


def test_attestation_beside_a_foreign_platform_does_not_help() -> None:
    assert "XPKG102" in of_platforms("linux/arm64", "unknown/unknown").errors


def test_empty_platform_beside_a_good_one_is_a_fact() -> None:
    built = package(PROVIDER)
    listed = json.loads(index((built, "linux/amd64"), (built, None)).manifest)
    listed["manifests"][1]["platform"] = {"os": "", "architecture": ""}
    judged = judge_image(built, index=Index.parse(json.dumps(listed).encode()))
    assert [one.severity for one in judged.of("XPKG105")] == [Severity.INFO]


def test_schema_version_is_a_warning() -> None:
    assert [one.severity for one in _schema_version(1).of("XPKG201")] == [Severity.WARNING]


@pytest.mark.parametrize(("profile", "count"), [("crossplane", 1), ("crossplane-1", 1), ("spec", 0)])
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


def test_older_managers_refuse_zstd() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER), base=True, compression="zstd")), "crossplane-1")
    assert "XPKG302" in judged.errors


def test_newer_managers_read_zstd() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER), base=True, compression="zstd")))
    assert judged.of("XPKG302") == []


def test_configuration_needs_no_command() -> None:
    assert judge_image(package(CONFIGURATION)).of("XPKG213") == []


def test_missing_file_says_what_the_layer_holds() -> None:
    judged = judge_image(image(layer(file("readme.txt"), file("b"), base=True)))
    assert judged.said("XPKG401") == "Layer 0 (annotated base) has no package.yaml; it holds readme.txt, b"


def test_missing_file_is_the_reason_of_the_verdict() -> None:
    judged = judge_image(image(layer(file("readme.txt"), base=True)))
    assert judged.verdict.reason == "layer 0 (annotated base) has no package.yaml"


def test_specification_misses_a_file_in_a_folder_once() -> None:
    judged = judge_image(image(layer(file("a/package.yaml", PROVIDER), base=True)), "spec")
    assert judged.errors & {"XPKG401", "XPKG402"} == {"XPKG402"}


def test_link_for_a_file_silences_the_missing_meta_object() -> None:
    judged = judge_image(image(layer(symlink("package.yaml", "b"), base=True)))
    assert judged.rules & {"XPKG405", "XPKG511", "XPKG601"} == {"XPKG405"}


def test_dot_entry_is_told_beside_the_missing_file() -> None:
    judged = judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER))))
    assert {"XPKG401", "XPKG413"} <= judged.errors


def test_dot_entry_behind_the_file_does_no_harm() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER), folder("./"))))
    assert [one.severity for one in judged.of("XPKG413")] == [Severity.WARNING]


def test_dot_entry_in_an_annotated_layer_does_no_harm() -> None:
    judged = judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER), base=True)))
    assert judged.of("XPKG413") == []


def test_specification_does_not_miss_a_file_behind_a_dot_entry() -> None:
    judged = judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER))), "spec")
    assert (judged.errors, judged.verdict.acceptance) == (set(), None)


def test_damage_behind_the_file_is_a_warning() -> None:
    judged = judge_image(cut(tar(file("package.yaml", PROVIDER), file("a", "b" * 3000))[:3500]))
    assert [one.severity for one in judged.of("XPKG304")] == [Severity.WARNING]


def test_layer_that_was_not_read_leaves_the_verdict_open() -> None:
    case, _ = case_of(package(PROVIDER))
    assert case.reading is not None
    reading = replace(case.reading, stage="fetch", unread=0, message="not fetched")  # type: ignore[arg-type]
    judged = judge_case(replace(case, reading=reading, stream=None), None)
    assert judged.verdict.acceptance is None


def test_findings_about_layers_name_their_digest() -> None:
    judged = judge_image(image(BASE, layer(file("a"), base=True)))
    assert judged.of("XPKG204")[0].place.layer_digest == layer(file("a"), base=True).digest
