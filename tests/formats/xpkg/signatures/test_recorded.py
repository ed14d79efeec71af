"""Signatures that cosign 2 and 3 made, good and spoilt, as Crossplane 2.4 decides them by an ImageConfig."""

import json

import pytest
from builders.cases import failing
from builders.oci.recorded_signatures import AS_IT_IS, EXPIRED, OTHER, SAID, SIGNED, SPOILT, config_of, recorded
from builders.oci.signatures import read

from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION
from xpkgtui.referrers.checks import CheckedSignatures, PromisedCheck
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.verifying import Answering
from xpkgtui.rules.admission import AdmissionDecision, SignedImage, TagContents

pytest.importorskip("sigstore")

Case = tuple[str, str]
"""The name of a signature, and what was done to it."""
CASES = [(name, spoiling) for name, one in recorded().signed.items() for spoiling in one.admissions]
_HOST = "registry.example:5000"


def decided(case: Case, *more: SignedLayer, **keyless: bool) -> tuple[AdmissionDecision, CheckedSignatures]:
    """What is said of an image with a signature beside it, and what was asked of the other process."""
    name, spoiling = case
    one = recorded().signed[name]
    built = SPOILT[spoiling](one.built)
    assert built is not None
    _, layer = read(built)
    image = SignedImage(
        digest=(OTHER if spoiling == "moved" else SIGNED).digest,
        signatures=TagContents(layers=(layer,) if one.ending == ".sig" else ()),
        attestations=TagContents(layers=(*more, layer) if one.ending == ".att" else ()),
    )
    config = config_of(_HOST, spoiling, is_keyed=one.is_keyed, is_attested=one.is_attested)
    (authority,) = config["spec"]["verification"]["cosign"]["authorities"]
    authority.get("keyless", {}).update(keyless)
    secret = {"kind": "Secret", "metadata": {"name": "keys"}, "stringData": dict(recorded().keys)}
    policies = [json.dumps({"kind": "ImageConfig", **config}), json.dumps(secret)]
    plan = ADMISSION.plan(f"{_HOST}/signed/a:v1", policies)
    asking = CheckedSignatures()
    ADMISSION.decide(plan, policies, image, asking)
    answering = Answering(recorded().root)
    known = CheckedSignatures({check: answering.of(check) for check in asking.wanted})
    return ADMISSION.decide(plan, policies, image, known), asking


def require_what_crossplane_says(case: Case) -> None:
    """The verdict; and its message, but for certificates that had expired and promises that are false."""
    name, spoiling = case
    theirs = recorded().signed[name].admissions[spoiling]
    ours = decided(case)[0]
    assert ours.accepted is (theirs == ""), ours.says
    of_library = not recorded().signed[name].is_keyed and (name.endswith(EXPIRED) or spoiling == "false promise")
    assert ours.says[:SAID] == theirs or of_library, ours.says


def test_what_cosign_made_is_installed_and_refused_as_by_crossplane() -> None:
    assert failing(CASES, require_what_crossplane_says) == {}


def test_certificates_and_keys_were_installed_and_refused() -> None:
    seen = {(one.is_keyed, not theirs) for one in recorded().signed.values() for theirs in one.admissions.values()}
    assert len(seen) == 4


def test_a_policy_may_do_without_the_log_of_certificates() -> None:
    for ignores in (False, True):
        _, asking = decided(("cosign 2.6.5: a certificate, tag", AS_IT_IS), insecureIgnoreSCT=ignores)
        assert [one.ignores_sct for one in asking.wanted if isinstance(one, PromisedCheck)] == [ignores]


def test_an_attestation_that_is_too_large_does_not_hide_a_good_one() -> None:
    name = next(name for name in recorded().signed if recorded().signed[name].ending == ".att")
    unread = SignedLayer(digest=SIGNED.digest, media_type="application/vnd.dsse.envelope.v1+json", fault="not read")
    assert decided((name, AS_IT_IS), unread)[0].accepted is True
    spoilt = next(one for one in recorded().signed[name].admissions if one != AS_IT_IS)
    assert decided((name, spoilt), unread)[0].accepted is None
