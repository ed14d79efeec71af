"""Entries of transparency logs in signatures that cosign made: what they record, and which check proves them."""

import base64
import hashlib
import json
from contextlib import nullcontext
from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.oci.recorded_signatures import recorded
from builders.oci.signatures import BUNDLE, ENVELOPE, enveloped, holding, read, statement

from xpkgtui.errors import Malformed
from xpkgtui.referrers.checks import EntryCheck, LogCheck, SignatureCheck, check_of
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.log import LogEntry, LogRecord, entries_of

LOGGED = [name for name, one in recorded().signed.items() if one.is_keyed and "no log" not in name]
OURS, ANOTHER = recorded().keys["ours"], recorded().keys["another"]
LOG = recorded().log


def signed(name: str) -> tuple[LogEntry, SignatureCheck]:
    """The entry of a signature that was recorded, and the check of that."""
    _, layer = read(recorded().signed[name].built)
    return entry_and_check(layer)


def entry_and_check(layer: SignedLayer) -> tuple[LogEntry, SignatureCheck]:
    (entry,) = entries_of(layer)
    check = check_of(layer, OURS)
    assert check is not None
    return entry, check


@each_row("name", LOGGED)
def test_an_entry_is_about_one_signature_of_one_payload_by_one_key(name: str) -> None:
    entry, check = signed(name)
    about = "the entry of the log is about another"
    assert entry.contradiction(check) == ""
    assert entry.contradiction(replace(check, key=ANOTHER)) == f"{about} key"
    assert entry.contradiction(replace(check, signature=b"x")) == f"{about} signature"
    assert entry.contradiction(replace(check, message=check.message + b" ")) == f"{about} payload"


@each_row(
    ("name", "logs", "kind"),
    [
        ("tag", (), LogCheck),
        ("tag", (ANOTHER, LOG), SignatureCheck),
        ("tag", (ANOTHER,), LogCheck),
        ("bundle, log 1", (), EntryCheck),
        ("bundle, log 1", (LOG,), SignatureCheck),
        ("bundle, log 2", (LOG,), EntryCheck),
    ],
)
def test_a_log_proves_an_entry_by_its_own_key_or_by_the_trusted_root(
    name: str, logs: tuple[str, ...], kind: type
) -> None:
    entry, _ = signed(f"cosign 3.1.3: a key, {name}")
    check = entry.check(logs)
    assert isinstance(check, kind)
    if isinstance(check, SignatureCheck):
        assert check.key == LOG


def test_no_more_entries_are_read_than_sigstore_reads() -> None:
    value = json.loads(recorded().signed["cosign 3.1.3: a key, bundle, log 1"].built.layers[0].blob)
    material = value["verificationMaterial"]
    for count, is_read in ((32, True), (33, False)):
        full = value | {"verificationMaterial": {"tlogEntries": material["tlogEntries"] * count}}
        _, layer = read(holding((BUNDLE, json.dumps(full).encode(), {})))
        with nullcontext() if is_read else pytest.raises(Malformed, match="more than 32 entries"):
            assert len(list(entries_of(layer))) == count


def test_an_entry_without_proof_and_promise_has_no_check() -> None:
    entry, _ = signed("cosign 3.1.3: a key, bundle, log 2")
    assert replace(entry, proof=b"").check(()) is None


@pytest.mark.parametrize(("name", "is_timed"), [("bundle, log 1", True), ("bundle, log 2", False)])
def test_only_rekor_1_says_when(name: str, *, is_timed: bool) -> None:
    assert (signed(f"cosign 3.1.3: a key, {name}")[0].at > 1_700_000_000) is is_timed


_KEY = base64.b64encode(OURS.encode()).decode()


def body(kind: str, spec: object) -> bytes:
    return json.dumps({"apiVersion": "0", "kind": kind, "spec": spec}).encode()


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_the_older_and_newer_entries_of_envelopes_are_read() -> None:
    payload = statement("sha256:00", "x")
    _, layer = read(holding((ENVELOPE, json.dumps(enveloped(payload)).encode(), {})))
    check = check_of(layer, OURS)
    assert check is not None
    hashed = {"algorithm": "sha256", "value": hashlib.sha256(payload).hexdigest()}
    raw = base64.b64decode("".join(OURS.split("-----")[2].split()))
    envelope = {"signatures": [{"sig": text(text(check.signature).encode()), "publicKey": text(OURS.encode())}]}
    verifier = {"keyDetails": "x", "publicKey": {"rawBytes": text(raw)}}
    newer = {
        "payloadHash": {"algorithm": "SHA2_256", "digest": text(hashlib.sha256(payload).digest())},
        "signatures": [{"content": text(check.signature), "verifier": verifier}],
    }
    for one in (
        body("intoto", {"content": {"hash": {}, "payloadHash": hashed}, "publicKey": _KEY}),
        body("intoto", {"content": {"envelope": envelope, "hash": {}, "payloadHash": hashed}}),
        body("dsse", {"dsseV002": newer}),
    ):
        entry = LogEntry(log="", at=0, body=one)
        assert entry.contradiction(check) == ""
        assert entry.contradiction(replace(check, message=b"x")) != ""


HASH, PAYLOAD = {"algorithm": "sha256", "value": "0a"}, {"algorithm": "sha256", "value": "0b"}
TWICE = base64.b64encode(base64.b64encode(b"s")).decode()


SIGNED = {"signature": "cw==", "verifier": _KEY, "sig": TWICE}
ENTRIES: dict[str, dict[str, object]] = {
    "hashedrekord": {"data": {"hash": HASH}, "signature": {"content": "cw==", "publicKey": {"content": _KEY}}},
    "dsse": {"envelopeHash": HASH, "payloadHash": PAYLOAD, "signatures": [SIGNED]},
    "intoto": {
        "content": {"envelope": {"signatures": [SIGNED]}, "hash": HASH, "payloadHash": PAYLOAD},
        "publicKey": _KEY,
    },
}


@each_row("kind", ENTRIES)
def test_the_older_entries_have_their_fields_in_places_of_their_own(kind: str) -> None:
    payload_hash = "" if kind == "hashedrekord" else "0b"
    assert LogEntry(log="", at=0, body=body(kind, ENTRIES[kind])).record() == LogRecord(
        kind=kind, algorithm="sha256", hash="0a", payload_hash=payload_hash, signature="cw==", key=OURS
    )


@each_row(
    "found",
    [
        body("helm", {}),
        body("hashedrekord", {"signature": {"content": "x", "publicKey": {"content": _KEY}}}),
        body("intoto", {"content": {"hash": {}}, "publicKey": _KEY}),
        body("hashedrekord", {"data": {"hash": {"algorithm": "md0"}}, "signature": {"publicKey": {"content": _KEY}}}),
        body("dsse", {"signatures": [{"verifier": _KEY}]}),
        b"{",
    ],
)
def test_an_entry_that_cannot_be_read_is_malformed(found: bytes) -> None:
    _, check = signed("cosign 3.1.3: a key, tag")
    with pytest.raises(Malformed):
        LogEntry(log="", at=0, body=found).contradiction(replace(check, signature=b""))
