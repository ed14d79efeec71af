"""Signatures by certificates: made here by an authority of nobody, verified by a process of its own."""

import asyncio
import base64
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from builders.oci.images import BuiltImage, image, write_layout
from builders.oci.layers import file, layer
from builders.oci.signatures import read
from builders.program.headless import Answer, headless, run
from builders.program.verifying import here

from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.referrers import GivenTrust
from xpkgtui.inspection.referrers.contents import ReadReferrer
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.referrers.checks import CheckOutcome, certificate_check_of
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.referrers.reading import referrers_in
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout
from xpkgtui.referrers.verifying import Answering

pytest.importorskip("sigstore")

from builders.oci.sigstore import ISSUER, Instance, KeylessSigner, changed

__all__ = ["here"]
AMD, OTHER = image(layer(file("x"))), image(layer(file("y")))
ours = cache(Instance)
theirs = cache(Instance)
signer: Callable[[], KeylessSigner] = cache(lambda: ours().signer())
_TAG = AMD.digest.replace(":", "-") + ".sig"
_US = ("--identity", "ci@example.org", "--issuer", ISSUER)


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


def asked(folder: Path, found: BuiltImage, *options: str, instance: Instance | None = None) -> Answer:
    """What `referrers --verify` says of an image with one signature."""
    write_layout(folder / "x", AMD, found, tags=("v1", _TAG))
    (folder / "root.json").write_text((instance or ours()).trusted_root)
    root = ("--trusted-root", str(folder / "root.json"))
    return headless("referrers", f"{folder / 'x'}:v1", "--verify", *root, *(options or _US))


GOOD: dict[str, tuple[Callable[[], BuiltImage], str | None]] = {
    "a bundle": (good, None),
    "annotations": (lambda: signer().annotated(AMD.digest), "its entry in the log is promised, and not proved"),
}
WRONG: dict[str, tuple[Callable[[], BuiltImage], str, str]] = {
    "another key": (of_another_key, "failed", "not by the key of its certificate"),
    "expired": (lambda: bundle(signer(), minutes=11), "failed", "was not valid when it signed"),
    "not yet": (lambda: bundle(signer(), minutes=-1), "failed", "was not valid when it signed"),
    "no certificate log": (lambda: bundle(ours().signer(is_logged=False)), "failed", "failed to verify SCT"),
    "another authority": (lambda: bundle(theirs().signer()), "failed", "no authority of the trusted root"),
    "without a proof": (unproved, "unverified", "it cannot be verified"),
    "promised by another": (lambda: theirs().signer().annotated(AMD.digest), "failed", "no log of the trusted root"),
    "promised, another signature": (
        lambda: changed(signer().annotated(AMD.digest), b"", b"", **{"dev.cosignproject.cosign/signature": "c2ln"}),
        "failed",
        "not by the key of its certificate",
    ),
}


@cache
def judged() -> dict[str, Referrer]:
    """What one call of the other process makes of all that is wrong."""
    rows: list[ReadReferrer] = []
    for make, *_ in WRONG.values():
        manifest, held = read(make())
        known = Referrer(subject=AMD.digest, layout=ReferrerLayout.TAGS, digest="", reference="")
        rows += [(one, held) for one in referrers_in(known, manifest, [held])]
    identity = TrustedIdentity(subject="ci@example.org", issuer=ISSUER)
    pool = Threads(1)
    found = asyncio.run(KeyRing(GivenTrust(identity=identity, root=ours().trusted_root), pool).verified(rows))
    pool.close()
    return dict(zip(WRONG, found, strict=True))


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.usefixtures("here")
def test_a_signature_of_either_layout_is_verified_by_its_certificate(name: str, tmp_path: Path) -> None:
    make, says = GOOD[name]
    answer = asked(tmp_path, make())
    (found,) = answer.document["referrers"]
    assert (found["state"], found["by"]) == ("verified", f"ci@example.org ({ISSUER})")
    assert (found["says"], answer.document["state"], answer.code) == (says, "verified", 0)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_with_its_reason(name: str) -> None:
    _, standing, says = WRONG[name]
    found = judged()[name]
    assert says in found.says
    assert found.standing == standing


@pytest.mark.usefixtures("here")
def test_a_signature_that_was_changed_is_a_finding(tmp_path: Path) -> None:
    answer = asked(tmp_path, another_payload())
    assert (answer.document["referrers"][0]["state"], answer.document["state"], answer.code) == ("failed", "found", 1)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--identity-regexp", r"@example\.org$", "--issuer-regexp", "^https://"), 0),
        (("--identity", "ci@example.org", "--issuer", "https://other.example"), 1),
    ],
)
def test_an_identity_is_exact_or_a_regular_expression(options: tuple[str, ...], code: int, tmp_path: Path) -> None:
    answer = asked(tmp_path, bundle(signer()), *options)
    (found,) = answer.document["referrers"]
    assert answer.code == code
    if code:
        assert found["says"] == f"it is by another identity, ci@example.org ({ISSUER})"


@pytest.mark.usefixtures("here")
def test_a_root_of_another_instance_trusts_nothing(tmp_path: Path) -> None:
    answer = asked(tmp_path, bundle(signer()), instance=theirs())
    assert (answer.document["referrers"][0]["state"], answer.code) == ("failed", 1)


@pytest.mark.parametrize("ignores", [False, True])
def test_a_certificate_that_no_log_has_counts_where_that_is_ignored(*, ignores: bool) -> None:
    _, held = read(ours().signer(is_logged=False).annotated(AMD.digest))
    check = certificate_check_of(held, AMD.digest, ignores_sct=ignores)
    assert check is not None
    assert (Answering(ours().trusted_root).of(check).outcome is CheckOutcome.GOOD) is ignores


@pytest.mark.parametrize("options", [("--identity", "a"), ("--issuer", "a"), ("--trusted-root", "README.md")])
def test_an_identity_is_whole_and_a_root_is_one(options: tuple[str, ...]) -> None:
    assert run("referrers", "demo", "--verify", "--key", "README.md", *options).exit_code == 2
