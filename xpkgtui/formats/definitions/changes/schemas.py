"""Two schemas walked side by side: each difference as a change, the parts that both have compared keyword by keyword.

Nothing recurses, as schemas nest as deep as their author likes.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Any

from xpkgtui.formats.definitions.changes import schema_rules as rules
from xpkgtui.formats.definitions.changes import value_rules
from xpkgtui.formats.definitions.changes.pairs import (
    PRESERVES,
    PathChain,
    Roots,
    SchemaPair,
    facts_of,
    is_beyond,
    is_open,
    is_wider,
    moves,
    type_of,
    without,
)
from xpkgtui.formats.definitions.changes.patterns import Coverage, Inclusion, inclusion
from xpkgtui.formats.definitions.changes.requirements import required_by_rules
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.texts import ObjectTexts
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import listing, mapping, same, text, texts

_MOST = 1_000_000
"""Schemas that are compared of one version; real ones have at most 17,000."""
_LONGEST = 1_024
"""Characters of the path of a field, beyond which nothing below is compared."""
_PATTERNS = 100
"""Different changes of patterns that are judged of one version; each may take 20 ms."""
_BOUNDS = (
    *("minimum", "minLength", "minItems", "minProperties"),
    *("maximum", "maxLength", "maxItems", "maxProperties", "multipleOf"),
)
_EXCLUSIVE = ("exclusiveMinimum", "exclusiveMaximum", "uniqueItems")
_WORDS = ("description", "title", "example", "externalDocs")
_NAMED: Node = {"name": {"type": "string"}, "generateName": {"type": "string"}}
"""Fields of the metadata that a schema may describe."""
_OWN: Node = {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"}}
"""Fields that every object has, whatever its schema says."""
_MERGED = {"x-kubernetes-list-type": "atomic", "x-kubernetes-map-type": "granular"}
"""How lists and maps are merged of which a schema does not say it."""
_FORMATS = ObjectTexts()
_COMBINATIONS = ("allOf", "anyOf", "oneOf", "not")
_RULES = "x-kubernetes-validations"


def compare_schemas(old: Node, new: Node, roots: Roots) -> Iterator[Difference]:
    """The differences of two schemas; what is moved is one, with both places."""
    walk = _Walk(roots)
    found = list(walk.run(old, new))
    yield from _with_moves(found)


class _Walk:
    """One walk through two schemas."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._waiting: list[SchemaPair] = []
        self._inclusions: dict[tuple[str, str], Inclusion] = {}

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
                yield rules.not_compared(self._place_of(pair), "it is too deep" if left >= 0 else "it is too large")
                if left < 0:
                    return
                continue
            yield from self._types(pair)
            yield from self._values(pair)
            yield from self._texts(pair)
            yield from self._merging(pair)
            yield from self._rules(pair)
            yield from self._children(pair)

    def _place_of(self, pair: SchemaPair, word: str = "", before: Any = None, after: Any = None, *refused: str) -> At:
        more = (word,) if word else ()
        return At(
            version=self._roots.version,
            field=pair.field or None,
            old=pair.old_path.whole(*more if word in pair.old else ()),
            new=pair.new_path.whole(*more if word in pair.new else ()),
            before=before,
            after=after,
            where=pair.where,
            refused_as=refused or ((word, "unhandled") if word else ()),
        )

    def _is_status(self, pair: SchemaPair) -> bool:
        return self._roots.has_status and (pair.field == "status" or pair.field.startswith(("status.", "status[")))

    def _types(self, pair: SchemaPair) -> Iterator[Difference]:
        old, new = type_of(pair.old), type_of(pair.new)
        if old != new and pair.field:
            wider = is_wider(old, new)
            at = self._place_of(pair, "type", pair.old.get("type"), pair.new.get("type"), "type", "unhandled")
            yield value_rules.type_changed(
                at, old or "any value", new or "any value", is_status=self._is_status(pair), is_wider=wider
            )
        before, after = (one.get("nullable") is True for one in (pair.old, pair.new))
        if before and not after:
            at = self._place_of(pair, "nullable", before, after)
            yield value_rules.not_nullable(at, is_required=pair.is_required, is_status=self._is_status(pair))
        elif after and not before:
            yield value_rules.nullable(self._place_of(pair, "nullable", before, after))
        word = "x-kubernetes-embedded-resource"
        if (pair.old.get(word) is True) is not (pair.new.get(word) is True):
            at = self._place_of(pair, word, pair.old.get(word), pair.new.get(word))
            yield rules.embedding_changed(at, is_status=self._is_status(pair))

    def _values(self, pair: SchemaPair) -> Iterator[Difference]:
        is_status = self._is_status(pair)
        before, after = pair.old.get("enum"), pair.new.get("enum")
        if before or after:
            yield from self._enum(pair, listing(before), listing(after))
        one, other = pair.old.get("default"), pair.new.get("default")
        if not same(one, other):
            yield value_rules.default_changed(self._place_of(pair, "default", one, other), is_status=is_status)
        yield from self._bounds(pair, is_status=is_status)

    def _bounds(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        for word in _BOUNDS:
            one, other = pair.old.get(word), pair.new.get(word)
            if not same(one, other):
                at = self._place_of(pair, word, one, other)
                if other is not None and (one is None or is_beyond(one, other, word)):
                    yield value_rules.bound_tightened(at, word, is_status=is_status)
                else:
                    yield value_rules.bound_loosened(at, word)
        for word in _EXCLUSIVE:
            one, other = pair.old.get(word) is True, pair.new.get(word) is True
            if one is not other:
                at = self._place_of(pair, word, one, other)
                yield (
                    value_rules.bound_tightened(at, word, is_status=is_status)
                    if other
                    else value_rules.bound_loosened(at, word)
                )

    def _enum(self, pair: SchemaPair, before: list[Any], after: list[Any]) -> Iterator[Difference]:
        at = self._place_of(pair, "enum", before or None, after or None)
        gone = without(before, after) if before and after else []
        new = without(after, before) if before and after else []
        if gone or (after and not before):
            yield value_rules.enum_narrowed(at, gone, is_new=not before, is_status=self._is_status(pair))
        if new or (before and not after):
            yield value_rules.enum_widened(at, new)

    def _texts(self, pair: SchemaPair) -> Iterator[Difference]:
        for word in ("pattern", "format"):
            one, other = pair.old.get(word) or None, pair.new.get(word) or None
            if same(one, other):
                continue
            at = self._place_of(pair, word, one, other)
            found = self._inclusion(one, other) if word == "pattern" else None
            is_checked = word == "pattern" or bool(_FORMATS.known_format(text(other)))
            if other is None or not is_checked or (found is not None and found.coverage is Coverage.INCLUDED):
                yield value_rules.text_widened(at, word, is_checked=is_checked)
            else:
                yield value_rules.text_narrowed(at, word, found, is_status=self._is_status(pair))
        for word in _WORDS:
            if not same(pair.old.get(word), pair.new.get(word)):
                yield rules.described(self._place_of(pair, word, None, None), word)

    def _inclusion(self, old: Any, new: Any) -> Inclusion | None:
        """Whether a new pattern takes all that the old one took; None where one of them is missing."""
        if not isinstance(old, str) or not isinstance(new, str):
            return None
        if (old, new) not in self._inclusions:
            if len(self._inclusions) == _PATTERNS:
                return Inclusion(coverage=Coverage.UNKNOWN)
            self._inclusions[old, new] = inclusion(old, new)
        return self._inclusions[old, new]

    def _merging(self, pair: SchemaPair) -> Iterator[Difference]:
        for word in ("x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"):
            one, other = pair.old.get(word), pair.new.get(word)
            if same(one, other):
                continue
            is_narrower = (word.endswith("list-type") and other in ("set", "map")) or word.endswith("keys")
            unsaid = _MERGED.get(word, word), None
            is_same = (one, other) in (unsaid, unsaid[::-1])
            at = self._place_of(pair, word, one, other)
            yield rules.merging_changed(
                at, word, is_narrower=is_narrower, is_same=is_same, is_status=self._is_status(pair)
            )
        for word in _COMBINATIONS:
            one, other = pair.old.get(word), pair.new.get(word)
            one, other = (None if value == [] else value for value in (one, other))
            if not same(one, other):
                at = self._place_of(pair, word, one, other)
                yield rules.combination_changed(at, word, is_status=self._is_status(pair))

    def _rules(self, pair: SchemaPair) -> Iterator[Difference]:
        before, after = (listing(one.get(_RULES)) for one in (pair.old, pair.new))
        if not before and not after:
            return
        known, now = ({text(mapping(one).get("rule")): one for one in each} for each in (before, after))
        demanded = required_by_rules(before, pair.old)
        for place, one in enumerate(after):
            rule = text(mapping(one).get("rule"))
            if rule not in known:
                yield from self._new_rule(pair, place, one, demanded)
            elif not same(known[rule], one):
                yield rules.described(self._place_of(pair, _RULES, known[rule], one), "the message of a rule")
        demands = set(required_by_rules(after, pair.new))
        for one in before:
            rule = text(mapping(one).get("rule"))
            if rule not in now and demands.isdisjoint(required_by_rules([one], pair.old)):
                yield rules.rule_removed(self._place_of(pair, _RULES, one, None), rule)

    def _new_rule(self, pair: SchemaPair, place: int, one: Any, demanded: tuple[str, ...]) -> Iterator[Difference]:
        """What a new rule demands: a field, or that objects pass it."""
        if fields := required_by_rules([one], pair.new):
            yield from (self._required_by_rule(pair, place, field, one) for field in fields if field not in demanded)
            return
        rule, message = text(mapping(one).get("rule")), text(mapping(one).get("message"))
        at = self._place_of(pair, _RULES, None, one)
        yield rules.rule_added(at, rule, message, on_update="oldSelf" in rule, is_status=self._is_status(pair))

    def _required_by_rule(self, pair: SchemaPair, place: int, field: str, rule: Any) -> Difference:
        name = f"{pair.field}.{field}" if pair.field else field
        at = At(
            version=self._roots.version,
            field=name,
            old=pair.old_path.whole(),
            new=pair.new_path.whole(_RULES, place),
            after=mapping(rule).get("rule"),
            where=pair.where,
            refused_as=("unhandled",),
        )
        return rules.required(at, tuple(field.split(".")), is_defaulted=False, is_status=self._is_status(pair))

    def _children(self, pair: SchemaPair) -> Iterator[Difference]:
        old, new = mapping(pair.old.get("properties")), mapping(pair.new.get("properties"))
        yield from self._openness(pair)
        own = frozenset(() if pair.field else _OWN)
        needed, needs = (frozenset(texts(one.get("required"))) - own for one in (pair.old, pair.new))
        found: list[SchemaPair] = []
        if not pair.field:
            # The API server describes these itself, if the schema does not.
            old, new = (_with_own(each, {**old, **new}) for each in (old, new))
        for name, child in new.items():
            below = self._below(pair, name, mapping(old.get(name)), mapping(child), is_required=name in needs)
            if name in old:
                found.append(below)
            else:
                was_open = is_open(pair.old) and bool(type_of(pair.old) == "object" or not old)
                yield rules.field_added(self._of_child(below, new=True), was_open=was_open)
        for name, child in old.items():
            if name not in new:
                below = self._below(pair, name, mapping(child), {}, is_required=False)
                at = self._of_child(below, new=False)
                yield rules.field_removed(at, is_status=self._is_status(below), is_kept=is_open(pair.new))
        yield from self._requirements(pair, needed, needs, new)
        self._push(pair, found)

    def _requirements(
        self, pair: SchemaPair, needed: frozenset[str], needs: frozenset[str], properties: Mapping[str, Any]
    ) -> Iterator[Difference]:
        for name in sorted(needs - needed):
            field = f"{pair.field}.{name}" if pair.field else name
            is_defaulted = mapping(properties.get(name)).get("default") is not None
            at = replace(self._place_of(pair, "required"), field=field, before=False, after=True)
            yield rules.required(at, is_defaulted=is_defaulted, is_status=self._is_status(pair))
        for name in sorted(needed - needs):
            if name in properties:
                field = f"{pair.field}.{name}" if pair.field else name
                at = replace(self._place_of(pair, "required"), field=field, before=True, after=False)
                yield rules.optional(at)

    def _openness(self, pair: SchemaPair) -> Iterator[Difference]:
        """What becomes of fields that no schema names."""
        before, after = is_open(pair.old), is_open(pair.new)
        one, other = pair.old.get("additionalProperties"), pair.new.get("additionalProperties")
        if before and not after and other is None and type_of(pair.new) in ("object", ""):
            yield rules.closed(self._place_of(pair, PRESERVES), is_status=self._is_status(pair))
        elif before and not after and other is not None:
            if isinstance(other, dict) and other and other.keys() - {"description"}:
                at = self._place_of(pair, "additionalProperties", None, None, "unhandled")
                yield rules.values_typed(at, is_status=self._is_status(pair))
            elif other is False:
                yield rules.closed(self._place_of(pair, "additionalProperties"), is_status=self._is_status(pair))
        elif isinstance(one, dict) and other in (None, False) and not after:
            yield rules.closed(self._place_of(pair, "additionalProperties"), is_status=self._is_status(pair))
        elif after and not before:
            yield rules.opened(self._place_of(pair, PRESERVES if PRESERVES in pair.new else "additionalProperties"))
        elif isinstance(other, dict) and one is None:
            yield rules.opened(self._place_of(pair, "additionalProperties"))
        elif before and after and (pair.old.get(PRESERVES) is True) is not (pair.new.get(PRESERVES) is True):
            yield rules.opened(self._place_of(pair, PRESERVES))
        items = pair.new.get("items")
        if pair.old.get("items") is None and isinstance(items, dict) and items and type_of(pair.old) == "array":
            yield rules.values_typed(
                self._place_of(pair, "items", None, None, "unhandled"), is_status=self._is_status(pair)
            )

    def _push(self, pair: SchemaPair, below: list[SchemaPair]) -> None:
        """Queues the schemas below, so that the first field comes first."""
        for word, mark in (("items", "[]"), ("additionalProperties", ".*")):
            old, new = pair.old.get(word), pair.new.get(word)
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
            is_status, is_kept = one.words.level > 0, False
            yield rules.field_removed(one.at, places[one.at.field], is_status=is_status, is_kept=is_kept)
        else:
            yield one
