"""Signatures by certificates, as `referrers --verify` says what they are."""

from collections.abc import Callable
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, write_layout
from builders.program.headless import Answer, headless, run
from builders.program.verifying import here

pytest.importorskip("sigstore")

from builders.oci.sigstore import ISSUER, Instance
from referrers.test_keyless import AMD, OTHER, another_payload, bundle, good, ours, signer, theirs, unproved

__all__ = ["here"]
_TAG = AMD.digest.replace(":", "-") + ".sig"
_US = ("--identity", "ci@example.org", "--issuer", ISSUER)


def asked(folder: Path, found: BuiltImage, *options: str, instance: Instance | None = None) -> Answer:
    """What `referrers --verify` says of an image with one signature."""
    tags = ("v1",) if b'"subject"' in found.manifest else ("v1", _TAG)
    write_layout(folder / "x", AMD, found, tags=tags)
    (folder / "root.json").write_text((instance or ours()).trusted_root)
    root = ("--trusted-root", str(folder / "root.json"))
    return headless("referrers", f"{folder / 'x'}:v1", "--verify", *root, *(options or _US))


GOOD: dict[str, tuple[Callable[[], BuiltImage], str | None]] = {
    "a bundle": (good, None),
    "annotations": (lambda: signer().annotated(AMD.digest), "its entry in the log is promised, and not proved"),
}


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.usefixtures("here")
def test_a_signature_of_either_layout_is_verified_by_its_certificate(name: str, tmp_path: Path) -> None:
    make, says = GOOD[name]
    answer = asked(tmp_path, make())
    (found,) = answer.document["referrers"]
    assert (found["state"], found["by"]) == ("verified", f"ci@example.org ({ISSUER})")
    assert (found["says"], answer.document["state"], answer.code) == (says, "verified", 0)


@pytest.mark.parametrize(
    ("make", "state", "says"),
    [
        (another_payload, "failed", "not by the key of its certificate"),
        (lambda: bundle(signer(), OTHER.digest), "failed", "it is about another image"),
        (lambda: signer().annotated(OTHER.digest), "failed", "it is about another image"),
        (unproved, "unverified", "it cannot be verified: its entry in the log is promised"),
    ],
    ids=["another payload", "moved", "promised, moved", "without a proof"],
)
@pytest.mark.usefixtures("here")
def test_a_signature_that_is_not_good_is_a_finding(
    make: Callable[[], BuiltImage], state: str, says: str, tmp_path: Path
) -> None:
    answer = asked(tmp_path, make())
    (found,) = answer.document["referrers"]
    assert (found["state"], answer.document["state"], answer.code) == (state, "failed", 1)
    assert says in found["says"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--identity-regexp", r"@example\.org$", "--issuer-regexp", "^https://"), 0),
        (("--identity", "ci@example.org", "--issuer", "https://other.example"), 1),
    ],
)
def test_an_identity_is_exact_or_a_regular_expression(options: tuple[str, ...], code: int, tmp_path: Path) -> None:
    answer = asked(tmp_path, bundle(signer()), *options)
    (found,) = answer.document["referrers"]
    assert answer.code == code
    if code:
        assert found["says"] == f"it is by another identity, ci@example.org ({ISSUER})"


@pytest.mark.usefixtures("here")
def test_a_root_of_another_instance_trusts_nothing(tmp_path: Path) -> None:
    answer = asked(tmp_path, bundle(signer()), instance=theirs())
    assert (answer.document["referrers"][0]["state"], answer.code) == ("failed", 1)


@each_row("options", [("--identity", "a"), ("--issuer", "a"), ("--trusted-root", "README.md")])
def test_an_identity_is_whole_and_a_root_is_one(options: tuple[str, ...]) -> None:
    assert run("referrers", "demo", "--verify", "--key", "README.md", *options).exit_code == 2
