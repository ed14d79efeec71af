"""What cosign says of one layer: what refuses it whoever signed it, and what becomes of it by its signature."""

import base64
import hashlib
import json
from typing import Any

import pytest
from builders.cases import each_row

pytest.importorskip("cryptography")

from builders.oci.signatures import read
from builders.oci.sigstore import ISSUER, Instance
from formats.xpkg.signatures.test_policies import config, verifying

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.signatures.authorities import Authority
from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION
from xpkgtui.formats.xpkg.signatures.layers import LayerRulings, refusal_of
from xpkgtui.referrers.checks import CheckAnswer, CheckedSignatures, CheckOutcome, certificate_check_of, check_of
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.referrers.layer import CERTIFICATE, ENVELOPE, LOG, SIGNATURE, SIMPLE_SIGNING, STATEMENT, SignedLayer
from xpkgtui.referrers.log import log_entry
from xpkgtui.rules.admission import SignedImage, TagContents

DIGEST, OTHER = (f"sha256:{one * 64}" for one in "12")
GOOD, BAD, UNKNOWN = CheckOutcome.GOOD, CheckOutcome.BAD, CheckOutcome.UNKNOWN
KEYED = Authority(name="us", secret="keys", secret_key="a")
ATTESTED = Authority(name="us", secret="keys", attestations=(("a", ""),))
OPEN = Authority(name="they")
BUNDLE = "error verifying bundle: "


def base(data: bytes) -> str:
    return base64.b64encode(data).decode()


def pem(data: bytes) -> str:
    return f"-----BEGIN PUBLIC KEY-----\n{base(data)}\n-----END PUBLIC KEY-----\n"


KEY, ANOTHER = pem(b"a key"), pem(b"another")


def claim(digest: str = DIGEST) -> bytes:
    return json.dumps({"critical": {"image": {"docker-manifest-digest": digest}}}).encode()


def envelope(digest: str = DIGEST, kind: str = STATEMENT, predicate: str = "") -> bytes:
    subject = {"digest": {"sha256": digest.partition(":")[2]}}
    statement = json.dumps({"subject": [subject], "predicateType": predicate}).encode()
    return json.dumps({"payloadType": kind, "payload": base(statement), "signatures": [{"sig": "c2ln"}]}).encode()


def signed(payload: bytes, *, log: dict[str, Any] | None = None, certificate: str = "") -> SignedLayer:
    """A layer with its entry in a log, of which parts may be others; without one where its key is None."""
    said: dict[str, Any] = {
        "algorithm": "sha256",
        "hash": hashlib.sha256(payload).hexdigest(),
        "signature": "c2ln",
        "key": KEY,
    }
    said |= log or {}
    spec = {
        "data": {"hash": {"algorithm": said["algorithm"], "value": said["hash"]}},
        "signature": {"content": said["signature"], "publicKey": {"content": base((said["key"] or "").encode())}},
    }
    body = json.dumps({"apiVersion": "0.0.1", "kind": "hashedrekord", "spec": spec}).encode()
    entry = {"body": base(said.get("body", body)), "integratedTime": 1, "logIndex": 0, "logID": "ab"}
    written = {LOG: json.dumps({"SignedEntryTimestamp": "c2V0", "Payload": entry})} if said["key"] else {}
    kind = ENVELOPE if b"payloadType" in payload else SIMPLE_SIGNING
    marks = {CERTIFICATE: certificate} if certificate else {}
    return SignedLayer(
        digest=DIGEST, media_type=kind, payload=payload, annotations={SIGNATURE: "c2ln"} | written | marks
    )


