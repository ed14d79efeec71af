"""CustomResourceDefinitions as the API server validates them when they are created (apiextensions-apiserver 0.35)."""

import copy
import json
import os
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from builders.corpus import content, packages
from builders.packages.judgements import PROVIDER, judge_stream
from differential.definition_traps import traps
from differential.definition_values import Node, sound, spoil
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.untyped import field, mapping

TYPES = {
    "FieldValueRequired": "Required value",
    "FieldValueInvalid": "Invalid value",
    "FieldValueForbidden": "Forbidden",
    "FieldValueNotSupported": "Unsupported value",
    "FieldValueTypeInvalid": "Invalid value",
    "FieldValueDuplicate": "Duplicate value",
    "FieldValueTooMany": "Too many",
    "FieldValueTooLong": "Too long",
}
"""The words of the API server for each type of error."""
_ELSEWHERE = ("status.", "spec.version ")
"""What follows from other errors: the status is made of the versions."""
_JUDGED = {"XPKG616", "XPKG707", "XPKG708", "XPKG812"}
_EXCUSES = {
    "the schema is refused already: selectable fields only repeat it": re.compile(
        r"^spec\.(versions\[[0-9]+\]\.)?schema\.openAPIV3Schema: OpenAPIV3Schema '.*' is not supported"
    ),
}
"""Why the API server may say more."""
_TYPE = re.compile(r"\bselfType[0-9]+")
"""The name of a type, with a number that hangs on what was compiled before."""
_SYNTAX = "the words of cel-go's parser, which are those of ANTLR, are not known"
_LARGEST = 60_000
"""Bytes of a real definition that is changed."""
_LARGEST_STREAM = 300_000


def _generated(chance: Random) -> Node:
    value = sound(chance)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        spoil(value, chance)
    return value


def _text(case: Node) -> str:
    return json.dumps(case, ensure_ascii=False)


def with_service(case: Node) -> Node:
    """The definition as Crossplane creates it: with the service of the provider's webhook."""
    conversion = field(case, "spec", "conversion")
    if not isinstance(conversion, dict) or conversion.get("strategy") != "Webhook":
        return case
    hook = mapping(conversion.get("webhook"))
    config = {**mapping(hook.get("clientConfig")), "service": {"name": "a", "namespace": "b", "port": 9443}}
    return {
        **case,
        "spec": {**case["spec"], "conversion": {**conversion, "webhook": {**hook, "clientConfig": config}}},
    }


def _theirs(oracle: Oracle, case: Node) -> dict[str, Any]:
    if not {"apiVersion", "kind", "metadata", "spec"} <= case.keys():
        raise ValueError("what is left of the definition says nothing")
    told = oracle.ask("packages", "crds", text=_text(with_service(case)))["answer"]
    found = {
        (
            TYPES.get(one["type"], one["type"]),
            one["field"],
            _TYPE.sub("selfType", one["detail"].removeprefix(" in body ")),
        )
        for one in told.get("errors", ())
    }
    if "panic" in told:
        return {"refused": True, "said": [["panic", "", told["panic"]]]}
    said = sorted(list(one) for one in found if not f"{one[1]} ".startswith(_ELSEWHERE))
    return {"refused": "error" in told or bool(found), "said": said}


def _ours(case: Node) -> dict[str, Any]:
    text = _text(case) + "\n"
    data = text.encode()
    document = parse(data, split(data).chunks[0])
    assert isinstance(document, PackageDocument)
    judged = judge_stream(f"{PROVIDER}---\n{text}")
    if "XPKG616" in judged.errors:
        return {"refused": True, "said": []}
    found = {(str(one.type), one.field, one.detail) for one in check_definition(document.value)}
    for one in judged.of("XPKG707"):
        if one.says:
            where, kind, detail = one.says.split(": ", 2)
            found.add((kind, where, detail))
    for one in judged.of("XPKG812"):
        where, _, rest = (one.says or "").partition(": Invalid value: ")
        found.add(("Invalid value", where, rest.partition('": ')[2]))
    return {"refused": bool(judged.errors & _JUDGED), "said": sorted(list(one) for one in found)}


def _excused(case: Node, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    missing = [one for one in theirs["said"] if one not in ours["said"]]
    if missing and missing[0][0] == "panic":
        return "the API server's library panics, which refuses the definition too"
    if any(one not in theirs["said"] and one[2] != "compilation failed" for one in ours["said"]):
        return None
    reasons = [_excuse_of(where, detail, ours) for _, where, detail in missing]
    return reasons[0] if reasons and all(reasons) else None


def _excuse_of(where: str, detail: str, ours: dict[str, Any]) -> str | None:
    if "Syntax error" in detail and ["Invalid value", where, "compilation failed"] in ours["said"]:
        return _SYNTAX
    return next((excuse for excuse, pattern in _EXCUSES.items() if pattern.search(f"{where}: {detail}")), None)


@cache
def real_definitions() -> tuple[Node, ...]:
    """Definitions of the real packages that XPKGTUI_CORPUS names, small enough to be changed often."""
    found: list[Node] = []
    for path in packages(Path(os.environ["XPKGTUI_CORPUS"])).values():
        if path.suffix == ".xpkg" or path.stat().st_size > _LARGEST_STREAM:
            continue
        data = content(path)
        chunks = [one for one in split(data).chunks if one.kind == "CustomResourceDefinition"]
        for chunk in chunks[:: max(len(chunks) // 20, 1)]:
            document = parse(data, chunk) if chunk.end - chunk.start < _LARGEST else None
            if isinstance(document, PackageDocument) and document.value["apiVersion"].endswith("/v1"):
                found.append(document.value)
    return tuple(found)


def _changed(chance: Random) -> Node:
    value = copy.deepcopy(chance.choice(real_definitions()))
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        spoil(value, chance)
    return value


DEFINITIONS = Subject(
    name="definitions",
    traps=traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=100,
)
REAL_DEFINITIONS = Subject(
    name="real-definitions",
    traps=tuple,
    generated=_changed,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=0,
)
