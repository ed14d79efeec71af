"""The smallest values that a schema accepts, with or without a given value in them.

What is made is a proposal: `objects/judging` says whether it is accepted.
"""

import contextlib
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import demanded, outcome, rules_of
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.objects.judging import ObjectNames
from xpkgtui.formats.definitions.objects.preparing import copied
from xpkgtui.formats.definitions.samples.satisfying import is_bound, is_satisfied, satisfied
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.golang.printing import as_json
from xpkgtui.golang.regexp.matching import text_of
from xpkgtui.golang.regexp.syntax import parsed
from xpkgtui.untyped import field, listing, mapping, same

ITEM, VALUE = "[]", "*"
"""Steps of a path: into the items of a list, into the values of a map."""
Steps = tuple[str, ...]
_DEEPEST = 60
_MOST = 5_000
"""Values that are made for one sample."""
_MOST_TRIED = 20
"""Values that are tried for the rules of one that is no object."""
_LARGEST_LIST = 300
_LONGEST = 2_000
_FORMATS = {
    "date-time": "2024-01-01T00:00:00Z",
    "datetime": "2024-01-01T00:00:00Z",
    "date": "2024-01-01",
    "byte": "YQ==",
    "duration": "1h",
    "email": "user@example.org",
    "uri": "https://example.org",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "cidr": "192.0.2.0/24",
    "mac": "00:00:5e:00:53:01",
    "hexcolor": "#ffffff",
    "bsonobjectid": "000000000000000000000000",
    **dict.fromkeys(("uuid", "uuid4"), "00000000-0000-4000-8000-000000000000"),
    "uuid3": "00000000-0000-3000-8000-000000000000",
    "uuid5": "00000000-0000-5000-8000-000000000000",
}
_RESOURCE = {"apiVersion": "v1", "kind": "ConfigMap"}
_OF_ALL = ("apiVersion", "kind", "metadata", "status")
_MOST_PARTS = 8
"""Parts of an object without a spec that a sample shows."""
_JUNCTORS = ("anyOf", "oneOf")
EXAMPLE = "example"
"""The name of an object that is made."""
_LEAST = ("minimum", "minLength", "minItems", "minProperties")
_GREATEST = ("maximum", "maxLength", "maxItems", "maxProperties")


class CannotMake(Exception):
    """No value can be made."""


def objects(names: ObjectNames, version: Node, path: Steps, value: Any) -> Iterator[Node]:
    """Small objects of a version with a value at a path, the smallest first; without a path the least.

    The last one has what the version is about: its spec, or all other parts where it has none and requires nothing.
    """
    schema = mapping(field(version, "schema", "openAPIV3Schema"))
    required, parts = listing(schema.get("required")), mapping(schema.get("properties"))
    about = ["spec"] if "spec" in parts or required else [one for one in parts if one not in _OF_ALL][:_MOST_PARTS]
    first: Node | None = None
    for more in ([], about):
        wanted = [*required, *more]
        whole = schema | {"required": [one for one in wanted if one in mapping(schema.get("properties"))]}
        try:
            body = Maker().make(whole, path, value)
        except CannotMake:
            continue
        if not isinstance(body, dict):
            return
        meta = {"name": EXAMPLE} | ({"namespace": "default"} if names.is_namespaced else {})
        api_version = f"{names.group}/{version.get('name')}"
        body = {key: one for key, one in body.items() if key not in {"apiVersion", "kind", "metadata"}}
        found = {"apiVersion": api_version, "kind": names.kind, "metadata": meta, **body}
        if first is None or not same(first, found):
            first = found
            yield found