@each_row(
    ("layer", "authority", "refusal"),
    [
        (signed(claim()), KEYED, None),
        (signed(claim(), log={"key": None}), KEYED, "rekor client not provided for online verification"),
        (
            signed(claim(), log={"signature": "b3RoZXI="}),
            KEYED,
            f"{BUNDLE}signature in bundle does not match signature being verified",
        ),
        (
            signed(claim(), log={"key": ANOTHER}),
            KEYED,
            f"{BUNDLE}comparing public key PEMs, expected {KEY}, got {ANOTHER}",
        ),
        (signed(claim(), log={"algorithm": "sha1"}), KEYED, f'{BUNDLE}unexpected algorithm: "sha1"'),
        (
            signed(claim(), log={"hash": "ff"}),
            KEYED,
            f'{BUNDLE}matching bundle to payload: bundle="ff", payload="{hashlib.sha256(claim()).hexdigest()}"',
        ),
        (signed(claim()), OPEN, f"{BUNDLE}empty key"),
        (signed(claim(OTHER)), KEYED, f"invalid or missing digest in claim: {OTHER}"),
        (signed(envelope()), ATTESTED, None),
        (signed(envelope(OTHER)), ATTESTED, "no matching subject digest found"),
        (
            signed(envelope(kind="x")),
            ATTESTED,
            f"invalid payloadType x on envelope. Expected {STATEMENT}",
        ),
    ],
)
def test_a_layer_is_refused_whoever_signed_it(layer: SignedLayer, authority: Authority, refusal: str | None) -> None:
    assert refusal_of(layer, authority, KEY if authority.secret else "", DIGEST) == refusal


