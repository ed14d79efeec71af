"""Two schemas walked side by side: each difference as a change, the parts that both have compared keyword by keyword.

Nothing recurses, as schemas nest as deep as their author likes.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.changes import schema_rules as rules
from xpkgtui.formats.definitions.changes.comparing.keywords import KeywordComparison
from xpkgtui.formats.definitions.changes.comparing.pairs import (
    EMBEDDED,
    PRESERVES,
    PathChain,
    Roots,
    SchemaPair,
    are_apart,
    facts_of,
    is_of_status,
    is_open,
    moves,
    place_of,
    type_of,
)
from xpkgtui.formats.definitions.changes.comparing.validations import Demands, compare_rules
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.rules.changes.change import Weight
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import mapping, same, text, texts

_MOST = 1_000_000
"""Schemas that are compared of one version; real ones have at most 17,000."""
_MOST_FOUND = 5_000
"""Differences of one weight, words apart, that are listed of one version; whole releases of providers have 1,100."""
_LONGEST = 1_024
"""Characters of the path of a field, beyond which nothing below is compared."""
_NAMED: Node = {"name": {"type": "string"}, "generateName": {"type": "string"}}
"""Fields of the metadata that a schema may describe."""
_OWN: Node = {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"}}
"""Fields that every object has, whatever its schema says."""
_WATCHING = ("allOf", "anyOf", "oneOf", "not", "x-kubernetes-validations", "minProperties", "maxProperties")
"""What sees whether fields below it are there."""
_BELOW = ("properties", "items", "additionalProperties")


def compare_schemas(old: Node, new: Node, roots: Roots) -> Iterator[Difference]:
    """The differences of two schemas; what is moved is one, with both places."""
    found: list[Difference] = []
    left = {Weight.ADDITION: _MOST_FOUND, Weight.CHECK: _MOST_FOUND, Weight.BREAKS: _MOST_FOUND}
    for one in _Walk(roots).run(old, new):
        weight = one.weights.clients
        if weight not in left or left[weight] > 0:
            found.append(one)
        if weight in left:
            left[weight] -= 1
        if left[Weight.BREAKS] < 0 or left[Weight.CHECK] < 0:
            break
    if min(left.values()) < 0:
        at = At(version=roots.version, old=FieldPath(roots.old), new=FieldPath(roots.new))
        found.append(rules.not_compared(at, f"more than {_MOST_FOUND:,} of its fields differ"))
    yield from _with_moves(found)


class _Walk:
    """One walk through two schemas."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._waiting: list[SchemaPair] = []
        self._demands = Demands()
        self._keywords = KeywordComparison(roots, self._demands)

    def run(self, old: Node, new: Node) -> Iterator[Difference]:
        """All differences, from the root on, in the order of the new schema."""
        root = SchemaPair(
            old, new, PathChain(None, self._roots.old), PathChain(None, self._roots.new), "", "^", False
        )
        self._waiting.append(root)
        left = _MOST
        while self._waiting:
            pair = self._waiting.pop()
            if pair.old is pair.new:
                continue
            left -= 1
            if left < 0 or len(pair.field) > _LONGEST:
                yield rules.not_compared(
                    place_of(self._roots, pair), "it is too deep" if left >= 0 else "it is too large"
                )
                if left < 0:
                    return
                continue
            if pair.field and _is_described(pair.old, pair.new):
                yield from self._keywords.described(pair)
                needs = texts(pair.new.get("required"))
                differing = [one for one in _fields_of(pair.old, pair.new) if one[1] is not one[2]]
                self._push(pair, [self._below(pair, *one, is_required=one[0] in needs) for one in differing])
                continue
            yield from self._keywords.of(pair)
            if are_apart(pair.old, pair.new):
                continue  # its type says of all that is in it that it is another thing
            yield from compare_rules(self._roots, pair, self._demands)
            yield from self._children(pair)

    def _children(self, pair: SchemaPair) -> Iterator[Difference]:
        old, new = mapping(pair.old.get("properties")), mapping(pair.new.get("properties"))
        yield from self._openness(pair)
        own = frozenset(() if pair.field else _OWN)
        needed, needs = (frozenset(texts(one.get("required"))) - own for one in (pair.old, pair.new))
        found: list[SchemaPair] = []
        if not pair.field or pair.old.get(EMBEDDED) is pair.new.get(EMBEDDED) is True:
            # The API server describes these itself, if the schema does not.
            old, new = (_with_own(each, {**old, **new}) for each in (old, new))
        values = pair.old.get("additionalProperties")
        for name, child in new.items():
            below = self._below(pair, name, mapping(old.get(name)), mapping(child), is_required=name in needs)
            if name in old:
                found.append(below)
            elif isinstance(values, dict) and values:
                found.append(below._replace(old=values, old_path=pair.old_path.to("additionalProperties")))
            else:
                yield rules.field_added(
                    self._of_child(below, new=True),
                    was_open=is_open(pair.old) and type_of(pair.old) in ("object", ""),
                    default=below.new.get("default"),
                    is_watched=below.is_watched and not is_of_status(self._roots, below),
                )
        for name, child in old.items():
            if name not in new:
                below = self._below(pair, name, mapping(child), {}, is_required=name in needs)
                more = pair.new.get("additionalProperties")
                if isinstance(more, dict) and more:
                    found.append(below._replace(new=more, new_path=pair.new_path.to("additionalProperties")))
                    continue
                at, is_kept = self._of_child(below, new=False), _is_kept(pair.new, mapping(child))
                yield rules.field_removed(at, is_status=is_of_status(self._roots, below), is_kept=is_kept)
        yield from self._requirements(pair, needed, needs, new)
        self._push(pair, found)

    def _requirements(
        self, pair: SchemaPair, needed: frozenset[str], needs: frozenset[str], properties: Mapping[str, Any]
    ) -> Iterator[Difference]:
        for name in sorted(needs - needed):
            field = f"{pair.field}.{name}" if pair.field else name
            at = replace(place_of(self._roots, pair, "required"), field=field, before=False, after=True)
            yield rules.required(
                at,
                is_defaulted=mapping(properties.get(name)).get("default") is not None,
                is_demanded=self._demands.is_required(name, pair.old, pair.new),
                is_status=is_of_status(self._roots, pair),
            )
        for name in sorted(needed - needs):
            if name in properties:
                field = f"{pair.field}.{name}" if pair.field else name
                at = replace(place_of(self._roots, pair, "required"), field=field, before=True, after=False)
                yield rules.optional(at)

    def _openness(self, pair: SchemaPair) -> Iterator[Difference]:
        """What becomes of fields that no schema names."""
        before, after = is_open(pair.old), is_open(pair.new)
        one, other = pair.old.get("additionalProperties"), pair.new.get("additionalProperties")
        is_status = is_of_status(self._roots, pair)
        word = PRESERVES if other is None else "additionalProperties"
        was_typed, is_typed = (
            isinstance(each, dict) and bool(each.keys() - {"description"}) for each in (one, other)
        )
        if before and is_typed and not was_typed:
            at = place_of(self._roots, pair, "additionalProperties", None, None, "unhandled")
            yield rules.values_typed(at, is_status=is_status)
        elif before and not after and not is_typed:
            if other is False or (other is None and type_of(pair.new) in ("object", "")):
                yield rules.closed(place_of(self._roots, pair, word), is_status=is_status)
        elif before and after:
            yield from self._kept_otherwise(pair, is_status=is_status)
        elif isinstance(one, dict) and other in (None, False) and not after:
            yield rules.closed(place_of(self._roots, pair, "additionalProperties"), is_status=is_status)
        elif after or (isinstance(other, dict) and one is None):
            is_marked = after and PRESERVES in pair.new
            yield rules.opened(place_of(self._roots, pair, PRESERVES if is_marked else "additionalProperties"))
        items = pair.new.get("items")
        if pair.old.get("items") is None and isinstance(items, dict) and items and type_of(pair.old) == "array":
            at = place_of(self._roots, pair, "items", None, None, "unhandled")
            yield rules.values_typed(at, is_status=is_status)

    def _kept_otherwise(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        """Fields of any name are kept, whatever they hold, or without what is inside them."""
        was, now = (one.get(PRESERVES) is True for one in (pair.old, pair.new))
        if was and not now:
            yield rules.closed(place_of(self._roots, pair, PRESERVES), is_inside=True, is_status=is_status)
        elif now and not was:
            yield rules.opened(place_of(self._roots, pair, PRESERVES))

    def _push(self, pair: SchemaPair, below: list[SchemaPair]) -> None:
        """Queues the schemas below, so that the first field comes first."""
        for word, mark in (("items", "[]"), ("additionalProperties", ".*")):
            old, new = pair.old.get(word), pair.new.get(word)
            if new is True and isinstance(old, dict) and type_of(old) in ("object", "array"):
                new = {}  # it keeps every value, and nothing inside of one
            if isinstance(old, dict) and isinstance(new, dict):
                below.append(
                    SchemaPair(
                        old,
                        new,
                        pair.old_path.to(word),
                        pair.new_path.to(word),
                        pair.field + mark,
                        f"{pair.where}.{word}",
                        False,
                        _is_watching(pair),
                        tuple(texts(pair.new.get("x-kubernetes-list-map-keys")) if word == "items" else ()),
                    )
                )
        self._waiting.extend(reversed(below))

    def _below(self, pair: SchemaPair, name: str, old: Node, new: Node, *, is_required: bool) -> SchemaPair:
        field = f"{pair.field}.{name}" if pair.field else name
        return SchemaPair(
            old,
            new,
            pair.old_path.to("properties", name),
            pair.new_path.to("properties", name),
            field,
            f"{pair.where}.{name}",
            is_required,
            _is_watching(pair) or name in pair.keys,
        )

    def _of_child(self, below: SchemaPair, *, new: bool) -> At:
        """Where a field stands that only one side has."""
        return At(
            version=self._roots.version,
            field=below.field,
            old=None if new else below.old_path.whole(),
            new=below.new_path.whole() if new else None,
            before=None if new else facts_of(below.old),
            after=facts_of(below.new) if new else None,
            where=below.where,
            refused_as=() if new else ("existingFieldRemoval", "type", "unhandled", "required"),
        )


def _is_described(old: Node, new: Node) -> bool:
    """Whether two schemas differ in their description and in what is below them at most."""
    if old.keys() != new.keys() or EMBEDDED in new:
        return False
    for word, one in old.items():
        other = new[word]
        if one is other or word == "description":
            continue
        is_below = word in _BELOW and bool(one and other) and isinstance(one, dict) and isinstance(other, dict)
        if not (is_below and (word == "items" or one.keys() == other.keys())) and not same(one, other):
            return False
    return True


def _fields_of(old: Node, new: Node) -> Iterator[tuple[str, Node, Node]]:
    """The fields of two schemas that have the same ones."""
    before, after = mapping(old.get("properties")), mapping(new.get("properties"))
    return ((name, mapping(before[name]), mapping(one)) for name, one in after.items())


def _is_watching(pair: SchemaPair) -> bool:
    return (
        pair.is_watched
        or pair.new.get("x-kubernetes-list-type") == "set"
        or any(pair.new.get(word) for word in _WATCHING)
    )


def _is_kept(schema: Node, child: Node) -> bool:
    """Whether what a field holds stays although the schema does not name it; maps of any values empty objects."""
    if schema.get("additionalProperties") in (None, False):
        return schema.get(PRESERVES) is True
    return is_open(schema) and type_of(child) not in ("object", "array", "")


def _with_own(properties: Node, wanted: Container[str]) -> Node:
    """The fields of an object with those of its own that are wanted, as they are where a schema does not say."""
    found = {name: schema for name, schema in _OWN.items() if name in wanted} | properties
    if "metadata" in found:
        metadata = mapping(found["metadata"])
        found["metadata"] = {**metadata, "properties": _NAMED | mapping(metadata.get("properties"))}
    return found


def _with_moves(found: list[Difference]) -> Iterator[Difference]:
    """The differences; a field that is gone is listed with the new one that it moved to."""
    new, gone = (
        [(one.at.field, text(mapping(facts).get("type"))) for one, facts in each if one.at.field]
        for each in (
            [(one, one.at.after) for one in found if one.rule is rules.field_added],
            [(one, one.at.before) for one in found if one.rule is rules.field_removed],
        )
    )
    places = moves(gone, new)
    for one in found:
        if one.rule is rules.field_removed and one.at.field in places:
            yield rules.field_removed(one.at, places[one.at.field], is_status=one.words.level > 0, is_kept=False)
        else:
            yield one
