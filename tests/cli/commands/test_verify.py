"""`--verify` with a policy: every command says the same of one image."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.oci.keys import Signing
from builders.packages.judgements import PROVIDER
from builders.program.headless import headless
from builders.program.verifying import here
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry

pytest.importorskip("sigstore")

from builders.oci.sigstore import ISSUER, NOW, Instance, annotated

from xpkgtui.inspection.referrers import keys
from xpkgtui.referrers.verifying import NO_LIBRARY

__all__ = ["here"]
pytestmark = [pytest.mark.registry, pytest.mark.usefixtures("here")]


def policy(host: str, subject: str) -> dict[str, Any]:
    """A policy that wants an identity."""
    identities = [{"issuer": ISSUER, "subject": subject}]
    authorities = [{"name": "us", "keyless": {"identities": identities}}]
    verification = {"provider": "Cosign", "cosign": {"authorities": authorities}}
    spec = {"matchImages": [{"prefix": f"{host}/signed/"}], "verification": verification}
    return {"kind": "ImageConfig", "metadata": {"name": "ours"}, "spec": spec}


def said(registry: DebianRegistry, folder: Path, *verify: str) -> dict[str, Any]:
    """What the commands that take a policy say of one image that is signed."""
    image, options = f"{registry.host}/signed/a:v1.0.0", ("--policy", str(folder / "policy.json"), *verify)
    resolved = headless("deps", f"{registry.host}/other/c:v1.0.0", *options).document
    (needed,) = [one for one in resolved["packages"] if one["package"].endswith("signed/a")]
    write_set(folder / "set", registry.host, folder / "policy.json", "signed/a")
    planned = headless("plan", str(folder / "set"), *verify).document
    return {
        "plan": {"installs": True, "refused": False}.get(planned["packages"][0]["outcome"]),
        "referrers": headless("referrers", image, *options).document["policy"]["accepted"],
        "check": {"accepted": True, "refused": False}.get(headless("check", image, *options).result["verdict"]),
        "deps": None if resolved["unread"] else needed["state"] != "missing",
    }


def write_set(folder: Path, host: str, policy: Path, *names: str) -> None:
    """Manifests that install packages, with a policy."""
    folder.mkdir(exist_ok=True)
    config = {"apiVersion": "pkg.crossplane.io/v1beta1", **json.loads(policy.read_text())}
    (folder / "policy.yaml").write_text(json.dumps(config))
    for name in names:
        spec = {"package": f"{host}/{name}:v1.0.0"}
        kind = {"apiVersion": "pkg.crossplane.io/v1", "kind": "Provider"}
        text = json.dumps({**kind, "metadata": {"name": name.replace("/", "-")}, "spec": spec})
        (folder / f"{name.replace('/', '-')}.yaml").write_text(text)


def test_all_commands_say_the_same_of_a_signature(registry: DebianRegistry, tmp_path: Path) -> None:
    instance, host = Instance(), registry.host
    digest = push(registry, "signed/a", "v1.0.0", PROVIDER)
    push(registry, "signed/a", digest.replace(":", "-") + ".sig", instance.signer().annotated(digest))
    push(registry, "other/c", "v1.0.0", meta("Configuration", "c", ("Provider", f"{host}/signed/a", ">=v1.0.0")))
    (tmp_path / "root.json").write_text(instance.trusted_root)
    (tmp_path / "policy.json").write_text(json.dumps(policy(host, "ci@example.org")))
    verify = ("--verify", "--trusted-root", str(tmp_path / "root.json"))
    assert said(registry, tmp_path) == {"referrers": None, "check": None, "deps": None, "plan": True}
    assert said(registry, tmp_path, *verify) == {"referrers": True, "check": True, "deps": True, "plan": True}
    assert headless("tags", f"{host}/signed/a", "--digests").document["tags"][0]["signed"] is True
    assert headless("images", f"{host}/signed/a:v1.0.0", "--signatures").document["images"][0]["signed"] is True
    (tmp_path / "policy.json").write_text(json.dumps(policy(host, "mallory@example.org")))
    answer = headless("check", f"{host}/signed/a:v1.0.0", "--policy", str(tmp_path / "policy.json"), *verify)
    assert answer.result["verdict"] == "refused"
    assert said(registry, tmp_path, *verify)["plan"] is False


def test_a_plan_knows_keys_by_the_secrets_of_the_set(registry: DebianRegistry, tmp_path: Path) -> None:
    instance, host, key = Instance(), registry.host, Signing("p256")
    digest = push(registry, "keyed/a", "v1.0.0", PROVIDER)
    push(registry, "keyed/a", digest.replace(":", "-") + ".sig", instance.signer().annotated(digest))
    cosign = {"authorities": [{"name": "us", "key": {"secretRef": {"name": "keys", "key": "a.pub"}}}]}
    matches = [{"prefix": f"{host}/keyed/"}]
    spec = {"matchImages": matches, "verification": {"provider": "Cosign", "cosign": cosign}}
    (tmp_path / "policy.json").write_text(
        json.dumps({"kind": "ImageConfig", "metadata": {"name": "ours"}, "spec": spec})
    )
    write_set(tmp_path / "set", host, tmp_path / "policy.json", "keyed/a")
    (tmp_path / "root.json").write_text(instance.trusted_root)
    verify = ("--verify", "--trusted-root", str(tmp_path / "root.json"))
    unknown = headless("plan", str(tmp_path / "set"), *verify)
    assert (unknown.code, unknown.document["packages"][0]["outcome"]) == (3, "unknown")
    assert "its key, in the Secret keys, was not given" in json.dumps(unknown.document["unread"])
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "keys"}, "stringData": {"a.pub": key.public}}
    (tmp_path / "set" / "keys.yaml").write_text(json.dumps(secret))
    known = headless("plan", str(tmp_path / "set"), *verify)
    assert [one["why"] for one in known.document["unread"]] == [
        "1 of 1 signatures could not be verified; `xpkgtui referrers --log-key` takes the key of their log"
    ]
    good = annotated(instance.log, digest, key.sign, key.public.encode(), int(NOW.timestamp()) + 60, {})
    push(registry, "keyed/a", digest.replace(":", "-") + ".sig", good)
    signed = headless("plan", str(tmp_path / "set"), *verify)
    assert (signed.code, signed.document["packages"][0]["outcome"], signed.document["unread"]) == (0, "installs", [])
    push(registry, "keyed/b", "v1.0.0", PROVIDER)
    write_set(tmp_path / "set", host, tmp_path / "policy.json", "keyed/b")
    refused = headless("plan", str(tmp_path / "set"), *verify)
    (finding,) = [one for one in refused.document["findings"] if one["rule"] == "SET302"]
    outcomes = {one["object"]["name"]: one["outcome"] for one in refused.document["packages"]}
    assert (refused.code, outcomes) == (1, {"keyed-a": "installs", "keyed-b": "refused"})
    assert finding["crossplane_says"].endswith(
        'authority "us": signature verification failed with no signatures found'
    )


def test_one_process_verifies_all_packages_of_a_resolution(
    registry: DebianRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance, names = Instance(), ("signed/x", "signed/y", "signed/z")
    for name in names:
        digest = push(registry, name, "v1.0.0", PROVIDER)
        push(registry, name, digest.replace(":", "-") + ".sig", instance.signer().annotated(digest))
    needed = [("Provider", f"{registry.host}/{name}", ">=v1.0.0") for name in names]
    push(registry, "other/all", "v1.0.0", meta("Configuration", "all", *needed))
    (tmp_path / "root.json").write_text(instance.trusted_root)
    (tmp_path / "policy.json").write_text(json.dumps(policy(registry.host, "ci@example.org")))
    options = ("--policy", str(tmp_path / "policy.json"), "--verify", "--trusted-root", str(tmp_path / "root.json"))
    requests: list[bytes] = []
    run = keys.run

    def counted(request: bytes) -> tuple[bytes, int]:
        requests.append(request)
        return run(request)

    monkeypatch.setattr(keys, "run", counted)
    found = headless("deps", f"{registry.host}/other/all:v1.0.0", *options).document
    assert (found["unread"], len(requests)) == ([], 1)
    write_set(tmp_path / "set", registry.host, tmp_path / "policy.json", *names, "signed/absent")
    planned = headless("plan", str(tmp_path / "set"), *options[2:]).document
    assert (len(planned["packages"]), len(requests)) == (4, 2)
    monkeypatch.setattr(keys, "run", lambda _: (b"", NO_LIBRARY))
    assert headless("deps", f"{registry.host}/other/all:v1.0.0", *options).code == 2
