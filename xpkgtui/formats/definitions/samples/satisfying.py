"""An object changed until the rules and the combinations of its schema hold, as far as a few changes do it."""

import itertools
import math
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Any

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import outcome, parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.objects.preparing import copied, prepared
from xpkgtui.formats.definitions.objects.spoken import ITEMS, Path, spoken_of
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.golang.printing import as_json
from xpkgtui.golang.regexp.matching import text_of
from xpkgtui.golang.regexp.syntax import parsed
from xpkgtui.untyped import listing, mapping, same, text

_MOST = 120
"""Objects that are tried."""
_MOST_FAILED = 6
"""Objects of one schema that are changed in vain by one search."""
_MOST_FIELDS = 10
_MOST_OF_FIELD = 12
_MOST_SIZES = 5
_LONGEST = 100
"""Characters, items or fields of a value that is made of a size."""
_MOST_CHOICES = 50
"""Values of an `enum` that are tried, beside those that a rule writes out."""
_MOST_MIXED = 400
"""Objects of several values at once that are tried for one schema."""
_MOST_MIXED_FIELDS, _MOST_MIXED_VALUES = 8, 6
_MOST_PARTS = 100
"""Parts of a combination that are read."""
_ABSENT = object()
_RULES = "x-kubernetes-validations"
COMBINED = ("anyOf", "oneOf", "allOf", "not")
_BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_ODD = "A_"
"""A text that most patterns do not take."""
_PLAIN = ["", "a", 0]
COUNTED = ("minProperties", "maxProperties")
_FORMATS = ObjectTexts()
Make = Callable[[Node], list[Any]]
"""Makes the plainest value of a schema, if any can be made."""
_Demand = tuple[str, Node]
"""A keyword, and a schema with it alone; or a rule."""
_Edits = tuple[tuple[Path, Any], ...]
"""Fields, each with the value that it gets."""


def is_bound(schema: Node) -> bool:
    """Whether something in a schema sees several of its fields at once."""
    return any(schema.get(word) for word in (*COMBINED, *COUNTED, "x-kubernetes-validations"))


def is_satisfied(value: Node, schema: Node) -> bool:
    """Whether all rules and combinations of a schema hold for an object with its defaults."""
    return not _against(value, schema, _demands(schema))


def satisfied(value: Node, schema: Node, fixed: Path, make: Make) -> Node | None:
    """The object with the fewest other fields changed, without those on the fixed path; None where none is found.

    The nearest objects are tried first: those against which the fewest rules and combinations speak.
    """
    key = id(schema), fixed[:1]
    failed = meter().failed.get(key)
    if failed is not None and failed[1] >= _MOST_FAILED:
        return None
    made, of_edits = meter().made, (id(schema), fixed)
    if made is not None and of_edits in made:
        tried: Node | None = value
        for path, one in made[of_edits][1]:
            tried = tried and _edited(tried, path, one, schema, make)
        if tried is not None and is_satisfied(tried, schema):
            return tried
    found, edits = _nearest(value, schema, fixed, make)
    if found is None:
        meter().failed[key] = schema, failed[1] + 1 if failed else 1
    elif made is not None:
        made[of_edits] = schema, edits
    return found


def _nearest(value: Node, schema: Node, fixed: Path, make: Make) -> tuple[Node | None, _Edits]:
    """The nearest object that is right, and what was changed in it.

    Only what the demands speak of that do not hold is changed, as nothing else makes one of them hold.
    """
    ties, seen, demands = itertools.count(), {as_json(value)}, _demands(schema)
    choices: dict[int, _Edits] = {}
    waiting = [(0, next(ties), value, _against(value, schema, demands), _Edits())]
    while waiting:
        *_, nearest, against, edits = heappop(waiting)
        for number in against:
            if number not in choices:
                choices[number] = _choices(schema, demands[number], fixed, make)
        for path, one in itertools.chain.from_iterable(choices[number] for number in against):
            tried = _edited(nearest, path, one, schema, make)
            if tried is None or (key := as_json(tried)) in seen:
                continue
            seen.add(key)
            if len(seen) > _MOST or meter().is_over:
                return None, ()
            done = (*edits, (path, one))
            if not (left := _against(tried, schema, demands)):
                return tried, done
            heappush(waiting, (len(left) * _MOST + len(done), next(ties), tried, left, done))
    return None, ()