class Maker:
    """Makes one value, within a budget."""

    def __init__(self) -> None:
        self._left = _MOST
        self._depth = 0

    def make(self, schema: Node, path: Steps = (), value: Any = None) -> Any:
        """A small value of a schema; with a path, one that has the value there. Raises `CannotMake`."""
        self._left -= 1
        meter().spent += 1
        if self._left < 0 or self._depth > _DEEPEST or meter().is_over:
            raise CannotMake
        made = meter().made if not path else None
        if made is not None and id(schema) in made:
            return copied(made[id(schema)][1])
        self._depth += 1
        try:
            found = self._chosen(schema, path, value)
        finally:
            self._depth -= 1
        if made is not None:
            made[id(schema)] = schema, copied(found)
        return found

    def _chosen(self, schema: Node, path: Steps, value: Any) -> Any:
        """The value of the first alternative that holds, else of one that is changed until it does."""
        found: list[Any] = []
        for one in _alternatives(schema):
            if meter().is_over:
                break
            try:
                made = self._plain(one, path, value)
            except CannotMake:
                continue
            if isinstance(made, dict) and is_bound(schema):
                if is_satisfied(made, schema):
                    return made
                found.append(made)
            elif one is schema or not ValueCheck(ObjectTexts()).run(made, schema).faults:
                return made if path or isinstance(made, dict) else self._ruled(made, schema)
        if not found:
            raise CannotMake
        changed = satisfied(found[0], schema, _fixed(path), self._made)
        if changed is None and not path and any(schema.get(word) for word in (*_JUNCTORS, "allOf")):
            raise CannotMake
        return found[0] if changed is None else changed

    def _ruled(self, made: Any, schema: Node) -> Any:
        """The first of a text, a number or a list and those like it for which the rules of its schema hold."""
        if not (asked := rules_of(schema)):
            return made
        more = (self.several(schema, size) for size in (1, 2)) if schema.get("type") == "array" else variants(schema)
        for tried in chain((made,), islice(more, _MOST_TRIED)):
            holds = all(outcome(one, tried, schema) is True for one in asked)
            if holds and not ValueCheck(ObjectTexts()).run(tried, schema).faults:
                return tried
        return made

    def _made(self, schema: Node) -> list[Any]:
        with contextlib.suppress(CannotMake):
            return [self.make(schema)]
        return []

    def _plain(self, schema: Node, path: Steps, value: Any) -> Any:
        kind = schema.get("type")
        if not path and schema.get("enum"):
            bare = {key: one for key, one in schema.items() if key not in {*_JUNCTORS, "allOf", "not"}}
            for one in schema["enum"]:
                if not ValueCheck(ObjectTexts()).run(one, bare).faults:
                    return one
            raise CannotMake
        if kind == "object" or (path and path[0] != ITEM):
            return self._object(schema, path, value)
        if kind == "array" or path:
            return self._list(schema, path, value)
        if schema.get("x-kubernetes-int-or-string") and not schema.get("pattern"):
            return number(schema | {"type": "integer"})
        if kind in {"integer", "number"}:
            return number(schema)
        if kind == "boolean":
            return True
        return {} if kind is None and not schema.get("x-kubernetes-int-or-string") else text(schema)

    def _object(self, schema: Node, path: Steps, value: Any) -> Node:
        properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
        found: Node = dict(_RESOURCE) if schema.get("x-kubernetes-embedded-resource") else {}
        step = path[0] if path else None
        for key in listing(schema.get("required")):
            child = mapping(properties.get(key, additional))
            if key != step and key not in found and child.get("default") is None:
                found[key] = self.make(child)
        if step is not None:
            key = "key" if step == VALUE else step
            child = mapping(additional if step == VALUE else properties.get(key))
            found[key] = self.make(child, path[1:], value) if len(path) > 1 else value
        self._satisfy(found, schema)
        self._fill(found, schema)
        return found

    def _satisfy(self, found: Node, schema: Node) -> None:
        """Adds the fields that CEL rules ask for, as those of upjet do."""
        for one in rules_of(schema):
            for path in demanded(one.get("rule") or "") if outcome(one, found, schema) is not True else ():
                with contextlib.suppress(CannotMake):
                    self._add(found, schema, path)
                    break

    def _add(self, found: Node, schema: Node, path: Steps) -> None:
        """Adds a field unless it is there, and the ones above it."""
        for count, key in enumerate(path):
            schema = mapping(mapping(schema.get("properties")).get(key))
            if not schema or (count + 1 == len(path) and schema.get("default") is not None):
                raise CannotMake
            if not isinstance(found.get(key), dict) and key in found:
                return
            found[key] = found[key] if key in found else self.make(schema)
            found = mapping(found[key])

    def _fill(self, found: Node, schema: Node) -> None:
        """Adds what the least number of properties asks for."""
        properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
        least = min(schema.get("minProperties") or 0, _LARGEST_LIST)
        names = [*properties, *(f"key{number}" for number in range(least if additional else 0))]
        for key in names:
            if len(found) >= least:
                return
            if key not in found:
                child = mapping(properties.get(key, additional))
                found[key] = self.make(child) if child else ""

    def _list(self, schema: Node, path: Steps, value: Any) -> list[Any]:
        items = mapping(schema.get("items"))
        found = []
        if path:
            found.append(self.make(items, path[1:], value) if len(path) > 1 else value)
        least = schema.get("minItems") or 0
        if least > _LARGEST_LIST:
            raise CannotMake
        return found if len(found) >= least else found + self.several(schema, least - len(found), found)

    def several(self, schema: Node, count: int, others: Sequence[Any] = ()) -> list[Any]:
        """Items of a list; where it is a set or a map none that is there already."""
        items = mapping(schema.get("items"))
        made = self.make(items)
        if schema.get("x-kubernetes-list-type") not in {"set", "map"} and not schema.get("uniqueItems"):
            return [copied(made) for _ in range(count)]
        keys = listing(schema.get("x-kubernetes-list-map-keys"))
        if not keys or not isinstance(made, dict):
            found = list(islice(_unlike(items, others), count))
        else:
            child = mapping(mapping(items.get("properties")).get(keys[0]))
            known = [mapping(one).get(keys[0]) for one in others]
            found = [{**made, keys[0]: one} for one in islice(_unlike(child, known), count)]
        if len(found) < count:
            raise CannotMake
        return found


