"""What a manifest that belongs to an image is: by its types, its annotations, and the layers that were read."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from xpkgtui.errors import Malformed, parsed
from xpkgtui.oci.descriptor import PREDICATE, Descriptor
from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers import layer as layers
from xpkgtui.referrers.certificate import der_of_pem, signer_of
from xpkgtui.referrers.layer import SignedLayer, Statement
from xpkgtui.referrers.log import log_entry
from xpkgtui.referrers.referrer import NOTATION, Referrer, ReferrerLayout, Signer, Software, Standing, What, what_of
from xpkgtui.untyped import field, listing, mapping, text

_SBOMS = ("spdx", "cyclonedx")
_OF_BUNDLE = "dev.sigstore.bundle.predicateType"
"""The annotation of a bundle's manifest that says what it states."""
_NOTATION = "application/jose+json"
_LATEST = 253_402_300_799
"""The last second of the year 9999."""


def is_read(descriptor: Descriptor) -> bool:
    """Whether a layer is of a kind whose content says something, if it is small enough."""
    kind = descriptor.media_type.casefold()
    known = (layers.SIMPLE_SIGNING, layers.ENVELOPE, layers.STATEMENT, _NOTATION)
    return kind in known or kind.startswith(layers.BUNDLE) or (kind.endswith("json") and what_of(kind) is What.SBOM)


def referrers_in(known: Referrer, manifest: Manifest, read: Sequence[SignedLayer]) -> Iterator[Referrer]:
    """What a manifest holds: one for each layer that is a signature or a statement, else one for all of it.

    `known` is what the place says where it was found; `read` has its layers in order.
    """
    config = manifest.config.media_type if manifest.config else ""
    kinds = (manifest.artifact_type, config, known.media_type)
    if manifest.subject is not None and str(manifest.subject.digest) != known.subject:
        subject = str(manifest.subject.digest)
        known = replace(
            known,
            standing=Standing.FAILED,
            says=f"its manifest says that it belongs to another image, {subject[:19]}",
        )
    if not read:
        yield _plain(known, "", kinds)
    for one, descriptor in zip(read, manifest.layers, strict=False):
        content = one.digest if one.payload is not None else ""
        found = replace(_plain(known, one.media_type, kinds), size=descriptor.size, content=content)
        try:
            found = _unread(found, one, manifest.annotations) if one.payload is None else _from_layer(found, one)
        except Malformed as error:
            found = replace(found, standing=Standing.FAILED, says=found.says or f"it cannot be read: {error}")
        yield found


def _plain(known: Referrer, media_type: str, kinds: Sequence[str]) -> Referrer:
    """What types alone say: that of the layer first, then those of the manifest, last what its list says."""
    named = next((one for one in (media_type, *kinds) if what_of(one) is not What.OTHER), "")
    return replace(
        known,
        what=what_of(named) if named else known.what,
        media_type=named or next(filter(None, (*kinds[::2], media_type)), ""),
    )


def _from_layer(found: Referrer, signed: SignedLayer) -> Referrer:
    """What a layer says; raises `Malformed`."""
    assert signed.payload is not None
    if signed.media_type == layers.SIMPLE_SIGNING:
        return _simple(found, signed)
    if signed.media_type == layers.ENVELOPE:
        found = _logged(replace(found, is_signed=True), signed)
        return _stated(found, layers.statement_in(layers.read_json(signed.payload)))
    if signed.media_type.startswith(layers.BUNDLE):
        return _bundled(found, layers.read_json(signed.payload))
    if signed.media_type == layers.STATEMENT:
        return _stated(found, layers.statement_of(layers.read_json(signed.payload)))
    if signed.media_type == _NOTATION:
        chain = listing(field(layers.read_json(signed.payload), "header", "x5c"))
        signer = signer_of(layers.unbase64(chain[0], "its certificate")) if chain else None
        return replace(found, what=What.SIGNATURE, media_type=_NOTATION, is_signed=True, signer=signer)
    value = layers.read_json(signed.payload)
    software = software_of(value)
    return replace(found, software=software, what=What.SBOM if software else found.what)


def _unread(referrer: Referrer, signed: SignedLayer, annotations: Mapping[str, str]) -> Referrer:
    """What annotations say of a layer that was not read, as of a large SBOM; raises `Malformed`."""
    if signed.media_type == layers.SIMPLE_SIGNING:
        return _simple(referrer, signed)
    if signed.media_type in NOTATION:
        what, says = What.SIGNATURE, referrer.says or signed.fault
        return replace(referrer, what=what, media_type=signed.media_type, is_signed=True, says=says)
    named = (signed.annotations.get(PREDICATE), signed.annotations.get("predicateType"), annotations.get(_OF_BUNDLE))
    predicate = next(filter(None, named), "")[:1_000]
    is_stated = predicate not in ("", layers.IMAGE_SIGNED) and referrer.what is What.SIGNATURE
    what = What.ATTESTATION if is_stated else referrer.what
    return replace(referrer, what=what, predicate=predicate, says=referrer.says or signed.fault)


