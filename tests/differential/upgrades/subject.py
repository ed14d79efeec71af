"""Upgrades of definitions as crdify 0.6.0 judges them with the configuration of OLM v1's operator-controller."""

import copy
import json
import os
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from differential.definition_values import sound
from differential.definitions import real_definitions
from differential.oracle import Oracle
from differential.subject import Subject
from differential.upgrades.changes import add_version, change
from differential.upgrades.traps import Node, traps

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.definitions.changes.crdify import refusals

_CONFIGURATION = """
conversion: Ignore
unhandledEnforcement: Error
validations:
- {name: description, enforcement: None}
- {name: enum, enforcement: Error, configuration: {additionPolicy: Allow}}
"""
_REQUIRED = re.compile(r"new required fields: \[(.*)\]")
_EXCUSES = {
    "unhandled": "what was known hangs on the text of go-cmp, which cuts deep values and shows empty ones",
    "required": "crdify reports known required fields, where they come in another order",
}
_LARGEST = 300_000
"""Bytes of a definition in a bundle that is changed."""


def _theirs(oracle: Oracle, case: Node) -> dict[str, Any]:
    old, new = (json.dumps(case[side], ensure_ascii=False) for side in ("old", "new"))
    answer = oracle.ask("crdify", old=old, new=new, config=_CONFIGURATION)["answer"]
    if "error" in answer:
        raise ValueError(answer["error"])
    told = answer["config"]
    if "panic" in told:
        return {"fails": True, "found": [["crd", "", "", "panic", ""]]}
    found = [_row(one) for one in told["findings"] if one["severity"] == "error"]
    return {"fails": told["fails"], "found": sorted(found)}


def _row(finding: Node) -> list[str]:
    """What is compared of a finding: not the text of an unhandled one, nor the order of required fields."""
    message = _REQUIRED.sub(lambda found: f"required: {sorted(found[1].split())}", finding["message"])
    is_told = finding["name"] not in ("unhandled", "panic")
    where = finding.get("where", "")
    named = [finding.get(name, "") if where != "crd" else "" for name in ("version", "property")]
    places = [where, *named, finding.get("name", "")]
    return [*places, message if is_told else ""]


def _ours(case: Node) -> dict[str, Any]:
    found = refusals(case["old"], case["new"])
    names = ("where", "version", "property", "name", "message")
    return {
        "fails": bool(found),
        "found": sorted(_row({name: getattr(one, name) for name in names}) for one in found),
    }


def _excused(case: Node, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    """The reason where the answers differ only in whether an error between served versions was known."""
    known = {tuple(row[:4]) for row in _ours({"old": {}, "new": case["old"]})["found"] if row[0] == "served"}
    extra = [row for row in ours["found"] if row not in theirs["found"]]
    missing = [row for row in theirs["found"] if row not in ours["found"]]
    if any(row[3] == "required" for row in extra) or not all(tuple(row[:4]) in known for row in (*extra, *missing)):
        return None
    excuse = _EXCUSES.get(min(row[3] for row in (*extra, *missing)))
    if excuse and ours["fails"] is not theirs["fails"]:
        return f"{excuse}; only {'xpkgtui' if ours['fails'] else 'crdify'} refuses the upgrade"
    return excuse


def _generated(chance: Random) -> Node:
    return _changed(sound(chance), chance)


def _real(chance: Random) -> Node:
    return _changed(copy.deepcopy(chance.choice((*real_definitions(), *_of_bundles()))), chance)


def _changed(old: Node, chance: Random) -> Node:
    """A definition and what becomes of it; often it has several versions, and sometimes versions that are stored."""
    while chance.random() < 0.4:
        add_version(old, old["spec"], chance)
    old.pop("status", None)
    if chance.random() < 0.3:
        old["status"] = {"storedVersions": [version["name"] for version in old["spec"]["versions"]]}
    new = copy.deepcopy(old)
    for _ in range(chance.choice((1, 1, 2, 3))):
        change(new, chance)
    return {"old": old, "new": new}


@cache
def _of_bundles() -> tuple[Node, ...]:
    """Definitions in the registry+v1 bundles that XPKGTUI_CORPUS names."""
    found: list[Node] = []
    for path in sorted(Path(os.environ["XPKGTUI_CORPUS"]).glob("olm-registry-v1/**/*.y*ml")):
        data = path.read_bytes()
        for chunk in split(data).chunks if len(data) < _LARGEST else ():
            document = parse(data, chunk) if chunk.kind == "CustomResourceDefinition" else None
            if isinstance(document, PackageDocument) and document.value["apiVersion"].endswith("/v1"):
                found.append(document.value)
    return tuple(found)


CRDIFY = Subject(
    name="crdify",
    traps=traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=40,
    largest=1_200,
)
REAL_CRDIFY = Subject(
    name="real-crdify", traps=tuple, generated=_real, theirs=_theirs, ours=_ours, excused=_excused, kept=0
)
