"""Targets of what belongs to an image: certificates, and the layers of signatures and attestations."""

import json
from functools import cache

from builders.oci import signatures as made
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.oci.recorded_signatures import recorded
from fuzz.mutating import as_bytes, as_json
from fuzz.target import Target, require_safe

from xpkgtui.codec import Codec
from xpkgtui.errors import Malformed
from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers.certificate import signer_of
from xpkgtui.referrers.checks import BundleCheck, CheckOutcome, certificate_check_of, check_of
from xpkgtui.referrers.layer import SignedLayer, readable
from xpkgtui.referrers.log import entries_of
from xpkgtui.referrers.reading import referrers_in
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout
from xpkgtui.referrers.verifying import Answering
from xpkgtui.reporting.contents.referrer_list import described, signed_by
from xpkgtui.untyped import field

_IMAGE = image(layer(file("x")))
_KINDS = (made.SIMPLE, made.ENVELOPE, made.BUNDLE, made.STATEMENT, "application/jose+json", "application/spdx+json")
_KNOWN = Referrer(subject=_IMAGE.digest, layout=ReferrerLayout.TAGS, digest="", reference="x")
_CODEC = Codec[Referrer](Referrer)


def _certificate(data: bytes) -> None:
    found = signer_of(data)
    require_safe(found.name)
    assert len(found.subject) <= 1_000, "a name is not cut"


def _layer(data: bytes) -> None:
    """Bytes as the layer of each kind, and as the annotation with the entry of a log."""
    annotations = {"dev.sigstore.cosign/bundle": data.decode("utf-8", "replace")}
    for kind in _KINDS:
        built = made.holding((kind, data, {}))
        for noted in ({}, annotations):
            one = SignedLayer(digest="sha256:0", media_type=kind, annotations=noted, payload=data)
            for found in referrers_in(_KNOWN, Manifest.parse(built.manifest), [one]):
                assert _CODEC.decode(_CODEC.encode(found)) == found, "it does not come back as it was"
                require_safe(described(found) + signed_by(found))
            try:
                signed = check_of(one, recorded().keys["ours"])
                for entry in entries_of(one):
                    entry.check([])
                    if signed is not None:
                        entry.contradiction(signed)
                certificate_check_of(one, _IMAGE.digest)
                readable(data)
            except Malformed as error:
                require_safe(str(error))


def _layers() -> list[bytes]:
    claim, body = made.claim(_IMAGE.digest), made.statement(_IMAGE.digest, made.SPDX, {"spdxVersion": "SPDX-2.3"})
    bundle = made.bundle(_IMAGE.digest, subject=_IMAGE.descriptor()).layers[0].blob
    signed = {"header": {"x5c": ["MAA="]}, "payload": "e30="}
    logged = recorded().signed["cosign 3.1.3: a key, bundle, log 2"].built.layers[0].blob
    rows = (claim, body, bundle, logged, json.dumps(made.enveloped(body)).encode(), made.log(claim, "key").encode())
    return [*rows, json.dumps(signed).encode()]


@cache
def _signed() -> tuple[bytes, str]:
    """A bundle that verifies, and the root by which it does."""
    # Loads a library of cryptography, which other targets do without.
    from builders.oci.sigstore import Instance

    instance = Instance()
    built = instance.signer().bundle(_IMAGE.digest, _IMAGE.descriptor())
    return built.layers[0].blob, instance.trusted_root


def _bundle(data: bytes) -> None:
    """A bundle that is good states what was signed."""
    bundle, root = _signed()
    answer = Answering(root).of(BundleCheck(bundle=data, digest=_IMAGE.digest))
    if answer.outcome is CheckOutcome.GOOD:
        payload = field(readable(data), "dsseEnvelope", "payload")
        assert payload == field(readable(bundle), "dsseEnvelope", "payload"), "it was not signed"


SIGNATURES = (
    Target(name="bundles", check=_bundle, seeds=lambda: [_signed()[0]], mutated=as_json, largest=1 << 14),
    Target(
        name="certificates",
        check=_certificate,
        seeds=lambda: [
            made.certificate(),
            made.certificate("https://a.example/x", tag=0x86, extensions={13: "c0ffee"}),
        ],
        expected=(Malformed,),
        mutated=as_bytes,
    ),
    Target(name="signatures", check=_layer, seeds=_layers, mutated=as_json, largest=1 << 14),
)
