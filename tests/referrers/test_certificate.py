"""Certificates: what is read of those of Fulcio, and that no bytes break the reader."""

from contextlib import suppress

import pytest
from builders.oci.signatures import certificate, pem
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.referrers.certificate import der_of_pem, signer_of

WORKFLOW = "https://github.com/acme/p/.github/workflows/release.yml@refs/tags/v1"


def test_identity_and_issuer_are_those_that_fulcio_writes() -> None:
    found = signer_of(certificate("ci@example.org", "https://accounts.example.org"))
    assert (found.subject, found.issuer) == ("ci@example.org", "https://accounts.example.org")


def test_the_beginning_of_its_time_is_read() -> None:
    assert signer_of(certificate()).at == "2026-09-01T12:00:00Z"


def test_a_workflow_says_repository_commit_and_ref() -> None:
    more = {12: "https://github.com/acme/p", 13: "c0ffee", 14: "refs/tags/v1", 18: WORKFLOW}
    found = signer_of(certificate(WORKFLOW, tag=0x86, extensions=more))
    assert (found.subject, found.workflow) == (WORKFLOW, WORKFLOW)
    assert (found.repository, found.commit, found.ref) == ("https://github.com/acme/p", "c0ffee", "refs/tags/v1")


def test_extensions_of_older_certificates_count_where_newer_ones_lack() -> None:
    found = signer_of(certificate(extensions={3: "c0ffee", 4: "release", 5: "acme/p", 6: "refs/heads/main"}))
    assert (found.commit, found.workflow, found.repository, found.ref) == (
        "c0ffee",
        "release",
        "acme/p",
        "refs/heads/main",
    )


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    with suppress(Malformed):
        signer_of(data)


@given(st.integers(0, 400), st.integers(0, 255))
def test_no_changed_byte_breaks_the_reader(place: int, byte: int) -> None:
    data = bytearray(certificate())
    data[place % len(data)] = byte
    with suppress(Malformed):
        signer_of(bytes(data))


@pytest.mark.parametrize("size", [0, 1, 2, 10, 100])
def test_a_certificate_that_ends_early_is_malformed(size: int) -> None:
    with pytest.raises(Malformed):
        signer_of(certificate()[:size])


def test_a_large_one_is_not_read() -> None:
    with pytest.raises(Malformed, match="64 KiB"):
        signer_of(certificate() + b"\0" * (64 << 10))


def test_pem_gives_its_bytes() -> None:
    assert der_of_pem(pem(certificate())) == certificate()


@pytest.mark.parametrize("text", ["", "no pem", "-----BEGIN X-----\n!\n-----END X-----", "-----BEGIN X-----"])
def test_what_is_no_pem_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        der_of_pem(text)