def _simple(found: Referrer, one: SignedLayer) -> Referrer:
    """A signature as cosign 1 and 2 write it: a payload that names the digest, and the rest in annotations."""
    found = _logged(replace(found, what=What.SIGNATURE, is_signed=bool(one.annotations.get(layers.SIGNATURE))), one)
    if one.payload is None:
        return replace(found, says=found.says or one.fault)
    return _about(found, (layers.claimed_digest(one.payload),))


def _logged(referrer: Referrer, signed: SignedLayer) -> Referrer:
    """Who signed, by the certificate in the annotations, and when the log took it."""
    signer = Signer()
    if pem := signed.annotations.get(layers.CERTIFICATE):
        signer = signer_of(der_of_pem(pem))
    if entry := signed.annotations.get(layers.LOG):
        # What lies under a tag is verified without its entry, where that is asked for.
        found = parsed(log_entry, entry)
        signer = replace(signer, at=_moment(found.at) or signer.at) if found is not None else signer
    return replace(referrer, signer=signer if signer != Signer() else None, is_logged=bool(entry))


def _bundled(found: Referrer, bundle: object) -> Referrer:
    """A bundle as cosign 3 writes it: an envelope, or a signature of the bytes of the image's manifest."""
    material = field(bundle, "verificationMaterial")
    entries = listing(field(material, "tlogEntries"))
    signer = _signer_of_material(material)
    if entries:
        at = text(field(entries[0], "integratedTime"))
        signer = replace(
            signer, at=_moment(int(at)) if at.isascii() and at.isdecimal() and len(at) < 12 else signer.at
        )
    found = replace(found, is_signed=True, is_logged=bool(entries), signer=signer if signer != Signer() else None)
    envelope = field(bundle, "dsseEnvelope")
    if envelope is None:
        algorithm = text(field(bundle, "messageSignature", "messageDigest", "algorithm"))
        digest = layers.unbase64(field(bundle, "messageSignature", "messageDigest", "digest"), "the digest")
        claim = f"sha256:{digest.hex()}" if algorithm == "SHA2_256" else found.subject
        return _about(replace(found, what=What.SIGNATURE), (claim,))
    return _stated(found, layers.statement_in(envelope))


def _signer_of_material(material: object) -> Signer:
    raw = field(material, "certificate", "rawBytes")
    if raw is None:
        chain = listing(field(material, "x509CertificateChain", "certificates"))
        raw = field(chain[0], "rawBytes") if chain else None
    if raw is not None:
        return signer_of(layers.unbase64(raw, "its certificate"))
    hint = field(material, "publicKey", "hint")
    return Signer(key=text(hint)[:100] or "(no hint)") if hint is not None else Signer()


def _stated(found: Referrer, statement: Statement) -> Referrer:
    """What a statement is about, and what it states."""
    kind = statement.predicate_type
    if kind == layers.IMAGE_SIGNED:
        found = replace(found, what=What.SIGNATURE, predicate=kind)
    else:
        software = software_of(statement.predicate) if any(one in kind for one in _SBOMS) else None
        found = replace(found, what=What.ATTESTATION, predicate=kind, software=software)
    return _about(found, statement.subjects)


def _about(referrer: Referrer, claims: Sequence[str]) -> Referrer:
    """The thing as it is, or failed where it is about another image."""
    is_of_builder = referrer.layout is ReferrerLayout.INDEX and not claims and not referrer.is_signed
    if referrer.subject in claims or referrer.says or is_of_builder:
        return referrer
    other = f", {claims[0][:19]}" if claims and claims[0] else ""
    return replace(referrer, standing=Standing.FAILED, says=f"it is about another image{other}")


def _moment(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)) if 0 < seconds < _LATEST else ""


_SHOWN = 10
_LONGEST = 80
_NOTHING = ("", "NOASSERTION", "NONE")


def software_of(value: object) -> Software | None:
    """What an SBOM in JSON lists; None where it is of neither format."""
    document = mapping(value)
    if "spdxVersion" in document:
        packages = listing(document.get("packages"))
        version = text(document["spdxVersion"]).removeprefix("SPDX-")[:20]
        return _counted(f"SPDX {version}".strip(), len(packages), _of_spdx(packages))
    if document.get("bomFormat") == "CycloneDX":
        components = listing(document.get("components"))
        version = text(document.get("specVersion"))[:20]
        return _counted(f"CycloneDX {version}".strip(), len(components), _of_cyclonedx(components))
    return None


def _counted(format: str, components: int, licenses: Iterable[str]) -> Software:
    counts = Counter(licenses)
    first = tuple((name[:_LONGEST], count) for name, count in counts.most_common(_SHOWN))
    return Software(format=format, components=components, licenses=first, more_licenses=max(0, len(counts) - _SHOWN))


def _of_spdx(packages: Iterable[object]) -> Iterator[str]:
    for package in packages:
        found = text(field(package, "licenseConcluded"))
        if found in _NOTHING:
            found = text(field(package, "licenseDeclared"))
        if found not in _NOTHING:
            yield found


def _of_cyclonedx(components: Iterable[object]) -> Iterator[str]:
    for component in components:
        for entry in listing(field(component, "licenses")):
            licensed = field(entry, "license")
            name = text(field(entry, "expression")) or text(field(licensed, "id")) or text(field(licensed, "name"))
            if name:
                yield name
