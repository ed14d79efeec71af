"""What the layers of signatures hold."""

import base64
import json

import pytest
from builders.oci.signatures import STATEMENT, enveloped

from xpkgtui.errors import Malformed
from xpkgtui.referrers.layer import Statement, claimed_digest, readable, statement_in, statement_of


def test_a_statement_is_about_the_digests_that_it_names() -> None:
    value = {
        "predicateType": "x" * 1_001,
        "subject": [{"digest": {"sha256": "ab"}}, {"digest": {"sha512": "cd"}}, 5, *[{"digest": {"sha256": 1}}] * 997]
        + [{"digest": {"sha256": "last"}}] * 2,
        "predicate": {"a": 1},
    }
    expected = Statement(predicate_type="x" * 1_000, subjects=("sha256:ab",), predicate={"a": 1})
    assert statement_of(value) == expected
    value["subject"] = [{"digest": {"sha256": "ab"}}] * 1_001
    assert len(statement_of(value).subjects) == 1_000
    envelope = enveloped(json.dumps({"predicateType": "p"}).encode())
    assert statement_in(envelope) == Statement(predicate_type="p", subjects=())


def test_a_payload_names_the_digest_of_its_image() -> None:
    assert claimed_digest(b'{"critical":{"image":{"docker-manifest-digest":"sha256:ab"}}}') == "sha256:ab"
    assert claimed_digest(b"{}") == ""


@pytest.mark.parametrize("wrap", [lambda one: one, lambda one: {"dsseEnvelope": one, "more": 1}])
def test_the_payload_of_an_envelope_is_shown_as_what_it_says(wrap: object) -> None:
    assert callable(wrap)
    shown = readable(json.dumps(wrap(enveloped(b'{"a":1}'))).encode())
    assert shown == wrap({"payload": {"a": 1}, "payloadType": STATEMENT, "signatures": [{"sig": "c2ln"}]})


def test_what_is_no_envelope_is_shown_as_it_is() -> None:
    assert readable(b'{"payload":"!"}') == {"payload": "!"}
    assert readable(b"[1]") == [1]
    with pytest.raises(Malformed, match=r"^the payload of the envelope is not base64$"):
        readable(json.dumps({"payloadType": "x", "payload": base64.b64encode(b"{}").decode()[:-1]}).encode())
