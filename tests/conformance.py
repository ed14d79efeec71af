"""Verifies the bundles of sigstore-conformance, as `referrers --verify` does and as the library's own client does.

`python tests/conformance.py CHECKOUT` wants a checkout of https://github.com/sigstore/sigstore-conformance. It prints
each bundle on which the two differ, or that has another outcome than its name says, and ends with 1 where xpkgtui
takes what must fail. No network is asked: bundles without a trusted root of their own are given that of the library.
"""
# ruff: noqa: E402 - the checkout is put on the path before the program is imported

import asyncio
import hashlib
import json
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from builders.oci import signatures as made

from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.referrers import GivenKey, GivenTrust
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers.identity import TrustedIdentity
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.reading import referrers_in
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, Standing

IDENTITY = (
    "https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/"
    "workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main"
)
ISSUER = "https://token.actions.githubusercontent.com"


class Example:
    """One folder of the suite."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.must_fail = folder.name.endswith("_fail")
        self.bundle = folder / "bundle.sigstore.json"
        self.artifact = _given(folder / "artifact") or folder.parents[0].parent / "a.txt"
        self.root, self.key = _given(folder / "trusted_root.json"), _given(folder / "key.pub")
        identity, issuer = _given(folder / "identity"), _given(folder / "issuer")
        self.identity = identity.read_text().strip() if identity else IDENTITY
        self.issuer = issuer.read_text().strip() if issuer else ISSUER

    @property
    def digest(self) -> str:
        """The digest of what is signed, as if that were an image."""
        return f"sha256:{hashlib.sha256(self.artifact.read_bytes()).hexdigest()}"


def _given(path: Path) -> Path | None:
    return path if path.exists() else None


def ours(example: Example, pool: Threads) -> tuple[bool, str]:
    """Whether it is verified here, and what is said."""
    data = example.bundle.read_bytes()
    media_type = made.BUNDLE
    held = manifests.parse(made.holding((media_type, data, {})).manifest, "")
    assert isinstance(held, Manifest)
    layer = SignedLayer(digest="", media_type=media_type, payload=data)
    known = Referrer(subject=example.digest, layout=ReferrerLayout.REFERRERS, digest="", reference="")
    (found,) = referrers_in(known, held, [layer])
    keys = (GivenKey(name="key.pub", pem=example.key.read_text()),) if example.key else ()
    identity = None if keys else TrustedIdentity(subject=example.identity, issuer=example.issuer)
    root = example.root.read_text() if example.root else ""
    ring = KeyRing(GivenTrust(keys=keys, identity=identity, root=root), pool)
    (judged,) = asyncio.run(ring.verified([(found, layer)]))
    return judged.standing is Standing.VERIFIED, judged.says


def theirs(example: Example, folder: Path) -> tuple[bool | None, str]:
    """What `sigstore verify identity` says; None where it has no way to be asked."""
    from xpkgtui.referrers.keyless import public_root

    if example.key:
        return None, "it verifies no keys"
    trust = folder / "trust.json"
    root = example.root.read_text() if example.root else public_root()
    trust.write_text(json.dumps(_TRUST | {"trustedRoot": json.loads(root)}))
    identity = ["--cert-identity", example.identity, "--cert-oidc-issuer", example.issuer]
    command = ["--trust-config", str(trust), "verify", "identity", "--bundle", str(example.bundle), *identity]
    ended = subprocess.run(
        [sys.executable, "-m", "sigstore", *command, str(example.artifact)],
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode == 0, (ended.stderr.strip().splitlines() or [""])[-1]


_VALID = {"start": "1970-01-01T01:01:01Z"}
_TRUST = {
    "mediaType": "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json",
    "signingConfig": {
        "mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json",
        "caUrls": [{"url": "https://a.example", "majorApiVersion": 1, "operator": "", "validFor": _VALID}],
        "oidcUrls": [],
        "rekorTlogUrls": [{"url": "https://b.example", "majorApiVersion": 1, "operator": "", "validFor": _VALID}],
        "tsaUrls": [],
        "rekorTlogConfig": {"selector": "ANY"},
        "tsaConfig": {"selector": "ANY"},
    },
}


def main() -> int:
    """Prints the differences and the counts."""
    about = ArgumentParser(description=__doc__)
    about.add_argument("checkout", type=Path)
    folders = sorted((about.parse_args().checkout / "test/assets/bundle-verify").iterdir())
    counts: Counter[str] = Counter()
    is_wrong = False
    pool = Threads(1)
    with TemporaryDirectory() as scratch:
        for example in [Example(folder) for folder in folders if folder.is_dir()]:
            (here, says), (there, reason) = ours(example, pool), theirs(example, Path(scratch))
            counts["bundles"] += 1
            counts["must fail"] += example.must_fail
            counts["as the suite wants"] += here is not example.must_fail
            counts["as the client"] += here is there
            counts["not asked of the client"] += there is None
            is_wrong |= here and example.must_fail
            if here is not there or here is example.must_fail:
                print(f"{example.name}\n  here   {here}  {says}\n  there  {there}  {reason}")
    pool.close()
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
