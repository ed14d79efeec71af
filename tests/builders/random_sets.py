"""Random sets of manifests with the registries that they need, each with a few of the things that go wrong."""

from random import Random
from typing import Any

Node = dict[str, Any]
HOST = "xpkg.example.net"
MIRROR = "mirror.example.net"
_TAGS = ("v0.3.0", "v1.0.0", "v1.0.1", "v1.4.0", "v2.0.0", "v2.1.0-rc.1", "latest")
_CONSTRAINTS = (">=v1.0.0", "^v1.0.0", "~v1.0", "<v2.0.0", ">=v2.0.0", "v1.4.0", "*", ">=v9.0.0", ">=v1.0.0 <v1.4.0")
_PROVIDERS = ("boat", "crane", "dock", "ferry")
_FUNCTIONS = ("load", "steer")
_CONFIGURATIONS = ("harbor", "port", "quay")
_KINDS = {
    **{f"provider-{one}": "Provider" for one in _PROVIDERS},
    **{f"function-{one}": "Function" for one in _FUNCTIONS},
    **dict.fromkeys(_CONFIGURATIONS, "Configuration"),
}


def random_set(chance: Random, name: str) -> Node:
    """A question: objects, the order in which they are applied, registries, and flags."""
    repositories = chance.sample(sorted(_KINDS), chance.randint(3, 6))
    held: Node = {f"{HOST}/sea/{one}": _tags(chance, one) for one in repositories}
    chosen = chance.sample(repositories, chance.randint(1, min(3, len(repositories))))
    objects = [_object(chance, one, held) for one in chosen]
    if chance.random() < 0.15:  # a second one of the same source
        again = _object(chance, chosen[0], held)
        again["metadata"]["name"] += "-again"
        objects.append(again)
    objects += _others(chance)
    question: Node = {"id": name, "objects": objects, "registry": held}
    if any(one["kind"] == "ImageConfig" for one in objects):
        for repository in tuple(held):
            if chance.random() < 0.8:
                held[repository.replace(HOST, MIRROR)] = held[repository]
    _order(chance, question)
    flag = chance.random()
    if flag < 0.3:
        question["upgrades" if flag < 0.15 else "downgrades"] = True
    if chance.random() < 0.3:
        question["activations"] = chance.choice(([], ["boats.boat.example.net"], ["*.crane.example.net"]))
    return question


def _order(chance: Random, question: Node) -> None:
    """Some are applied later than others, changed, or taken away."""
    objects = question["objects"]
    places = list(range(len(objects)))
    if chance.random() < 0.5:
        return
    chance.shuffle(places)
    cut = chance.randint(1, len(places))
    question["order"] = [wave for wave in (places[:cut], places[cut:]) if wave]
    first = next((one for one in places[:cut] if objects[one]["kind"] in ("Provider", "Configuration")), None)
    if first is None:
        return
    if chance.random() < 0.4:
        later = {**objects[first], "spec": {**objects[first]["spec"]}}
        source = later["spec"]["package"].rpartition(":")[0]
        tags = sorted(question["registry"].get(source, {"v1.0.0": {}}))
        later["spec"]["package"] = f"{source}:{chance.choice(tags)}"
        objects.append(later)
        question["order"].append([len(objects) - 1])
    elif chance.random() < 0.3:
        question["order"].append([-first - 1])


def _object(chance: Random, repository: str, held: Node) -> Node:
    """A package object, mostly a plain one."""
    tags = sorted(held[f"{HOST}/sea/{repository}"])
    name = chance.choice((repository, repository, f"sea-{repository}", f"own-{repository}"))
    spec: Node = {"package": f"{HOST}/sea/{repository}:{chance.choice(tags)}"}
    metadata: Node = {"name": name}
    if chance.random() < 0.08:
        spec["revisionActivationPolicy"] = "Manual"
    if chance.random() < 0.06:
        spec["skipDependencyResolution"] = True
    if chance.random() < 0.04:
        metadata["annotations"] = {"crossplane.io/paused": "true"}
    if chance.random() < 0.04:
        spec["packagePullPolicy"] = "Never"
    if chance.random() < 0.05:
        spec["revisionHistoryLimit"] = chance.choice((0, 2))
    if _KINDS[repository] != "Configuration" and chance.random() < 0.2:
        spec["runtimeConfigRef"] = {"name": chance.choice(("zero", "shared", "odd", "lost"))}
    return {
        "apiVersion": "pkg.crossplane.io/v1",
        "kind": _KINDS[repository] if chance.random() > 0.03 else "Provider",
        "metadata": metadata,
        "spec": spec,
    }


