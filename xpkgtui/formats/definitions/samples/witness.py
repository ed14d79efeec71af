"""A witness of a change: the smallest manifest that an old version accepts and a new one refuses."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from xpkgtui.documents.yaml.writing import as_yaml
from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.formats.definitions.objects.judging import (
    UNCHECKED,
    ObjectJudge,
    ObjectJudgement,
    ObjectNames,
    ObjectOutcome,
)
from xpkgtui.formats.definitions.objects.spoken import spoken_of
from xpkgtui.formats.definitions.samples.place_values import (
    LOCAL,
    below,
    broken_values,
    is_shown_alone,
    made_of,
    mappings,
    opposed,
    spoken_above,
    telling,
    values_around,
)
from xpkgtui.formats.definitions.samples.rule_breakers import changed
from xpkgtui.formats.definitions.samples.sample import EXAMPLE, ITEM, VALUE, Steps, objects
from xpkgtui.formats.definitions.samples.satisfying import is_bound, mixed
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping
from xpkgtui.values import dataclass

_MOST = 400
"""Manifests that are tried."""
_MORE = 40
"""Manifests that are still tried once one is found that other changes are to blame for as well."""
_MOST_OF_RULES = 60
"""Manifests that are tried for a rule, all of which it refuses by itself."""
_MOST_MIXED = 40
"""Manifests of several values at once that are tried where no other one shows the change."""
_MOST_ABOVE = 40
"""Values of each schema above a field that are tried without the field."""
_JOINED = 3
"""Levels beside the place at which new requirements are met."""
_COPIED = 4
"""Values that are compared while a field of a schema is copied."""
_SEEN_ABOVE = frozenset({"default", "nullable", "rule", "required"})
"""What is refused above the place, in words that need not name it."""
_WORD = late(r"[A-Za-z0-9_-]+")
_NAME = ("metadata", "name")
_NAMES = late(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")
_NAMED = ("x", "a1", "1a", "a-b", "a.b", "a" * 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessFound:
    """A manifest, and what the API server of the new version says of it."""

    manifest: Node
    """The manifest as the old version accepts it."""
    text: str
    """The manifest in YAML."""
    message: str
    """What is said of it under the new version; unknown fields as kubectl's strict validation says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessSearch:
    """What came of the search for a witness."""

    found: WitnessFound | None
    is_in_vain: bool = False
    """Whether the values that show the change are known, and the old version certainly refuses each of them there."""


def witness(
    old: Node,
    new: Node,
    names: ObjectNames,
    path: Steps,
    *,
    word: str = "",
    undone: Node | None = None,
    likely: Sequence[Any] = (),
    rule: str = "",
) -> WitnessSearch:
    """Seeks the manifest for a place in the schema that became narrower.

    The new version refuses it for this place, and for others only where there is no way round them. If `undone` is
    given, the new version with the change undone, what is said of the manifest is not said by that one.

    `old` and `new` are versions of definitions (`spec.versions[i]`). A path has names of fields, `[]` for the items
    of a list and `*` for the values of a map. Whatever the keyword is that changed, the values are the same ones:
    those around all bounds of both schemas; only rules and defaults have their own. The values of `likely` are known
    to show the change; where a `rule` came, those that it refuses come first.
    """
    before, after = ObjectJudge(names, old), ObjectJudge(names, new)
    without = ObjectJudge(names, undone) if undone is not None else None
    identity = {"apiVersion": f"{names.group}/{new.get('name')}", "kind": names.kind}
    place = _Place(path)
    kept: WitnessFound | None = None
    outcomes: set[ObjectOutcome] = set()
    is_hidden = False  # strict validation names unknown fields and nothing else
    plain = _manifests(old, new, names, path, word, likely, rule)
    plain = islice(plain, _MOST_OF_RULES if word == "rule" else _MOST)
    left = _MOST + _MOST_MIXED
    for manifest in chain(plain, islice(_mixed(old, new, names, path), _MOST_MIXED)):
        left -= 1
        if left < 0 or meter().is_over:
            break
        refused = after.judge(manifest | identity)
        is_near = without is not None and word in _SEEN_ABOVE and refused.outcome is ObjectOutcome.REFUSED
        if not is_near and not place.share(refused):
            is_hidden |= bool(refused.unknown) and before.judge(manifest).outcome is ObjectOutcome.ACCEPTED
            continue
        outcome = before.judge(manifest).outcome
        if outcome is not ObjectOutcome.ACCEPTED:
            outcomes.add(outcome)
            continue
        share = _share(refused, without.judge(manifest | identity)) if without else place.share(refused)
        if not share:
            continue
        outcomes.add(outcome)
        found = WitnessFound(manifest=manifest, text=as_yaml(manifest), message=refused.message)
        if share == 1:
            return WitnessSearch(found=found)
        if kept is None:
            kept, left = found, _MORE
    is_certain = (
        not meter().is_over and not is_hidden and path[:1] != _NAME[:1] and outcomes <= {ObjectOutcome.REFUSED}
    )
    of_place = _schema_at(old, path), _schema_at(new, path)
    return WitnessSearch(found=kept, is_in_vain=is_certain and is_shown_alone(likely, word, *of_place))


