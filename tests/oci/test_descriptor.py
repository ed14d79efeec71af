"""Descriptors, read where Go's decoder reads them; their digests, and platforms by their names."""

import hashlib

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.annotations.layers import BASE, annotation_of, is_extension
from xpkgtui.oci.descriptor import ATTESTATION_TYPE, Descriptor, Digest, Platform

DIGEST = str(Digest.of(b""))


def described(**fields: object) -> Descriptor:
    """A descriptor with these fields."""
    return Descriptor.parse({"mediaType": "a/b", "digest": DIGEST, "size": 7, **fields})


def test_every_field_is_kept() -> None:
    found = described(
        annotations={"io.crossplane.xpkg": BASE},
        platform={"os": "linux", "architecture": "arm64", "variant": "v8", "os.version": "1"},
        artifactType="c/d",
        urls=["https://a.io/x"],
        data="e30=",
    )
    assert (found.media_type, str(found.digest), found.size, annotation_of(found)) == ("a/b", DIGEST, 7, BASE)
    assert (found.artifact_type, found.urls) == ("c/d", ("https://a.io/x",))
    assert found.platform is not None
    assert (str(found.platform), found.platform.os_version) == ("linux/arm64/v8", "1")


@each_row("name", ["mediaType", "size", "annotations", "platform", "artifactType", "urls"])
def test_null_is_as_good_as_missing(name: str) -> None:
    fields = {"mediaType": "", "digest": DIGEST}
    assert Descriptor.parse({**fields, name: None}) == Descriptor.parse(fields)


def test_annotation_of_null_is_empty() -> None:
    assert dict(described(annotations={"a": None}).annotations) == {"a": ""}


@each_row(
    ("fields", "fault"),
    [
        ({"digest": None}, "descriptor has no digest"),
        ({"digest": 7}, "descriptor has no digest"),
        ({"digest": "sha256:abc"}, "a sha256 digest is 64 lowercase hexadecimal digits"),
        ({"digest": "sha256:../../x"}, "'sha256:../../x' is not a digest"),
        ({"size": -1}, "descriptor has a size that is not a number of bytes"),
        ({"size": 1.0}, "descriptor has a size that is not a number of bytes"),
        ({"size": "7"}, "descriptor has a size that is not a number of bytes"),
        ({"size": True}, "descriptor has a size that is not a number of bytes"),
        ({"size": 9223372036854775808}, "descriptor has a size that is not a number of bytes"),
        ({"mediaType": 1}, "mediaType of descriptor is not a string"),
        ({"annotations": []}, "annotations of descriptor is not an object"),
        ({"annotations": {"a": 1}}, "annotation 'a' of descriptor is not a string"),
        (
            {"annotations": {"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk": 1}},
            f"annotation {'k' * 80!r} of descriptor is not a string",
        ),
        ({"platform": "linux/amd64"}, "platform of descriptor is not an object"),
        ({"platform": {"os": 1}}, "os of a platform is not a string"),
        ({"platform": {"architecture": 1}}, "architecture of a platform is not a string"),
        ({"platform": {"variant": 1}}, "variant of a platform is not a string"),
        ({"platform": {"os.version": 1}}, "os.version of a platform is not a string"),
        ({"platform": {"features": 5}}, "features of the platform of descriptor is not a list"),
        ({"platform": {"OS.Features": [1]}}, "os.features of the platform of descriptor, 0 is not a string"),
        ({"artifactType": {}}, "artifactType of descriptor is not a string"),
        ({"urls": "https://a.io"}, "urls of descriptor is not a list"),
        ({"urls": [1]}, "urls of descriptor, 0 is not a string"),
        ({"data": "!"}, "data of descriptor is not base64"),
        ({"data": 5}, "data of descriptor is not base64"),
    ],
)
def test_field_of_the_wrong_kind_is_malformed(fields: dict[str, object], fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        described(**fields)
    assert str(raised.value) == fault
    assert described(size=(1 << 63) - 1).size == (1 << 63) - 1


@each_row("value", [None, [], "x", 1, {}])
def test_what_is_no_descriptor_is_malformed(value: object) -> None:
    with pytest.raises(Malformed):
        Descriptor.parse(value)


names = st.sampled_from(["mediaType", "digest", "size", "annotations", "platform", "artifactType", "urls"])
odd = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.text(max_size=2), max_size=2) | st.booleans()


