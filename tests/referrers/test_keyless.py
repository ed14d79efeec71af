"""Signatures by certificates: made here by an authority of nobody."""

import base64
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, image
from builders.oci.layers import file, layer
from builders.oci.signatures import element, read

from xpkgtui.referrers.checks import CheckAnswer, CheckOutcome, LogCheck, certificate_check_of
from xpkgtui.referrers.log import entries_of
from xpkgtui.referrers.verifying import Answering

pytest.importorskip("sigstore")

from builders.oci.sigstore import ISSUER, Instance, KeylessSigner, attached, changed
from cryptography.x509 import (
    ExtendedKeyUsage,
    ExtensionType,
    KeyUsage,
    ObjectIdentifier,
    OtherName,
    SubjectAlternativeName,
    UniformResourceIdentifier,
    UnrecognizedExtension,
)
from cryptography.x509.oid import ExtendedKeyUsageOID

AMD, OTHER = image(layer(file("x"))), image(layer(file("y")))
ours = cache(Instance)
theirs = cache(Instance)
signer: Callable[[], KeylessSigner] = cache(lambda: ours().signer())


def bundle(made: KeylessSigner, digest: str = AMD.digest, minutes: int = 5) -> BuiltImage:
    return made.bundle(digest, AMD.descriptor(), minutes=minutes)


good: Callable[[], BuiltImage] = cache(lambda: bundle(signer()))


def tampered(old: str, new: str) -> BuiltImage:
    """A bundle of which a part was changed."""
    return changed(good(), old.encode(), new.encode())


def another_payload() -> BuiltImage:
    """A bundle whose statement was changed, still about the same image."""
    payload = base64.b64decode(json.loads(good().layers[0].blob)["dsseEnvelope"]["payload"])
    evil = payload.replace(b'"predicate": null', b'"predicate": true')
    return tampered(base64.b64encode(payload).decode(), base64.b64encode(evil).decode())


def of_another_key() -> BuiltImage:
    """A bundle with the certificate of one signer and the signature of another, both of the same authority."""
    mine, yours = (json.loads((bundle(one) if one else good()).layers[0].blob) for one in (None, ours().signer()))
    sig = "dsseEnvelope", "signatures"
    old, new = (one[sig[0]][sig[1]][0]["sig"] for one in (mine, yours))
    return tampered(f'"sig": "{old}"', f'"sig": "{new}"')


def unproved() -> BuiltImage:
    """A bundle whose entry of the log has a promise alone."""
    body = json.loads(good().layers[0].blob)
    proof = json.dumps(body["verificationMaterial"]["tlogEntries"][0]["inclusionProof"])
    return tampered(f', "inclusionProof": {proof}', "")


def reshaped(change: Callable[[Any, Any], object]) -> BuiltImage:
    """A bundle whose body, or whose entry of the log, was changed."""
    body = json.loads(good().layers[0].blob)
    change(body, body["verificationMaterial"]["tlogEntries"])
    return attached(body, AMD.descriptor())


def proved(**proof: Any) -> BuiltImage:
    """A bundle whose proof of inclusion has other parts."""
    return reshaped(lambda _, entries: entries[0]["inclusionProof"].update(proof))


def promised(**annotations: str) -> BuiltImage:
    """A signature with a promise and other annotations."""
    made = {f"dev.sigstore.cosign/{key}": value for key, value in annotations.items()}
    return changed(signer().annotated(AMD.digest), b"", b"", **made)


def with_extension(oid: ObjectIdentifier, extension: ExtensionType | None) -> BuiltImage:
    """A signature with a promise, whose certificate has another extension."""
    return ours().signer(instead={oid: extension}).annotated(AMD.digest)