def mixed(old: Node, new: Node, make: Make) -> Iterator[Node]:
    """Objects of many values of several fields at once that the old schema takes and the new one does not."""
    paths, literals = _spoken(old, [*_demands(new), *_demands(old)])
    before, after = (mapping(one.get("properties")) for one in (old, new))
    others = [name for name, child in before.items() if not same(child, after.get(name))]
    known = {path[0] for path in paths if path}
    chosen = [*((name,) for name in others), *paths, *((name,) for name in before if name not in known)]
    pools = []
    for path in dict.fromkeys(chosen[:_MOST_MIXED_FIELDS]):
        children = [_below(one, path) for one in (old, new)]
        if children[0] is not None:
            pools.append((path, _pool(children[0], children[1] or {}, literals, paths.get(path, []), make)))
    for numbers in _spread([len(values) for _, values in pools]):
        if meter().is_over:
            return
        tried: Node | None = {}
        for (path, values), number in zip(pools, numbers, strict=True):
            tried = tried if tried is None else _edited(tried, path, values[number], old, make)
        if tried is not None and _is_taken(tried, old) and not _is_taken(tried, new):
            yield tried


def _is_taken(value: Node, schema: Node) -> bool:
    return not _against(value, schema, _demands(schema)) and not _is_refused(prepared(value, schema).value, schema)


def _pool(old: Node, new: Node, literals: list[Any], parts: list[Node], make: Make) -> list[Any]:
    """Few values of a field, those first that only its old schema takes; each third is that it is not there."""
    found: list[Any] = [None] if new.get("nullable") is True else []
    found += [*_near(old, literals, [*parts, new], make), *_near(new, literals, [old], make)]
    items = _unlike_items(mapping(old.get("items")), mapping(new.get("items")), make)
    lists = [each for each in found if isinstance(each, list)]
    found += [[one, *each] for one in items for each in lists]
    unlike = {as_json(one): one for one in found if one is None or not _is_refused(one, old)}.values()
    first, *rest = [*sorted(unlike, key=lambda one: not _is_refused(one, new)), _ABSENT][:_MOST_MIXED_VALUES]
    return [first, _ABSENT, *rest[:2], _ABSENT, *rest[2:]]


def _unlike_items(old: Node, new: Node, make: Make) -> list[Any]:
    """Items of a list that its new schema does not take any more; else one that it takes."""
    if not old:
        return []
    found = [one for one in (*_near(old, _PLAIN, [new], make), *make(old)) if not _is_refused(one, old)]
    return sorted(found, key=lambda one: not _is_refused(one, new))[:1]


def _spread(sizes: list[int]) -> Iterator[list[int]]:
    """Choices of one of each, spread over all of them; each choice once."""
    total = math.prod(sizes)
    step = next((one for one in range(int(total * 0.618), total) if math.gcd(one, total) == 1), 1)
    for count in range(min(total, _MOST_MIXED)):
        number, chosen = count * step % total, []
        for size in sizes:
            number, one = divmod(number, size)
            chosen.append(one)
        yield chosen


def _demands(schema: Node) -> list[_Demand]:
    """What sees several fields of an object at once: rules, combinations, and how many there are."""
    words = (word for word in (*COMBINED, *COUNTED, "required") if schema.get(word))
    return [*((word, {word: schema[word]}) for word in words), *((_RULES, one) for one in rules_of(schema))]


def _against(value: Node, schema: Node, demands: list[_Demand]) -> list[int]:
    """The numbers of the demands that do not hold for an object with its defaults."""
    whole = prepared(value, schema).value
    meter().spent += len(demands)
    found = []
    for number, (word, one) in enumerate(demands):
        holds = outcome(one, whole, schema) is True if word == _RULES else not _is_refused(whole, one)
        found += [] if holds else [number]
    return found


def _is_refused(value: Any, schema: Node) -> bool:
    return bool(ValueCheck(_FORMATS).run(value, schema).faults)


def _choices(schema: Node, demand: _Demand, fixed: Path, make: Make) -> _Edits:
    """The values that each field may take of which a demand speaks; `fixed` stays as it is."""
    paths, literals = _spoken(schema, [demand])
    free = [path for path in paths if path and path != fixed[: len(path)]][:_MOST_FIELDS]
    below = [(path, inner) for path in free if (inner := _below(schema, path)) is not None]
    near = ((path, _near(inner, literals, paths[path], make)) for path, inner in below)
    return tuple((path, value) for path, values in near for value in (_ABSENT, *values))


def _spoken(schema: Node, demands: list[_Demand]) -> tuple[dict[Path, list[Node]], list[Any]]:
    """The fields of which demands speak, with what combinations say of each; the values that are written out."""
    paths: dict[Path, list[Node]] = {}
    literals: list[Any] = []
    for word, said in demands:
        if word == _RULES:
            spoken = spoken_of(tree) if (tree := parsed_rule(str(said.get("rule")))) is not None else None
            for path in spoken.paths if spoken else ():
                paths.setdefault(path[: path.index(ITEMS)] if ITEMS in path else path, [])
            literals += spoken.literals if spoken else ()
        elif word in COUNTED:
            paths |= {(one,): [] for one in mapping(schema.get("properties")) if (one,) not in paths}
        else:
            for path, part in islice(_parts(said), _MOST_PARTS):
                paths.setdefault(path, []).append(part)
                literals += [*listing(part.get("enum")), *(part[one] for one in _BOUNDS if part.get(one) is not None)]
                literals += [_ODD] if part.get("pattern") else []
    return paths, literals


