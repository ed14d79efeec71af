"""Objects of real definitions as the API server answers when they are created (apiextensions 0.35)."""

import copy
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from builders.corpus import content, packages
from differential.narrowing import varied
from differential.object_values import Node, changed, whole
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames, ObjectOutcome
from xpkgtui.untyped import field, mapping

_LARGEST = 400_000
"""Bytes of a definition; larger ones only take the oracle longer."""
_NAMES = ("a", "a", "a", "a", "a.b", "-a", "A", "", "a" * 254)
_META_FIELDS: dict[str, tuple[Any, ...]] = {
    "generateName": ("a-", "-a", "-", "a--", "A", "a."),
    "finalizers": ([], None, ["a"], ["a/b"], ["a b", ""], ["a/b/c"]),
    "labels": (None, {"a": None}, {"a": 1}, {"b": True, "a": []}, 5, [], ""),
    "annotations": ({"a": 1.5}, {"a": {}}, {"a": None, "b": "c"}, True),
    "name": (None, 5, [], True),
    "namespace": ("b", "B", "a.b", "a" * 64, None, 5),
    "creationTimestamp": (None, "2020-01-01T00:00:00Z", "never"),
    "uid": ("b",),
    "generation": (1,),
    "ownerReferences": ([],),
}
"""Values of metadata beside those of most objects."""
_LABELS: tuple[dict[str, str], ...] = ({}, {"a": "b"}, {"a/b": "c"}, {"é": "x"}, {"a": "-"}, {"a/b/c": "d"})


@cache
def real_definitions() -> dict[str, Node]:
    """Definitions of the real packages and bundles that XPKGTUI_CORPUS names, a few of each, by file and name."""
    corpus = Path(os.environ["XPKGTUI_CORPUS"])
    files = {name: path for name, path in packages(corpus).items() if path.suffix != ".xpkg"}
    files |= {
        str(path.relative_to(corpus)): path for path in sorted(corpus.glob("olm-registry-v1/*/manifests/*.yaml"))
    }
    found: dict[str, Node] = {}
    for name, path in files.items():
        for one in definitions_of(content(path), most=20):
            found[f"{name}: {one['metadata']['name']}"] = one
    return found


def definitions_of(data: bytes, *, most: int) -> Iterator[Node]:
    """Definitions of a stream, at most so many or a few more."""
    chunks = [one for one in split(data).chunks if one.kind == "CustomResourceDefinition"]
    for chunk in chunks[:: max(len(chunks) // most, 1)]:
        document = parse(data, chunk) if chunk.end - chunk.start < _LARGEST else None
        if isinstance(document, PackageDocument) and document.value["apiVersion"].endswith("/v1"):
            yield document.value


def names_of(definition: Node) -> ObjectNames:
    """What an object of the definition is named."""
    spec = definition["spec"]
    return ObjectNames(group=spec["group"], kind=spec["names"]["kind"], is_namespaced=spec["scope"] == "Namespaced")


def served(definition: Node) -> list[Node]:
    """The versions that are served, with their schemas."""
    return [one for one in definition["spec"]["versions"] if one.get("served") and field(one, "schema")]


def _generated(chance: Random) -> Node:
    key, seed = chance.choice(sorted(real_definitions())), chance.randrange(2**32) if chance.random() < 0.5 else None
    case: Node = {"definition": key, "seed": seed}
    definition = definition_of(case)
    version = chance.choice(served(definition) or definition["spec"]["versions"])
    return case | {"objects": [object_of(definition, version, chance) for _ in range(5)]}


def definition_of(case: Node) -> Node:
    """The definition of a case: a real one, or with a seed one that is changed in some places."""
    real = real_definitions()[case["definition"]]
    if case["seed"] is None:
        return real
    changed_one = copy.deepcopy(real)
    for version in served(changed_one):
        varied(version, Random(case["seed"]))
    return changed_one


def object_of(definition: Node, version: Node, chance: Random) -> Node:
    """A random object of a version, valid or nearly so."""
    schema = mapping(field(version, "schema", "openAPIV3Schema"))
    value: Node = whole({**schema, "required": [*schema.get("required", ()), "spec"]}, chance)
    value["apiVersion"] = f"{definition['spec']['group']}/{version['name']}"
    value["kind"] = definition["spec"]["names"]["kind"]
    meta: Node = {"name": chance.choice(_NAMES) if chance.random() < 0.1 else "a"}
    if chance.random() < 0.1:
        field_name = chance.choice(sorted(_META_FIELDS))
        meta[field_name] = copy.deepcopy(chance.choice(_META_FIELDS[field_name]))
        if field_name == "generateName" and chance.random() < 0.5:
            del meta["name"]
    value["metadata"] = meta
    if chance.random() < 0.1:
        meta["labels" if chance.random() < 0.7 else "annotations"] = chance.choice(_LABELS)
    if chance.random() < 0.02:
        meta["unknown"] = 1
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3))):
        changed(value, chance)
    return value


def asked(oracle: Oracle, definition: Node, objects: list[Node]) -> list[Node]:
    """What the API server says of each object."""
    text = "\n---\n".join(json.dumps(one) for one in objects)
    answer = oracle.ask("objects", crds=json.dumps(definition), objects=text)["answer"]
    if "error" in answer:
        raise ValueError(answer["error"])
    found: list[Node] = answer["server"]
    return found


def _theirs(oracle: Oracle, case: Node) -> list[Any]:
    return [as_told(one) for one in asked(oracle, definition_of(case), case["objects"])]


def as_told(answer: Node) -> Node:
    """The API server's answer as it is compared."""
    if "panic" in answer or "refused" in answer:
        return {"outcome": "refused", "why": answer.get("panic") or answer["refused"]}
    errors = sorted({(one["field"], one["message"]) for one in answer["errors"]})
    refused = bool(answer["unknown"] or answer["errors"] or answer["message"])
    return {
        "outcome": "refused" if refused else "accepted",
        "unknown": sorted(set(answer["unknown"])),
        "errors": [list(one) for one in errors],
    }


def _ours(case: Node) -> list[Any]:
    definition = definition_of(case)
    judges = {
        f"{definition['spec']['group']}/{one['name']}": ObjectJudge(names_of(definition), one)
        for one in served(definition)
    }
    found = []
    for one in case["objects"]:
        judgement = judges[one["apiVersion"]].judge(one)
        errors = sorted({(error.field, error.message) for error in judgement.errors})
        found.append(
            {
                "outcome": str(judgement.outcome),
                "unknown": list(judgement.unknown),
                "errors": [list(error) for error in errors],
                **({"undecided": judgement.undecided} if judgement.undecided else {}),
            }
        )
    return found


def _agrees(ours: list[Any], theirs: list[Any]) -> bool:
    return len(ours) == len(theirs) and all(_fits(*pair) for pair in zip(ours, theirs, strict=True))


def _fits(ours: Node, theirs: Node) -> bool:
    """Whether an answer is the API server's; one that is undecided names a part of it."""
    if "why" in theirs:
        return bool(ours["outcome"] != ObjectOutcome.ACCEPTED)
    if "undecided" not in ours:
        return ours == theirs
    named = all(one in theirs[word] for word in ("errors", "unknown") for one in ours[word])
    return named and ours["outcome"] in {ObjectOutcome.UNDECIDED, theirs["outcome"]}


OBJECTS = Subject(
    name="objects",
    traps=tuple,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    agrees=_agrees,
    counted=lambda case: len(case["objects"]),
    kept=0,
)
