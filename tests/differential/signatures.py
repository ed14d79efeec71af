"""Signatures as Crossplane 2.4.0 verifies them by ImageConfigs: images signed in a registry, verdict and message.

An answer also has what the registry then held, of which xpkgtui makes its own: what only cryptography decides is
left undecided, and counted as that.
"""

import base64
import hashlib
import http.client
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

from builders.registry.registries import OCI_MANIFEST, DebianRegistry
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION
from xpkgtui.referrers.checks import Check, CheckAnswer, CheckedSignatures, SignatureCheck
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.rules.admission import SignedImage, TagContents

Node = dict[str, Any]
_SPDX, _SLSA = "https://spdx.dev/Document", "https://slsa.dev/provenance/v1"
_OTHER = "sha256:" + "1" * 64
_GIVEN = {"alice.pub": "@alice", "bob.pub": "@bob", "broken.pub": "no key", "empty.pub": ""}
_HELD = ("sig", "att")


def _signed(key: str = "alice", layout: str = "tag", *, log: bool = True, **more: str) -> Node:
    return {"key": key, "layout": layout, "log": log, **more}


def _authority(name: str = "us", key: str | None = "alice.pub", *types: str, **more: Any) -> Node:
    found: Node = {"name": name}
    if key is not None:
        reference = {"name": more.pop("secret", "keys"), "key": key}
        found["key"] = {"secretRef": reference, "hashAlgorithm": more.pop("hash", "sha256")}
    if types:
        found["attestations"] = [{"name": f"a{number}", "predicateType": one} for number, one in enumerate(types)]
    return found | more


def _verifying(*authorities: Node, prefix: str = "REGISTRY/", **more: Any) -> Node:
    verification = {"provider": "Cosign", "cosign": {"authorities": list(authorities)}, **more}
    spec = {"matchImages": [{"prefix": prefix}], "verification": verification}
    return {"metadata": {"name": "verify"}, "spec": spec}


def _rewriting(to: str = "REGISTRY/real/") -> Node:
    spec = {"matchImages": [{"prefix": "REGISTRY/asked/"}], "rewriteImage": {"prefix": to}}
    return {"metadata": {"name": "mirror"}, "spec": spec}


def _traps() -> Iterator[Node]:
    us = _verifying(_authority())
    for signed in (
        [],
        [_signed()],
        [_signed(log=False)],
        [_signed(layout="bundle")],
        [_signed("eve")],
        [_signed(of=_OTHER)],
        [_signed("eve"), _signed()],
        [_signed("eve"), _signed("bob", log=False)],
        [_signed(type=_SPDX)],
    ):
        yield {"signed": signed, "configs": [us]}
    spdx = _verifying(_authority("us", "alice.pub", "spdxjson"))
    for signed in (
        [],
        [_signed()],
        [_signed(type=_SPDX)],
        [_signed(type=_SLSA)],
        [_signed(type=_SPDX, log=False)],
        [_signed(type=_SPDX, layout="bundle")],
        [_signed("eve", type=_SPDX)],
        [_signed(type=_SPDX, of=_OTHER)],
    ):
        yield {"signed": signed, "configs": [spdx]}
    yield {"signed": [_signed(type=_SLSA)], "configs": [_verifying(_authority("us", "alice.pub", _SPDX, _SLSA))]}
    yield {"signed": [_signed(type=_SLSA)], "configs": [_verifying(_authority("us", "alice.pub", "", "vuln"))]}
    yield {"signed": [], "configs": [_verifying()]}
    yield {"signed": [], "configs": [_verifying(_authority(), provider="Other")]}
    yield {"signed": [], "configs": [{"metadata": {"name": "x"}, "spec": {"matchImages": [{"prefix": "REGISTRY/"}]}}]}
    yield {"signed": [], "configs": [_verifying(_authority(), prefix="REGISTRY/other/")]}
    bad = {"matchImages": [{"prefix": "REGISTRY/"}], "verification": {"provider": "Cosign"}}
    yield {"signed": [], "configs": [{"metadata": {"name": "x"}, "spec": bad}]}
    for authority in (
        _authority("us", "broken.pub"),
        _authority("us", "empty.pub"),
        _authority("us", "none.pub"),
        _authority("us", "alice.pub", secret="missing"),
        _authority("us", "alice.pub", hash="sha512"),
        _authority("us", "alice.pub", hash="md5"),
        _authority("us", None),
        _authority("us", None, keyless={"identities": [{"issuer": "i", "subject": "s"}]}),
    ):
        yield {"signed": [_signed()], "configs": [_verifying(authority)]}
        yield {"signed": [_signed(log=False)], "configs": [_verifying(authority)]}
    two = _verifying(_authority("a", "bob.pub"), _authority("b", "alice.pub", "spdxjson"))
    yield {"signed": [], "configs": [two]}
    yield {"signed": [_signed(), _signed(type=_SPDX)], "configs": [two]}
    yield {"signed": [], "configs": [_verifying(_authority("a", "bob.pub"), _authority("a", "alice.pub"))]}
    yield {"signed": [], "configs": [_rewriting(), _verifying(_authority(), prefix="REGISTRY/asked/")]}
    yield {"signed": [], "configs": [_rewriting(), _verifying(_authority(), prefix="REGISTRY/real/")]}
    yield {"signed": [], "configs": [_rewriting(""), _verifying(_authority())]}
    half = len(_SPOILT)
    yield from (*_spoilings()[:7], *_spoilings()[9:half:4], *_spoilings()[half : half + 6 : 2])


