"""The image that is taken out of an index, beside what go-containerregistry takes."""

import json
from typing import Any

from builders.cases import each_row, failing
from differential.images.indexes import INDEXES, MANIFESTS
from differential.tables import stored

from xpkgtui.errors import Malformed
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import DEFAULT, Descriptor, Digest, Platform
from xpkgtui.oci.manifest import Index, Manifest, parse

ANSWERS: dict[str, Any] = {
    json.loads(case): answer["manager-2.4"]
    for case, answer in stored("indexes").items()
    if isinstance(json.loads(case), str)
}
"""The number of the image that is read, or the stage and the message."""

NO_OTHER_ALGORITHM = {"digest of other algorithm"}
"""Crossplane refuses the whole index; an inspector lists its entries and says which one cannot be verified."""
NO_LAYERS = {"layers null", "layers missing"}
"""An image without layers is an image; that it has no package.yaml is said elsewhere."""


DIGESTS = [entry["digest"] for entry in json.loads(INDEXES["amd64 first"])["manifests"]]


def taken(data: bytes) -> int | None:
    """The number of the image that would be read, named by the digest of its entry; None where none would."""
    try:
        found = parse(data, media_types.OCI_INDEX)
    except Malformed:
        return None
    assert isinstance(found, Index)
    chosen = found.first_match(DEFAULT)
    if chosen is None:
        return None
    entry = found.manifests[chosen]
    if entry.media_type == media_types.OCI_INDEX:
        return 2  # the nested index holds the third image for linux/amd64
    return DIGESTS.index(str(entry.digest))


def test_index_yields_the_image_that_the_library_reads() -> None:
    assert failing(sorted(INDEXES.keys() - NO_OTHER_ALGORITHM), yields_the_same_image) == {}


def yields_the_same_image(name: str) -> None:
    answer = ANSWERS[f"index: {name}"]
    assert taken(INDEXES[name]) == (None if isinstance(answer, list) else answer)


def test_index_with_a_digest_of_unknown_algorithm_is_still_listed() -> None:
    assert ANSWERS["index: digest of other algorithm"] == ["fetch", 'unsupported hash: "md5"']
    assert taken(INDEXES["digest of other algorithm"]) == 1


def test_manifest_is_read_where_the_library_reads_it() -> None:
    assert failing(sorted(MANIFESTS), is_read_alike) == {}


def is_read_alike(name: str) -> None:
    try:
        read = isinstance(parse(MANIFESTS[name], media_types.OCI_MANIFEST), Manifest)
    except Malformed:
        read = False
    assert read is (not isinstance(ANSWERS[f"manifest: {name}"], list) or name in NO_LAYERS)


def test_nothing_is_chosen_for_a_platform_that_is_not_listed() -> None:
    found = Index.parse(INDEXES["amd64 first"])
    assert found.first_match(Platform(os="windows", architecture="amd64")) is None
    assert found.first_match(Platform(os="linux", architecture="arm64")) == 1


def test_entry_without_platform_is_linux_amd64_whatever_is_wanted() -> None:
    found = Index(media_type="", manifests=(Descriptor(media_type="", digest=Digest.of(b""), size=0),))
    assert found.first_match(DEFAULT) == 0
    assert found.first_match(Platform(os="linux", architecture="arm64")) is None


def test_variant_counts_only_where_it_is_asked_for() -> None:
    seven = Platform(os="linux", architecture="arm", variant="v7")
    assert seven.matches(Platform(os="linux", architecture="arm"))
    assert seven.matches(seven)
    assert not seven.matches(Platform(os="linux", architecture="arm", variant="v6"))
    assert not Platform(os="linux", architecture="arm").matches(seven)


def test_os_version_counts_only_where_it_is_asked_for() -> None:
    ten = Platform(os="windows", architecture="amd64", os_version="10.0")
    assert ten.matches(Platform(os="windows", architecture="amd64"))
    assert not ten.matches(Platform(os="windows", architecture="amd64", os_version="11.0"))


@each_row(
    ("platform", "shown"),
    [
        (DEFAULT, "linux/amd64"),
        (Platform(os="linux", architecture="arm64", variant="v8"), "linux/arm64/v8"),
        (Platform(os="", architecture=""), "-/-"),
        (Platform(os="linux", architecture=""), "linux/-"),
    ],
)
def test_platform_is_written_as_its_entry_says(platform: Platform, shown: str) -> None:
    assert str(platform) == shown


def test_empty_and_unknown_platforms_differ() -> None:
    empty, unknown = Platform.parse({}), Platform.parse({"os": "unknown", "architecture": "unknown"})
    assert (empty.is_empty, empty.is_unknown) == (True, False)
    assert (unknown.is_empty, unknown.is_unknown) == (False, True)
