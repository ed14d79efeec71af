"""What is said of images under ImageConfigs, and of the configs: `goldens/admission.txt`, `policy_faults.txt`."""

import base64
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, lines_of
from builders.packages.edited import differences
from formats.xpkg.signatures.test_policies import GOOD, KEY, MIRROR, config, matching, verifying

from xpkgtui.errors import Usage
from xpkgtui.formats.xpkg.signatures.authorities import authorities_of, read_policies
from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION
from xpkgtui.rules.admission import SignedImage, TagContents

DIGEST = "sha256:" + "1" * 64
KEY_OF: dict[str, Any] = {"secretRef": {"name": "keys", "key": "a"}}
ATTESTED: dict[str, Any] = {
    "name": "us",
    "key": KEY_OF,
    "attestations": [{"name": "a", "predicateType": "slsaprovenance"}, {"name": "b"}],
}
KEYLESS = {
    "name": "they",
    "keyless": {
        "insecureIgnoreSCT": True,
        "identities": [{"issuer": "https://a.io", "subject": "it's"}, {"issuerRegExp": ".*", "subjectRegExp": "b"}],
    },
}
PATTERNS = {"name": "all", "keyless": {"identities": [{"issuerRegExp": "^a", "subjectRegExp": "b$"}]}}
CONFIG = config(
    "one",
    "example.org/acme/",
    "",
    verification=verifying(ATTESTED, KEYLESS, {**KEY, "key": {**KEY_OF, "hashAlgorithm": "sha512"}}),
    rewriteImage={"prefix": "mirror.local/"},
    registry={"authentication": {"pullSecretRef": {"name": "pull"}}},
)
ENCODED = base64.b64encode(b"a key").decode()
SECRET = {
    "kind": "Secret",
    "metadata": {"name": "keys"},
    "data": {"a": ENCODED, "b": "not base64"},
    "stringData": {"c": "text"},
}
SETS: dict[str, list[Any]] = {
    "key": [GOOD],
    "attestations": [config(verification=verifying(ATTESTED))],
    "no identity": [config(verification=verifying({"name": "us"}))],
    "identities": [config(verification=verifying(KEYLESS))],
    "patterns": [config(verification=verifying(PATTERNS))],
    "both": [config(verification=verifying(ATTESTED, KEY))],
    "no authorities": [config(verification=verifying())],
    "no cosign": [config(verification={"provider": "Cosign"})],
    "another provider": [config(verification=verifying(KEY, provider="Other"))],
    "rewritten away": [GOOD, MIRROR],
    "rewritten to nothing": [config(rewriteImage={})],
    "rewritten to no reference": [config("one", "example.org/", rewriteImage={"prefix": "B/ "})],
    "of others": [config("one", "other.io/", verification=verifying(KEY))],
    "a secret": [GOOD, SECRET],
    "a hash": [config(verification=verifying({**KEY, "key": {**KEY_OF, "hashAlgorithm": "md5"}})), SECRET],
}
IMAGES = {
    "nothing known": SignedImage(
        digest=DIGEST, signatures=TagContents(layers=None), attestations=TagContents(layers=None)
    ),
    "nothing there": SignedImage(
        digest=DIGEST, signatures=TagContents(layers=()), attestations=TagContents(layers=()), bundles=0
    ),
    "bundles": SignedImage(
        digest=DIGEST,
        signatures=TagContents(layers=()),
        attestations=TagContents(layers=()),
        bundles=2,
        elsewhere=("linux/amd64", "linux/arm64"),
    ),
    "a fault": SignedImage(
        digest=DIGEST, signatures=TagContents(fault="x"), attestations=TagContents(), fault="no route to host"
    ),
}


def decisions() -> Iterator[str]:
    written: set[str] = set()
    for name, objects in SETS.items():
        policies = [json.dumps(one) for one in objects]
        plan = ADMISSION.plan("example.org/acme/p:v1", policies)
        lines = list(lines_of(plan, "plan"))
        for known, image in IMAGES.items():
            lines += lines_of(ADMISSION.decide(plan, policies, image), known)
        yield f"# {name}"
        yield from (line for line in lines if line not in written)
        written.update(lines)


def test_decisions_are_what_was_agreed(golden: Golden) -> None:
    golden("admission", "\n".join(decisions()) + "\n")


def test_policies_and_their_faults_are_what_was_agreed(golden: Golden) -> None:
    def lines(value: Any) -> Iterator[str]:
        policies = [json.dumps(value), json.dumps(GOOD), json.dumps(SECRET)]
        try:
            said = Counter(f"{one.rule} {one.message} {one.says}" for one in ADMISSION.faults(policies))
            yield from (f"{fault} ({count})" for fault, count in said.items())
            known = read_policies(policies)
        except Usage as problem:
            yield f"{problem} {problem.hint}"
            return
        for one in known.configs:
            yield from lines_of((one.name, one.prefixes, one.rewrite or "", one.pull_secret), "config")
            yield from lines_of(authorities_of(one), "authorities")

    def of_secret(value: Any) -> list[str]:
        return lines_of(read_policies([json.dumps(GOOD), json.dumps(value)]).secrets)

    text = differences({"config": CONFIG}, lines) + differences({"secret": SECRET}, of_secret)
    golden("policies", text)


def test_faults_of_several_policies_are_what_was_agreed(golden: Golden) -> None:
    prefixes = ("example.org", "example.org/acme", "example.org/acme:", "example.org/acme/p@", "example.org/a:b", "")
    sets = {
        **SETS,
        "twice": [GOOD, config("two", verification=verifying(KEY), rewriteImage={"prefix": "x.io/"}), CONFIG],
        "prefixes": [config("one", *prefixes, verification=verifying(KEY))],
        "anyone": [config(verification=verifying(matching(".*", ".*")))],
        "pull secrets": [
            config(name, registry={"authentication": {"pullSecretRef": {"name": name}}}) for name in ("a", "b")
        ],
    }
    found = {name: ADMISSION.faults([json.dumps(one) for one in objects]) for name, objects in sets.items()}
    lines = [
        f"{name}: {one.rule} {one.config} {one.message} {one.says}"
        for name, faults in found.items()
        for one in faults
    ]
    golden("policy_faults", "\n".join(lines) + "\n")
