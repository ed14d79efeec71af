"""Signatures by keys, and what is made of the layers that hold them."""

import base64
import io
import json
import sys
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci import signatures as made

from xpkgtui.errors import Malformed
from xpkgtui.referrers import layer as layers
from xpkgtui.referrers.checks import (
    BundleCheck,
    CheckAnswer,
    CheckedSignatures,
    CheckOutcome,
    CheckRequest,
    LogCheck,
    PromisedCheck,
    SignatureCheck,
    certificate_check_of,
    check_of,
    is_key,
)
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.log import log_entry
from xpkgtui.referrers.verifying import ANSWERS, NO_LIBRARY, REQUESTS, Answering, main

pytest.importorskip("cryptography")

from builders.oci.keys import Signing

MESSAGE = b"a message"
GOOD, BAD, UNKNOWN = CheckOutcome.GOOD, CheckOutcome.BAD, CheckOutcome.UNKNOWN
DIGEST = "sha256:" + "1" * 64


def outcome(**facts: Any) -> CheckOutcome:
    return Answering("").of(SignatureCheck(**{"message": MESSAGE, **facts})).outcome


@each_row("kind", ["p256", "p384", "rsa", "ed25519"])
def test_a_good_signature_is_told_from_a_changed_message_and_another_key(kind: str) -> None:
    key, other = Signing(kind), Signing(kind)
    signature = key.sign(MESSAGE)
    assert outcome(key=key.public, signature=signature) is GOOD
    assert outcome(key=key.public, signature=signature, message=b"another") is BAD
    assert outcome(key=other.public, signature=signature) is BAD
    is_ed25519 = kind == "ed25519"
    assert outcome(key=key.public, signature=signature, is_hashed=True) is UNKNOWN
    assert outcome(key=key.public, signature=signature, hash="sha512") is (GOOD if is_ed25519 else BAD)


def test_what_the_library_does_not_know_is_open() -> None:
    key = Signing("p256")
    assert outcome(key="no key", signature=b"x") is UNKNOWN
    assert outcome(key=key.public, signature=key.sign(MESSAGE), hash="md5") is UNKNOWN


def test_without_the_library_the_process_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert main() == NO_LIBRARY


def test_checks_that_are_not_known_are_wanted() -> None:
    one, other, third = (SignatureCheck(key=name, message=b"", signature=b"") for name in "abc")
    known = CheckedSignatures({one: CheckAnswer(outcome=BAD), other: CheckAnswer(outcome=UNKNOWN)})
    assert [known.of(check) for check in (one, other, third)] == [False, None, None]
    assert list(known.wanted) == [third]


@each_row(
    ("identity", "is_it"),
    [
        ({}, True),
        ({"issuer": "https://a", "subject": "me"}, True),
        ({"issuer": "https://b", "subject": "me"}, False),
        ({"issuer": "https://a", "subject": "m"}, False),
        ({"issuer_pattern": "^https:", "subject_pattern": "^y"}, True),
        ({"issuer_pattern": "^http:"}, False),
        ({"subject_pattern": "("}, None),
        ({"subject_pattern": "(", "issuer": "b"}, False),
    ],
)
def test_an_identity_is_exact_or_a_pattern(identity: dict[str, str], is_it: bool | None) -> None:
    assert TrustedIdentity(**identity).matches(("me", "you"), "https://a") is is_it


def layer(kind: str, payload: object, **annotations: str) -> SignedLayer:
    data = payload if isinstance(payload, bytes) or payload is None else json.dumps(payload).encode()
    return SignedLayer(digest="", media_type=kind, annotations=annotations, payload=data)


SIGNED = {layers.SIGNATURE: "c2ln"}
HASH = {"algorithm": "SHA2_256", "digest": base64.b64encode(b"h").decode()}
ENVELOPE = made.enveloped(b"x") | {"payloadType": "kind", "signatures": [{"sig": "c2ln"}, {"sig": "eA=="}]}
PAE = b"DSSEv1 4 kind 1 x"
BUNDLE = layers.BUNDLE + ".v0.3+json"


@each_row(
    ("one", "check"),
    [
        (layer(layers.SIMPLE_SIGNING, b"x", **SIGNED), {"message": b"x", "hash": "sha512"}),
        (layer(layers.ENVELOPE, ENVELOPE), {"message": PAE, "hash": "sha512"}),
        (layer(BUNDLE, {"dsseEnvelope": ENVELOPE}), {"message": PAE, "hash": "sha512"}),
        (
            layer(BUNDLE, {"messageSignature": {"messageDigest": HASH, "signature": "c2ln"}}),
            {"message": b"h", "is_hashed": True},
        ),
        (layer(BUNDLE, {"messageSignature": {"messageDigest": HASH | {"algorithm": "MD5"}}}), None),
        (layer(layers.ENVELOPE, ENVELOPE | {"signatures": []}), None),
        (layer(layers.SIMPLE_SIGNING, None, **SIGNED), None),
        (layer("text/plain", b"x", **SIGNED), None),
    ],
)
def test_each_layout_signs_bytes_of_its_own(one: SignedLayer, check: dict[str, Any] | None) -> None:
    found = check_of(one, "key", "sha512")
    assert found == (None if check is None else SignatureCheck(**{"key": "key", "signature": b"sig", **check}))