def _parts(schema: Node) -> Iterator[tuple[Path, Node]]:
    """The fields of which a part of a combination speaks, with what it says of each."""
    waiting: list[tuple[Path, Node]] = [((), schema)]
    while waiting:
        path, part = waiting.pop(0)
        if path:
            yield path, part
        waiting += (((*path, str(one)), {}) for one in listing(part.get("required")))
        waiting += (((*path, key), mapping(one)) for key, one in mapping(part.get("properties")).items())
        waiting += ((path, mapping(one)) for word in COMBINED[:3] for one in listing(part.get(word)))
        if part.get("not"):
            waiting.append((path, mapping(part["not"])))


def _near(schema: Node, literals: list[Any], parts: list[Node], make: Make) -> list[Any]:
    """Values of a field, those that parts of a combination ask for, and those near what is written out."""
    kind = schema.get("type")
    found = [*make(schema), *(value for part in parts if part for value in make({**schema, **part}))]
    sizes = {1: None, 2: None} if kind in ("array", "object") else {}
    for value in literals:
        if isinstance(value, str):
            found += texts_like(value) if kind in ("string", None) else _holding(schema, value, make)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            gap = schema.get("multipleOf") or 1
            near = [value, *(value - value % gap + step for step in (gap, -gap, 0))]
            found += near if kind in ("integer", "number", None) else []
            if isinstance(value, int) and 0 <= value < _LONGEST:
                sizes |= {value: None, value + 1: None, max(value - 1, 0): None}
    if what := {"string": "Length", "array": "Items", "object": "Properties"}.get(str(kind)):
        sized = ({f"min{what}": size, f"max{what}": size} for size in islice(sizes, _MOST_SIZES))
        found += (one for each in sized for part in ({}, *parts[:1]) for one in make({**schema, **part, **each}))
    found += [*listing(schema.get("enum"))[:_MOST_CHOICES], *((True, False) if kind == "boolean" else ())]
    found += [None] if schema.get("nullable") is True else []
    found += texts_like(text(schema.get("pattern")))[2:] if schema.get("pattern") else []
    plain = {key: one for key, one in schema.items() if not isinstance(one, dict)}
    unlike = {as_json(one): one for one in found}.values()
    return list(islice((one for one in unlike if not _is_refused(one, plain)), _MOST_OF_FIELD))


def texts_like(word: str) -> list[str]:
    """A word, a longer one, and texts that it matches if it is a pattern, which may match a part."""
    pattern, ways = parsed(word), ((0, "a0"), (0, "y_"), (1, "y_"))
    more = [] if pattern is None else [text_of(pattern, longer=longer, preferred=one) for longer, one in ways]
    return [word, word + "x", *more, *(part for one in more[:1] for part in (f"a{one}", f"{one}a"))]


def _holding(schema: Node, word: str, make: Make) -> list[Any]:
    """A list of texts with a word, or a map with a key."""
    if mapping(schema.get("items")).get("type") == "string":
        return [[word, *one[1:]] for one in make(schema)]
    values = mapping(schema.get("additionalProperties"))
    return [{word: one} for one in make(values)] if values else []


def _below(schema: Node, path: Path) -> Node | None:
    """The schema of a field; None where there is none."""
    for name in path:
        inner = mapping(schema.get("properties")).get(name, schema.get("additionalProperties"))
        if not isinstance(inner, dict):
            return None
        schema = inner
    return schema


def _edited(value: Node, path: Path, one: Any, schema: Node, make: Make) -> Node | None:
    """The object in which one field has another value; None where there is no place for it, or it is required."""
    found: Node = copied(value)
    inner: Any = found
    for count, name in enumerate(path[:-1], 1):
        if isinstance(inner, dict) and name not in inner:
            inner[name] = next(iter(make(_below(schema, path[:count]) or {})), {})
        inner = inner.get(name) if isinstance(inner, dict) else None
    needed = listing((_below(schema, path[:-1]) or {}).get("required")) if path[1:] else []
    if not isinstance(inner, dict) or (one is _ABSENT and path[-1] in needed):
        return None
    if one is _ABSENT:
        inner.pop(path[-1], None)
    else:
        inner[path[-1]] = copied(one)
    return found
