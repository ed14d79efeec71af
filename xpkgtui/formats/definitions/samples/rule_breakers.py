"""Values that a new CEL rule refuses: those that the old schema may have, changed where the rule looks."""

import contextlib
import itertools
from collections.abc import Iterator
from itertools import islice
from typing import Any

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import outcome, parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.preparing import copied, prepared
from xpkgtui.formats.definitions.objects.spoken import ITEMS, Path, Spoken, spoken_of
from xpkgtui.formats.definitions.samples.sample import CannotMake, Maker, variants
from xpkgtui.formats.definitions.samples.satisfying import texts_like
from xpkgtui.untyped import listing, mapping, text

_MOST = 300
"""Values that are tried for one rule."""
_MOST_GONE = 20
"""Rules of the old schema whose fields and values are tried as well."""
_MOST_OF_FIELD = 8
_MOST_FIELDS = 6
_MOST_ITEMS = 50
_COMPLETED = 4
"""Values that are compared while one is completed for both schemas."""
_ABSENT = object()
_ODD = ("A_", "")
"""Texts that most formats of rules do not take."""
_OF_FORMAT = {
    "duration": ("0s", "1s", "8760h"),
    "date": ("1970-01-01", "2100-01-01"),
    "date-time": ("1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z"),
}
"""Values far from each other."""


def breaking_values(old: Node, new: Node, *, is_of_defaults: bool = False) -> Iterator[Any]:
    """Values of the old schema that a rule of the new one refuses, and none that it has had.

    Where defaults are others, a rule that both have may refuse what it took.
    """
    known, now = ({text(one.get("rule")) for one in rules_of(each)} for each in (old, new))
    gone: dict[Path, list[Spoken]] = {}
    for one in (spoken_of(tree) for each in sorted(known - now) if (tree := parsed_rule(each)) is not None):
        for path in one.paths:
            gone.setdefault(path, []).append(one)
    meter().spent += len(known - now)
    for rule in rules_of(new):
        tree = parsed_rule(text(rule.get("rule")))
        if tree is None or (not is_of_defaults and text(rule.get("rule")) in known):
            continue
        own = spoken_of(tree)
        near = islice((one for path in own.paths for one in gone.get(path, ())), _MOST_GONE)
        for value in islice(_tried(old, [own, *near]), _MOST):
            if meter().is_over:
                return
            meter().spent += _COMPLETED + len(rules_of(old))
            before, after = _completed(value, old), _completed(value, new)
            if outcome(rule, after, new) is False and all(
                outcome(one, before, old) is not False for one in rules_of(old)
            ):
                yield value


def _completed(value: Any, schema: Node) -> Any:
    """The value with its defaults."""
    return prepared(value, schema).value if isinstance(value, dict) else value


def _tried(schema: Node, spoken: list[Spoken]) -> Iterator[Any]:
    """Values around what rules speak of, the plainest first."""
    literals = [value for each in spoken for value in each.literals]
    try:
        base = Maker().make(schema)
    except CannotMake:
        return
    yield base
    if not isinstance(base, dict):
        yield from _around(schema, literals)
        return
    paths = _whole(tuple(dict.fromkeys(path for each in spoken for path in each.paths)))[:_MOST_FIELDS]
    given = {one: [_ABSENT, *_around(_below(schema, one), literals)] for one in paths}
    for count in (1, 2):
        for chosen in itertools.combinations(given, count):
            for values in itertools.product(*(given[one][:_MOST_OF_FIELD] for one in chosen)):
                yield changed(base, dict(zip(chosen, values, strict=True)))


def _whole(paths: tuple[Path, ...]) -> list[Path]:
    """The paths that do not lead into lists or maps."""
    return [one for one in paths if ITEMS not in one]


def _below(schema: Node, path: Path) -> Node:
    for name in path:
        schema = mapping(mapping(schema.get("properties")).get(name, schema.get("additionalProperties")))
    return schema


def _around(schema: Node, literals: list[Any]) -> list[Any]:
    """Values of a schema, and those near what is written out."""
    kind = schema.get("type")
    if kind == "array":
        items = mapping(schema.get("items"))
        one = [*_items(items, literals), *_around(items, literals)][: _MOST_OF_FIELD // 2]
        sizes = [size + 1 for size in literals if type(size) is int and 0 < size < _MOST_ITEMS]
        long = [[*islice(variants(items), size)] for size in sizes[:1]]
        return [[], *([item] for item in one), one, *long, *([item, item] for item in one[:3])]
    near: list[Any] = [*_OF_FORMAT.get(schema.get("format", ""), ())]
    near += (0, "1", "a", "1%") if schema.get("x-kubernetes-int-or-string") else ()
    if kind == "object":
        with contextlib.suppress(CannotMake):
            near.append(Maker().make(schema))
    for value in literals:
        if kind == "string" and isinstance(value, str):
            near += texts_like(value)
        elif kind in {"integer", "number"} and isinstance(value, int | float) and not isinstance(value, bool):
            near += [value, value + 1, value - 1]
    plain = list(islice(variants(schema), 4))
    null = [None] if schema.get("nullable") is True else []
    odd = _ODD if kind == "string" and not schema.get("enum") else ()
    return [
        *plain[:2],
        *null,
        *near[: _MOST_OF_FIELD - len(odd)],
        *odd,
        *near[_MOST_OF_FIELD - len(odd) :],
        *plain[2:],
    ]


def _items(items: Node, literals: list[Any]) -> Iterator[Node]:
    """Items of a list: a plain one, those of the kinds that are written out, and those with the greatest numbers."""
    properties = mapping(items.get("properties")).items() if items.get("type") == "object" else ()
    marked = (
        (key, one) for key, child in properties for one in listing(mapping(child).get("enum")) if one in literals
    )
    most = ((key, child["maximum"]) for key, child in properties if mapping(child).get("maximum") is not None)
    for key, value in islice(itertools.chain(marked, most), 3):
        with contextlib.suppress(CannotMake):
            yield Maker().make(items, (key,), value)
    if properties:
        with contextlib.suppress(CannotMake):
            yield Maker().make(items)


def changed(base: Node, values: dict[Path, Any]) -> Node:
    """A value with other fields."""
    found: Node = copied(base)
    for path, value in values.items():
        inner = found
        for name in path[:-1]:
            below = inner.get(name)
            if not isinstance(below, dict):
                if value is _ABSENT:
                    break
                below = inner[name] = {}
            inner = below
        else:
            if value is _ABSENT:
                inner.pop(path[-1], None)
            else:
                inner[path[-1]] = value
    return found
