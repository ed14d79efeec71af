"""Signatures by keys: made here with `cryptography`, verified by a process of its own."""

import asyncio
import base64
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from builders.oci import signatures as made
from builders.oci.images import BuiltImage, image, write_layout
from builders.oci.layers import file, layer
from builders.program.headless import headless, run

from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.referrers import verification
from xpkgtui.inspection.referrers.verification import verified
from xpkgtui.referrers.checks import CheckedSignatures, CheckOutcome, SignatureCheck
from xpkgtui.referrers.verifying import NO_LIBRARY, main

pytest.importorskip("cryptography")

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

AMD = image(layer(file("x")))
OTHER = image(layer(file("y")))
MESSAGE = b"a message"


class Signing:
    """A key, and signatures by it."""

    def __init__(self, kind: str) -> None:
        self._key: Any = {
            "p256": lambda: ec.generate_private_key(ec.SECP256R1()),
            "p384": lambda: ec.generate_private_key(ec.SECP384R1()),
            "rsa": lambda: rsa.generate_private_key(65537, 2048),
            "ed25519": ed25519.Ed25519PrivateKey.generate,
        }[kind]()

    @property
    def public(self) -> str:
        """The public key in PEM."""
        info = serialization.PublicFormat.SubjectPublicKeyInfo
        return str(self._key.public_key().public_bytes(serialization.Encoding.PEM, info).decode())

    def sign(self, message: bytes) -> bytes:
        """A signature with SHA-256, where the kind of key has a choice."""
        if isinstance(self._key, ec.EllipticCurvePrivateKey):
            return self._key.sign(message, ec.ECDSA(hashes.SHA256()))
        if isinstance(self._key, rsa.RSAPrivateKey):
            return self._key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return bytes(self._key.sign(message))


def answers(*checks: SignatureCheck) -> list[bool | None]:
    pool = Threads(1)
    try:
        known = asyncio.run(verified(checks, pool))
    finally:
        pool.close()
    return [CheckedSignatures(known).of(one) for one in checks]


@pytest.mark.parametrize("kind", ["p256", "p384", "rsa", "ed25519"])
def test_a_good_signature_is_told_from_a_changed_message_and_another_key(kind: str) -> None:
    key, other = Signing(kind), Signing(kind)
    signature = key.sign(MESSAGE)
    assert answers(
        SignatureCheck(key=key.public, message=MESSAGE, signature=signature),
        SignatureCheck(key=key.public, message=b"another", signature=signature),
        SignatureCheck(key=other.public, message=MESSAGE, signature=signature),
    ) == [True, False, False]


def test_a_key_that_cannot_be_used_answers_nothing() -> None:
    assert answers(SignatureCheck(key="no key", message=MESSAGE, signature=b"x")) == [None]


def test_an_unknown_hash_answers_nothing() -> None:
    key = Signing("p256")
    check = SignatureCheck(key=key.public, message=MESSAGE, signature=key.sign(MESSAGE), hash="md5")
    assert answers(check) == [None]


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


def asked(folder: Path, found: BuiltImage, key: Signing, *options: str) -> Any:
    """What `referrers --verify` says of the first image."""
    name = AMD.digest.replace(":", "-") + ".sig"
    write_layout(folder / "x", AMD, found, tags=("v1", name))
    (folder / "our.pub").write_text(key.public)
    return headless("referrers", f"{folder / 'x'}:v1", "--verify", "--key", str(folder / "our.pub"), *options)


@pytest.mark.parametrize("make", [signed, bundled])
def test_a_signature_that_no_log_has_is_not_verified(make: Any, tmp_path: Path) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, make(key, AMD.digest), key)
    (found,) = answer.document["referrers"]
    assert (found["state"], found["by"], answer.document["state"], answer.code) == ("unverified", None, "found", 1)
    assert found["says"] == "it is by our.pub, but it has no entry in a transparency log; --ignore-log takes it so"


@pytest.mark.parametrize("make", [signed, bundled])
def test_a_signature_of_either_layout_is_verified_by_its_key_alone_if_logs_are_ignored(
    make: Any, tmp_path: Path
) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, make(key, AMD.digest), key, "--ignore-log")
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
    assert (found["state"], answer.document["state"], answer.code) == ("unverified", "found", 1)
    assert found["says"] == "no key that was given verifies it"


@pytest.mark.parametrize("make", [signed, bundled])
def test_a_good_signature_of_another_image_has_failed(make: Any, tmp_path: Path) -> None:
    key = Signing("p256")
    answer = asked(tmp_path, make(key, OTHER.digest), key)
    (found,) = answer.document["referrers"]
    assert (found["state"], answer.code) == ("failed", 1)
    assert found["says"].startswith("it is about another image")


def test_a_key_that_is_none_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("x")
    assert headless("referrers", "demo", "--verify", "--key", str(tmp_path / "key")).code == 2


@pytest.mark.parametrize("options", [("--verify",), ("--key", "x"), ("--log-key", "x"), ("--ignore-log",)])
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


@pytest.mark.parametrize("name", LIES)
def test_a_process_that_lies_or_hangs_verifies_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "BOOT", LIES[name])
    monkeypatch.setattr(verification, "SECONDS", 0.3)
    pool = Threads(1)
    check = SignatureCheck(key="", message=MESSAGE * 100_000, signature=b"x")
    (answer,) = asyncio.run(verified((check,), pool)).values()
    pool.close()
    assert answer.outcome is CheckOutcome.UNKNOWN
    assert answer.says.startswith("the process that verifies")


def test_a_process_that_ends_is_named_where_a_key_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "BOOT", LIES["ends"])
    key = Signing("p256")
    (found,) = asked(tmp_path, signed(key, AMD.digest), key, "--ignore-log").document["referrers"]
    assert (found["state"], found["says"]) == ("unverified", "the process that verifies ended without an answer")


def test_without_the_library_the_process_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert main() == NO_LIBRARY
