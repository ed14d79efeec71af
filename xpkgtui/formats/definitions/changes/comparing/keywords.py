"""What two schemas of one place say of their own values, compared keyword by keyword."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.definitions.changes import schema_rules as rules
from xpkgtui.formats.definitions.changes import value_rules
from xpkgtui.formats.definitions.changes.comparing.acceptance import JUDGED, forbids, forbids_choice
from xpkgtui.formats.definitions.changes.comparing.pairs import (
    EMBEDDED,
    RESOURCE,
    Roots,
    SchemaPair,
    are_apart,
    is_beyond,
    is_of_status,
    is_open,
    is_wider,
    place_of,
    type_of,
    without,
)
from xpkgtui.formats.definitions.changes.comparing.validations import COMBINATIONS, Demands, demand
from xpkgtui.formats.definitions.changes.patterns import Coverage, Inclusion, inclusion
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import listing, mapping, same, text

_PATTERNS = 100
"""Different changes of patterns that are judged of one version; each may take 20 ms."""
_BRANCHES = 20
"""Branches of `allOf` that are judged with a schema."""
_BOUNDS = (
    *("minimum", "minLength", "minItems", "minProperties"),
    *("maximum", "maxLength", "maxItems", "maxProperties", "multipleOf"),
)
_EXCLUSIVE = ("exclusiveMinimum", "exclusiveMaximum", "uniqueItems")
_WORDS = ("description", "title", "example", "externalDocs")
_MERGED = {"x-kubernetes-list-type": "atomic", "x-kubernetes-map-type": "granular"}
"""How lists and maps are merged of which a schema does not say it."""
_LIST_TYPE, _KEYS = "x-kubernetes-list-type", "x-kubernetes-list-map-keys"
_FORMATS = ObjectTexts()
_TWO_TYPES = ([{"type": "integer"}, {"type": "string"}], [{"type": "string"}, {"type": "integer"}])


class KeywordComparison:
    """The keywords of all pairs of one walk."""

    def __init__(self, roots: Roots, demands: Demands) -> None:
        self._roots = roots
        self._demands = demands
        self._inclusions: dict[tuple[str, str], Inclusion] = {}

    def of(self, pair: SchemaPair) -> Iterator[Difference]:
        """The differences of one place, without what is below it and its rules."""
        is_status = is_of_status(self._roots, pair)
        yield from self._types(pair, is_status=is_status)
        yield from self._values(pair, is_status=is_status)
        yield from self._texts(pair, is_status=is_status)
        if are_apart(pair.old, pair.new):
            return
        yield from self._merging(pair, is_status=is_status)
        yield from self._combinations(pair, is_status=is_status)

    def _types(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        old, new = type_of(pair.old), type_of(pair.new)
        if old != new and pair.field:
            wider = is_wider(old, new) or (bool(old) and not self._forbids("type", pair))
            at = place_of(self._roots, pair, "type", pair.old.get("type"), pair.new.get("type"), "type", "unhandled")
            yield value_rules.type_changed(
                at, old or "any value", new or "any value", is_status=is_status, is_wider=wider
            )
        before, after = (one.get("nullable") is True for one in (pair.old, pair.new))
        if before and not after:
            yield value_rules.not_nullable(
                place_of(self._roots, pair, "nullable", before, after),
                is_item=pair.field.endswith("[]"),
                is_required=pair.is_required,
                is_watched=pair.is_watched,
                default=pair.new.get("default"),
                is_status=is_status,
            )
        elif after and not before:
            is_seen = not is_status and (
                pair.is_watched or any(pair.new.get(word) for word in ("enum", *COMBINATIONS))
            )
            yield value_rules.nullable(place_of(self._roots, pair, "nullable", before, after), is_seen=is_seen)
        if (pair.old.get(EMBEDDED) is True) is not (pair.new.get(EMBEDDED) is True):
            at = place_of(self._roots, pair, EMBEDDED, pair.old.get(EMBEDDED), pair.new.get(EMBEDDED))
            kept = RESOURCE if is_open(pair.new) or pair.new.get("additionalProperties") else ()
            named = {*mapping(pair.new.get("properties")), *kept}
            lost = [one for one in RESOURCE if one not in named]
            yield rules.embedding_changed(at, lost, is_status=is_status)

    def _values(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        before, after = pair.old.get("enum"), pair.new.get("enum")
        if before or after:
            yield from self._enum(pair, listing(before), listing(after), is_status=is_status)
        one, other = pair.old.get("default"), pair.new.get("default")
        if not same(one, other):
            yield value_rules.default_changed(
                place_of(self._roots, pair, "default", one, other),
                is_required=pair.is_required and other is None,
                is_watched=pair.is_watched,
                is_status=is_status,
            )
        for word in _keywords_in(pair, *_BOUNDS, *_EXCLUSIVE):
            yield from self._bound(pair, word, is_status=is_status)

    def _bound(self, pair: SchemaPair, word: str, *, is_status: bool) -> Iterator[Difference]:
        one, other = pair.old.get(word), pair.new.get(word)
        is_tighter = other is not None and (one is None or is_beyond(one, other, word))
        if word in _EXCLUSIVE:
            one, other = one is True, other is True
            is_tighter = other
        if same(one, other):
            return
        at = place_of(self._roots, pair, word, one, other)
        if is_tighter and self._forbids(word, pair):
            yield value_rules.bound_tightened(at, word, is_status=is_status)
        else:
            yield value_rules.bound_loosened(at, word, is_harmless=is_tighter)

    def _enum(
        self, pair: SchemaPair, before: list[Any], after: list[Any], *, is_status: bool
    ) -> Iterator[Difference]:
        at = place_of(self._roots, pair, "enum", before or None, after or None)
        gone = without(before, after) if before and after else []
        new = without(after, before) if before and after else []
        lost = [one for one in gone if forbids_choice(pair.old, one)]
        is_first = bool(after) and not before and self._forbids("enum", pair)
        if lost or is_first:
            yield value_rules.enum_narrowed(at, lost, is_new=not before, is_status=is_status)
        if new or (before and not after):
            yield value_rules.enum_widened(at, new)
        elif not lost and not is_first and (gone or (after and not before)):
            yield value_rules.enum_widened(at, gone, is_same=True)

    def _texts(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        for word in _keywords_in(pair, "pattern", "format"):
            one, other = pair.old.get(word) or None, pair.new.get(word) or None
            if same(one, other):
                continue
            at = place_of(self._roots, pair, word, one, other)
            is_checked = word == "pattern" or bool(_FORMATS.known_format(text(other)))
            if other is None or not is_checked or not self._forbids(word, pair):
                known = [bool(_FORMATS.known_format(text(each))) for each in (one, other)] if word == "format" else []
                lets_lists = known == [True, False] and type_of(pair.old) == type_of(pair.new) == "string"
                lets_lists &= not is_status and not pair.old.get("enum")
                yield value_rules.text_widened(at, word, is_checked=is_checked, lets_lists=lets_lists)
            else:
                is_judged = word == "pattern" and isinstance(one, str)
                found = self._included(text(one), text(other)) if is_judged else None
                yield value_rules.text_narrowed(at, word, found, is_status=is_status)
        yield from self.described(pair)

    def described(self, pair: SchemaPair) -> Iterator[Difference]:
        """The words that are others."""
        for word in _keywords_in(pair, *_WORDS):
            if not same(pair.old.get(word), pair.new.get(word)):
                yield rules.described(place_of(self._roots, pair, word, None, None), word)

    def _forbids(self, word: str, pair: SchemaPair) -> bool:
        """Whether a keyword may forbid what the old schema took, with all that this demands."""
        old = pair.old if pair.field else pair.old | {EMBEDDED: True}
        parts = (_with_part(old, mapping(one)) for one in listing(pair.old.get("allOf"))[:_BRANCHES])
        return all(
            forbids(word, each, pair.new, self._included) for each in (old, *parts)
        ) and not self._demands.is_demanded(word, pair.old, pair.new)

    def _included(self, old: str, new: str) -> Inclusion:
        """Whether a new pattern takes all that the old one took."""
        if (old, new) not in self._inclusions:
            if len(self._inclusions) == _PATTERNS:
                return Inclusion(coverage=Coverage.UNKNOWN)
            self._inclusions[old, new] = inclusion(old, new)
        return self._inclusions[old, new]

    def _merging(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        words = (_LIST_TYPE, _KEYS, "x-kubernetes-map-type")
        pairs = {word: (pair.old.get(word), pair.new.get(word)) for word in words}
        if not same(*pairs[_LIST_TYPE]):
            del pairs[_KEYS]  # they come and go with the type
        for word, (one, other) in pairs.items():
            if same(one, other):
                continue
            is_short = pair.old.get("maxItems") in (0, 1)
            is_narrower = other in ("set", "map") and (one, other) != ("map", "set") and not is_short
            if word == _KEYS:
                is_narrower = bool(without(listing(one), listing(other)))  # more keys tell more entries apart
            unsaid = _MERGED.get(word, word), None
            is_same = (one, other) in (unsaid, unsaid[::-1])
            at = place_of(self._roots, pair, word, one, other)
            yield rules.merging_changed(at, word, is_narrower=is_narrower, is_same=is_same, is_status=is_status)

    def _combinations(self, pair: SchemaPair, *, is_status: bool) -> Iterator[Difference]:
        for word in _keywords_in(pair, *COMBINATIONS):
            one, other = pair.old.get(word), pair.new.get(word)
            one, other = (None if value == [] else value for value in (one, other))
            if not same(one, other):
                at = place_of(self._roots, pair, word, one, other)
                is_wider = other is None or self._is_wider_combination(pair, word, other)
                yield rules.combination_changed(at, word, is_wider=is_wider, is_status=is_status)

    def _is_wider_combination(self, pair: SchemaPair, word: str, other: Any) -> bool:
        """Whether a combination takes all that the old schema took."""
        branches = listing(other)
        if word == "anyOf":
            if branches in _TWO_TYPES and type_of(pair.old) in ("integer or string", "integer", "string"):
                return True
            if any(each and not without(each, branches) for each in map(listing, _alternatives(pair))):
                return True
        if word == "allOf":
            known = listing(pair.old.get(word))
            parts = [mapping(one) for one in without(branches, known)]
            if len(parts) <= _BRANCHES and not any(self._narrows(pair.old, one) for one in parts):
                return True
        return self._demands.follows(demand(word, other, pair.old, pair.new), pair.old, pair.new)

    def _narrows(self, old: Node, part: Node) -> bool:
        """Whether a branch may forbid what the old schema took."""
        return any(word not in JUDGED or forbids(word, old, part, self._included) for word in part)


def _with_part(schema: Node, part: Node) -> Node:
    """A schema with the keywords of a branch of its `allOf`, without what that says of fields."""
    plain = {word: value for word, value in part.items() if not isinstance(value, dict)}
    edges = {one: part.get(one) for one in _EXCLUSIVE[:2] if one[9:].lower() in part}
    return schema | plain | edges


def _keywords_in(pair: SchemaPair, *words: str) -> list[str]:
    """The keywords that one of two schemas has."""
    return [word for word in words if word in pair.old or word in pair.new]


def _alternatives(pair: SchemaPair) -> tuple[Any, Any]:
    return pair.old.get("anyOf"), pair.old.get("oneOf")
