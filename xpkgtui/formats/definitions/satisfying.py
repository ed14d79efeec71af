"""An object changed until the rules and the combinations of its schema hold, as far as a few changes do it."""

import copy
import itertools
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import outcome, parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.preparing import prepared
from xpkgtui.formats.definitions.objects.spoken import ITEMS, Path, spoken_of
from xpkgtui.formats.definitions.objects.texts import ObjectTexts
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.golang.json_writing import as_json
from xpkgtui.untyped import listing, mapping

_MOST = 120
"""Objects that are tried."""
_MOST_FAILED = 3
"""Objects of one schema that are changed in vain by one search."""
_MOST_FIELDS = 10
_MOST_OF_FIELD = 6
_MOST_BRANCHES = 20
_ABSENT = object()
_COMBINED = ("anyOf", "oneOf", "allOf", "not")
_COUNTED = ("minProperties", "maxProperties")
_FORMATS = ObjectTexts()
Make = Callable[[Node], list[Any]]
"""Makes the plainest value of a schema, if any can be made."""


def is_bound(schema: Node) -> bool:
    """Whether something in a schema sees several of its fields at once."""
    return any(schema.get(word) for word in (*_COMBINED, *_COUNTED, "x-kubernetes-validations"))


def is_satisfied(value: Node, schema: Node) -> bool:
    """Whether all rules and combinations of a schema hold for an object with its defaults."""
    return not _faults(value, schema)


def satisfied(value: Node, schema: Node, fixed: Path, make: Make) -> Node | None:
    """The object with the fewest other fields changed, without those on the fixed path; None where none is found.

    The nearest objects are tried first: those against which the fewest rules and combinations speak.
    """
    key = id(schema), fixed[:1]
    failed = meter().failed.get(key)
    if failed is not None and failed[1] >= _MOST_FAILED:
        return None
    found = _nearest(value, schema, _choices(schema, fixed, make))
    if found is None:
        meter().failed[key] = schema, failed[1] + 1 if failed else 1
    return found


def _nearest(value: Node, schema: Node, choices: dict[Path, list[Any]]) -> Node | None:
    ties, seen = itertools.count(), {as_json(value)}
    waiting = [(0, 0, next(ties), value)]
    while waiting:
        _, changes, _, nearest = heappop(waiting)
        for tried in _neighbors(nearest, choices):
            if (key := as_json(tried)) in seen:
                continue
            seen.add(key)
            if len(seen) > _MOST or meter().is_over:
                return None
            if not (faults := _faults(tried, schema)):
                return tried
            heappush(waiting, (faults, changes + 1, next(ties), tried))
    return None


def _faults(value: Node, schema: Node) -> int:
    """How many rules and combinations speak against an object with its defaults."""
    whole, rules = prepared(value, schema).value, rules_of(schema)
    meter().spent += len(rules)
    parts: list[Node] = [{word: schema[word]} for word in (*_COMBINED, *_COUNTED, "required") if schema.get(word)]
    against = sum(bool(ValueCheck(_FORMATS).run(whole, one).faults) for one in parts)
    return against + sum(outcome(one, whole, schema) is not True for one in rules)


def _choices(schema: Node, fixed: Path, make: Make) -> dict[Path, list[Any]]:
    """The values that each field may take that rules and combinations speak of; `fixed` stays as it is."""
    trees = (parsed_rule(str(one.get("rule"))) for one in rules_of(schema))
    spoken = [spoken_of(tree) for tree in trees if tree is not None]
    literals = [value for one in spoken for value in one.literals]
    paths = [path[: path.index(ITEMS)] if ITEMS in path else path for one in spoken for path in one.paths]
    for word in _COMBINED:
        for part in [schema.get(word)] if word == "not" else listing(schema.get(word))[:_MOST_BRANCHES]:
            for path, said in _parts(mapping(part)):
                paths.append(path)
                literals += listing(said.get("enum"))
    if any(schema.get(word) for word in _COUNTED):
        paths += [(one,) for one in mapping(schema.get("properties"))]
    free = [path for path in dict.fromkeys(paths) if path and path != fixed[: len(path)]][:_MOST_FIELDS]
    below = {path: _below(schema, path) for path in free}
    return {path: [_ABSENT, *_near(one, literals, make)] for path, one in below.items() if one is not None}


def _parts(schema: Node) -> Iterator[tuple[Path, Node]]:
    """The fields of which a part of a combination speaks, with what it says of each."""
    waiting: list[tuple[Path, Node]] = [((), schema)]
    while waiting:
        path, part = waiting.pop()
        if path:
            yield path, part
        waiting += (((*path, str(one)), {}) for one in listing(part.get("required")))
        waiting += (((*path, key), mapping(one)) for key, one in mapping(part.get("properties")).items())
        waiting += ((path, mapping(one)) for word in _COMBINED[:3] for one in listing(part.get(word)))
        if part.get("not"):
            waiting.append((path, mapping(part["not"])))


def _near(schema: Node, literals: list[Any], make: Make) -> list[Any]:
    """Values of a field, and those near what is written out."""
    kind, found = schema.get("type"), make(schema)
    for value in literals if kind in ("string", "integer", "number") or not kind else ():
        if isinstance(value, str):
            found += [value, value + "x"]
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found += [value, value + 1, value - 1]
    found += [*listing(schema.get("enum")), *((True, False) if kind == "boolean" else ())]
    plain = {key: one for key, one in schema.items() if not isinstance(one, dict)}
    unlike = {as_json(one): one for one in found}.values()
    return [one for one in unlike if not ValueCheck(_FORMATS).run(one, plain).faults][:_MOST_OF_FIELD]


def _below(schema: Node, path: Path) -> Node | None:
    """The schema of a field; None where there is none."""
    for name in path:
        inner = mapping(schema.get("properties")).get(name, schema.get("additionalProperties"))
        if not isinstance(inner, dict):
            return None
        schema = inner
    return schema


def _neighbors(value: Node, choices: dict[Path, list[Any]]) -> Iterator[Node]:
    """The objects in which one field has another value."""
    for path, values in choices.items():
        for one in values:
            tried = copy.deepcopy(value)
            inner: Any = tried
            for name in path[:-1]:
                inner = inner.setdefault(name, {}) if isinstance(inner, dict) else None
            if not isinstance(inner, dict):
                continue
            if one is _ABSENT:
                inner.pop(path[-1], None)
            else:
                inner[path[-1]] = one
            yield tried