def _logged(body: object, /, **more: object) -> str:
    """The annotation with an entry of a log, whose body is this value, or these bytes."""
    data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    payload = {"body": base64.b64encode(data).decode(), "integratedTime": 1, "logIndex": 0, "logID": "ab"}
    return json.dumps({"SignedEntryTimestamp": "c2V0", "Payload": payload | more})


def _record(kind: str = "hashedrekord", **spec: object) -> Node:
    """An entry of Rekor 1."""
    hashed = {"hash": {"algorithm": "sha256", "value": "0" * 64}}
    signed = {"content": "c2ln", "publicKey": {"content": "a2V5"}}
    return {"apiVersion": "0.0.1", "kind": kind, "spec": {"data": hashed, "signature": signed} | spec}


_SIGNATURE, _LOG, _CERTIFICATE = (
    "dev.cosignproject.cosign/signature",
    "dev.sigstore.cosign/bundle",
    "dev.sigstore.cosign/certificate",
)
_ENTRIES = (
    *(
        "",
        "{",
        "x",
        "null",
        "[]",
        "5",
        '"text"',
        "{}",
        '{"Payload": {}}',
        '{"Payload": 5}',
        '{"Payload": {"body": 5}}',
    ),
    *('{"SignedEntryTimestamp": "?", "Payload": {}}', '{"Payload": {"body": "", "logIndex": "x"}}', '{"a": 1} x'),
    *map(_logged, ("", "{", "null", "5", {}, {"kind": ""}, {"kind": "other"}, {"kind": 5}, {"kind": "hashedrekord"})),
    *map(_logged, (_record(), _record("rekord"), _record("dsse"), _record("intoto"), _record(signature={}))),
    _logged(_record(), body="?"),
    _logged(_record(), body=""),
    _logged(_record(), logID="zz"),
    _logged({**_record(), "apiVersion": "9.9.9"}),
    _logged({"apiVersion": "0.0.1", "kind": "hashedrekord", "spec": {"data": {}}}),
)
"""Entries of a log that are junk, or of another signature."""
_SPOILT: tuple[Node, ...] = (
    {"type": "application/octet-stream"},
    {"type": "application/vnd.dsse.envelope.v1+json"},
    {"type": "application/vnd.dev.cosign.simplesigning.v1+json"},
    {"type": "application/vnd.dev.sigstore.bundle.v0.3+json"},
    {"annotations": {_SIGNATURE: None}},
    {"annotations": {_SIGNATURE: ""}},
    {"annotations": {_SIGNATURE: "no base64"}},
    {"annotations": {_SIGNATURE: "?", _LOG: None}},
    {"annotations": {_SIGNATURE: None, _LOG: None}},
    {"annotations": {_SIGNATURE: None, _LOG: "{"}},
    {"annotations": {_CERTIFICATE: ""}},
    {"annotations": {_CERTIFICATE: "x"}},
    {"payload": "{"},
    {"payload": "{}"},
    {"payload": "null"},
    {"payload": '{"payloadType": "application/vnd.in-toto+json", "payload": "?", "signatures": [{"sig": "c2ln"}]}'},
    *({"annotations": {_LOG: one}} for one in _ENTRIES),
)
"""What is done to the first layer under a tag."""


