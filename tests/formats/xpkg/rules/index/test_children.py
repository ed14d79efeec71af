"""Rules about the manifests of an index: which one is read, and what the others hold."""

import pytest
from builders.oci.images import image, index
from builders.oci.layers import file, layer
from builders.packages.judgements import case_of, judge_case
from formats.xpkg.rules.vectors.images import EXTENSION, compared, indexed, on

from xpkgtui.oci import media_types
from xpkgtui.oci.manifest import Index
from xpkgtui.rules.case import ChildFacts
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.rules.likeness import Likeness

AMD, ARM = on("linux/amd64"), on("linux/arm64")
RULES = {"XPKG107", "XPKG108", "XPKG109", "XPKG110", "XPKG111", "XPKG112"}


def test_two_platforms_are_fine() -> None:
    judged = indexed(AMD, ARM, children=(ChildFacts(number=0, read=True), ChildFacts(number=1, read=True)))
    assert judged.rules & RULES == set()


def test_extension_in_front_is_read_as_the_package() -> None:
    built = image(layer(file("readme.md")))
    parsed = Index.parse(index((built, None), (built, "linux/amd64")).manifest)
    entry = parsed.manifests[0]
    extension = type(entry)(
        media_type=entry.media_type,
        digest=entry.digest,
        size=entry.size,
        annotations={"io.crossplane.xpkg": "xpkg-extensions"},
    )
    parsed = Index(media_type=parsed.media_type, manifests=(extension, parsed.manifests[1]))
    case, data = case_of(built, index=parsed, chosen=0, shown=0)
    judged = judge_case(case, data)
    assert judged.of("XPKG107")[0].says == "package.yaml not found in package"
    case, data = case_of(built, index=parsed, chosen=0, shown=1)
    assert [(one.says, one.severity) for one in judge_case(case, data).of("XPKG107")] == [(None, Severity.ERROR)]
    assert judged.verdict.reason == "the index's manifest 0 is an extension, but Crossplane takes it for the package"


def test_extension_that_is_a_package_too_is_a_warning() -> None:
    judged = indexed(EXTENSION, AMD)
    assert [one.severity for one in judged.of("XPKG107")] == [Severity.WARNING]
    assert judged.verdict.acceptance is Acceptance.ACCEPTED


@pytest.mark.parametrize("likeness", [Likeness.SAME, Likeness.UNREAD])
def test_platform_that_is_the_same_or_was_not_read_says_nothing(likeness: Likeness) -> None:
    assert indexed(AMD, ARM, compared=(compared(likeness),)).of("XPKG108") == []


def test_platform_without_package_is_another() -> None:
    (found,) = indexed(AMD, ARM, compared=(compared(Likeness.LACKING),)).of("XPKG108")
    assert found.message == (
        "There is a package.yaml in manifest 0 (linux/amd64), but none in manifest 1 (linux/arm64)"
    )


def test_manifest_of_schema_1_that_is_read_is_an_error() -> None:
    judged = indexed(
        {**AMD, "mediaType": media_types.DOCKER_SCHEMA1}, manifest_error="this is a Docker schema 1 manifest"
    )
    assert judged.rules & {"XPKG110", "XPKG111", "XPKG201"} == {"XPKG110"}
    assert judged.of("XPKG110")[0].says == (
        'unsupported MediaType: "application/vnd.docker.distribution.manifest.v1+json", '
        "see https://github.com/google/go-containerregistry/issues/377"
    )
    assert "XPKG110" in judged.errors


def test_manifest_that_is_read_is_reported_with_its_platform() -> None:
    judged = indexed(AMD, ARM, manifest_error="its digest differs")
    assert judged.rules & {"XPKG111", "XPKG201"} == {"XPKG111"}
    assert judged.said("XPKG111") == "The index's manifest 0 (linux/amd64) cannot be read: its digest differs"
    assert "XPKG111" in judged.errors


def test_broken_sibling_does_not_hide_what_is_wrong_with_the_one_that_is_read() -> None:
    broken = (ChildFacts(number=1, problem="it is not there"),)
    judged = indexed({**AMD, "mediaType": "text/plain"}, ARM, manifest_error="its digest differs", children=broken)
    assert [one.severity for one in judged.of("XPKG111")] == [Severity.ERROR, Severity.WARNING]


def test_broken_siblings_are_one_finding() -> None:
    broken = tuple(ChildFacts(number=number, problem="it is not there") for number in (1, 2))
    judged = indexed(AMD, ARM, on("linux/arm"), children=broken)
    assert judged.said("XPKG111") == (
        "The index's manifest 1 (linux/arm64) cannot be read: it is not there; nor can 1 more"
    )


def test_entry_of_an_unknown_type_is_not_a_manifest() -> None:
    broken = (ChildFacts(number=1, problem="it is neither an index nor a manifest"),)
    assert indexed(AMD, {"mediaType": "text/plain"}, children=broken).of("XPKG111") == []


@pytest.mark.parametrize("profile", ["spec", "format-v2"])
def test_documents_want_all_manifests(profile: str) -> None:
    broken = (ChildFacts(number=1, problem="it is not there"),)
    assert "XPKG111" in indexed(AMD, ARM, children=broken, profile=profile).errors


def test_plain_manifest_says_nothing_of_other_platforms() -> None:
    assert indexed(AMD, index=None, shown=None, chosen=None).of("XPKG112") == []
