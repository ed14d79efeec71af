"""The comparison of two packages, in slices, so that the caller can do other work in between."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from time import perf_counter
from types import ModuleType

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.images import compare_images
from xpkgtui.formats.changes.objects import compare_objects
from xpkgtui.formats.changes.side import Key, Side, Thing, match
from xpkgtui.golang.json_writing import written
from xpkgtui.rules.changes.change import Change
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.rules.changes.weight import Level, Weights, weights_of
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.values import dataclass

_SLICE = 0.015
"""Seconds of work between two slices; one object is never cut in two."""
_MOST = 20_000
"""Changes that are listed."""
_LONGEST = 4_096
"""Characters of a value before and after."""

ComparePair = Callable[[Thing | None, Thing | None], Iterator[Difference]]
"""Compares an object that both sides have, or one only."""
CompareSides = Callable[[Side, Side], Iterator[tuple[ObjectName | None, Difference]]]
"""Compares what no single object says."""


def _nothing(_old: Side, _new: Side) -> Iterator[tuple[ObjectName | None, Difference]]:
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Changes:
    """What a format knows of changes."""

    pairs: Mapping[tuple[str, str], ComparePair] = field(default_factory=dict)
    """By API group and kind, or by package (empty: any) and schema; other objects are compared field by field."""
    sides: CompareSides = _nothing
    modules: tuple[ModuleType, ...] = ()
    """The modules that hold its rules."""

    def pair(self, key: Key) -> ComparePair:
        """What compares an object."""
        return self.pairs.get((key.group, key.kind)) or self.pairs.get(("", key.kind)) or compare_objects


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """A part of the comparison."""

    changes: tuple[Change, ...] = ()
    done: int = 0
    """Objects that were compared, of those that differ."""
    total: int = 0
    equal: int = 0
    """Objects that do not differ."""


class Comparison:
    """Two packages of one format, compared."""

    def __init__(self, old: Side, new: Side, changes: Changes) -> None:
        self._old = old
        self._new = new
        self._changes = changes
        self._listed = 0
        self.is_whole = True
        """Whether everything was compared."""

    def slices(self) -> Iterator[Slice]:
        """Slice by slice; the image comes first, what no single object says last."""
        matched = match(self._old, self._new)
        total, equal = len(matched.pairs), matched.equal
        pending = self._of_image()
        started = perf_counter()
        for done, (key, before, after) in enumerate(matched.pairs, 1):
            found, is_equal = self._of_pair(key, before, after)
            equal += is_equal
            pending.extend(found)
            if perf_counter() - started > _SLICE:
                yield self._slice(pending, done, total, equal)
                pending, started = [], perf_counter()
        pending.extend(self._of_sides())
        yield self._slice(pending, total, total, equal)

    def _slice(self, pending: list[Change], done: int, total: int, equal: int) -> Slice:
        room = max(0, _MOST - self._listed)
        if len(pending) > room:
            self.is_whole = False
            pending = pending[:room]
        self._listed += len(pending)
        return Slice(changes=tuple(pending), done=done, total=total, equal=equal)

    def _of_image(self) -> list[Change]:
        return [
            _made(one, None, None, None, group="image") for one in compare_images(self._old.case, self._new.case)
        ]

    def _of_pair(self, key: Key, before: Chunk | None, after: Chunk | None) -> tuple[list[Change], bool]:
        """The changes of one object, and whether it does not differ but for its writing."""
        old = self._old.read(before) if before else None
        new = self._new.read(after) if after else None
        broken = [one for one in (old, new) if isinstance(one, BrokenDocument)]
        place = (self._old, before), (self._new, after)
        side, chunk = place[1] if after else place[0]
        name = side.object_name(chunk) if chunk else None
        if broken:
            self.is_whole = False
            at = At(old=FieldPath() if before else None, new=FieldPath() if after else None)
            return [self._located(object_rules.not_compared(at, broken[0].message), name, before, after)], False
        things = (old if isinstance(old, Thing) else None), (new if isinstance(new, Thing) else None)
        found = [self._located(one, name, before, after) for one in self._changes.pair(key)(*things)]
        return found, not found

    def _of_sides(self) -> list[Change]:
        for side in (self._old, self._new):
            if side.stream.problem is not None or side.case.reached:
                self.is_whole = False
        return [_made(one, name, None, None) for name, one in self._changes.sides(self._old, self._new)]

    def _located(
        self, one: Difference, name: ObjectName | None, before: Chunk | None, after: Chunk | None
    ) -> Change:
        at = one.at
        old = self._old.place(before, at.old) if before and at.old is not None else None
        new = self._new.place(after, at.new) if after and at.new is not None else None
        return _made(one, name, old, new)


def _made(
    one: Difference, name: ObjectName | None, old: Place | None, new: Place | None, *, group: str = ""
) -> Change:
    at = one.at
    return Change(
        id=one.rule.id,
        weights=one.only_olmv1 or weights_of(one.weight(Level.CLIENTS), one.weight(Level.STORED), is_refused=one.is_refused),
        message=one.words.message,
        group=group,
        object=name,
        version=at.version,
        field=at.field,
        before=_json(at.before),
        after=_json(at.after),
        who=one.words.who,
        first=one.words.first,
        witness=one.witness,
        old=old,
        new=new,
    )


def _json(value: object) -> str | None:
    """A value as JSON; of a long one that it is long."""
    if value is None:
        return None
    text = written(value)
    return text if len(text) <= _LONGEST else written(f"{len(text):,} characters")