def _share(refused: ObjectJudgement, undone: ObjectJudgement) -> float:
    """The share of what is said that is not said without the change; 0 where the message does not show any of it."""
    unknown = set(refused.unknown) - set(undone.unknown)
    known = {(one.field, one.message) for one in undone.errors}
    errors = [one for one in refused.errors if one.message != UNCHECKED]
    own = [one for one in errors if (one.field, one.message) not in known]
    if not (unknown if refused.unknown else own):
        return 0
    return (len(unknown) + len(own)) / (len(refused.unknown) + len(errors))


class _Place:
    """A place in the schema, as errors name it."""

    def __init__(self, path: Steps) -> None:
        steps = [
            r"\[[0-9]+\]" if one == ITEM else r"(?:\.key|\[key\])" if one == VALUE else rf"\.{re.escape(one)}"
            for one in path
        ]
        self._parts = [re.compile("".join(steps[: count + 1]).removeprefix(r"\.")) for count in range(len(steps))]
        self._whole = self._parts[-1] if self._parts else re.compile("")
        self._last = path[-1] if path else ""

    def share(self, judgement: ObjectJudgement) -> float:
        """The share of what is said that is about this place; 0 where the message blames other changes alone."""
        strict = [self._whole.match(one) is not None for one in judgement.unknown]
        errors = [self._is_about(one.field, one.message) for one in judgement.errors if one.message != UNCHECKED]
        shown = strict or errors
        return sum(strict + errors) / len(strict + errors) if any(shown) else 0

    def _is_about(self, field_name: str, message: str) -> bool:
        if self._whole.match(field_name) or re.search(f'"{self._whole.pattern}"', message):
            return True
        is_above = any(one.fullmatch(field_name) for one in self._parts[:-1])
        return is_above and self._last in _WORD.findall(message)


def _manifests(
    old: Node, new: Node, names: ObjectNames, path: Steps, word: str, likely: Iterable[Any], rule: str
) -> Iterator[Node]:
    """Manifests with different values at the place: a plain one, then those without it, then all others.

    Most changes are shown by the plain one, so that a sixth of the manifests are made and judged.
    """
    # The old version with what the new one requires elsewhere, so that nothing but the place is to blame.
    before = mapping(field(old, "schema", "openAPIV3Schema"))
    after = mapping(field(new, "schema", "openAPIV3Schema"))
    versions = [(old | {"schema": {"openAPIV3Schema": _joined(before, after, path, 0)}}), old]
    if word in ("required", "default"):
        versions.append(old | {"schema": {"openAPIV3Schema": _lacking(before, path)}})
    of_place = _schema_at(old, path), _schema_at(new, path)
    likely = chain(likely, opposed(*of_place, word, rule))
    if word == "rule":
        asked = [one for one in rules_of(of_place[1] or {}) if not rule or one.get("rule") == rule]
        own = broken_values(of_place[0], {**(of_place[1] or {}), "x-kubernetes-validations": asked})
        values: Iterator[Any] = chain(likely, own, broken_values(*of_place))
    else:
        both = [spoken_above(before, path, of_place[1]), values_around(*of_place)]
        values = telling(chain(likely, *(both if word in LOCAL else both[::-1]), (None,)), word, *of_place)
    if not path:
        yield from chain(_named(versions[0], names, of_place[1]), _whole(versions, names, values))
        return
    if path == _NAME:
        words = [one for one in values if isinstance(one, str) and _NAMES.fullmatch(one)]
        for one in objects(names, versions[0], (), None):
            yield from ({**one, "metadata": {**one["metadata"], "name": word}} for word in words)
        return
    yield from _with(versions, names, path, islice(values, 1))
    for parent in dict.fromkeys(((), path[:-1], path[:-2])):
        for one in versions:
            yield from objects(names, one, parent, made_of(_schema_at(one, parent)))
    yield from _without(word, versions[:1], old, names, path)
    if word == "default":
        yield from _left_out(versions[0], old, new, names, path)
    else:
        yield from _with(versions, names, path, values)
    if word == "nullable" and path[-1] not in (ITEM, VALUE):
        beside = mappings(*(_schema_at(one, path[:-1]) or {} for one in (old, new)))
        yield from _with(versions, names, path[:-1], ({**one, path[-1]: None} for one in beside))


def _with(versions: list[Node], names: ObjectNames, path: Steps, values: Iterator[Any]) -> Iterator[Node]:
    for value in values:
        for one in versions:
            yield from objects(names, one, path, value)


def _mixed(old: Node, new: Node, names: ObjectNames, path: Steps) -> Iterator[Node]:
    """Manifests in which several values of an object on the path are others at once."""
    for count in range(len(path), -1, -1):
        before, after = (_schema_at(one, path[:count]) or {} for one in (old, new))
        if before.get("type") == "object" and (is_bound(before) or is_bound(after)):
            values = mixed(before, after, lambda schema: [made_of(schema)])
            if count:
                yield from _with([old], names, path[:count], values)
            else:
                yield from _whole([old], names, values)


