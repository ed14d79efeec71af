"""Rules about an index as a whole: its platforms and its entries."""

import json

from builders.cases import each_row
from builders.oci.images import image, index, package
from builders.packages.judgements import PROVIDER, judge_image
from formats.xpkg.rules.vectors.images import of_platforms

from xpkgtui.oci.manifest import Index
from xpkgtui.rules.finding import Severity


def test_single_foreign_platform_silences_the_general_word() -> None:
    assert of_platforms("linux/arm64").of("XPKG102") == []


def test_specification_takes_a_single_foreign_platform() -> None:
    assert [one.severity for one in of_platforms("linux/arm64", profile="spec").of("XPKG103")] == [Severity.INFO]


@each_row("profile", ["crossplane", "spec", "format-v2"])
def test_an_index_of_nothing_is_refused(profile: str) -> None:
    assert "XPKG101" in of_platforms(profile=profile).errors


def test_attestation_beside_a_foreign_platform_does_not_help() -> None:
    assert "XPKG102" in of_platforms("linux/arm64", "unknown/unknown").errors


def test_empty_platform_beside_a_good_one_is_a_fact() -> None:
    built = package(PROVIDER)
    listed = json.loads(index((built, "linux/amd64"), (built, None)).manifest)
    listed["manifests"][1]["platform"] = {"os": "", "architecture": ""}
    judged = judge_image(built, index=Index.parse(json.dumps(listed).encode()))
    assert [one.severity for one in judged.of("XPKG105")] == [Severity.INFO]


def test_an_extension_is_not_a_second_package() -> None:
    built = package(PROVIDER)
    listed = json.loads(index((built, "linux/amd64"), (image(), None)).manifest)
    listed["manifests"][1]["annotations"] = {"io.crossplane.xpkg": "xpkg-extensions"}
    judged = judge_image(built, index=Index.parse(json.dumps(listed).encode()), chosen=0, shown=0)
    assert judged.rules & {"XPKG104", "XPKG107"} == {"XPKG107"}
