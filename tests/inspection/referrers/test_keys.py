"""Signatures by keys: made here with `cryptography`, verified by a process of its own."""

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.gate import pairs
from builders.oci import signatures as made
from builders.oci.images import BuiltImage, image, write_layout
from builders.oci.layers import file, layer
from builders.program.headless import headless, run

from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.referrers.keys import verified
from xpkgtui.referrers.checks import CheckedSignatures, CheckOutcome, SignatureCheck

pytest.importorskip("cryptography")

from builders.oci.keys import Signing

from xpkgtui.inspection.referrers import keys

AMD = image(layer(file("x")))
OTHER = image(layer(file("y")))
MESSAGE = b"a message"


def answers(*checks: SignatureCheck) -> list[bool | None]:
    pool = Threads(1)
    try:
        known = asyncio.run(verified(checks, pool))
    finally:
        pool.close()
    return [CheckedSignatures(known).of(one) for one in checks]


def test_another_process_answers_for_each_check() -> None:
    key, other = Signing("p256"), Signing("p256")
    signature = key.sign(MESSAGE)
    assert answers(
        SignatureCheck(key=key.public, message=MESSAGE, signature=signature),
        SignatureCheck(key=other.public, message=MESSAGE, signature=signature),
        SignatureCheck(key="no key", message=MESSAGE, signature=b"x"),
    ) == [True, False, None]


def signed(key: Signing, digest: str) -> BuiltImage:
    """A signature as cosign 2 writes it."""
    value = base64.b64encode(key.sign(made.claim(digest))).decode()
    return made.holding((made.SIMPLE, made.claim(digest), {"dev.cosignproject.cosign/signature": value}))


def bundled(key: Signing, digest: str) -> BuiltImage:
    """A signature as cosign 3 writes it."""
    payload = made.statement(digest, made.SIGNED)
    message = b"DSSEv1 %d %s %d %s" % (len(made.STATEMENT), made.STATEMENT.encode(), len(payload), payload)
    envelope = made.enveloped(payload) | {"signatures": [{"sig": base64.b64encode(key.sign(message)).decode()}]}
    body = {"verificationMaterial": {"publicKey": {"hint": "aGludA=="}}, "dsseEnvelope": envelope}
    return made.holding((made.BUNDLE, json.dumps(body).encode(), {}), subject=AMD.descriptor())


def asked(folder: Path, found: BuiltImage, key: Signing, *options: str, ending: str = ".sig") -> Any:
    """What `referrers --verify` says of the first image, beside which something lies under a tag or as a referrer."""
    tags = ("v1",) if b'"subject"' in found.manifest else ("v1", AMD.digest.replace(":", "-") + ending)
    write_layout(folder / "x", AMD, found, tags=tags)
    (folder / "our.pub").write_text(key.public)
    return headless("referrers", f"{folder / 'x'}:v1", "--verify", "--key", str(folder / "our.pub"), *options)


@pytest.mark.parametrize("make", [signed, bundled])
def test_a_signature_that_no_log_has_is_not_verified(make: Any, tmp_path: Path) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, make(key, AMD.digest), key)
    (found,) = answer.document["referrers"]
    assert (found["state"], found["by"], answer.document["state"], answer.code) == ("unverified", None, "failed", 1)
    assert found["says"] == "it is by our.pub, but it has no entry in a transparency log; --ignore-log takes it so"


@pytest.mark.parametrize("make", [signed, bundled])
def test_a_signature_of_either_layout_is_verified_by_its_key_alone_if_logs_are_ignored(
    make: Any, tmp_path: Path
) -> None:
    key = Signing("p256")
    (tmp_path / "other.pub").write_text(Signing("p256").public)
    other = ("--key", str(tmp_path / "other.pub"))
    answer = asked(tmp_path, make(key, AMD.digest), key, *other, "--ignore-log")
    (found,) = answer.document["referrers"]
    assert (found["state"], found["by"], answer.document["state"], answer.code) == (
        "verified",
        "our.pub",
        "verified",
        0,
    )


@pytest.mark.parametrize("make", [signed, bundled])
def test_another_key_verifies_nothing(make: Any, tmp_path: Path) -> None:
    answer = asked(tmp_path, make(Signing("p256"), AMD.digest), Signing("p256"))
    (found,) = answer.document["referrers"]
    assert (found["state"], answer.document["state"], answer.code) == ("unverified", "failed", 1)
    assert answer.document["sentence"] == "not verified: no key that was given signed it; found: 1 signature"


