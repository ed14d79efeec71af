"""Digests: every one is valid."""

import hashlib

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.oci.descriptor import Digest

HEX = "0123456789abcdef" * 4


@each_row(
    "text",
    [
        f"sha256:{HEX}",
        f"sha512:{HEX}{HEX}",
        f"sha384:{HEX}{HEX[:32]}",
        "md5:d41d8cd98f00b204e9800998ecf8427e",
        "multihash+base58:QmRZxt2b1FVZPNqd8hsiykDL3TdBDeTSPX9Kv46HmX4Gx8",
        "sha256+b64u:LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564",
    ],
)
def test_digest_of_the_grammar_is_written_as_it_was_read(text: str) -> None:
    assert str(Digest.parse(text)) == text


@each_row(
    "text",
    [
        "",
        ":",
        "sha256",
        "sha256:",
        HEX,
        f"sha256:{HEX.upper()}",
        f"sha256:{HEX[1:]}",
        f"sha256:{HEX}0",
        f"sha384:{HEX}",
        f"sha256:{HEX}\n",
        f" sha256:{HEX}",
        f"SHA256:{HEX}",
        f"sha512:{HEX}",
        "sha256:" + "g" * 64,
        "sha256:../../../../etc/passwd",
        "../x:abc",
        "md5:../x",
        "md5:a/b",
        "a..b:c",
        "x:" + "a" * 257,
        "a" * 400 + ":b",
        f"sha256:{HEX}:{HEX}",
    ],
)
def test_anything_else_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        Digest.parse(text)


@given(st.text(max_size=90) | st.from_regex(r"[a-z0-9+._:-]{0,80}"))
def test_any_text_is_a_digest_or_malformed(text: str) -> None:
    try:
        digest = Digest.parse(text)
    except Malformed:
        return
    assert str(digest) == text
    assert not {"/", "\\", "\0"} & set(text)


@given(st.binary(max_size=50))
def test_digest_of_bytes_is_their_sha256(data: bytes) -> None:
    assert str(Digest.of(data)) == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert Digest.parse(str(Digest.of(data))) == Digest.of(data)


def test_unknown_algorithm_is_a_digest_that_cannot_be_verified() -> None:
    assert not Digest.parse("md5:d41d8cd98f00b204e9800998ecf8427e").is_verifiable
    assert Digest.parse(f"sha512:{HEX}{HEX}").is_verifiable


def test_short_is_what_lists_show() -> None:
    assert Digest.of(b"").short == "e3b0c44"
