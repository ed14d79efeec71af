"""Rules about archives, indexes, manifests, layers and files: each is tripped once, and left alone once."""

import json
import struct
from collections.abc import Callable
from dataclasses import replace

import pytest
from builders.image_vectors import ARCHIVES, CHILDREN, CONTENTS, MARKINGS
from builders.images import BuiltImage, config_bytes, image, index, package
from builders.judgements import PROVIDER, Judgement, case_of, judge_case, judge_image
from builders.layers import file, folder, gzip, layer, layer_of, symlink, tar, zstd
from builders.package_vectors import CONFIGURATION

from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.rules.catalogue import IMAGE_RULES
from xpkgtui.rules.finding import Acceptance, Severity

BASE = layer(file("package.yaml", f"---\n{PROVIDER}---\n"), base=True)
OTHER = layer(file("bin/provider", "ELF"))
LABEL = "io.crossplane.xpkg:"
RUNNABLE = image(
    BASE,
    config=json.dumps(
        json.loads(config_bytes((BASE,), "linux/amd64", None, ()))
        | {"config": {"Cmd": ["x"], "Labels": {LABEL + BASE.digest: "base"}}}
    ).encode(),
)


def _indexed(*platforms: str | None, profile: str = "crossplane", **of_entry: object) -> Judgement:
    built = package(PROVIDER)
    listed = json.loads(index(*((built, platform) for platform in platforms)).manifest)
    for entry in listed["manifests"]:
        entry.update(of_entry)
    return judge_image(built, profile, index=Index.parse(json.dumps(listed).encode()))


def _with_facts(built: BuiltImage, **facts: object) -> Judgement:
    case, data = case_of(built)
    first = replace(case.layers[0], **facts)  # type: ignore[arg-type]
    return judge_case(replace(case, layers=(first, *case.layers[1:])), data)


def _schema_version(version: int) -> Judgement:
    case, data = case_of(package(PROVIDER))
    assert case.image is not None
    manifest = Manifest.parse(
        json.dumps(json.loads(package(PROVIDER).manifest) | {"schemaVersion": version}).encode()
    )
    return judge_case(replace(case, image=replace(case.image, manifest=manifest)), data)


def _cut(data: bytes) -> BuiltImage:
    return image(layer_of(data, base=True))


def _good() -> Judgement:
    return judge_image(RUNNABLE)


TRIPPED: dict[str, tuple[Callable[[], Judgement], Severity]] = {
    "XPKG001": (lambda: judge_image(package(PROVIDER), notes=("gzipped",)), Severity.WARNING),
    "XPKG101": (_indexed, Severity.ERROR),
    "XPKG102": (lambda: _indexed("linux/arm64", "linux/s390x"), Severity.ERROR),
    "XPKG103": (lambda: _indexed("linux/arm64"), Severity.ERROR),
    "XPKG104": (lambda: _indexed("linux/amd64", None), Severity.WARNING),
    "XPKG105": (lambda: _indexed(None, platform={"os": "", "architecture": ""}), Severity.ERROR),
    "XPKG106": (lambda: _indexed("linux/amd64", "unknown/unknown"), Severity.INFO),
    "XPKG201": (lambda: judge_image(package(PROVIDER), manifest_error="digest differs"), Severity.ERROR),
    "XPKG202": (lambda: judge_image(image()), Severity.ERROR),
    "XPKG204": (lambda: judge_image(image(BASE, layer(file("a"), base=True))), Severity.WARNING),
    "XPKG205": (lambda: judge_image(package(PROVIDER, base=False)), Severity.WARNING),
    "XPKG206": (
        lambda: judge_image(image(OTHER, labels={LABEL + OTHER.digest: "base"})),
        Severity.WARNING,
    ),
    "XPKG207": (
        lambda: judge_image(image(OTHER, BASE, labels={LABEL + OTHER.digest: "base"})),
        Severity.WARNING,
    ),
    "XPKG211": (lambda: judge_image(package(PROVIDER), config_error="it is no JSON"), Severity.WARNING),
    "XPKG213": (lambda: judge_image(package(PROVIDER)), Severity.WARNING),
    "XPKG301": (lambda: _with_facts(package(PROVIDER), mismatch="size differs"), Severity.ERROR),
    "XPKG302": (lambda: judge_image(_cut(gzip(tar(file("package.yaml", PROVIDER)))[:40])), Severity.ERROR),
    "XPKG304": (lambda: judge_image(_cut(tar(file("a", "b" * 3000))[:2000])), Severity.ERROR),
    "XPKG305": (lambda: _with_facts(package(PROVIDER), actual_diff_id="sha256:" + "0" * 64), Severity.WARNING),
    "XPKG401": (lambda: judge_image(image(layer(file("readme.txt"), base=True))), Severity.ERROR),
    "XPKG402": (lambda: judge_image(image(layer(file("a/package.yaml", PROVIDER), base=True))), Severity.WARNING),
    "XPKG403": (lambda: judge_image(image(layer(file("./package.yaml", PROVIDER), base=True))), Severity.WARNING),
    "XPKG404": (
        lambda: judge_image(image(layer(file("package.yaml", PROVIDER), file("a/package.yaml"), base=True))),
        Severity.WARNING,
    ),
    "XPKG405": (lambda: judge_image(image(layer(symlink("package.yaml", "b"), base=True))), Severity.ERROR),
    "XPKG408": (
        lambda: judge_image(image(layer(file("../x"), file("package.yaml", PROVIDER)))),
        Severity.ERROR,
    ),
    "XPKG413": (
        lambda: judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER)))),
        Severity.ERROR,
    ),
    **ARCHIVES,
    **CHILDREN,
    **MARKINGS,
    **CONTENTS,
}


