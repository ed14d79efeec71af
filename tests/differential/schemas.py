"""JSON Schemas and samples of real definitions against what the API server says of the same objects."""

import copy
import json
from functools import cache
from random import Random
from typing import Any

import jsonschema
from differential.objects import as_told, asked, definition_of, names_of, object_of, real_definitions, served
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.definitions.custom_resources import schema_of
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.fields.json_schema import json_schema
from xpkgtui.formats.definitions.fields.manifest import sample_of
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.definitions.objects.preparing import prepared
from xpkgtui.untyped import mapping

Node = dict[str, Any]
_RULES = "x-kubernetes-validations"
_LATE = {
    "metadata": "names and labels of objects are not in the JSON Schema",
    "Duplicate value": "two items of a map list that have the same keys",
    "in body must be of type": "formats that validators need not check",
}


def _generated(chance: Random) -> Node:
    key, seed = chance.choice(sorted(real_definitions())), chance.randrange(2**32) if chance.random() < 0.3 else None
    case: Node = {"definition": key, "seed": seed}
    definition = definition_of(case)
    if check_definition(definition):
        # No API server has it, so nothing is asked of its objects.
        definition = definition_of(case := case | {"seed": None})
    version = chance.choice(served(definition) or definition["spec"]["versions"])
    return case | {"objects": [object_of(definition, version, chance) for _ in range(10)]}


def _theirs(oracle: Oracle, case: Node) -> list[Node]:
    definition = _without_rules(definition_of(case))
    return [as_told(one) for one in asked(oracle, definition, case["objects"])]


def _without_rules(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_rules(one) for name, one in value.items() if name != _RULES}
    return [_without_rules(one) for one in value] if isinstance(value, list) else value


def _ours(case: Node) -> list[Node]:
    definition = definition_of(case)
    names = names_of(definition)
    versions = served(definition)
    checks = {
        f"{names.group}/{one['name']}": jsonschema.Draft202012Validator(
            json_schema(names.group, names.kind, one["name"], schema_of(one)),
            format_checker=jsonschema.FormatChecker(),
        )
        for one in versions
    }
    drops_status = {f"{names.group}/{one['name']}": "status" in mapping(one.get("subresources")) for one in versions}
    found = []
    for one in case["objects"]:
        api_version = one["apiVersion"]
        problem = jsonschema.exceptions.best_match(checks[api_version].iter_errors(one))
        stored = prepared(
            one, schema_of(next(each for each in versions if api_version.endswith(f"/{each['name']}")))
        ).value
        stored = stored | {"metadata": _without_null(stored.get("metadata"))}
        if drops_status[api_version]:
            stored = {name: inner for name, inner in stored.items() if name != "status"}
        told = {} if problem is None else {"at": problem.json_path, "says": problem.message[:200]}
        as_stored = "accepted" if checks[api_version].is_valid(stored) else "refused"
        found.append({"outcome": "accepted" if problem is None else "refused", **told, "as_stored": as_stored})
    return found


def _without_null(value: Any) -> Any:
    """Metadata as the API server decodes it: null is no value, in labels and annotations too."""
    if not isinstance(value, dict):
        return value
    return {name: _without_null(one) for name, one in value.items() if one is not None}


def _agrees(ours: list[Node], theirs: list[Node]) -> bool:
    return [one["outcome"] for one in ours] == [one["outcome"] for one in theirs]


def _excused(case: Node, ours: list[Node], theirs: list[Node]) -> str | None:
    reasons = [_excuse(*pair) for pair in zip(ours, theirs, strict=True) if pair[0]["outcome"] != pair[1]["outcome"]]
    return "; ".join(sorted({one for one in reasons if one})) if all(reasons) else None


def _excuse(ours: Node, theirs: Node) -> str | None:
    if "why" in theirs:
        return "times of metadata are not in the JSON Schema" if "parsing time" in theirs["why"] else None
    if theirs["outcome"] == "accepted":
        if ours["says"].startswith("[") and ours["says"].endswith("is not of type 'string'"):
            return "the API server takes a list where a text has the format byte"
        is_stored = ours["as_stored"] == "accepted"
        return "null and status are dropped before the schema is asked" if is_stored else None
    if ours["as_stored"] == "refused":
        return "defaults are set before the schema is asked"
    said = [f"{place}: {message}" for place, message in theirs["errors"]] + list(theirs["unknown"])
    reasons = [next((why for word, why in _LATE.items() if word in one), None) for one in said]
    return "; ".join(sorted({one for one in reasons if one})) if all(reasons) else None


SCHEMAS = Subject(
    name="schemas",
    traps=tuple,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    agrees=_agrees,
    counted=lambda case: len(case["objects"]),
    kept=0,
)


def _of_definition(chance: Random) -> Node:
    return {"definition": chance.choice(sorted(real_definitions())), "seed": None}


@cache
def _samples(key: str) -> list[Node | None]:
    definition = real_definitions()[key]
    return [sample_of(defined_kind(definition), one).manifest for one in served(definition)]


def _accepted(oracle: Oracle, case: Node) -> list[str]:
    """What the API server says of the samples that xpkgtui makes."""
    made = _samples(case["definition"])
    told = iter(asked(oracle, copy.deepcopy(definition_of(case)), [one for one in made if one is not None]))
    return ["none" if one is None else json.dumps(mapping(as_told(next(told)))) for one in made]


def _promised(case: Node) -> list[str]:
    promise = json.dumps({"outcome": "accepted", "unknown": [], "errors": []})
    return ["none" if one is None else promise for one in _samples(case["definition"])]


SAMPLES = Subject(name="samples", traps=tuple, generated=_of_definition, theirs=_accepted, ours=_promised, kept=0)