def _fixed(path: Steps) -> Steps:
    """The names on a path, as far as it leads through objects alone."""
    names = tuple("key" if one == VALUE else one for one in path)
    return names[: names.index(ITEM)] if ITEM in names else names


def _unlike(schema: Node, others: Sequence[Any]) -> Iterator[Any]:
    """Values of a schema, each of them once and none of the others."""
    seen = {as_json(one) for one in others}
    for one in variants(schema):
        if (key := as_json(one)) not in seen and not ValueCheck(ObjectTexts()).run(one, schema).faults:
            seen.add(key)
            yield one


def variants(schema: Node, depth: int = 0) -> Iterator[Any]:
    """Different values that a schema may accept."""
    yield from listing(schema.get("enum"))
    kind = schema.get("type")
    if kind in {"integer", "number"} or schema.get("x-kubernetes-int-or-string"):
        with contextlib.suppress(CannotMake):
            first, step = number(schema | {"type": kind or "integer"}), schema.get("multipleOf") or 1
            yield from (first + step * count for count in range(_LARGEST_LIST))
    if kind == "boolean":
        yield from (True, False)
    if kind == "string":
        pattern = parsed(schema["pattern"]) if schema.get("pattern") else None
        if pattern is not None:
            for preferred in ("a0", "b1", "c2", "d3", "e4", "Z9", "x-", "y_", "/:", "f5", "g6", "h7"):
                yield from (text_of(pattern, longer=longer, preferred=preferred) for longer in (0, 1, 2, 5))
        shortest = "a" * max(schema.get("minLength") or 0, 1)
        yield from (shortest[: -len(str(count))] + str(count) for count in range(_LARGEST_LIST))
    if kind == "object" and depth < _DEEPEST:
        yield {}
        for key, child in mapping(schema.get("properties")).items():
            for count, one in enumerate(variants(mapping(child), depth + 1)):
                if count > 3:
                    break
                yield {key: one}


