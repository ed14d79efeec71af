"""References: the distribution grammar with the registry written out."""

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference, full_reference, is_loopback, is_tag, reference_fault

HEX = "0123456789abcdef" * 4


def test_reference_without_tag_or_digest_is_the_librarys_weak_one() -> None:
    assert Reference.parse("a.io/org/name") == Reference(registry="a.io", repository="org/name")


@each_row("text", ["name", "name:v1", "org/name:v1", "registry/org/name:v1", "", "/", "@", ":"])
def test_reference_without_registry_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        Reference.parse(text)


def test_refusal_suggests_the_registry_that_is_missing() -> None:
    with pytest.raises(Malformed, match=r"has no registry: .* xpkg\.crossplane\.io/org/name$"):
        Reference.parse("org/name:v1")


def test_refusal_never_suggests_what_would_be_refused_again() -> None:
    with pytest.raises(Malformed, match=r"such as xpkg\.crossplane\.io/org/name$"):
        Reference.parse("Org/\x1b[31mname")


WRITE = "write it out, such as xpkg.crossplane.io/"
LOWER = "is not allowed in a repository: use lowercase letters, digits and . _ - only"


@each_row(
    ("text", "fault"),
    [
        ("a" * 1_001, "a reference has at most 1,000 characters"),
        ("a" * 1_000, f"{'a' * 120!r} has no registry: {WRITE}org/name"),
        ("x" * 21 + "://" + "a" * 120, f"{'x' * 21 + '://' + 'a' * 96!r} is a URL: remove {'x' * 20}://"),
        ("org/name:v1", f"'org/name:v1' has no registry: {WRITE}org/name"),
        (f"{'a' * 60}/{'b' * 60}", f"{'a' * 60 + '/' + 'b' * 59!r} has no registry: {WRITE}{'a' * 60}/{'b' * 59}"),
        ("Org/name", f"'Org/name' has no registry: {WRITE}org/name"),
        ("a_.io/b", "'a_.io' is not a host name"),
        (f"{'a' * 64}.io/b", f"{'a' * 64 + '.io'!r} is not a host name"),
        (f"{'a.' * 127}/b", f"{('a.' * 127)[:120]!r} is not a host name"),
        ("a.io:65536/b", "'a.io:65536' is not a host name"),
        ("a.io:0/b", "'a.io:0' is not a host name"),
        ("a.io:/b", "'a.io:' is not a host name"),
        ("[::g]/b", "'[::g]' is not a host name"),
        ("[::1]:0/b", "'[::1]:0' is not a host name"),
        (f"a.io/b:{'t' * 141}", f"{'t' * 140!r} is not a tag"),
        ("a.io/", "the repository is missing"),
        (f"a.io/{'a' * 256}", "a repository has at most 255 characters"),
        ("a.io/A", f"'A' {LOWER}"),
        (f"a.io/{'A' * 81}", f"{'A' * 80!r} {LOWER}"),
        ("a.io/a//b", f"'' {LOWER}"),
    ],
)
def test_what_is_wrong_with_a_reference_is_said(text: str, fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        Reference.parse(text)
    assert str(raised.value) == fault


@each_row(
    "text",
    [
        f"{'a' * 63}.io/b",
        f"{'.'.join(['a' * 63] * 3)}.{'a' * 61}/b",
        "a.io:65535/b",
        "a.io:1/b",
        "[::1]/b",
        "[::1]:5000/b",
        f"a.io/{'a' * 255}",
        f"a.io/b:{'t' * 128}",
        "localhost/a__b/c.d/e--f",
    ],
)
def test_what_is_just_a_reference_is_one(text: str) -> None:
    assert str(Reference.parse(text)) == text


@each_row(
    ("text", "fault"),
    [
        ("0" * 64, f"invalid repository name ({'0' * 64}), cannot specify 64-byte hexadecimal strings"),
        ("a.io/B", "invalid reference format: repository name must be lowercase"),
        ("a b", "invalid reference format"),
        (f"a.io/{'a' * 250}", ""),
        (f"a.io/{'a' * 251}", "repository name must not be more than 255 characters"),
        (f"a.io/b@md5:{'0' * 32}", "unsupported digest algorithm"),
        (f"a.io/b@sha256:{'0' * 63}", "invalid checksum digest length"),
        (f"a.io/b@sha256:{'A' * 64}", "invalid checksum digest format"),
        (f"a.io/b@sha256:{'a' * 64}", ""),
        (f"a.io/b@sha384:{'a' * 96}", ""),
        (f"a.io/b@sha512:{'a' * 128}", ""),
        ("a", ""),
    ],
)
def test_a_reference_is_refused_in_the_words_of_docker(text: str, fault: str) -> None:
    assert reference_fault(text) == fault


@each_row("scheme", ["https", "http", "oci", "docker"])
def test_address_is_not_a_reference(scheme: str) -> None:
    with pytest.raises(Malformed, match=f"remove {scheme}://"):
        Reference.parse(f"{scheme}://a.io/org/name:v1")


def test_tag_and_digest_are_both_kept() -> None:
    text = f"a.io/org/name:v1@sha256:{HEX}"
    reference = Reference.parse(text)
    assert (reference.tag, str(reference.digest), str(reference)) == ("v1", f"sha256:{HEX}", text)


def test_pinned_keeps_the_tag_and_tagged_drops_the_digest() -> None:
    pinned = Reference.parse("a.io/org/name:v1").pinned(Digest.of(b""))
    assert (pinned.tag, pinned.digest) == ("v1", Digest.of(b""))
    assert str(pinned.tagged("v2")) == "a.io/org/name:v2"


@each_row(
    "text",
    ["a/" * 20_000 + ":", "a" * 40_000 + "@", "a.io/" + "a-" * 480, "a.io/" + "_" * 900, "a.io/a:" + "." * 900],
)
def test_reference_that_makes_other_grammars_backtrack_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        Reference.parse(text)


@given(st.text(max_size=80) | st.text("ab./:@-_[]0", max_size=40))
def test_any_text_is_a_reference_or_malformed(text: str) -> None:
    reference = parsed(text)
    assert reference is None or str(reference) == text


hosts = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?(\.[a-z]{1,5}){1,2}(:[1-9][0-9]{0,3})?", fullmatch=True)
repositories = st.from_regex(r"[a-z0-9]+([._-][a-z0-9]+){0,2}(/[a-z0-9]+(__[a-z0-9]+)?){0,3}", fullmatch=True).filter(
    lambda text: len(text) < 256
)
tags = st.none() | st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}", fullmatch=True)
digests = st.none() | st.binary(max_size=4).map(Digest.of)


