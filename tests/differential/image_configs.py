"""ImageConfigs as crossplane-runtime 2.4.0 chooses among them: rewriting, pull secrets, verification."""

from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import chosen, image_config, rewritten, verification

Node = dict[str, Any]
_IMAGES = (
    "xpkg.example.org/acme/name:v1",
    "xpkg.example.org/acme-co/name",
    "xpkg.example.org/name@sha256:" + "0" * 64,
    "docker.io/acme/name:v1",
    "index.docker.io/acme/name",
    "acme/name",
    "",
    "é.example/name:v1",
)
_PREFIXES = (
    "xpkg.example.org",
    "xpkg.example.org/",
    "xpkg.example.org/acme",
    "xpkg.example.org/acme/",
    "xpkg.example.org/acme/name:v1",
    "xpkg",
    "docker.io",
    "index.docker.io/acme",
    "é.example",
    "",
    "acme",
)
_REWRITES = ("mirror.local", "mirror.local/", "mirror.local/x/", "", "mirror.local/acme/name:v2")


def _config(name: str, *prefixes: str, **spec: Any) -> Node:
    return {"metadata": {"name": name}, "spec": {"matchImages": [{"prefix": one} for one in prefixes], **spec}}


def _traps() -> Iterator[Node]:
    for image in _IMAGES:
        for rewrite in _REWRITES:
            two = [_config("one", prefix, rewriteImage={"prefix": rewrite}) for prefix in _PREFIXES[:4]]
            yield {"image": image, "configs": two}
        yield {"image": image, "configs": [_config("none")]}
        yield {"image": image, "configs": [_config("no-cosign", "xpkg", verification={"provider": "Cosign"})]}


def _generated(chance: Random) -> Node:
    configs = []
    for number in range(chance.randint(0, 5)):
        spec: Node = {}
        if chance.random() < 0.6:
            spec["rewriteImage"] = {"prefix": chance.choice(_REWRITES)}
        if chance.random() < 0.4:
            name = chance.choice(("key", "other", ""))
            spec["registry"] = {"authentication": {"pullSecretRef": {"name": name}}}
        if chance.random() < 0.4:
            cosign: Node = {"cosign": {"authorities": []}} if chance.random() < 0.8 else {}
            spec["verification"] = {"provider": "Cosign", **cosign}
        configs.append(_config(f"c{number}", *chance.choices(_PREFIXES, k=chance.randint(0, 3)), **spec))
    return {"image": chance.choice(_IMAGES), "configs": configs}


def _theirs(oracle: Oracle, case: Node) -> Node:
    answer = oracle.ask("installs", "configs", **case)["answer"]
    found = {purpose: answer[purpose] for purpose in ("rewrite", "pullSecret", "verification")}
    return {
        purpose: [
            one.get("config", ""),
            one.get("value") if purpose != "verification" else None,
            one.get("error", ""),
        ]
        for purpose, one in found.items()
    }


def _ours(case: Node) -> Node:
    configs = tuple(filter(None, (image_config({"kind": "ImageConfig", **one}) for one in case["configs"])))
    image = case["image"]
    try:
        path, name = rewritten(image, configs)
        rewrite = [name, path if name else None, ""]
    except Malformed as error:
        rewrite = [error.args[1] if len(error.args) > 1 else "", None, str(error)]
    pulling = chosen(image, configs, lambda one: bool(one.pull_secret))
    secret, secret_name = (pulling.pull_secret, pulling.name) if pulling else ("", "")
    verifying = verification(image, configs)
    lacks = verifying is not None and (verifying.verification or {}).get("cosign") is None
    return {
        "rewrite": rewrite,
        "pullSecret": [secret_name, secret or None, ""],
        "verification": [
            verifying.name if verifying else "",
            None,
            "cosign verification config is missing" if lacks else "",
        ],
    }


def _agrees(ours: Node, theirs: Node) -> bool:
    """The name of a config that stops the image is not asked for."""
    if ours["rewrite"][2]:
        theirs = theirs | {"rewrite": ["", *theirs["rewrite"][1:]]}
    return ours == theirs


IMAGE_CONFIGS = Subject(
    name="image-configs", traps=_traps, generated=_generated, theirs=_theirs, ours=_ours, agrees=_agrees
)