def _others(chance: Random) -> list[Node]:
    """Objects that change what becomes of packages."""
    found: list[Node] = [
        {
            "apiVersion": "pkg.crossplane.io/v1beta1",
            "kind": "DeploymentRuntimeConfig",
            "metadata": {"name": name},
            "spec": spec,
        }
        for name, spec in (
            ("zero", _deployment(replicas=0)),
            ("shared", {"serviceAccountTemplate": {"metadata": {"name": "sailor"}}}),
            ("odd", _deployment(containers=[{"name": "sidecar"}])),
        )
        if chance.random() < 0.4
    ]
    if chance.random() < 0.12:
        spec: Node = {
            "matchImages": [{"type": "Prefix", "prefix": HOST}],
            "rewriteImage": {"prefix": MIRROR},
        }
        found.append(
            {
                "apiVersion": "pkg.crossplane.io/v1beta1",
                "kind": "ImageConfig",
                "metadata": {"name": "mirror"},
                "spec": spec,
            }
        )
    if chance.random() < 0.2:
        patterns = chance.sample(("*", "boats.*", "*.dock.example.net", "boats.boat.example.net"), 1)
        found.append(_policy(chance.choice(("ours", "default")), patterns))
    if chance.random() < 0.1:
        found.append(_crd("boats", "Boat", f"{chance.choice(_PROVIDERS)}.example.net", ("v1",)))
    return found


def _deployment(**fields: Any) -> Node:
    containers = fields.get("containers", [])
    spec: Node = {"selector": {}, "template": {"spec": {"containers": containers}}}
    if "replicas" in fields:
        spec["replicas"] = fields["replicas"]
    return {"deploymentTemplate": {"spec": spec}}


def _tags(chance: Random, repository: str) -> Node:
    return {tag: _package(chance, repository) for tag in chance.sample(_TAGS, chance.randint(1, 4))}


def _package(chance: Random, repository: str) -> Node:
    kind, word = _KINDS[repository], repository.rpartition("-")[2]
    spec: Node = {}
    objects: list[Node] = []
    if kind == "Provider":
        objects = _definitions(chance, word)
        if chance.random() < 0.3:
            spec["capabilities"] = ["safe-start"]
    elif kind == "Configuration":
        objects = _composites(chance, word)
        wanted = chance.sample(sorted(_KINDS), chance.choice((0, 1, 1, 2, 3)))
        if wanted:
            spec["dependsOn"] = [_dependency(chance, one) for one in wanted if one != repository]
    if chance.random() < 0.1:
        spec["crossplane"] = {"version": chance.choice((">=v2.0.0", "<v2.0.0", ">=v2.5.0"))}
    head = {"apiVersion": "meta.pkg.crossplane.io/v1", "kind": kind, "metadata": {"name": word}, "spec": spec}
    return {"documents": [head, *objects]}


def _definitions(chance: Random, word: str) -> list[Node]:
    versions = ("v1",) if chance.random() < 0.7 else ("v1", "v2")
    found = [_crd("boats", "Boat", f"{word}.example.net", versions)]
    if chance.random() < 0.3:
        found.append(_crd("providerconfigs", "ProviderConfig", f"{word}.example.net", ("v1",)))
    if chance.random() < 0.15:  # others may bring it too
        found.append(_crd("oars", "Oar", "example.net", ("v1",)))
    return found


def _composites(chance: Random, word: str) -> list[Node]:
    found: list[Node] = []
    if chance.random() < 0.6:
        found.append(_xrd(word, has_claims=chance.random() < 0.3))
    if chance.random() < 0.15:  # others may bring it too
        found.append(_xrd("pier", has_claims=False))
    if chance.random() < 0.1:
        found.append(_policy(word, ["*.boat.example.net"]))
    return found


def _dependency(chance: Random, repository: str) -> Node:
    kind, source = _KINDS[repository], f"{HOST}/sea/{repository}"
    constraint = chance.choice(_CONSTRAINTS)
    if chance.random() < 0.5:
        return {kind.lower(): source, "version": constraint}
    return {"apiVersion": "pkg.crossplane.io/v1", "kind": kind, "package": source, "version": constraint}


def _policy(name: str, patterns: list[str]) -> Node:
    return {
        "apiVersion": "apiextensions.crossplane.io/v1alpha1",
        "kind": "ManagedResourceActivationPolicy",
        "metadata": {"name": name},
        "spec": {"activate": patterns},
    }


def _crd(plural: str, kind: str, group: str, versions: tuple[str, ...]) -> Node:
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object"}}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {
            "group": group,
            "scope": "Namespaced",
            "names": {"kind": kind, "listKind": f"{kind}List", "plural": plural, "singular": kind.lower()},
            "versions": [
                {"name": one, "served": True, "storage": one == versions[-1], "schema": schema} for one in versions
            ],
        },
    }


def _xrd(word: str, *, has_claims: bool) -> Node:
    spec: Node = {
        "group": "example.net",
        "names": {"kind": f"X{word.capitalize()}", "plural": f"x{word}s"},
        "versions": [
            {"name": "v1", "served": True, "referenceable": True, "schema": {"openAPIV3Schema": {"type": "object"}}}
        ],
    }
    if has_claims:
        spec["claimNames"] = {"kind": word.capitalize(), "plural": f"{word}s"}
    return {
        "apiVersion": f"apiextensions.crossplane.io/{'v1' if has_claims else 'v2'}",
        "kind": "CompositeResourceDefinition",
        "metadata": {"name": f"x{word}s.example.net"},
        "spec": spec,
    }