@cache
def _spoilings() -> tuple[Node, ...]:
    """Signatures, and then attestations, of which one thing is another."""
    signed = _signed(), _signed(type=_SPDX)
    return tuple(
        {
            "signed": [made],
            "spoilt": {"tag": tag, **one},
            "configs": [_verifying(_authority("us", "alice.pub", *types))],
        }
        for tag, made, types in zip(("sig", "att"), signed, ((), ("spdxjson",)), strict=True)
        for one in _SPOILT
    )


def _generated(chance: Random) -> Node:
    def authority(name: str) -> Node:
        types = chance.choices(("spdxjson", _SPDX, _SLSA, "custom"), k=chance.choice((0, 0, 0, 1, 2)))
        keys = ("alice.pub", "alice.pub", "bob.pub", "bob.pub", "broken.pub", None)
        return _authority(name, chance.choice(keys), *types)

    if chance.random() < 0.2:
        return chance.choice(_spoilings())
    signed = []
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        one = _signed(chance.choice(("alice", "bob", "eve")), chance.choice(("tag", "tag", "tag", "bundle")))
        one["log"] = chance.random() < 0.7
        if chance.random() < 0.4:
            one["type"] = chance.choice((_SPDX, _SLSA))
        if chance.random() < 0.15:
            one["of"] = _OTHER
        signed.append(one)
    configs = [_verifying(*map(authority, "ab"[: chance.choice((0, 1, 1, 1, 2))]))]
    if chance.random() < 0.2:
        configs.append(_rewriting())
        configs[0]["spec"]["matchImages"][0]["prefix"] = chance.choice(
            ("REGISTRY/", "REGISTRY/asked/", "REGISTRY/real")
        )
    return {"signed": signed, "configs": configs}


@cache
def _registry() -> DebianRegistry:
    return DebianRegistry().start()


def close() -> None:
    """Ends the registry, where one was started."""
    if _registry.cache_info().currsize:
        _registry().remove()
        _registry.cache_clear()


def _theirs(oracle: Oracle, case: Node) -> Node:
    """The oracle's verdict and message, and what the registry held when it was asked."""
    registry = _registry()
    name = hashlib.sha256(json.dumps(case).encode()).hexdigest()[:20]
    is_moved = any(one["spec"].get("rewriteImage", {}).get("prefix") for one in case["configs"])
    repository = f"{'real' if is_moved else 'asked'}/{name}"
    digest = registry.push_image(repository, "v1", b"a layer")
    for one in case["signed"]:
        oracle.ask("installs", "sign", image=f"{registry.host}/{repository}:v1", **one)
    if "spoilt" in case:
        _spoil(registry, repository, digest, **case["spoilt"])
    keys = {
        one: oracle.ask("installs", "sign", key=one, layout="none")["answer"]["public"]
        for one in ("alice", "bob", "log")
    }
    asked = f"{registry.host}/asked/{name}:v1"
    secrets = {"keys": {key: keys.get(value[1:], value) for key, value in _GIVEN.items()}}
    configs = json.loads(json.dumps(case["configs"]).replace("REGISTRY", registry.host))
    answer = oracle.ask("installs", "signatures", image=asked, configs=configs, secrets=secrets)["answer"]
    held = {ending: _held(registry, repository, digest, ending) for ending in _HELD}
    return {
        "verified": answer["verified"] or (not answer["asked"] and "error" not in answer),
        "error": answer.get("error", "").replace(registry.host, "REGISTRY"),
        "image": asked,
        "digest": digest,
        "keys": keys,
        **{ending: layers for ending, layers in held.items() if layers is not None},
    }


def _spoil(registry: DebianRegistry, repository: str, digest: str, **spoilt: Any) -> None:
    """Pushes the first layer under a tag again, with another type, other annotations (null: none) or other bytes."""
    tag = f"{digest.replace(':', '-')}.{spoilt['tag']}"
    manifest = json.loads(_get(registry, f"/v2/{repository}/manifests/{tag}") or b"")
    row = manifest["layers"][0]
    noted = row.get("annotations", {}) | spoilt.get("annotations", {})
    row["annotations"] = {key: value for key, value in noted.items() if value is not None}
    row["mediaType"] = spoilt.get("type", row["mediaType"])
    if "payload" in spoilt:
        data = spoilt["payload"].encode()
        row |= {"digest": registry.push_blob(repository, data), "size": len(data)}
    registry.push_manifest(repository, tag, json.dumps(manifest).encode(), OCI_MANIFEST)