DIGESTED = {"algorithm": "SHA2_256", "digest": "YQ=="}


@each_row(
    ("one", "fault"),
    [
        (layer(layers.SIMPLE_SIGNING, b"x", **{layers.SIGNATURE: "no base64"}), "the signature is not base64"),
        (layer(layers.SIMPLE_SIGNING, b"x", **{layers.SIGNATURE: "c2l"}), "the signature is not base64"),
        (layer(layers.ENVELOPE, {"payload": "!"}), "payload is not base64"),
        (layer(layers.ENVELOPE, {"signatures": [{"sig": "!"}]}), "the signature is not base64"),
        (layer(BUNDLE, {"messageSignature": {"messageDigest": HASH | {"digest": "!"}}}), "the digest is not base64"),
        (
            layer(BUNDLE, {"messageSignature": {"messageDigest": DIGESTED, "signature": "!"}}),
            "the signature is not base64",
        ),
    ],
)
def test_a_signature_that_is_not_base64_is_malformed(one: SignedLayer, fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        check_of(one, "key")
    assert str(raised.value) == fault


def test_the_other_process_reads_checks_and_writes_their_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    key = Signing("p256")
    checks = (
        SignatureCheck(key=key.public, message=MESSAGE, signature=key.sign(MESSAGE)),
        SignatureCheck(key=key.public, message=MESSAGE, signature=b"x"),
        LogCheck(log="no hexadecimal", message=b"", signature=b""),
    )
    asked, answered = (
        io.TextIOWrapper(io.BytesIO(data)) for data in (REQUESTS.encode(CheckRequest(checks=checks)), b"")
    )
    monkeypatch.setattr("sys.stdin", asked)
    monkeypatch.setattr("sys.stdout", answered)
    assert main() == 0
    answered.seek(0)
    good, bad, unknown = ANSWERS.decode(answered.buffer.read())
    assert (good, bad) == (CheckAnswer(outcome=GOOD), CheckAnswer(outcome=BAD))
    assert unknown.outcome is UNKNOWN
    assert unknown.says.startswith("the library cannot read it: ")


def test_what_a_library_says_is_cut() -> None:
    says = Answering(json.dumps({"tlogs": [1] * 20})).of(LogCheck(log="", message=b"", signature=b"")).says
    assert len(says) == 500


def test_a_certificate_is_checked_with_the_promise_of_a_log() -> None:
    whole = {layers.CERTIFICATE: "pem", layers.LOG: "{}", **SIGNED}
    check = certificate_check_of(layer(layers.SIMPLE_SIGNING, b"x", **whole), DIGEST)
    assert check == PromisedCheck(certificate="pem", entry="{}", payload=b"x", message=b"x", signature=b"sig")
    for name in (layers.CERTIFICATE, layers.LOG):
        some = {key: text for key, text in whole.items() if key != name}
        assert certificate_check_of(layer(layers.SIMPLE_SIGNING, b"x", **some), DIGEST) is None
    assert certificate_check_of(layer("text/plain", b"x", **whole), DIGEST) is None
    assert certificate_check_of(layer(layers.SIMPLE_SIGNING, None, **whole), DIGEST) is None


def test_a_bundle_by_a_key_has_no_certificate() -> None:
    one, other = ({"verificationMaterial": {name: {"x": 1}}} for name in ("certificate", "publicKey"))
    assert certificate_check_of(layer(BUNDLE, one), DIGEST) == BundleCheck(
        bundle=json.dumps(one).encode(), digest=DIGEST
    )
    assert certificate_check_of(layer(BUNDLE, other), DIGEST) is None


def test_the_promise_of_a_log_is_checked_by_its_key_or_by_the_trusted_root() -> None:
    payload = {"body": "Yg==", "integratedTime": 1, "logID": "ab", "logIndex": 2, "more": 3}
    entry = json.dumps({"Payload": payload, "SignedEntryTimestamp": "c2ln"})
    message = b'{"body":"Yg==","integratedTime":1,"logID":"ab","logIndex":2}'
    key = Signing("p256")
    assert log_entry(entry).check((key.public,)) == LogCheck(log="ab", message=message, signature=b"sig")
    own = json.dumps({"Payload": payload | {"logID": key.id}, "SignedEntryTimestamp": "c2ln"})
    check = log_entry(own).check((Signing("p256").public, key.public))
    assert check == SignatureCheck(key=key.public, message=message.replace(b"ab", key.id.encode()), signature=b"sig")


def test_a_name_stands_for_a_certificate_and_pem_for_a_key() -> None:
    assert CheckAnswer(outcome=GOOD, subjects=("a", "b"), issuer="c").name == "a, b (c)"
    assert CheckAnswer(outcome=GOOD, issuer="c").name == "a certificate without a name (c)"
    assert [is_key(one) for one in (Signing("p256").public, "", "x")] == [True, False, False]