WRONG: dict[str, tuple[Callable[[], BuiltImage], CheckOutcome, str]] = {
    "another payload": (another_payload, CheckOutcome.BAD, "the signature is not by the key of its certificate"),
    "another key": (of_another_key, CheckOutcome.BAD, "the signature is not by the key of its certificate"),
    "expired": (
        lambda: bundle(signer(), minutes=11),
        CheckOutcome.BAD,
        "the certificate was not valid when it signed",
    ),
    "not yet": (
        lambda: bundle(signer(), minutes=-1),
        CheckOutcome.BAD,
        "the certificate was not valid when it signed",
    ),
    "moved": (lambda: bundle(signer(), OTHER.digest), CheckOutcome.BAD, "what it signs is about another image"),
    "no certificate log": (lambda: bundle(ours().signer(is_logged=False)), CheckOutcome.BAD, "failed to verify SCT"),
    "another authority": (
        lambda: bundle(theirs().signer()),
        CheckOutcome.BAD,
        "no authority of the trusted root made the certificate",
    ),
    "another tree": (
        lambda: tampered('"treeSize": "', '"treeSize": "1'),
        CheckOutcome.BAD,
        "its entry is not in the tree of the log",
    ),
    "without a proof": (unproved, CheckOutcome.UNKNOWN, "its entry in the log is promised, and not proved"),
    "promised, expired": (
        lambda: signer().annotated(AMD.digest, minutes=11),
        CheckOutcome.BAD,
        "the certificate was not valid when it signed",
    ),
    "promised by another": (
        lambda: theirs().signer().annotated(AMD.digest),
        CheckOutcome.BAD,
        "no log of the trusted root signed the promise",
    ),
    "promised, changed": (
        lambda: changed(signer().annotated(AMD.digest), b'"optional": null', b'"optional": {}'),
        CheckOutcome.BAD,
        "the entry of the log is about another payload",
    ),
    "promised, another signature": (
        lambda: changed(signer().annotated(AMD.digest), b"", b"", **{"dev.cosignproject.cosign/signature": "c2ln"}),
        CheckOutcome.BAD,
        "the entry of the log is about another signature",
    ),
    "no entry": (
        lambda: reshaped(lambda _, entries: entries.clear()),
        CheckOutcome.UNKNOWN,
        "it has no entry in a transparency log",
    ),
    "two entries": (
        lambda: reshaped(lambda _, entries: entries.append(entries[0])),
        CheckOutcome.UNKNOWN,
        "it has 2 entries in a transparency log",
    ),
    "no bundle": (
        lambda: reshaped(lambda body, _: body.pop("dsseEnvelope")),
        CheckOutcome.BAD,
        "the bundle is not accepted: failed to load bundle: 1 validation error",
    ),
    "an entry of tomorrow": (
        lambda: reshaped(lambda _, entries: entries[0]["kindVersion"].update(version="9")),
        CheckOutcome.UNKNOWN,
        "the bundle is not accepted: Expected log entry version",
    ),
    "another root": (
        lambda: proved(rootHash=base64.b64encode(b"x" * 32).decode()),
        CheckOutcome.BAD,
        "its entry is not in the tree of the log",
    ),
    "another path": (
        lambda: proved(hashes=[base64.b64encode(b"x" * 32).decode()] * 9),
        CheckOutcome.BAD,
        "its entry is not in the tree of the log",
    ),
    "another checkpoint": (
        lambda: tampered("log.example - 1\\n", "log.example - 2\\n"),
        CheckOutcome.BAD,
        "no log of the trusted root signed the checkpoint",
    ),
    "no statement": (
        lambda: attached(signer().bundled(b"{}", type_="text/plain"), AMD.descriptor()),
        CheckOutcome.BAD,
        "what it signs is not an in-toto statement",
    ),
    "promised, not yet": (
        lambda: signer().annotated(AMD.digest, minutes=-1),
        CheckOutcome.BAD,
        "the certificate was not valid when it signed",
    ),
    "promised, no certificate": (
        lambda: promised(certificate="x"),
        CheckOutcome.BAD,
        "its certificate or its entry of the log cannot be read",
    ),
    "promised, another certificate": (
        lambda: promised(certificate=ours().signer().pem.decode()),
        CheckOutcome.BAD,
        "the entry of the log is about another certificate",
    ),
    "for nothing": (
        lambda: with_extension(KeyUsage.oid, None),
        CheckOutcome.BAD,
        "the certificate is not for signing code",
    ),
    "not for signing": (
        lambda: with_extension(KeyUsage.oid, KeyUsage(*[number == 2 for number in range(9)])),
        CheckOutcome.BAD,
        "the certificate is not for signing code",
    ),
    "not for code": (
        lambda: with_extension(ExtendedKeyUsage.oid, ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH])),
        CheckOutcome.BAD,
        "the certificate is not for signing code",
    ),
}