def _held(registry: DebianRegistry, repository: str, digest: str, ending: str) -> list[Node] | None:
    """The layers under a tag beside an image."""
    manifest = _get(registry, f"/v2/{repository}/manifests/{digest.replace(':', '-')}.{ending}")
    if manifest is None:
        return None
    return [
        {
            "type": one["mediaType"],
            "digest": one["digest"],
            "annotations": one.get("annotations", {}),
            "payload": (_get(registry, f"/v2/{repository}/blobs/{one['digest']}") or b"").decode(),
        }
        for one in json.loads(manifest)["layers"]
    ]


def _get(registry: DebianRegistry, path: str) -> bytes | None:
    connection = http.client.HTTPConnection(registry.host, timeout=10)
    try:
        connection.request("GET", path, headers={"Accept": OCI_MANIFEST})
        answer = connection.getresponse()
        data = answer.read()
    finally:
        connection.close()
    return data if answer.status == 200 else None


def _contents(theirs: Node, ending: str) -> TagContents:
    return TagContents(
        name=ending,
        layers=tuple(
            SignedLayer(
                digest=one["digest"],
                media_type=one["type"],
                annotations=one["annotations"],
                payload=one["payload"].encode(),
            )
            for one in theirs.get(ending, ())
        ),
    )


def _checked(asking: CheckedSignatures) -> dict[Check, CheckAnswer]:
    """What keys say; certificates are left open, because Crossplane was asked with another trusted root."""
    if not find_spec("cryptography"):
        return {}
    from xpkgtui.referrers.keyed import of_key

    return {one: CheckAnswer(outcome=of_key(one)) for one in asking.wanted if isinstance(one, SignatureCheck)}


def _decided(case: Node, theirs: Node) -> Node:
    """What xpkgtui makes of what the registry held."""
    host = theirs["image"].partition("/")[0]
    configs = json.loads(json.dumps(case["configs"]).replace("REGISTRY", host))
    given = {key: theirs["keys"].get(value[1:], value) for key, value in _GIVEN.items()}
    secret = {"kind": "Secret", "metadata": {"name": "keys"}, "stringData": given}
    policies = [json.dumps({"kind": "ImageConfig", **one}) for one in configs] + [json.dumps(secret)]
    plan = ADMISSION.plan(theirs["image"], policies)
    image = SignedImage(
        digest=theirs["digest"], signatures=_contents(theirs, "sig"), attestations=_contents(theirs, "att"), bundles=0
    )
    logs = (theirs["keys"]["log"],)
    asking = CheckedSignatures()
    ADMISSION.decide(plan, policies, image, asking, logs)
    known = CheckedSignatures(_checked(asking))
    found = ADMISSION.decide(plan, policies, image, known, logs)
    return {
        "verified": found.accepted,
        "error": "" if found.accepted is None else found.says.replace(host, "REGISTRY"),
    }


def _agrees(case: Node, theirs: Node) -> bool:
    ours = _decided(case, theirs)
    return ours["verified"] == theirs["verified"] and _lines(ours["error"]) == _lines(theirs["error"])


def _lines(error: str) -> list[str]:
    """The pieces of a message: those of several signatures come in any order, as they are verified side by side."""
    return sorted(re.split(r"\n |no matching \w+: |, (?=authority)|\]$", error))


def _excused(case: Node, ours: Node, theirs: Node) -> str | None:
    found = _decided(case, theirs)
    if found["verified"] is None:
        return f"undecided without cryptography ({'verified' if theirs['verified'] else 'refused'})"
    if found["verified"] == theirs["verified"] and "cannot get secret" in theirs["error"]:
        return "a Secret that is not given is taken to be in the cluster, so the message is that of the next step"
    return None


def _itself(case: Node) -> Node:
    return case


SIGNATURES = Subject(
    name="signatures",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_itself,
    excused=_excused,
    agrees=_agrees,
    kept=10,
)