@pytest.mark.parametrize("make", [signed, bundled])
def test_a_good_signature_of_another_image_has_failed(make: Any, tmp_path: Path) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, make(key, OTHER.digest), key)
    (found,) = answer.document["referrers"]
    assert (found["state"], answer.code) == ("failed", 1)
    assert found["says"].startswith("it is about another image")


def envelope(key: Signing, kind: str) -> dict[str, Any]:
    """A statement about the image, of a type of predicates, in an envelope."""
    payload = made.statement(AMD.digest, kind, {"verdict": "FAILED: malware found"})
    message = b"DSSEv1 %d %s %d %s" % (len(made.STATEMENT), made.STATEMENT.encode(), len(payload), payload)
    return made.enveloped(payload) | {"signatures": [{"sig": base64.b64encode(key.sign(message)).decode()}]}


VULN = "https://cosign.sigstore.dev/attestation/vuln/v1"
_SIGNATURE = "dev.cosignproject.cosign/signature"


def attested(key: Signing, kind: str = VULN, **annotations: str) -> BuiltImage:
    """An attestation under a tag."""
    return made.holding((made.ENVELOPE, json.dumps(envelope(key, kind)).encode(), annotations or {_SIGNATURE: ""}))


def attested_bundle(key: Signing, kind: str = VULN) -> BuiltImage:
    """An attestation in a bundle whose annotations say that it is the signature of the image."""
    body = {"verificationMaterial": {"publicKey": {"hint": "aGludA=="}}, "dsseEnvelope": envelope(key, kind)}
    said = {"dev.sigstore.bundle.predicateType": made.SIGNED}
    return made.holding((made.BUNDLE, json.dumps(body).encode(), said), subject=AMD.descriptor(), annotations=said)


@pytest.mark.parametrize("make", [attested, attested_bundle])
def test_an_attestation_is_no_signature_of_the_image(make: Any, tmp_path: Path) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, make(key), key, "--ignore-log", ending=".att")
    (found,) = answer.document["referrers"]
    assert (found["what"], found["state"], answer.document["state"], answer.code) == (
        *("attestation", "verified"),
        *("failed", 1),
    )
    assert answer.document["sentence"] == (
        "not verified: no signature was found for the image, but 1 attestation; --attestation TYPE asks for one"
    )


@pytest.mark.parametrize(
    ("asked_for", "make"),
    pairs([("vuln", 0), (VULN, 0), ("spdx", 1), (made.SIGNED, 1)], [attested, attested_bundle]),
)
def test_an_attestation_decides_where_its_type_is_asked_for(
    asked_for: tuple[str, int], make: Any, tmp_path: Path
) -> None:
    kind, code = asked_for
    key = Signing("p256")
    options = ("--ignore-log", "--attestation", kind)
    assert asked(tmp_path, make(key), key, *options, ending=".att").code == code
    assert asked(tmp_path, make(Signing("p256")), key, *options, ending=".att").code == 1


def test_a_signature_is_no_attestation(tmp_path: Path) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, signed(key, AMD.digest), key, "--ignore-log", "--attestation", "vuln")
    assert (answer.document["state"], answer.code) == ("failed", 1)
    assert answer.document["attestation"] == VULN


def test_a_layer_under_a_tag_without_the_annotation_for_a_signature_is_refused_as_by_cosign(tmp_path: Path) -> None:
    key = Signing("p256")
    options = ("--ignore-log", "--attestation", "vuln")
    answer = asked(tmp_path, attested(key, other="x"), key, *options, ending=".att")
    (found,) = answer.document["referrers"]
    assert (found["state"], answer.code) == ("failed", 1)
    assert found["says"].endswith('is missing "dev.cosignproject.cosign/signature" annotation')


@pytest.mark.parametrize(("kind", "name"), [("application/cose", "COSE"), ("application/jose+json", "JWS")])
def test_a_signature_of_notation_is_named_and_is_not_verified(kind: str, name: str, tmp_path: Path) -> None:
    notary = "application/vnd.cncf.notary.signature"
    found = made.holding((kind, b'{"header": {}}', {}), artifactType=notary, subject=AMD.descriptor())
    answer = asked(tmp_path, found, Signing("p256"), "--ignore-log")
    (row,) = answer.document["referrers"]
    assert (row["what"], row["signed"], row["media_type"], row["state"], answer.code) == (
        *("signature", True, kind),
        *("unverified", 1),
    )
    assert answer.document["sentence"].startswith("not verified: it is of Notation")
    assert f"of Notation ({name})" in run("referrers", f"{tmp_path / 'x'}:v1").stdout