def _alternatives(schema: Node) -> Iterator[Node]:
    """The schema with what its junctors ask for merged into it, one alternative after the other."""
    base = schema
    for part in listing(schema.get("allOf")):
        base = merged(base, mapping(part))
    chosen = [listing(schema.get(word)) for word in _JUNCTORS if schema.get(word)]
    if schema.get("x-kubernetes-int-or-string") or not chosen or schema.get("type") == "object":
        yield base
    if schema.get("x-kubernetes-int-or-string"):
        return
    for one in chosen[0] if chosen else ():
        first = merged(base, mapping(one))
        for other in chosen[1] if len(chosen) > 1 else ({},):
            yield merged(first, mapping(other))


def merged(schema: Node, part: Node, depth: int = 0) -> Node:
    """A schema that asks for what both ask for, as far as samples need it."""
    found = dict(schema)
    for word, value in part.items():
        if word == "required":
            found[word] = list(dict.fromkeys([*listing(schema.get(word)), *value]))
        elif word == "items" and depth < _DEEPEST:
            found[word] = merged(mapping(schema.get(word)), mapping(value), depth + 1)
        elif word == "properties" and depth < _DEEPEST:
            both = mapping(schema.get(word))
            found[word] = both | {
                key: merged(mapping(both.get(key)), mapping(one), depth + 1) for key, one in mapping(value).items()
            }
        elif word in _LEAST and schema.get(word) is not None:
            found[word] = max(schema[word], value)
        elif word in _GREATEST and schema.get(word) is not None:
            found[word] = min(schema[word], value)
        elif word == "enum" and schema.get("enum"):
            found[word] = [one for one in schema["enum"] if any(same(one, other) for other in value)]
        elif word != "not":
            found[word] = value
    return found


def number(schema: Node) -> float:
    """A number within the bounds of a schema, zero if that is one."""
    low, high, step = schema.get("minimum"), schema.get("maximum"), schema.get("multipleOf")
    whole = schema.get("type") == "integer"
    gap = step or (1 if whole else 0.5)
    near: list[float] = [0, 1]
    if low is not None:
        near += [low, low + gap, -(-low // gap) * gap, (low // gap + 1) * gap]
    if high is not None:
        near += [high, high - gap, high // gap * gap, -(-high // gap) * gap - gap]
    if low is not None and high is not None:
        near.append((low + high) / 2)
    for one in near:
        tried = int(one) if float(one).is_integer() else one
        if not ValueCheck(ObjectTexts()).run(tried, schema | {"enum": None, **_NO_JUNCTORS}).faults:
            return tried
    raise CannotMake


_NO_JUNCTORS: Node = dict.fromkeys((*_JUNCTORS, "allOf", "not"))


def text(schema: Node) -> str:
    """A text that a schema accepts."""
    least, most = schema.get("minLength") or 0, schema.get("maxLength")
    pattern, asked = schema.get("pattern"), ObjectTexts().known_format(schema.get("format") or "")
    if least > _LONGEST:
        raise CannotMake
    tried = [_FORMATS[asked]] if asked in _FORMATS else []
    if pattern:
        part = parsed(pattern)
        if part is not None:
            tried += [text_of(part, longer=longer) for longer in (0, *range(1, least + 1))]
            tried += [tried[-1].ljust(least, "a"), tried[-1].rjust(least, "a")]
    else:
        tried += ["a" * max(least, 1), ""]
    for one in tried:
        is_right = not pattern or (not meter().is_over and ObjectTexts().fits_pattern(one, pattern))
        is_long = least <= len(one) and (most is None or len(one) <= most)
        if is_right and is_long and (not asked or ObjectTexts().fits_format(one, asked)):
            return one
    raise CannotMake