@given(hosts, repositories, tags, digests)
def test_reference_is_read_back_as_it_is_written(
    registry: str, repository: str, tag: str | None, digest: Digest | None
) -> None:
    reference = Reference(registry=registry, repository=repository, tag=tag, digest=digest)
    assert Reference.parse(str(reference)) == reference


@each_row(
    ("registry", "here"),
    [
        ("localhost", True),
        ("localhost:5000", True),
        ("registry.localhost:5000", True),
        ("127.0.0.1", True),
        ("127.1.2.3:80", True),
        ("[::1]", True),
        ("[::1]:5000", True),
        ("localhost.evil.io", False),
        ("127.0.0.1.evil.io", False),
        ("evillocalhost:80", False),
        ("10.0.0.1:5000", False),
        ("[2001:db8::1]:5000", False),
        ("registry.local:5000", False),
        ("xpkg.crossplane.io", False),
    ],
)
def test_loopback_is_this_machine_only(registry: str, here: bool) -> None:
    assert is_loopback(registry) is here


def test_tag_has_at_most_128_characters() -> None:
    assert (is_tag("t" * 128), is_tag("t" * 129), is_tag("v1\n"), is_tag("")) == (True, False, False, False)


def parsed(text: str) -> Reference | None:
    """The reference, or None where it is malformed; nothing else may be raised."""
    try:
        return Reference.parse(text)
    except Malformed:
        return None


DIGEST = "sha256:" + "0" * 64


@each_row(
    ("text", "full"),
    [
        ("busybox", "docker.io/library/busybox:latest"),
        ("index.docker.io/busybox:v1", "docker.io/library/busybox:v1"),
        ("acme/tool", "docker.io/acme/tool:latest"),
        ("localhost/tool:v1", "localhost/tool:v1"),
        (f"a.example/x@{DIGEST}", f"a.example/x@{DIGEST}"),
        (f"a.example:5000/x:v1@{DIGEST}", f"a.example:5000/x:v1@{DIGEST}"),
    ],
)
def test_registry_folder_and_tag_are_written_out(text: str, full: str) -> None:
    assert str(full_reference(text)) == full


def test_a_reference_that_is_open_gets_no_tag() -> None:
    assert str(full_reference("a.example/x", is_open=True)) == "a.example/x"


@each_row("text", ["", "A/B", "a b", "a.example/x:", "a.example/x@sha256:0", "0" * 64, "x" * 2_000])
def test_what_is_not_a_reference_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        full_reference(text)