def test_what_only_crossplane_cannot_read_is_an_error_with_its_words() -> None:
    skippable = struct.pack("<II", 0x184D2A50, 4) + b"abcd" + zstd(tar(file("package.yaml", PROVIDER)))
    (found,) = judge_image(image(layer_of(skippable, base=True))).of("XPKG304")
    assert found.severity is Severity.ERROR
    assert found.crossplane_says is not None
    assert found.crossplane_says in found.message


@pytest.mark.parametrize("rule", TRIPPED)
def test_rule_speaks_where_it_should(rule: str) -> None:
    judgement, severity = TRIPPED[rule]
    assert [one.severity for one in judgement().of(rule)] == [severity]


@pytest.mark.parametrize("rule", TRIPPED)
def test_rule_is_silent_on_a_good_package(rule: str) -> None:
    assert _good().of(rule) == []


def test_every_rule_about_images_is_tripped() -> None:
    assert {rule.id for rule in IMAGE_RULES} <= set(TRIPPED)


def test_good_package_has_no_findings() -> None:
    assert _good().findings == ()


def test_good_package_is_accepted_from_its_layer() -> None:
    verdict = _good().verdict
    assert (verdict.acceptance, verdict.reason) == (
        Acceptance.ACCEPTED,
        "package.yaml from layer 0 (annotated base)",
    )


def test_single_foreign_platform_silences_the_general_word() -> None:
    assert _indexed("linux/arm64").of("XPKG102") == []


def test_specification_takes_a_single_foreign_platform() -> None:
    assert [one.severity for one in _indexed("linux/arm64", profile="spec").of("XPKG103")] == [Severity.INFO]


def test_attestation_beside_a_foreign_platform_does_not_help() -> None:
    assert "XPKG102" in _indexed("linux/arm64", "unknown/unknown").errors


def test_empty_platform_beside_a_good_one_is_a_fact() -> None:
    built = package(PROVIDER)
    listed = json.loads(index((built, "linux/amd64"), (built, None)).manifest)
    listed["manifests"][1]["platform"] = {"os": "", "architecture": ""}
    judged = judge_image(built, index=Index.parse(json.dumps(listed).encode()))
    assert [one.severity for one in judged.of("XPKG105")] == [Severity.INFO]


def test_schema_version_is_a_warning() -> None:
    assert [one.severity for one in _schema_version(1).of("XPKG201")] == [Severity.WARNING]


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
    judged = judge_image(_cut(tar(file("package.yaml", PROVIDER), file("a", "b" * 3000))[:3500]))
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
