"""Plain bundles: whether RukPak 0.12 takes them, what it says, and the objects that it would apply."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from builders.packages.judged_folders import judged
from builders.packages.pairs.rukpak import plain_pairs
from builders.packages.plain_bundles import BOAT, CASES, CRD, LIST, thing
from differential.folders.written import Files, shortened, written
from differential.oracle import Oracle
from differential.random_documents import random_object
from differential.subject import Subject
from differential.yaml_texts import random_document
from differential.yaml_writing import written as as_yaml

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.plain.subject import objects_of
from xpkgtui.rules.finding import Acceptance

_NAMES = ("a.yaml", "b.yml", "c.json", "d", ".hidden", "README.md", "Z.yaml", "e-1.yaml", "e.yaml")
_WHOLE = (
    "",
    "# note\n",
    "~\n",
    "5\n",
    "word\n",
    "- a\n",
    "{}\n",
    "a: [\n",
    "\ta\n",
    "# B\nAll: of: them\n",
    "---\n",
)
_ODD = tuple(
    f"{text}\n".replace("; ", "\n")
    for text in """
kind: X
apiVersion: v1
apiVersion: a/b/c; kind: X
kind: 5
KIND: X
kind: X; metadata: 5
kind: X; metadata: {name: 5}
kind: X; metadata: {labels: {a: 1}}
kind: X; metadata: {Name: 5}
kind: X; metadata: {creationTimestamp: 5}
kind: X; metadata: {ownerReferences: [{controller: x}]}
kind: X; items: 5
kind: X; items: {}
kind: X; items: ~
kind: X; items: [~]
kind: X; items: [5]
kind: List
kind: List; items: []
kind: List; items: [{a: b}]
kind: List; items: [{kind: Y}]
kind: List; items: [{kind: Y}, {apiVersion: v1}, {kind: Y}]
kind: List; items: [{kind: Z, apiVersion: x/}]
kind: XList; apiVersion: x/; items: [{metadata: {name: a}}]
kind: List; items: [{kind: List, items: []}]
kind: List; items: [{kind: YList, items: [{kind: Y}]}]
kind: XList; items: [{metadata: {name: a}}]
kind: XList; items: [{kind: List, items: [{kind: Y}]}]
kind: XList; items: []; metadata: {remainingItemCount: x}
kind: XList; apiVersion: v1; metadata: {name: a}
kind: XList; apiVersion: v1; items: [{metadata: {name: a}}, {metadata: {name: b, namespace: c}}]
""".strip().split("\n")
)
_JSON = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s"}}'
_LONG = {"manifests/a.yaml": "apiVersion: v1\na: " + "word " * 500 + "\n"}
_TAILS = ("---\n", "--- # more\n", "--- {a: b}\n", "---x\n", "...\n", "# end\n", "--- |\n", "\n", "---\n---\n")


def _traps() -> Iterator[Files]:
    yield from (*CASES.values(), _LONG)
    for pair in plain_pairs().values():
        yield from (dict(packed.files) for packed in pair if not packed.links)


def _generated(chance: Random) -> Files:
    files: Files = {} if chance.random() < 0.03 else {"manifests/": ""}
    for name in chance.sample(_NAMES, chance.choice((1, 1, 2, 3))):
        files[f"manifests/{name}"] = _content(chance)
    if chance.random() < 0.1:
        files[chance.choice(("manifests/sub/", "manifests/b/x.yaml", "metadata/x.yaml", "x.yaml"))] = ""
    return files


def _content(chance: Random) -> str:
    if chance.random() < 0.06:
        return chance.choice(_WHOLE)
    if chance.random() < 0.06:
        names = chance.sample("abc", chance.randint(1, 3))
        joined = chance.choice(("", "\n", " \n\n")).join(_JSON % name for name in names)
        return joined + chance.choice(("", "", "\n", " x", "\n---\n" + thing(), "\n[]", '\n{"kind": 5}', "\n{"))
    texts = [_document(chance) for _ in range(chance.choice((1, 1, 2, 3)))]
    return (
        chance.choice(("---\n", "", "# lead\n---\n"))
        + "---\n".join(texts)
        + (chance.choice(_TAILS) + chance.choice(("", thing("tail"))) if chance.random() < 0.2 else "")
    )


def _document(chance: Random) -> str:
    if chance.random() < 0.55:
        name, kind = chance.choice("abcde"), chance.choice(("ConfigMap", "Secret", "Boat", "Deployment"))
        return chance.choice((thing(name, kind), thing(name, kind, "sea.example.org/v1"), CRD, BOAT, LIST))
    if chance.random() < 0.4:
        return chance.choice(_ODD)
    if chance.random() < 0.3:
        return random_document(chance)
    return as_yaml(random_object(chance), chance).lstrip("\n") + "\n"


def _theirs(oracle: Oracle, case: Files) -> Any:
    with written(case) as folder:
        told = oracle.ask("rukpak", "plain", folder=str(folder))["answer"]
    if "objects" in told:
        return {"objects": [one for name in sorted(told["objects"]) for one in told["objects"][name]]}
    return {"says": shortened(told.get("error") or f"panic: {told['panic']}")}


def _ours(case: Files) -> Any:
    if not any(name.startswith("manifests/") for name in case):
        return {"says": "get objects from bundle manifests: open manifests: no such file or directory"}
    with written(case) as folder:
        found = judged(PLAIN, folder)
    if found.verdict.acceptance is Acceptance.ACCEPTED:
        return {"objects": _listed(found.data)}
    return {"says": found.verdict.culprit.says if found.verdict.culprit else None}


def _listed(data: bytes) -> list[str]:
    """The objects in the order of the stream, as the oracle names them."""
    documents = [parse(data, chunk) for chunk in split(data).chunks if not chunk.empty]
    values = [one.value for one in documents if isinstance(one, PackageDocument)]
    return [
        f"{one.api_version.removeprefix('/')} {one.kind} {f'{one.namespace}/' if one.namespace else ''}{one.name}"
        for value in values
        for one in objects_of(value)
    ]


def _excused(case: Files, ours: Any, theirs: Any) -> str | None:
    says = [str(one.get("says")) for one in (ours, theirs)]
    if "invalid map key" in says[1] and "e+" in says[1]:
        return "in a list that is a key, large numbers are written without an exponent"
    if "objects" not in ours and _respelled(says[0]) == _respelled(says[1]):
        return (
            "where a message repeats a value, -0, bytes that are no text and keys within a key are spelled otherwise"
        )
    return None


def _respelled(says: str) -> list[str]:
    """The words of a message; those of a mapping that is a key come in the order of their types."""
    if "invalid map key" in says:
        return sorted(re.split(r"[{}, ]+", says.replace('"', "")))
    return [re.sub(r"-(?=0\b)", "", says.replace("\\ufffd", "\ufffd"))]


PLAIN_BUNDLES = Subject(
    name="plain",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=150,
)
