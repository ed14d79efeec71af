"""Certificates: what is read of those of Fulcio, and that no bytes break the reader."""

from contextlib import suppress

import pytest
from builders.cases import each_row
from builders.oci.signatures import certificate, element, name, oid, pem
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.referrers.certificate import DerValue, der_of_pem, signer_of
from xpkgtui.referrers.certificate import element as read

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


@each_row(
    ("data", "fault"),
    [
        (b"", "it is empty"),
        (b"\x30", "it is not DER"),
        (b"\x3f\x01a", "it is not DER"),  # a tag of several bytes
        (b"\x30\x80", "it is not DER"),  # a length that is not said
        (b"\x30\x85\0\0\0\0\1a", "it is not DER"),
        (b"\x30\x02a", "it ends early"),
        (b"\x30\x82\x01\x00" + b"a" * 255, "it ends early"),
    ],
)
def test_bytes_that_are_no_element_are_malformed(data: bytes, fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        read(data)
    assert str(raised.value) == fault


@each_row("length", [b"\x03", b"\x81\x03", b"\x82\0\x03", b"\x84\0\0\0\x03"])
def test_a_length_has_up_to_four_bytes(length: bytes) -> None:
    assert read(b"\x0c" + length + b"abc") == DerValue(0x0C, b"abc")


def test_an_element_has_at_most_a_thousand_others() -> None:
    inner = b"\x05\0"
    assert len(DerValue(0x30, inner * 1_000).parts()) == 1_000
    with pytest.raises(Malformed, match=r"^it has more than 1,000 elements$"):
        DerValue(0x30, inner * 1_001).parts()


@each_row(
    ("tag", "body", "text"),
    [
        (0x0C, "é".encode(), "é"),
        (0x0C, b"a\xff", "a\ufffd"),
        (0x13, "é".encode(), "\ufffd\ufffd"),
        (0x14, b"\xe9", "é"),
        (0x16, "é".encode(), "\ufffd\ufffd"),
        (0x1E, b"\0a\x20\xac", "a€"),
        (0x86, "é".encode(), "é"),
    ],
)
def test_each_kind_of_text_has_its_characters(tag: int, body: bytes, text: str) -> None:
    assert DerValue(tag, body).text == text


@each_row("expected", ["2.5.4.3", "1.2.840.113549.1.9.1", "0.39", "1.39.128", "2.40", "2.0.16384"])
def test_an_object_has_a_dotted_name(expected: str) -> None:
    assert read(oid(expected)).oid == expected


@each_row("value", [DerValue(0x0C, b"\x55"), DerValue(6, b""), DerValue(6, b"\x55\x84"), DerValue(6, b"\1" * 65)])
def test_what_names_no_object_is_malformed(value: DerValue) -> None:
    with pytest.raises(Malformed) as raised:
        _ = value.oid
    assert str(raised.value) == "it has a name that is not an object identifier"
    assert DerValue(6, b"\1" * 64).oid == "0" + ".1" * 64


def plain(
    *, at: bytes = element(0x17, b"260901120000Z"), names: bytes = b"", issuer: bytes = b"", version: bytes = b""
) -> bytes:
    """A certificate of a company, without extensions but its alternative names."""
    kinds = element(0xA3, element(0x30, element(0x30, oid("2.5.29.17"), element(4, element(0x30, names)))))
    start = (element(2, b"\1"), element(0x30), issuer or name(O="Acme", CN="CA"), element(0x30, at))
    return element(0x30, element(0x30, version, *start, name(O="Acme", CN="signer"), element(0x30), kinds))


def test_a_plain_certificate_has_the_names_that_people_know() -> None:
    found = signer_of(plain())
    assert (found.subject, found.issuer) == ("O=Acme, CN=signer", "O=Acme, CN=CA")
    rows = {"2.5.4.11": "unit", "2.5.4.6": "DE", "1.2.840.113549.1.9.1": "a@b.c"}
    issuer = element(0x30, *(element(0x31, element(0x30, oid(k), element(12, v.encode()))) for k, v in rows.items()))
    assert signer_of(plain(issuer=issuer)).issuer == "OU=unit, E=a@b.c"
    assert signer_of(plain(issuer=name(O="a" * 1_001))).issuer == "O=" + "a" * 998


@each_row(
    ("names", "subject"),
    [
        (element(0x81, b"a@b.c") + element(0x82, b"b.c"), "a@b.c, b.c"),
        (element(0x86, b"https://b.c") + element(0x87, b"\x7f\0\0\1"), "https://b.c"),
        (element(0xA0, oid("1.3.6.1.4.1.57264.1.7"), element(0xA0, element(12, b"me"))), "me"),
        (element(0xA0, oid("1.3.6.1.4.1.57264.1.6"), element(0xA0, element(12, b"me"))), "O=Acme, CN=signer"),
        (element(0xA0, oid("1.3.6.1.4.1.57264.1.7")), "O=Acme, CN=signer"),
        (element(0x81, b"a" * 1_001), "a" * 1_000),
    ],
)
def test_alternative_names_stand_for_the_subject(names: bytes, subject: str) -> None:
    assert signer_of(plain(names=names)).subject == subject


@each_row(
    ("at", "expected"),
    [
        (element(0x17, b"490901120000Z"), "2049-09-01T12:00:00Z"),
        (element(0x17, b"500901120000Z"), "1950-09-01T12:00:00Z"),
        (element(0x17, b"5009011200Z"), ""),
        (element(0x18, b"20260901120000Z"), "2026-09-01T12:00:00Z"),
    ],
)
def test_a_time_has_two_or_four_digits_for_its_year(at: bytes, expected: str) -> None:
    assert signer_of(plain(at=at, version=element(0xA0, element(2, b"\2")))).at == expected


def test_the_first_extensions_of_fulcio_are_bare_text() -> None:
    found = signer_of(certificate(issuer="", extensions={1: "https://old", 3: "é" * 1_001}))
    assert (found.issuer, found.commit) == ("https://old", "é" * 1_000)
    assert signer_of(certificate(extensions={13: "a" * 1_001})).commit == "a" * 1_000


@each_row("size", [0, 1, 2, 10, 100])
def test_a_certificate_that_ends_early_is_malformed(size: int) -> None:
    with pytest.raises(Malformed):
        signer_of(certificate()[:size])


def test_fewer_fields_than_a_certificate_has_are_malformed() -> None:
    for data in (element(0x30), element(0x30, element(0x30)), element(0x30, element(0x30, element(0xA0)))):
        with pytest.raises(Malformed, match=r"^it is not a certificate$"):
            signer_of(data)


def test_a_large_one_is_not_read() -> None:
    whole = certificate()
    assert signer_of(whole + b"\0" * ((64 << 10) - len(whole))).subject == "ci@example.org"
    with pytest.raises(Malformed) as raised:
        signer_of(whole + b"\0" * ((64 << 10) + 1 - len(whole)))
    assert str(raised.value) == "the certificate is larger than 64 KiB"


def test_pem_gives_its_bytes() -> None:
    assert der_of_pem("text before\n" + pem(certificate())) == certificate()
    assert der_of_pem("-----BEGIN A B-----\nYQ==\n-----END A B-----") == b"a"


@each_row(
    ("text", "fault"),
    [
        ("", "it is not PEM"),
        ("no pem", "it is not PEM"),
        ("-----BEGIN X-----\n!\n-----END X-----", "it is not PEM"),
        ("-----BEGIN X-----\nYQ==\n-----END Y-----", "it is not PEM"),
        ("-----BEGIN X-----", "it is not PEM"),
        ("-----BEGIN X-----\nYQ\n-----END X-----", "its PEM is not base64"),
        (" " * (128 << 10) + "-----BEGIN X-----\nYQ==\n-----END X-----", "it is larger than 128 KiB"),
    ],
)
def test_what_is_no_pem_is_malformed(text: str, fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        der_of_pem(text)
    assert str(raised.value) == fault