def answer(built: BuiltImage, root: str = "") -> CheckAnswer:
    check = certificate_check_of(read(built)[1], AMD.digest)
    assert check is not None
    return Answering(root or ours().trusted_root).of(check)


def test_a_signature_of_either_layout_names_who_made_it() -> None:
    assert answer(good()) == CheckAnswer(outcome=CheckOutcome.GOOD, subjects=("ci@example.org",), issuer=ISSUER)
    found = answer(signer().annotated(AMD.digest))
    assert (found.outcome, found.subjects, found.issuer) == (CheckOutcome.GOOD, ("ci@example.org",), ISSUER)
    assert found.says == "its entry in the log is promised, and not proved"


@pytest.mark.parametrize("minutes", [0, 10])
def test_a_certificate_counts_for_its_ten_minutes(minutes: int) -> None:
    assert answer(signer().annotated(AMD.digest, minutes=minutes)).outcome is CheckOutcome.GOOD


@pytest.mark.parametrize(("old", "issuer"), [(b"https://old.example", "https://old.example"), (b"\xff", "\ufffd")])
def test_an_old_certificate_names_its_issuer_in_plain_bytes(old: bytes, issuer: str) -> None:
    new_oid, old_oid = (ObjectIdentifier(f"1.3.6.1.4.1.57264.1.{number}") for number in (8, 1))
    made = ours().signer(instead={new_oid: None, old_oid: UnrecognizedExtension(old_oid, old)})
    assert answer(made.annotated(AMD.digest)).issuer == issuer
    assert answer(ours().signer(instead={old_oid: None}).annotated(AMD.digest)).issuer == ISSUER
    unnamed = ours().signer(instead={new_oid: None, old_oid: None})
    assert answer(unnamed.annotated(AMD.digest)).issuer == ""


def test_an_identity_may_be_a_name_of_its_own_kind() -> None:
    name = OtherName(ObjectIdentifier("1.3.6.1.4.1.57264.1.7"), element(0x0C, b"ci"))
    names = SubjectAlternativeName([UniformResourceIdentifier("https://ci.example"), name])
    assert answer(with_extension(names.oid, names)).subjects == ("https://ci.example", "ci")


def test_a_promise_of_another_log_says_so_and_the_public_root_is_the_librarys() -> None:
    (entry,) = entries_of(read(signer().annotated(AMD.digest))[1])
    check = entry.check(())
    assert check is not None
    assert Answering("").of(check).says == "its log is not one of the trusted root"


@each_row("name", WRONG)
def test_what_is_wrong_is_refused_with_its_reason(name: str) -> None:
    make, outcome, says = WRONG[name]
    found = answer(make())
    assert found.says.startswith(says)
    assert (found.outcome, found.says.count("\n")) == (outcome, 0)


def test_a_root_of_another_instance_trusts_nothing_and_what_is_no_root_answers_nothing() -> None:
    assert answer(good(), theirs().trusted_root).outcome is CheckOutcome.BAD
    broken = answer(good(), "{}")
    assert broken.outcome is CheckOutcome.UNKNOWN
    assert broken.says.startswith("the library cannot read it: ")


@pytest.mark.parametrize("ignores", [False, True])
def test_a_certificate_that_no_log_has_counts_where_that_is_ignored(*, ignores: bool) -> None:
    _, layer = read(ours().signer(is_logged=False).annotated(AMD.digest))
    check = certificate_check_of(layer, AMD.digest, ignores_sct=ignores)
    assert check is not None
    assert (Answering(ours().trusted_root).of(check).outcome is CheckOutcome.GOOD) is ignores


def test_the_promise_of_a_log_of_the_root_is_good_and_of_others_open() -> None:
    (entry,) = entries_of(read(signer().annotated(AMD.digest))[1])
    check = entry.check(())
    assert isinstance(check, LogCheck)
    changed_check = LogCheck(log=check.log, message=check.message + b"x", signature=check.signature)
    answers = [
        Answering(root).of(one).outcome
        for root, one in (
            (ours().trusted_root, check),
            (ours().trusted_root, changed_check),
            (theirs().trusted_root, check),
        )
    ]
    assert answers == [CheckOutcome.GOOD, CheckOutcome.BAD, CheckOutcome.UNKNOWN]