def _without(word: str, versions: list[Node], old: Node, names: ObjectNames, path: Steps) -> Iterator[Node]:
    """The nearest manifest that the old version takes without a field that is required now."""
    if word == "required" and path[1:]:
        asked = {"anyOf": [{"required": [path[-1]]}]}
        yield from _with(versions, names, path[:-1], opposed(_schema_at(old, path[:-1]), asked, "anyOf", ""))


def _left_out(joined: Node, old: Node, new: Node, names: ObjectNames, path: Steps) -> Iterator[Node]:
    """Manifests with values of everything above a field, the nearest first."""
    for count in range(len(path) - 1, -1, -1):
        above = path[:count]
        before, after = (_schema_at(one, above) or {} for one in (old, new))
        is_list = before.get("type") == "array"
        tried: Iterator[Any] = _alike(before, after, path[count + 1 :]) if is_list else mappings(before, after)
        values = chain(islice(tried, _MOST_ABOVE), broken_values(before, after, is_of_defaults=True))
        if not above:
            yield from _whole([joined, old], names, values)
            return
        for value in values:
            for one in (joined, old):
                yield from objects(names, one, above, value)


def _named(version: Node, names: ObjectNames, new: Node | None) -> Iterator[Node]:
    """Manifests with the names that rules of the root tell apart."""
    trees = (parsed_rule(str(one.get("rule"))) for one in rules_of(new or {}))
    spoken = [said for one in trees if one is not None and _NAME in (said := spoken_of(one)).paths]
    words = [word for one in spoken for word in one.literals if isinstance(word, str) and _NAMES.fullmatch(word)]
    for one in islice(objects(names, version, (), None), len(spoken)):
        yield from ({**one, "metadata": {**one["metadata"], "name": name}} for name in (*words, *_NAMED))
        beside = (path for said in spoken for path in said.paths if path[0] != "metadata" and ITEM not in path)
        yield from (changed(one, {path: EXAMPLE}) for path in islice(beside, _MORE))


def _alike(old: Node, new: Node, path: Steps) -> Iterator[list[Any]]:
    """Lists of two items, of which one leaves out a field and the other one has what it is set to now."""
    item, default = made_of(mapping(old.get("items"))), mapping(below(new, (ITEM, *path))).get("default")
    if isinstance(item, dict) and len(path) == 1:
        one = {key: value for key, value in item.items() if key != path[0]}
        yield [one, {**one, path[0]: default}]


def _whole(versions: list[Node], names: ObjectNames, values: Iterator[Any]) -> Iterator[Node]:
    """Manifests with what is special to the root of the schema."""
    for value in values:
        for version in versions if isinstance(value, dict) else ():
            for one in objects(names, version, (), None):
                yield one | {key: item for key, item in value.items() if key not in one}


def _joined(old: Node, new: Node, path: Steps, depth: int) -> Node:
    """The old schema with what the new one requires beside the path."""
    made, key = meter().made, ("joined", id(old), id(new), depth)
    if made is None or path:
        return _joined_anew(old, new, path, depth)
    if key not in made:
        made[key] = (old, new), _joined_anew(old, new, path, depth)
    found: Node = made[key][1]
    return found


def _joined_anew(old: Node, new: Node, path: Steps, depth: int) -> Node:
    step, on_path = (path[0], path[1:]) if path else ("", ())
    known, others = mapping(old.get("properties")), mapping(new.get("properties"))
    if not path and not known and not rules_of(new):
        return old
    meter().spent += _COPIED * len(known)
    found = dict(old)
    given = set(listing(old.get("required")))
    if added := [one for one in listing(new.get("required")) if one in known and one not in given and one != step]:
        found["required"] = [*listing(old.get("required")), *added]
    if added_rules := rules_of(new):
        found["x-kubernetes-validations"] = [*rules_of(old), *added_rules]
    deeper = {
        key: _joined(mapping(child), mapping(others[key]), on_path if key == step else (), depth + 1)
        for key, child in known.items()
        if key in others and ((key == step and on_path) or (key != step and depth < _JOINED))
    }
    if deeper:
        found["properties"] = known | deeper
    word = {ITEM: "items", VALUE: "additionalProperties"}.get(step)
    if word and on_path and isinstance(old.get(word), dict):
        found[word] = _joined(old[word], mapping(new.get(word)), on_path, depth + 1)
    return found


def _lacking(schema: Node, path: Steps) -> Node:
    """The schema without a field, so that objects satisfy it by others."""
    if not path:
        return schema
    word = {ITEM: "items", VALUE: "additionalProperties"}.get(path[0])
    known = mapping(schema.get("properties"))
    if word and isinstance(schema.get(word), dict):
        return schema | {word: _lacking(schema[word], path[1:])}
    if path[0] not in known:
        return schema
    if path[1:]:
        return schema | {"properties": known | {path[0]: _lacking(mapping(known[path[0]]), path[1:])}}
    return schema | {"properties": {key: one for key, one in known.items() if key != path[0]}}


def _schema_at(version: Node, path: Steps) -> Node | None:
    """The schema at a place; None where there is none."""
    return below(field(version, "schema", "openAPIV3Schema"), path)