@given(st.dictionaries(names, odd | st.dictionaries(st.text(max_size=2), odd, max_size=2)))
def test_any_object_is_a_descriptor_or_malformed(fields: dict[str, object]) -> None:
    try:
        found = Descriptor.parse({"digest": DIGEST, **fields})
    except Malformed:
        return
    assert found.size >= 0


@each_row(
    ("fields", "attestation"),
    [
        ({"annotations": {"vnd.docker.reference.type": "attestation-manifest"}}, True),
        ({"artifactType": ATTESTATION_TYPE}, True),
        ({"platform": {"os": "unknown", "architecture": "unknown"}}, True),
        ({"platform": {"os": "unknown", "architecture": "amd64"}}, False),
        ({"platform": {}}, False),
        ({}, False),
    ],
)
def test_attestation_is_known_by_any_of_its_three_marks(fields: dict[str, object], attestation: bool) -> None:
    assert described(**fields).is_attestation is attestation


@each_row(("value", "extension"), [("xpkg-extensions", True), ("base", False), ("Base", False)])
def test_extensions_are_known_by_their_annotation(value: str, extension: bool) -> None:
    assert is_extension(described(annotations={"io.crossplane.xpkg": value})) is extension


HEX = "0123456789abcdef" * 4


@each_row(
    "text",
    [
        f"sha256:{HEX}",
        f"sha512:{HEX}{HEX}",
        f"sha384:{HEX}{HEX[:32]}",
        "md5:d41d8cd98f00b204e9800998ecf8427e",
        "multihash+base58:QmRZxt2b1FVZPNqd8hsiykDL3TdBDeTSPX9Kv46HmX4Gx8",
        "sha256+b64u:LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564",
    ],
)
def test_digest_of_the_grammar_is_written_as_it_was_read(text: str) -> None:
    assert str(Digest.parse(text)) == text


@each_row(
    "text",
    [
        "",
        ":",
        "sha256",
        "sha256:",
        HEX,
        f"sha256:{HEX.upper()}",
        f"sha256:{HEX[1:]}",
        f"sha256:{HEX}0",
        f"sha384:{HEX}",
        f"sha256:{HEX}\n",
        f" sha256:{HEX}",
        f"SHA256:{HEX}",
        f"sha512:{HEX}",
        "sha256:" + "g" * 64,
        "sha256:../../../../etc/passwd",
        "../x:abc",
        "md5:../x",
        "md5:a/b",
        "a..b:c",
        "x:" + "a" * 257,
        "a" * 400 + ":b",
        f"sha256:{HEX}:{HEX}",
    ],
)
def test_anything_else_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        Digest.parse(text)


@given(st.text(max_size=90) | st.from_regex(r"[a-z0-9+._:-]{0,80}"))
def test_any_text_is_a_digest_or_malformed(text: str) -> None:
    try:
        digest = Digest.parse(text)
    except Malformed:
        return
    assert str(digest) == text
    assert not {"/", "\\", "\0"} & set(text)


@given(st.binary(max_size=50))
def test_digest_of_bytes_is_their_sha256(data: bytes) -> None:
    assert str(Digest.of(data)) == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert Digest.parse(str(Digest.of(data))) == Digest.of(data)


def test_unknown_algorithm_is_a_digest_that_cannot_be_verified() -> None:
    assert not Digest.parse("md5:d41d8cd98f00b204e9800998ecf8427e").is_verifiable
    assert Digest.parse(f"sha512:{HEX}{HEX}").is_verifiable


def test_short_is_what_lists_show() -> None:
    assert Digest.of(b"").short == "e3b0c44"


@pytest.mark.parametrize("name", ["linux/arm64", "linux/arm/v7"])
def test_a_platform_is_read_as_it_is_written(name: str) -> None:
    assert str(Platform.named(name)) == name
    assert Platform.named("linux/arm/v7") == Platform(os="linux", architecture="arm", variant="v7")


@each_row("name", ["", "linux", "linux/", "/arm64", "linux/arm/", "linux/arm/v7/x"])
def test_a_name_that_is_none_says_what_one_is(name: str) -> None:
    with pytest.raises(Malformed, match=r"^a platform is OS/ARCH or OS/ARCH/VARIANT, such as linux/arm64$"):
        Platform.named(name)