def test_a_signature_that_is_too_large_to_be_read_is_undecided(tmp_path: Path) -> None:
    found = made.holding((made.SIMPLE, made.claim(AMD.digest) + b" " * (4 << 20), {_SIGNATURE: "c2ln"}))
    answer = asked(tmp_path, found, Signing("p256"), "--ignore-log")
    assert (answer.document["state"], answer.code) == ("unknown", 3)
    assert answer.document["sentence"].startswith("not verified, and not everything answered: not read: 4.2 MB")


LOG = "dev.sigstore.cosign/bundle"
JUNK = '{"SignedEntryTimestamp": "c2V0", "Payload": {"body": "bm9uZQ=="}}'


@pytest.mark.parametrize("kind", ["application/octet-stream", made.ENVELOPE, made.BUNDLE])
def test_what_lies_under_a_tag_is_read_whatever_its_type_is(kind: str, tmp_path: Path) -> None:
    key = Signing("p256")
    value = base64.b64encode(key.sign(made.claim(AMD.digest))).decode()
    found = made.holding((kind, made.claim(AMD.digest), {_SIGNATURE: value}))
    answer = asked(tmp_path, found, key, "--ignore-log")
    assert (answer.document["referrers"][0]["state"], answer.code) == ("verified", 0)


@pytest.mark.parametrize(
    ("options", "entry", "state", "says", "code"),
    [
        (("--ignore-log",), JUNK, "verified", "its entry in the log cannot be read: ", 0),
        ((), JUNK, "unverified", "it is by our.pub, but its entry in the log cannot be read: ", 1),
        (("--ignore-log",), "{", "failed", "unmarshaling bundle: unexpected end of JSON input", 1),
    ],
)
def test_a_junk_entry_of_a_log_counts_as_for_cosign(
    options: tuple[str, ...], entry: str, state: str, says: str, code: int, tmp_path: Path
) -> None:
    key = Signing("p256")
    value = base64.b64encode(key.sign(made.claim(AMD.digest))).decode()
    found = made.holding((made.SIMPLE, made.claim(AMD.digest), {_SIGNATURE: value, LOG: entry}))
    answer = asked(tmp_path, found, key, *options)
    (row,) = answer.document["referrers"]
    assert (row["state"], answer.code) == (state, code)
    assert row["says"].startswith(says)


@pytest.mark.parametrize("options", [("--key", "README.md", "--attestation", "junk"), ("--attestation", "vuln")])
def test_an_attestation_is_asked_for_by_its_type_and_with_a_key(options: tuple[str, ...]) -> None:
    assert run("referrers", "demo", "--verify", *options).exit_code == 2
    assert run("referrers", "demo", "--attestation", "vuln").exit_code == 2


def test_a_key_that_is_none_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("x")
    assert headless("referrers", "demo", "--verify", "--key", str(tmp_path / "key")).code == 2


@each_row("options", [("--verify",), ("--key", "x"), ("--log-key", "x"), ("--ignore-log",)])
def test_verify_and_a_key_go_together(options: tuple[str, ...]) -> None:
    assert run("referrers", "demo", *options).exit_code == 2


LIES = {
    "hangs": "import time; time.sleep(60)",
    "hangs before it reads": "import sys, time; sys.stdin.close(); time.sleep(60)",
    "ends": "raise SystemExit(7)",
    "says nothing": "pass",
    "says something else": "print('[[1,2]]')",
    "says too much": "print('[' * 9_000_000)",
    "answers more than was asked": "print('[' + ','.join(['[\"good\",\"\",[],\"\"]'] * 2) + ']')",
}


@each_row("name", LIES)
def test_a_process_that_lies_or_hangs_verifies_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "BOOT", LIES[name])
    monkeypatch.setattr(keys, "SECONDS", 0.3)
    pool = Threads(1)
    check = SignatureCheck(key="", message=MESSAGE * 100_000, signature=b"x")
    (answer,) = asyncio.run(verified((check,), pool)).values()
    pool.close()
    assert answer.outcome is CheckOutcome.UNKNOWN
    assert answer.says.startswith("the process that verifies")


def test_a_process_that_ends_is_named_where_a_key_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "BOOT", LIES["ends"])
    key = Signing("p256")
    (found,) = asked(tmp_path, signed(key, AMD.digest), key, "--ignore-log").document["referrers"]
    assert (found["state"], found["says"]) == ("unverified", "the process that verifies ended without an answer")
