"""Values of one place around everything that its old and its new schema say."""

import contextlib
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice
from typing import Any

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.objects.spoken import spoken_of
from xpkgtui.formats.definitions.samples.rule_breakers import breaking_values
from xpkgtui.formats.definitions.samples.sample import ITEM, VALUE, CannotMake, Maker, Steps, number, text, variants
from xpkgtui.formats.definitions.samples.satisfying import COMBINED, COUNTED
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.golang.regexp.matching import text_of
from xpkgtui.golang.regexp.syntax import parsed
from xpkgtui.untyped import listing, mapping

_MOST_BREAKING = 30
"""Values that new rules refuse, tried for one place."""
_LONGEST = 20_000
"""Characters of a text in a manifest."""
_MOST_ITEMS = 500
_MOST_BRANCHES = 8
_TYPED: tuple[Any, ...] = ("", "a", 0, 1, -1, 1.5, True, False, [], {}, ["a"], [0], [{}], {"key": "a"}, {"key": 0})
_TEXTS = ("", *"aA0-_ ./", "a b", "a\nb", "a-", "-a", "A1", "a.b", "é", "x" * 64, "x" * 254, "1h", "1Gi")
_MOST = 400
"""Values that are looked at alone."""
_LONG = 300
"""Characters of a text that is not looked at alone."""
_WORK = 4_000
"""Values and characters that are compared with the schemas of one place alone."""
LOCAL = frozenset(
    (
        *("type", "enum", "pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum"),
        *("exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    )
)
"""Keywords that see a value alone."""
_FORMATS = ObjectTexts()
_RULES = "x-kubernetes-validations"


def telling(values: Iterable[Any], word: str, old: Node | None, new: Node | None) -> Iterator[Any]:
    """The values; those first that show what a keyword refuses now."""
    if word not in LOCAL or old is None or new is None:
        yield from values
        return
    waiting, others, most = iter(values), [], meter().spent + _WORK
    for value in islice(waiting, _MOST):
        is_long = isinstance(value, str) and len(value) > _LONG
        if not is_long and meter().spent < most and _is_taken(value, old) and not _is_taken(value, new):
            yield value
        else:
            others.append(value)
    yield from chain(others, waiting)


def is_shown_alone(likely: Iterable[Any], word: str, old: Node | None, new: Node | None) -> bool:
    """Whether a value is known that shows the change of a keyword alone, whatever stands above it."""
    if word == "removed":
        return old is not None and _is_taken(made_of(old), old)
    if word in ("values", "required", "nullable", "default"):
        return True
    values = islice(chain(likely, values_around(old, new)), _MOST)
    return word in LOCAL and any(_is_taken(one, old or {}) and not _is_taken(one, new or {}) for one in values)


def _is_taken(value: Any, schema: Node) -> bool:
    """Whether a schema takes a value, whatever is in it."""
    plain = {key: one for key, one in schema.items() if not isinstance(one, dict)}
    try:
        return not ValueCheck(_FORMATS).run(value, plain).faults
    except MISTYPED:
        return False


def made_of(schema: Node | None) -> Any:
    try:
        return Maker().make(schema or {})
    except CannotMake:
        return {}


def broken_values(old: Node | None, new: Node | None, *, is_of_defaults: bool = False) -> Iterator[Any]:
    """Values that new rules refuse."""
    return islice(breaking_values(old or {}, new or {}, is_of_defaults=is_of_defaults), _MOST_BREAKING)


def opposed(old: Node | None, new: Node | None, word: str, rule: str) -> Iterator[Any]:
    """A value that the old schema takes, and a rule, a combination or a number of fields of the new one does not."""
    old, new = old or {}, new or {}
    if word == "rule" and rule:
        against: Node = {_RULES: [*listing(old.get(_RULES)), {"rule": f"!({rule})"}]}
    elif word in COMBINED and new.get(word):
        part = new[word] if word == "not" else {"not": {word: new[word]}}
        against = {"allOf": [*listing(old.get("allOf")), part]}
    elif word in COUNTED and isinstance(new.get(word), int):
        against = {"maxProperties": new[word] - 1} if word == "minProperties" else {"minProperties": new[word] + 1}
    else:
        return
    with contextlib.suppress(CannotMake, *MISTYPED):
        yield Maker().make({**old, **against})


def values_around(old: Node | None, new: Node | None) -> Iterator[Any]:
    """Values around everything that the two schemas of a place say."""
    old, new = old or {}, new or {}
    with contextlib.suppress(CannotMake):
        yield Maker().make(old)
    yield from broken_values(old, new)
    yield from listing(old.get("enum"))
    for key, part in islice(_branches(new, old), _MOST_BRANCHES):
        yield from () if key else _of_branch(old, part)
    if old.get("nullable"):
        yield None
    kinds = {old.get("type"), new.get("type")}
    yield from _scalars(old, new)
    if "array" in kinds:
        yield from _lists(old, new)
    if "object" in kinds or old.get("x-kubernetes-preserve-unknown-fields"):
        yield from mappings(old, new)
    yield from _TYPED
    for kind in ("string", "integer", "number", "array", "object"):
        if kind not in kinds:
            yield from islice(variants(old | {"type": kind}), 5)


def _scalars(old: Node, new: Node) -> Iterator[Any]:
    kinds = {old.get("type"), new.get("type")}
    if {"integer", "number"} & kinds or old.get("x-kubernetes-int-or-string"):
        yield from _numbers(old, new)
    if "string" in kinds or old.get("x-kubernetes-int-or-string"):
        yield from _strings(old, new)


def _numbers(old: Node, new: Node) -> Iterator[float]:
    gaps = (0, 1, -1, *(() if old.get("type") == "integer" else (0.5, -0.5)))
    for schema in (new, old):
        for word in ("minimum", "maximum"):
            bound = schema.get(word)
            if bound is not None:
                yield from (bound + gap for gap in gaps)
        if step := schema.get("multipleOf"):
            yield from (step, step * 2, step * 3, step + 1, step / 2)
    yield from (0, 1, -1, 2, 3, 5, 7, 10, 100, 2**31, 2**31 - 1, -(2**31), 2**53)
    if old.get("type") != "integer":
        yield from (0.5, -0.5, 1.5, 0.25)
    with contextlib.suppress(CannotMake):
        yield number(old)


def _strings(old: Node, new: Node) -> Iterator[str]:
    tried = []
    for schema in (new, old):
        least, most = schema.get("minLength"), schema.get("maxLength")
        sizes = [size for bound in (least, most) if bound is not None for size in (bound - 1, bound, bound + 1)]
        for size in sizes:
            if 0 <= size <= _LONGEST:
                yield "a" * size
                tried.append(size)
        part = parsed(schema["pattern"]) if schema.get("pattern") else None
        if part is not None:
            yield from (text_of(part).ljust(size, "a") for size in tried)
            for preferred in ("a0", "Z9", "-_", "/:", " .", "b5", "é"):
                yield from (text_of(part, longer=longer, preferred=preferred) for longer in (0, 1, 3, *tried))
    yield from _TEXTS
    for word in listing(old.get("enum")):
        if isinstance(word, str):
            yield from (word.upper(), word + "x")
    with contextlib.suppress(CannotMake):
        yield text({key: one for key, one in new.items() if key != "format"} | {"format": old.get("format")})


def _lists(old: Node, new: Node) -> Iterator[list[Any]]:
    items = mapping(old.get("items"))
    try:
        one = Maker().make(items)
    except CannotMake:
        return
    bounds = [schema.get(word) for schema in (new, old) for word in ("minItems", "maxItems")]
    for size in (1, 2, 0, *(bound + gap for bound in bounds if bound is not None for gap in (-1, 0, 1))):
        if not 0 <= size <= _MOST_ITEMS:
            continue
        yield [one] * size
        with contextlib.suppress(CannotMake):
            yield Maker().several(old, size)
    if isinstance(one, dict):
        yield from ([each] for each in islice(mappings(items, mapping(new.get("items"))), _MOST_BRANCHES) if each)
    keys = listing(new.get("x-kubernetes-list-map-keys"))
    for value in chain(islice(variants(items), 40), islice(_scalars(items, mapping(new.get("items"))), 60)):
        if isinstance(value, dict) and isinstance(one, dict):
            yield [one, {**one, **{key: item for key, item in value.items() if key not in keys}}]
            yield [{**one, **value}]
        else:
            yield [value]
    yield [None]


def mappings(old: Node, new: Node) -> Iterator[Node]:
    maker = made_of(old)
    base = maker if isinstance(maker, dict) else {}
    yield {}
    properties = mapping(old.get("properties"))
    made: Node = {}
    for key, child in properties.items():
        value = made_of(mapping(child))
        made[key] = value
        yield {**base, key: value}
        yield {key: value}
    for key in base:
        yield {name: one for name, one in base.items() if name != key}
    for key, other in combinations(list(made)[:12], 2):
        yield {**base, key: made[key], other: made[other]}
    yield {**base, **made}
    for key, part in islice(_branches(new, old), _MOST_BRANCHES):
        yield from ({**base, key: one} for one in _of_branch(mapping(properties.get(key)), part) if key)
    value = made_of(mapping(old.get("additionalProperties")))
    inner = mapping(old.get("additionalProperties")), mapping(new.get("additionalProperties"))
    for one in (value, "a", 0, {}, {"a": "b"}, *(islice(_scalars(*inner), 60))):
        yield {**base, "key": one}
    for size in _sizes(old, new):
        yield {f"key{number}": value for number in range(size)}
        yield dict(list({**base, **made}.items())[:size])
    for key in mapping(new.get("properties")):
        if key not in properties:
            yield from ({**base, key: value} for value in _TYPED)


def _branches(*schemas: Node) -> Iterator[tuple[str, Node]]:
    """What the branches of combinations say of fields, or of the value itself, which has no name."""
    waiting = [schema.get(word) for schema in schemas for word in COMBINED]
    while waiting:
        one = waiting.pop(0)
        for branch in one if isinstance(one, list) else [one] if isinstance(one, dict) else ():
            yield "", mapping(branch)
            yield from ((key, mapping(each)) for key, each in mapping(mapping(branch).get("properties")).items())
            waiting += [mapping(branch).get(word) for word in COMBINED]


def _of_branch(child: Node, part: Node) -> Iterator[Any]:
    """Values around what a branch says of a value of a schema."""
    yield from islice(listing(part.get("enum")), _MOST_BRANCHES)
    yield from islice(_scalars(child, {**child, **part}), _MOST_BREAKING)


def spoken_above(schema: Any, path: Steps, new: Node | None) -> Iterator[Any]:
    """The values that rules and combinations above a place name, and lists with them around its new bounds."""
    for count, step in enumerate(path, 1):
        trees = (parsed_rule(str(one.get("rule"))) for one in rules_of(mapping(schema)))
        words = [value for one in trees if one is not None for value in spoken_of(one).literals]
        yield from words
        parts = [part for key, part in islice(_branches(mapping(schema)), _MOST) if key == step]
        schema = below(schema, (step,))
        value = mapping(schema).get("additionalProperties") if count == len(path) else None
        for word in words if isinstance(value, dict) else ():
            yield from ({str(word): made_of(value), **dict.fromkeys(more, made_of(value))} for more in ((), ("key",)))
        for part in islice(parts if count == len(path) else (), _MOST_BRANCHES):
            yield from _of_branch(schema or {}, part)
        is_list = words and count == len(path) and mapping(schema).get("type") == "array"
        longer = [one for one in _lists(schema or {}, new or {}) if len(one) > 1] if is_list else []
        yield from ([word, *one[1:]] for word in words for one in longer if type(word) is type(one[0]))


def below(schema: Any, path: Steps) -> Node | None:
    """The schema at a place below another one; None where there is none."""
    for step in path:
        node = mapping(schema)
        if step == ITEM:
            schema = node.get("items")
        elif step == VALUE:
            schema = node.get("additionalProperties")
        else:
            schema = mapping(node.get("properties")).get(step, node.get("additionalProperties"))
        if schema is None:
            return None
    return schema if isinstance(schema, dict) else {}


def _sizes(old: Node, new: Node) -> Iterator[int]:
    """Numbers of fields around the bounds."""
    bounds = [schema.get(word) for schema in (new, old) for word in ("minProperties", "maxProperties")]
    for size in (2, *(bound + gap for bound in bounds if bound is not None for gap in (-1, 0, 1))):
        if 0 <= size <= _MOST_ITEMS:
            yield size
