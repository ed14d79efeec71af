"""Signatures that cosign made, as `tests/oracle/make_signatures.py` recorded them, and ways to spoil them.

recorded().signed["cosign 3: a key, bundle, log 1"]    # .built, .ending, .is_keyed, .answers
SPOILT["payload"](built)                               # the same with another payload, its digests true
"""

import base64
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from builders.oci import signatures as made
from builders.oci.images import BuiltImage, image
from builders.oci.layers import BuiltLayer, file, layer

from xpkgtui.values import dataclass

STORE = Path(__file__).parents[2] / "oracle" / "signatures.json"
SIGNED, OTHER = image(layer(file("x"))), image(layer(file("y")))
"""The image that is signed, and another."""
IDENTITY, ISSUER = "ci@example.org", "https://accounts.example.org"
PREDICATE = "https://example.org/predicate"
SAID = 120
"""Characters of an answer that are kept."""
AS_IT_IS, ANOTHER_SIGNER = "as it is", "another signer"
"""The signature as it is; with the second another key or another identity is trusted."""
EXPIRED = "expired"
"""The end of the name of a signature that the log took when the certificate was no longer good."""
_LOG = "dev.sigstore.cosign/bundle"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSignature:
    """What cosign pushed beside the image, and what it says when that is spoilt."""

    built: BuiltImage
    ending: str
    """Of its tag: `.sig`, `.att`, or none where it is a referrer."""
    is_keyed: bool
    is_attested: bool
    """Whether it is an attestation of `PREDICATE`."""
    answers: Mapping[str, str]
    """By the name of the spoiling; empty where cosign verifies it."""
    admissions: Mapping[str, str]
    """What Crossplane says with `config_of` and the same spoiling; empty where it installs the image."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSignatures:
    """All that was recorded, and what is to be trusted."""

    root: str
    keys: Mapping[str, str]
    """The public keys in PEM: `ours`, `another`."""
    signed: Mapping[str, RecordedSignature]

    @property
    def log(self) -> str:
        """The key of the transparency log in PEM."""
        raw = json.loads(self.root)["tlogs"][0]["publicKey"]["rawBytes"]
        return f"-----BEGIN PUBLIC KEY-----\n{raw}\n-----END PUBLIC KEY-----\n"


@cache
def recorded() -> RecordedSignatures:
    """What is stored."""
    store = json.loads(STORE.read_text(encoding="utf-8"))
    signed = {
        name: RecordedSignature(
            built=built_of(one["manifest"], one["config"], one["layer"]),
            ending=one["ending"],
            is_keyed=one["keyed"],
            is_attested=one["attested"],
            answers=one["answers"],
            admissions=one["admissions"],
        )
        for name, one in store["signed"].items()
    }
    return RecordedSignatures(root=json.dumps(store["root"]), keys=store["keys"], signed=signed)


def config_of(host: str, spoiling: str, *, is_keyed: bool, is_attested: bool) -> dict[str, Any]:
    """An ImageConfig that trusts the signer; with `ANOTHER_SIGNER` another key of the Secret `keys`, or identity."""
    is_other = spoiling == ANOTHER_SIGNER
    authority: dict[str, Any] = {"name": "us"}
    if is_keyed:
        authority["key"] = {"secretRef": {"name": "keys", "key": "another" if is_other else "ours"}}
        authority["key"]["hashAlgorithm"] = "sha256"
    else:
        subject = "mallory@example.org" if is_other else IDENTITY
        authority["keyless"] = {"identities": [{"issuer": ISSUER, "subject": subject}]}
    if is_attested:
        authority["attestations"] = [{"name": "one", "predicateType": PREDICATE}]
    verification = {"provider": "Cosign", "cosign": {"authorities": [authority]}}
    spec = {"matchImages": [{"prefix": f"{host}/"}], "verification": verification}
    return {"metadata": {"name": "verify"}, "spec": spec}


def built_of(manifest: str, config: str, content: str) -> BuiltImage:
    """An image with one layer."""
    (row,) = json.loads(manifest)["layers"]
    held = BuiltLayer(blob=content.encode(), media_type=row["mediaType"])
    return BuiltImage(manifest=manifest.encode(), config=config.encode(), layers=(held,))


def _made(built: BuiltImage, content: Any, **annotations: str) -> BuiltImage:
    """The image with another layer and other annotations, whose digests are true."""
    manifest = json.loads(built.manifest)
    (row,) = manifest["layers"]
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    more = {key: manifest[key] for key in ("artifactType", "subject", "annotations") if key in manifest}
    return made.holding((row["mediaType"], data, row.get("annotations", {}) | annotations), **more)


def _read(built: BuiltImage) -> tuple[bytes, Any, dict[str, Any]]:
    """The layer, the same as JSON, and the envelope in it, empty where it is none."""
    data = built.layers[0].blob
    value = json.loads(data)
    return data, value, value.get("dsseEnvelope", value if "payloadType" in value else {})


def _payload(change: Callable[[bytes], bytes]) -> Callable[[BuiltImage], BuiltImage | None]:
    """Spoils what is signed."""

    def spoil(built: BuiltImage) -> BuiltImage:
        data, value, envelope = _read(built)
        if not envelope:
            return _made(built, change(data))
        envelope["payload"] = base64.b64encode(change(base64.b64decode(envelope["payload"]))).decode()
        return _made(built, value)

    return spoil


def _entry(change: Callable[[dict[str, Any]], object]) -> Callable[[BuiltImage], BuiltImage | None]:
    """Spoils the entry of the log of a bundle; nothing where there is none."""

    def spoil(built: BuiltImage) -> BuiltImage | None:
        _, value, _ = _read(built)
        entries = value.get("verificationMaterial", {}).get("tlogEntries")
        if not entries:
            return None
        change(entries[0])
        return _made(built, value)

    return spoil


def _moved(built: BuiltImage) -> BuiltImage:
    """The same beside another image."""
    manifest = json.loads(built.manifest)
    if "subject" in manifest:
        manifest["subject"] = OTHER.descriptor()
    return BuiltImage(manifest=json.dumps(manifest).encode(), config=built.config, layers=built.layers)


def _promise(built: BuiltImage) -> BuiltImage | None:
    """A false promise of the log."""
    data, value, _ = _read(built)
    annotation = json.loads(built.manifest)["layers"][0].get("annotations", {}).get(_LOG)
    if annotation is not None:
        noted = json.loads(annotation)
        noted["Payload"]["integratedTime"] += 1
        return _made(built, data, **{_LOG: json.dumps(noted)})
    entry: dict[str, Any] = next(iter(value.get("verificationMaterial", {}).get("tlogEntries", ())), {})
    if "inclusionPromise" not in entry:
        return None
    entry["integratedTime"] = str(int(entry["integratedTime"]) + 1)
    return _made(built, value)


def with_entry_of(built: BuiltImage, other: BuiltImage) -> BuiltImage:
    """A signature with the entry of the log of another."""
    data, value, _ = _read(built)
    if "verificationMaterial" in value:
        material = value["verificationMaterial"]
        material["tlogEntries"] = _read(other)[1]["verificationMaterial"]["tlogEntries"]
        return _made(built, value)
    noted = json.loads(other.manifest)["layers"][0]["annotations"][_LOG]
    return _made(built, data, **{_LOG: noted})


def _unlogged(built: BuiltImage) -> BuiltImage | None:
    """Without the entry of the log."""
    data, value, _ = _read(built)
    if value.get("verificationMaterial", {}).pop("tlogEntries", None):
        return _made(built, value)
    manifest = json.loads(built.manifest)
    (row,) = manifest["layers"]
    if row.get("annotations", {}).pop(_LOG, None) is None:
        return None
    return made.holding((row["mediaType"], data, row["annotations"]))


def _flipped(text: str) -> str:
    """Base64 of the same bytes, but the last."""
    data = bytearray(base64.b64decode(text))
    data[-1] ^= 1
    return base64.b64encode(bytes(data)).decode()


def _root(entry: dict[str, Any]) -> None:
    entry["inclusionProof"]["rootHash"] = _flipped(entry["inclusionProof"]["rootHash"])


def _body(entry: dict[str, Any]) -> None:
    body = base64.b64decode(entry["canonicalizedBody"])
    entry["canonicalizedBody"] = base64.b64encode(body.replace(b'"spec"', b' "spec"')).decode()


def _checkpoint(entry: dict[str, Any]) -> None:
    checkpoint = entry["inclusionProof"]["checkpoint"]
    checkpoint["envelope"] = checkpoint["envelope"].replace("log.example", "gol.example")


_NAMED, _UNNAMED = (one.digest.removeprefix("sha256:").encode() for one in (SIGNED, OTHER))


def without_proof(built: BuiltImage) -> BuiltImage | None:
    """A bundle whose entry of the log has no proof of inclusion."""
    return _entry(lambda entry: entry.pop("inclusionProof"))(built)


SPOILT: dict[str, Callable[[BuiltImage], BuiltImage | None]] = {
    AS_IT_IS: lambda built: built,
    ANOTHER_SIGNER: lambda built: built,
    "payload": _payload(lambda data: data.replace(b'":', b'" :', 1)),
    "digest": _payload(lambda data: data.replace(_NAMED, _UNNAMED)),
    "moved": _moved,
    "false promise": _promise,
    "no log": _unlogged,
    "another root of the log": _entry(_root),
    "another entry of the log": _entry(_body),
    "another checkpoint": _entry(_checkpoint),
}
"""What is done to a signature; None where that cannot be done to it."""
