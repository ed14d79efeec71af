"""Signatures that cosign 2 and 3 made, by keys and by certificates of a Sigstore of nobody, good and spoilt."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from builders.cases import failing
from builders.oci.images import OCI_INDEX, BuiltImage
from builders.oci.recorded_signatures import (
    ANOTHER_SIGNER,
    AS_IT_IS,
    EXPIRED,
    IDENTITY,
    ISSUER,
    OTHER,
    PREDICATE,
    SIGNED,
    SPOILT,
    RecordedSignature,
    recorded,
    with_entry_of,
    without_proof,
)
from builders.oci.signatures import BUNDLE, read
from builders.program.headless import headless
from builders.program.verifying import here
from builders.registry.faulty import FaultyRegistry, Reply, faulty
from builders.registry.packages import push
from builders.registry.registries import DebianRegistry

from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.referrers import GivenKey, GivenTrust
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.referrers.reading import referrers_in
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, Standing

pytest.importorskip("sigstore")

__all__ = ["faulty", "here"]
Case = tuple[str, str]
"""The name of a signature, and what was done to it."""
CASES = [(name, spoiling) for name, one in recorded().signed.items() for spoiling in one.answers]
_TAKEN_BY_COSIGN = ("another root of the log", "another entry of the log")
"""Of Rekor 2 cosign makes the entry and its root anew, and does not look at those of the bundle."""
REASONS = {
    "payload": ("no key that was given", "another payload", "not by the key of its certificate", "payload hash"),
    "digest": ("about another image",),
    "moved": ("about another image",),
    "false promise": ("no log of the trusted root signed the promise",),
    "no log": ("no entry in a transparency log", "no promise of a transparency log"),
    "another root of the log": ("its entry is not in the tree of the log",),
    "another entry of the log": ("its entry is not in the tree of the log",),
    "another checkpoint": ("no log of the trusted root signed the checkpoint",),
    ANOTHER_SIGNER: ("no key that was given", "it is by another identity, ci@example.org"),
    AS_IT_IS: ("no entry in a transparency log", "not valid when it signed"),
}
"""What may be said of a signature that is not verified."""


def given(one: RecordedSignature, spoiling: str = AS_IT_IS) -> GivenTrust:
    """What is trusted, of another signer with `ANOTHER_SIGNER`."""
    store, is_other = recorded(), spoiling == ANOTHER_SIGNER
    if one.is_keyed:
        key = GivenKey(name="a.pub", pem=store.keys["another" if is_other else "ours"])
        return GivenTrust(keys=(key,), root=store.root)
    subject = "mallory@example.org" if is_other else IDENTITY
    return GivenTrust(identity=TrustedIdentity(subject=subject, issuer=ISSUER), root=store.root)


@cache
def judged(case: Case) -> Referrer:
    """What is said of one signature that was recorded."""
    name, spoiling = case
    one = recorded().signed[name]
    built = SPOILT[spoiling](one.built)
    assert built is not None
    return judged_by(given(one, spoiling), built, OTHER if spoiling == "moved" else SIGNED)


def judged_by(trust: GivenTrust, built: BuiltImage, image: BuiltImage = SIGNED) -> Referrer:
    """What is said of a signature beside an image."""
    manifest, held = read(built)
    known = Referrer(subject=image.digest, layout=ReferrerLayout.TAGS, digest="", reference="")
    pool = Threads(1)
    try:
        rows = [(each, held) for each in referrers_in(known, manifest, [held])]
        (found,) = asyncio.run(KeyRing(trust, pool).verified(rows))
    finally:
        pool.close()
    return found


def require_what_cosign_says(case: Case) -> None:
    """Verified where cosign verifies; of some that it takes the library does not."""
    name, spoiling = case
    is_verified = judged(case).standing is Standing.VERIFIED
    if spoiling in _TAKEN_BY_COSIGN:
        assert not is_verified
    else:
        assert is_verified == (not recorded().signed[name].answers[spoiling]), judged(case)


def require_its_reason(case: Case) -> None:
    """What is not verified says why, in words for what was done to it."""
    found = judged(case)
    if found.standing is not Standing.VERIFIED:
        assert any(words in found.says for words in REASONS[case[1]]), found.says


@pytest.mark.usefixtures("here")
def test_what_cosign_made_is_verified_and_refused_as_by_cosign() -> None:
    assert failing(CASES, require_what_cosign_says) == {}


@pytest.mark.usefixtures("here")
def test_what_is_not_verified_has_its_reason() -> None:
    assert failing(CASES, require_its_reason) == {}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("layout", ["tag", "bundle, log 1"])
def test_an_entry_of_the_log_is_about_its_signature(layout: str) -> None:
    one = recorded().signed[f"cosign 3.1.3: a key, {layout}"]
    other = recorded().signed["cosign 2.6.5: a key, tag" if layout == "tag" else "cosign 3.1.3: a key, bundle, log 2"]
    found = judged_by(given(one), with_entry_of(one.built, other.built))
    assert (found.standing, found.says) == (Standing.FAILED, "the entry of the log is about another signature")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("spoiling", "standing"), [("no log", Standing.VERIFIED), ("false promise", Standing.FAILED)]
)
def test_without_an_entry_a_key_is_enough_if_logs_are_ignored(spoiling: str, standing: Standing) -> None:
    one = recorded().signed["cosign 3.1.3: a key, bundle, log 1"]
    built = SPOILT[spoiling](one.built)
    assert built is not None
    assert judged_by(replace(given(one), ignores_logs=True), built).standing is standing


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "spoil", "says"),
    [
        ("tag", SPOILT["false promise"], "the promise of the log is not by its key"),
        ("bundle, log 1", SPOILT["false promise"], "the promise of the log is not by its key"),
        ("bundle, log 2", without_proof, "its entry in the log is neither proved nor promised"),
    ],
)
def test_an_entry_is_judged_by_the_key_of_its_log(
    name: str, spoil: Callable[[BuiltImage], BuiltImage | None], says: str
) -> None:
    one = recorded().signed[f"cosign 3.1.3: a key, {name}"]
    built, logs = spoil(one.built), (recorded().log,)
    assert built is not None
    found = judged_by(replace(given(one), logs=logs, root=""), built)
    assert (found.standing is not Standing.VERIFIED, says in found.says) == (True, True)
    assert judged_by(replace(given(one), logs=logs), one.built).standing is Standing.VERIFIED


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["tag", "bundle, log 1"])
def test_a_key_is_not_an_identity(name: str) -> None:
    identity = TrustedIdentity(subject=IDENTITY, issuer=ISSUER)
    found = judged_by(GivenTrust(identity=identity), recorded().signed[f"cosign 3.1.3: a key, {name}"].built)
    assert (found.standing, found.says) == (Standing.UNVERIFIED, "it is by a key, and not by an identity")


@pytest.mark.usefixtures("here")
def test_a_log_that_is_not_trusted_proves_nothing() -> None:
    one = recorded().signed["cosign 3.1.3: a key, bundle, log 1"]
    found = judged_by(replace(given(one), root=""), one.built)
    assert (found.standing, "its log is not one of the trusted root" in found.says) == (Standing.UNVERIFIED, True)


@pytest.mark.parametrize(("name", "says"), [("tag", "promised, and not proved"), ("bundle, log 2", "")])
@pytest.mark.usefixtures("here")
def test_a_promise_counts_and_is_named(name: str, says: str) -> None:
    found = judged((f"cosign 3.1.3: a key, {name}", AS_IT_IS))
    assert (found.standing, says in found.says, bool(says) is bool(found.says)) == (Standing.VERIFIED, True, True)


@pytest.mark.usefixtures("here")
def test_a_bundle_of_the_referrers_api_is_verified(faulty: FaultyRegistry, tmp_path: Path) -> None:
    one = recorded().signed["cosign 3.1.3: a certificate, bundle, log 2"]
    for built, tag in ((SIGNED, "v1"), (one.built, "bundle")):
        for name, data in built.blobs().items():
            faulty.routes[f"/v2/x/blobs/{name}"] = Reply(body=data)
        faulty.add_manifest("x", tag, built.manifest)
    listed = {"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": [one.built.descriptor(artifactType=BUNDLE)]}
    body, headers = json.dumps(listed).encode(), {"Content-Type": OCI_INDEX}
    faulty.routes[f"/v2/x/referrers/{SIGNED.digest}"] = Reply(headers=headers, body=body)
    (tmp_path / "root.json").write_text(recorded().root)
    trust = ("--trusted-root", str(tmp_path / "root.json"), "--identity", IDENTITY, "--issuer", ISSUER)
    answer = headless("referrers", f"{faulty.host}/x:v1", "--verify", *trust)
    (row,) = answer.document["referrers"]
    assert (row["layout"], row["state"], answer.code) == ("referrers", "verified", 0)


def test_all_ways_of_spoiling_and_signing_were_recorded() -> None:
    assert {spoiling for _, spoiling in CASES} == set(SPOILT)
    assert any(name.startswith("cosign 2") and name.endswith(EXPIRED) for name, _ in CASES)


@pytest.mark.registry
@pytest.mark.usefixtures("here")
def test_one_of_each_layout_and_kind_is_verified_in_a_registry(registry: DebianRegistry, tmp_path: Path) -> None:
    (tmp_path / "root.json").write_text(recorded().root)
    (tmp_path / "a.pub").write_text(recorded().keys["ours"])
    verify = ("--verify", "--trusted-root", str(tmp_path / "root.json"))
    good = {(one.ending, one.is_keyed): one for one in recorded().signed.values() if not one.answers[AS_IT_IS]}
    found: dict[str, set[str]] = {}
    for number, one in enumerate(good.values()):
        repository = f"signed/{number}"
        tag = push(registry, repository, "v1", SIGNED).replace(":", "-") + one.ending
        push(registry, repository, tag if one.ending else "bundle", one.built)
        if not one.ending:
            listed = {"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": [one.built.descriptor()]}
            registry.push_manifest(repository, tag, json.dumps(listed).encode(), OCI_INDEX)
        trust = ("--key", str(tmp_path / "a.pub")) if one.is_keyed else ("--identity", IDENTITY, "--issuer", ISSUER)
        wanted = ("--attestation", PREDICATE) if one.is_attested else ()
        answer = headless("referrers", f"{registry.host}/{repository}:v1", *verify, *trust, *wanted)
        (row,) = answer.document["referrers"]
        found.setdefault(row["layout"], set()).add(f"{row['state']} {answer.code}")
    assert len(good) == 6
    assert found == {"tags": {"verified 0"}, "fallback": {"verified 0"}}
