"""Pairs of definitions that are called free of breaks: the new one accepts every object that the old one accepts."""

import copy
from random import Random
from typing import Any

from differential.object_values import Node
from differential.objects import as_told, asked, object_of, real_definitions, served
from differential.oracle import Oracle
from differential.subject import Subject
from differential.upgrades.changes import change

from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.formats.definitions.changes.proofs import Proofs
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.rules.changes.change import Weight

_TRIES = 200


def _generated(chance: Random) -> Node:
    """A pair without breaks that changes something, and objects of a version that both serve."""
    for _ in range(_TRIES):
        case = {"definition": chance.choice(sorted(real_definitions())), "seed": chance.randrange(2**32)}
        old, new = pair_of(case)
        names = {one["name"] for one in served(new)}
        versions = [one for one in served(old) if one["name"] in names]
        if old == new or not versions or check_definition(new):
            continue
        if all(one.weights.clients is not Weight.BREAKS for one in compare_definitions(old, new, Proofs())):
            return case | {"objects": [object_of(old, chance.choice(versions), chance) for _ in range(10)]}
    raise ValueError("no pair is free of breaks")


def pair_of(case: Node) -> tuple[Node, Node]:
    """The old definition, and the new one, which is changed in one to three places."""
    old = real_definitions()[case["definition"]]
    new, chance = copy.deepcopy(old), Random(case["seed"])
    for _ in range(chance.choice((1, 1, 2, 3))):
        change(new, chance)
    return old, new


def _theirs(oracle: Oracle, case: Node) -> list[Any]:
    """The objects that the old definition accepts and the new one refuses, with what is said of them."""
    old, new = pair_of(case)
    before, after = (asked(oracle, each, case["objects"]) for each in (old, new))
    told = zip(map(as_told, before), map(as_told, after), case["objects"], strict=True)
    return [[one, now] for was, now, one in told if was["outcome"] == "accepted" and _is_refused(now)]


def _is_refused(answer: Node) -> bool:
    """Whether an object is refused for more than a status that it should not have, which is dropped in any case.

    Where no definition matches, the new one could not be decoded, so that there is nothing to compare.
    """
    unknown = [one for one in answer.get("unknown", ()) if one.partition(".")[0] != "status"]
    return bool(unknown or answer.get("errors"))


def _ours(_case: Node) -> list[Any]:
    return []


SOUNDNESS = Subject(name="soundness", traps=tuple, generated=_generated, theirs=_theirs, ours=_ours, kept=0)