@each_row(
    ("layer", "authority", "lead"),
    [
        (signed(claim(), log={"body": b"{"}), KEYED, BUNDLE),
        (signed(claim(), log={"key": "x"}), KEYED, BUNDLE),
        (signed(b"{"), KEYED, ""),
        (signed(claim(), certificate=KEY), OPEN, "the certificate cannot be read: "),
        (signed(b'{"payloadType": "application/vnd.in-toto+json", "payload": "?"}'), ATTESTED, "the payload"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_is_wrong(
    layer: SignedLayer, authority: Authority, lead: str
) -> None:
    found = refusal_of(layer, authority, KEY if authority.secret else "", DIGEST)
    assert found is not None
    assert found.startswith(lead)
    assert len(found) > len(lead)


@pytest.mark.parametrize(("fault", "says"), [("too large", "too large"), ("", "a signature was not read")])
def test_a_layer_that_was_not_read_is_not_judged(fault: str, says: str) -> None:
    with pytest.raises(Malformed, match=f"^{says}"):
        refusal_of(SignedLayer(digest=DIGEST, media_type="", fault=fault), KEYED, KEY, DIGEST)


def ruled(layer: SignedLayer, logged: CheckOutcome | None, good: CheckOutcome | None, key: str = KEY) -> str | bool:
    """The ruling by a key, with these outcomes of the checks of the log and of the signature."""
    known: dict[Any, CheckAnswer] = {}
    if logged is not None:
        known[log_entry(layer.annotations[LOG]).check(())] = CheckAnswer(outcome=logged)
    if good is not None:
        known[check_of(layer, KEY)] = CheckAnswer(outcome=good)
    return LayerRulings(KEYED, DIGEST, CheckedSignatures(known), ()).of(layer, key)


SET, WRONG = f"{BUNDLE}unable to verify SET", "invalid signature when validating ASN.1 encoded signature"
MOVED = f"invalid or missing digest in claim: {OTHER}"


@each_row(
    ("logged", "good", "ruling", "moved"),
    [
        (None, None, False, MOVED),
        (GOOD, None, False, MOVED),
        (None, GOOD, False, MOVED),
        (GOOD, GOOD, True, MOVED),
        (GOOD, BAD, WRONG, WRONG),
        (BAD, GOOD, SET, SET),
        (BAD, BAD, SET, SET),
        (UNKNOWN, GOOD, False, MOVED),
        (GOOD, UNKNOWN, False, MOVED),
        (UNKNOWN, BAD, False, MOVED),
    ],
)
def test_a_key_decides_with_the_log(
    logged: CheckOutcome | None, good: CheckOutcome | None, ruling: str | bool, moved: str
) -> None:
    assert ruled(signed(claim()), logged, good) == ruling
    assert ruled(signed(claim(OTHER)), logged, good) == moved


def test_what_comes_before_the_signature_refuses_first() -> None:
    assert ruled(signed(claim(), log={"algorithm": "x"}), BAD, BAD) == f'{BUNDLE}unexpected algorithm: "x"'
    without = signed(claim(), log={"key": None})
    assert ruled(without, None, BAD) == "rekor client not provided for online verification"


def test_nothing_is_said_of_a_key_that_is_not_known_or_beside_a_certificate() -> None:
    assert ruled(signed(claim()), GOOD, GOOD, key="") is False
    assert ruled(signed(claim(OTHER)), GOOD, GOOD, key="") == MOVED
    assert ruled(signed(claim(), certificate=ANOTHER), GOOD, GOOD) is False
    assert ruled(signed(claim(OTHER), certificate=ANOTHER), GOOD, GOOD) == MOVED


US, THEM = (TrustedIdentity(issuer=ISSUER, subject=f"{one}@example.org") for one in ("ci", "they"))


@each_row(
    ("identities", "answer", "ruling"),
    [
        ((), None, False),
        ((), CheckAnswer(outcome=UNKNOWN, says="x"), False),
        ((), CheckAnswer(outcome=BAD, says="it had expired"), "it had expired"),
        ((), CheckAnswer(outcome=GOOD), True),
        ((US,), CheckAnswer(outcome=GOOD, subjects=("ci@example.org",), issuer=ISSUER), True),
        ((US,), CheckAnswer(outcome=GOOD, subjects=("they@example.org",), issuer=ISSUER), False),
        ((THEM, US), CheckAnswer(outcome=GOOD, subjects=("ci@example.org",), issuer=ISSUER), True),
        (
            (THEM,),
            CheckAnswer(outcome=GOOD),
            (
                "none of the expected identities matched what was in the certificate, got subjects "
                f"[ci@example.org] with issuer {ISSUER}"
            ),
        ),
    ],
)
def test_a_certificate_decides_by_its_identities(
    identities: tuple[TrustedIdentity, ...], answer: CheckAnswer | None, ruling: str | bool
) -> None:
    layer = read(Instance().signer().annotated(DIGEST))[1]
    check = certificate_check_of(layer, DIGEST)
    assert check is not None
    authority = Authority(name="they", identities=identities)
    checked = CheckedSignatures({check: answer} if answer else {})
    assert LayerRulings(authority, DIGEST, checked, ()).of(layer, "") == ruling


def test_whether_signatures_are_verified_is_known_without_one() -> None:
    assert LayerRulings(OPEN, DIGEST, CheckedSignatures(), ()).is_verifying
    assert not LayerRulings(OPEN, DIGEST, None, ()).is_verifying


@each_row(
    ("wanted", "predicate", "accepted"),
    [
        ("vuln", "https://cosign.sigstore.dev/attestation/vuln/v1", None),
        ("slsaprovenance", "https://slsa.dev/provenance/v0.2", None),
        ("slsaprovenance", "https://slsa.dev/provenance/v1", False),
        ("https://a.example/b", "https://a.example/b", None),
    ],
)
def test_an_attestation_is_of_a_type_by_its_short_name(wanted: str, predicate: str, accepted: bool | None) -> None:
    attestation = {"name": "a", "predicateType": wanted}
    authority = {"name": "us", "key": {"secretRef": {"name": "keys", "key": "a"}}, "attestations": [attestation]}
    secret = {"kind": "Secret", "metadata": {"name": "keys"}, "data": {"a": base(KEY.encode())}}
    policies = [json.dumps(one) for one in (config(verification=verifying(authority)), secret)]
    there = TagContents(layers=(signed(envelope(predicate=predicate)),))
    shown = SignedImage(digest=DIGEST, signatures=TagContents(layers=()), attestations=there)
    assert ADMISSION.decide(ADMISSION.plan("example.org/acme/p:v1", policies), policies, shown).accepted is accepted
