"""Witnesses of narrowed real definitions: accepted by the API server under the old version, refused under the new."""

import copy
from random import Random
from typing import Any

from differential.narrowing import NARROWINGS, Node, places
from differential.objects import as_told, asked, names_of, real_definitions, served
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.definitions.samples.witness import WitnessFound, witness


def narrowed(key: str, chance: Random) -> tuple[str, int, list[str], Node, Node] | None:
    """A keyword, the number of the version, the place, and the definition before and with that place narrowed."""
    definition = real_definitions()[key]
    number = chance.randrange(len(definition["spec"]["versions"]))
    if definition["spec"]["versions"][number] not in served(definition):
        return None
    changed = copy.deepcopy(definition)
    every = places(changed["spec"]["versions"][number])
    keyword = chance.choice(sorted(NARROWINGS))
    for path, node in chance.sample(every, len(every)):
        if NARROWINGS[keyword](node, chance):
            return keyword, number, path, _before(definition, number, path, node, keyword), changed
    return None


def _before(definition: Node, number: int, path: list[str], node: Node, keyword: str) -> Node:
    """The definition, where it must be wider than the real one for the change."""
    if keyword not in {"nullable", "default lost"}:
        return definition
    wide = copy.deepcopy(definition)
    place = next(one for there, one in places(wide["spec"]["versions"][number]) if there == path)
    if keyword == "nullable":
        place["items"]["nullable"] = True
    else:
        place["properties"][node.pop("x-lost")]["default"] = "a"
    return wide


def _generated(chance: Random) -> Node:
    while True:
        seed = chance.randrange(2**32)
        key = chance.choice(sorted(real_definitions()))
        if found := narrowed(key, Random(seed)):
            return {"definition": key, "seed": seed, "keyword": found[0], "path": found[2]}


def made(case: Node) -> tuple[Node, Node, WitnessFound | None]:
    """The old definition, the new one, and the witness."""
    found = narrowed(case["definition"], Random(case["seed"]))
    if found is None:
        raise ValueError("nothing is narrowed")
    _, number, path, old, changed = found
    versions = old["spec"]["versions"][number], changed["spec"]["versions"][number]
    return old, changed, witness(*versions, names_of(old), tuple(path)).found


def _theirs(oracle: Oracle, case: Node) -> list[Any]:
    old, new, found = made(case)
    if found is None:
        return []
    before = asked(oracle, old, [found.manifest])[0]
    after = asked(oracle, new, [found.manifest])[0]
    message = after["message"]
    if after["unknown"]:
        message = "strict decoding error: " + ", ".join(f'unknown field "{one}"' for one in after["unknown"])
    return [as_told(before)["outcome"], as_told(after)["outcome"], message]


def _ours(case: Node) -> list[Any]:
    found = made(case)[2]
    return ["accepted", "refused", found.message] if found else []


WITNESSES = Subject(name="witnesses", traps=tuple, generated=_generated, theirs=_theirs, ours=_ours, kept=0)
