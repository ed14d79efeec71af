"""What cosign says of a layer under a tag before it verifies anything: junk in its annotations, or in the log entry.

cosign pkg/oci/static, Copy; pkg/cosign/verify.go, extractEntryImpl; checked by the differential run `signatures`.
"""

import base64
import binascii
from collections.abc import Iterator, Mapping

from xpkgtui.errors import Malformed, parsed
from xpkgtui.golang.json_syntax import fault_of_json, fault_of_value
from xpkgtui.golang.printing import quoted
from xpkgtui.referrers.certificate import der_of_pem
from xpkgtui.referrers.layer import CERTIFICATE, LOG, SignedLayer, read_json
from xpkgtui.untyped import field, mapping, text

_BUNDLE = "RekorBundle"
_NUMBERS = ("integratedTime", "logIndex")
_VERSIONS = {
    "hashedrekord": ("0.0.1",),
    "rekord": ("0.0.1",),
    "dsse": ("0.0.1",),
    "intoto": ("0.0.1", "0.0.2"),
}
"""The kinds of entries that cosign reads, with their versions."""
_FIELDS = {"hashedrekord": ("data", "signature"), "rekord": ("data", "signature"), "intoto": ("content", "publicKey")}
"""What each must have."""
_OF_KIND = 'struct { Kind string "json:\\"kind\\"" }'
_DSSE = "either proposedContent or envelopeHash, payloadHash, and signatures must be present"


def unreadable(layer: SignedLayer) -> str:
    """Why cosign and Crossplane cannot read a layer; empty where they can."""
    if layer.missing:
        return layer.missing
    if (log := layer.annotations.get(LOG)) and (fault := next(_unmarshaling(log), "")):
        return f"unmarshaling bundle: {fault}"
    certificate = layer.annotations.get(CERTIFICATE)
    return "error during PEM decoding" if certificate and parsed(der_of_pem, certificate) is None else ""


def _unmarshaling(annotation: str) -> Iterator[str]:
    """What Go says of an annotation that is no entry of a log."""
    if (fault := fault_of_value(annotation.encode("utf-8", "replace"))) is not None:
        yield fault.message
        return
    value = parsed(read_json, annotation)
    if value is None:
        return
    if not isinstance(value, dict):
        yield f"json: cannot unmarshal {_kind(value)} into Go value of type bundle.{_BUNDLE}"
        return
    for name, one in value.items():
        if one is None:
            continue
        if name.casefold() == "signedentrytimestamp":
            yield from _of_bytes(one, f"{_BUNDLE}.SignedEntryTimestamp")
        elif name.casefold() == "payload":
            yield from _of_payload(one)


def _of_bytes(value: object, where: str) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"json: cannot unmarshal {_kind(value)} into Go struct field {where} of type []uint8"
    elif (at := _wrong_base64(value)) is not None:
        yield f"illegal base64 data at input byte {at}"


def _of_payload(value: object) -> Iterator[str]:
    lead = "into Go struct field"
    if not isinstance(value, dict):
        yield f"json: cannot unmarshal {_kind(value)} {lead} {_BUNDLE}.Payload of type bundle.RekorPayload"
        return
    for name, one in value.items():
        where = f"{lead} RekorPayload.Payload.{name}"
        if one is None:
            continue
        if name in _NUMBERS and (isinstance(one, bool) or not isinstance(one, int)):
            number = f"number {one}" if isinstance(one, float) else _kind(one)
            yield f"json: cannot unmarshal {number} {where} of type int64"
        elif name == "logID" and not isinstance(one, str):
            yield f"json: cannot unmarshal {_kind(one)} {where} of type string"


def _kind(value: object) -> str:
    """What Go calls a value of JSON."""
    if isinstance(value, bool):
        return "bool"
    kinds: Mapping[type, str] = {str: "string", dict: "object", list: "array"}
    return kinds.get(type(value), "number")


def _wrong_base64(value: str) -> int | None:
    """The place where Go stops reading base64; None where it reads all."""
    plain = value.replace("\r", "").replace("\n", "")
    try:
        base64.b64decode(plain.encode("utf-8", "replace"), validate=True)
    except (ValueError, binascii.Error):
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        return next((at for at, one in enumerate(plain) if one not in alphabet), len(plain) // 4 * 4)
    return None


def entry_fault(annotation: str) -> str:
    """What cosign says of the body of an entry that it cannot read; empty where it can, or nothing is known of it."""
    body = field(parsed(read_json, annotation), "Payload", "body")
    if not isinstance(body, str):
        return "bundle payload body is not a string"
    if not body:
        return "EOF"
    if (at := _wrong_base64(body)) is not None:
        return "unexpected EOF" if len(body) < 4 else f"illegal base64 data at input byte {at}"
    data = base64.b64decode(body)
    if (fault := fault_of_json(data)) is not None:
        return "unexpected EOF" if fault.is_end else fault.message
    try:
        return _of_entry(read_json(data))
    except Malformed:
        return ""


def _of_entry(entry: object) -> str:
    if entry is not None and not isinstance(entry, dict):
        return f"json: cannot unmarshal {_kind(entry)} into Go value of type {_OF_KIND}"
    kind = field(entry, "kind")
    if kind is not None and not isinstance(kind, str):
        return f"json: cannot unmarshal {_kind(kind)} into Go struct field .kind of type string"
    if not kind:
        return "kind in body is required"
    if kind not in _VERSIONS:
        return f"invalid kind value: {quoted(kind)}"
    version = field(entry, "apiVersion")
    if version is None:
        return "api version cannot be nil"
    if version not in _VERSIONS[kind]:
        unknown = f"unable to locate entry for version {version}"
        return f"{kind} implementation for version '{version}' not found: {unknown}"
    return _of_spec(kind, mapping(field(entry, "spec")))


def _of_spec(kind: str, spec: Mapping[str, object]) -> str:
    if kind == "dsse":
        return "" if {"envelopeHash", "payloadHash", "signatures"} <= set(spec) else _DSSE
    absent = [one for one in _FIELDS[kind] if not (spec.get(one) or (one == "signature" and one in spec))]
    lacking = [f"{one} in body is required" for one in absent]
    if kind == "rekord" and not lacking and not field(spec, "signature", "format"):
        lacking = ["signature.signature.format in body is required"]
    if lacking:
        return "validation failure list:\n" + "\n".join(lacking)
    return _of_key(text(field(spec, "signature", "publicKey", "content"))) if kind == "hashedrekord" else ""


def _of_key(content: str) -> str:
    if not content:
        return "missing public key"
    pem = base64.b64decode(content) if _wrong_base64(content) is None else None
    is_none = pem is not None and parsed(der_of_pem, pem.decode("utf-8", "replace")) is None
    return "invalid public key: failure decoding PEM" if is_none else ""
