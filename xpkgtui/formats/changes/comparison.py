"""The comparison of two packages, in slices, so that the caller can do other work in between."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import field
from time import perf_counter
from types import ModuleType
from typing import Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import Stream
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes import object_rules as rules
from xpkgtui.formats.changes.objects import GROUP, KIND, compare_crds, compare_objects
from xpkgtui.formats.changes.side import Matched, ObjectKey, Side, Thing, match, same_text
from xpkgtui.formats.definitions.changes import definition_rules, schema_rules, value_rules
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check, first_wrong
from xpkgtui.formats.go_decoding.shapes import Struct
from xpkgtui.golang.printing import written
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.rules.case import Case
from xpkgtui.rules.changes.change import Change, ComparedObject, Presence
from xpkgtui.rules.changes.rule import At, ChangeRule, Difference
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.values import dataclass

_CHANGING = ("org.opencontainers.image.created", "org.opencontainers.image.revision")
"""Annotations and labels that are others with every build."""


def compare_images(old: Case, new: Case) -> Iterator[Difference]:
    """The differences of two images; none where one of the two is no image."""
    if old.image is None or new.image is None:
        return
    yield from _platforms(old, new)
    if old.image.config and new.image.config:
        yield from _configs(old.image.config, new.image.config)
    one, other = (_package_layer(each) for each in (old, new))
    if one and other and one != other:
        yield rules.mark_changed(At(before=one, after=other), one, other)
    before, after = _size(old.image), _size(new.image)
    if before != after:
        yield rules.size_changed(At(field="layers", before=before, after=after))


def _configs(old: ImageConfig, new: ImageConfig) -> Iterator[Difference]:
    for word in ("entrypoint", "cmd"):
        one, other = getattr(old, word), getattr(new, word)
        if one != other:
            yield rules.entrypoint_changed(At(field=word, before=list(one), after=list(other)), word)
    for key in sorted({*old.labels, *new.labels} - set(_CHANGING)):
        before, after = old.labels.get(key), new.labels.get(key)
        # Labels that mark layers follow the layers' digests.
        if before != after and not key.startswith("io.crossplane.xpkg:"):
            yield rules.labels_changed(At(field=key, before=before, after=after), f"label {key}")


def _platforms(old: Case, new: Case) -> Iterator[Difference]:
    before, after = _names(old), _names(new)
    for name in sorted(before - after):
        yield rules.platform_removed(At(before=name), name)
    for name in sorted(after - before):
        yield rules.platform_added(At(after=name), name)


def _names(case: Case) -> set[str]:
    """The platforms that the image is built for; of an index those of its images."""
    if case.platforms.index is not None:
        return {
            str(entry.platform)
            for entry in case.platforms.index.manifests
            if entry.platform is not None and entry.platform.os != "unknown"
        }
    config = case.image.config if case.image else None
    return {str(config.platform)} if config and config.platform.os else set()


def _package_layer(case: Case) -> str:
    """The mark of the layer that supplies the package."""
    layer = case.reading.layer if case.reading else None
    if case.image is None or layer is None or layer >= len(case.image.layers):
        return ""
    mark = case.image.layers[layer].mark.annotation
    return f"a layer annotated {mark}" if mark else "a layer without a mark"


def _size(image: Image) -> int:
    return sum(layer.descriptor.size for layer in image.layers)


_SLICE = 0.015
"""Seconds of work between two slices; one object is never cut in two."""
_MOST = 20_000
"""Changes that are listed."""
_MOST_DESCRIBED = _MOST // 2
"""Other descriptions that are listed; the rest is counted."""
_LONGEST = 4_096
"""Characters of a value before and after."""
_LONGEST_TEXT = 8 << 20
"""Bytes of a document whose lines are compared."""
COMMON = (object_rules, definition_rules, schema_rules, value_rules)
"""The modules of rules about what packages of all formats may hold."""

ComparePair = Callable[[Thing | None, Thing | None], Iterator[Difference]]
"""Compares an object that both sides have, or one only."""
CompareSides = Callable[[Side, Side], Iterator[tuple[ObjectName | None, Difference]]]
"""Compares what no single object says."""


StructOf = Callable[[str, str], Struct | None]
"""The type that a decoder has for an apiVersion and a kind; None where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Changes:
    """What a format knows of changes."""

    pairs: Mapping[tuple[str, str], ComparePair] = field(default_factory=dict)
    """By API group and kind, or by schema with an empty group; others but definitions are compared field by field."""
    sole: frozenset[tuple[str, str]] = frozenset()
    """The API groups and kinds of which a package has one, which are matched whatever their names are."""
    sides: CompareSides = lambda _old, _new: iter(())
    struct: StructOf = lambda _api_version, _kind: None
    """The types of which an object has to be, so that the API server or the package manager takes it."""
    modules: tuple[ModuleType, ...] = ()
    """The modules that hold its rules."""

    def pair(self, key: ObjectKey) -> ComparePair:
        """What compares an object."""
        own = self.pairs.get((key.group, key.kind)) or self.pairs.get(("", key.kind))
        return own or (compare_crds if (key.group, key.kind) == (GROUP, KIND) else compare_objects)

    @property
    def rules(self) -> tuple[ChangeRule[Any], ...]:
        """All rules about changes of its packages, in the order of their IDs."""
        every = (one for module in (*COMMON, *self.modules) for one in vars(module).values())
        return tuple(sorted((one for one in every if isinstance(one, ChangeRule)), key=lambda one: one.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesSlice:
    """A part of the comparison."""

    changes: tuple[Change, ...] = ()
    objects: tuple[ComparedObject, ...] = ()
    """Those that differ."""
    done: int = 0
    """Objects that were compared, of those whose bytes differ."""
    total: int = 0
    """Objects whose bytes differ, or that only one side has; in the last slice those that do differ."""
    equal: int = 0
    """Objects that do not differ."""


_ON_OLD, _ON_NEW = At(old=FieldPath()), At(new=FieldPath())
_UNCOMPARED = (schema_rules.not_compared, object_rules.not_compared)
"""Rules about what was left out of a comparison."""


class PackageComparison:
    """Two packages of one format, compared."""

    def __init__(self, old: Side, new: Side, changes: Changes) -> None:
        self._old = old
        self._new = new
        self._changes = changes
        self._listed = 0
        self._described = 0
        """Descriptions that are others."""
        self._objects: list[ComparedObject] = []
        """Those that differ, since the last slice."""
        self.unread = ""
        """Why not everything was compared, in a clause; empty where everything was."""
        self.limit = ""
        """The name of the limit that is the reason; empty where none is."""

    def slices(self) -> Iterator[ChangesSlice]:
        """Slice by slice, the first ones empty; the image comes first, what no single object says last."""
        matched = yield from self._matched()
        total, equal = len(matched.pairs), matched.equal
        pending = self._of_image()
        started = perf_counter()
        for done, (key, before, after) in enumerate(matched.pairs, 1):
            described = self._described
            found = self._of_pair(key, before, after)
            pending.extend(found)
            if found or self._described > described or ((before is None or after is None) and not key.turn):
                presence = Presence.NEW if before is None else Presence.GONE if after is None else Presence.BOTH
                self._objects.append(ComparedObject(self._name(before, after), presence))
            else:  # only its writing differs
                equal += 1
            if perf_counter() - started > _SLICE:
                yield self._slice(pending, done, total, equal)
                pending, started = [], perf_counter()
        pending.extend(self._of_sides())
        if self._described > _MOST_DESCRIBED:
            more = self._described - _MOST_DESCRIBED
            pending.append(_made(schema_rules.described(At(), "", more=more), None, None, None))
        differing = total + matched.equal - equal
        yield self._slice(pending, differing, differing, equal)

    def _matched(self) -> Generator[ChangesSlice, None, Matched]:
        """The objects side by side, in slices without changes."""
        matching, started = match(self._old, self._new, self._changes.sole), perf_counter()
        while True:
            try:
                next(matching)
            except StopIteration as ended:
                matched: Matched = ended.value
                return matched
            if perf_counter() - started > _SLICE:
                yield ChangesSlice()
                started = perf_counter()

    def _slice(self, pending: list[Change], done: int, total: int, equal: int) -> ChangesSlice:
        room = max(0, _MOST - self._listed)
        if len(pending) > room:
            self._doubt(f"more than {_MOST:,} changes", "changes", is_worse=True)
            pending = pending[:room]
        self._listed += len(pending)
        objects, self._objects = tuple(self._objects), []
        return ChangesSlice(changes=tuple(pending), objects=objects, done=done, total=total, equal=equal)

    def _of_image(self) -> list[Change]:
        return [_made(one, None, None, None, group="image") for one in compare_images(self._old.case, self._new.case)]

    def _name(self, before: Chunk | None, after: Chunk | None) -> ObjectName:
        """The object as the new package names it, if it has it."""
        if after is not None:
            return self._new.object_name(after)
        assert before is not None
        return self._old.object_name(before)

    def _of_pair(self, key: ObjectKey, before: Chunk | None, after: Chunk | None) -> list[Change]:
        """The changes of one object; none where only its writing differs."""
        if key.turn and (before is None or after is None):
            return self._of_namesake(key, before, after)
        if before is None or after is None:
            side, absent, at = ("old", self._old, _ON_NEW) if before is None else ("new", self._new, _ON_OLD)
            if absent.lacking:
                unknown = object_rules.not_compared(at, f"the {side} package {absent.lacking}")
                return [self._located(unknown, self._name(before, after), before, after)]
        old = self._old.read(before) if before else None
        new = self._new.read(after) if after else None
        broken = [one for one in (old, new) if isinstance(one, BrokenDocument)]
        name = self._name(before, after)
        if broken:
            limit, side = broken[0].limit, "old" if broken[0] is old else "new"
            why = limit.sentence if limit else f"a document of the {side} package cannot be read"
            self._doubt(why, limit.name if limit else "")
            at = At(old=FieldPath() if before else None, new=FieldPath() if after else None)
            return [self._located(object_rules.not_compared(at, broken[0].message), name, before, after)]
        things = (old if isinstance(old, Thing) else None), (new if isinstance(new, Thing) else None)
        found = [*self._undecoded(*things), *self._compared(key, *things)]
        if any(one.rule in _UNCOMPARED for one in found):
            self._doubt("a part of an object is too large or too deep to compare", "comparison")
        return [self._located(one, name, before, after) for one in found if self._is_listed(one)]

    def _is_listed(self, one: Difference) -> bool:
        """Counts a description, of which the first ones are listed."""
        if one.rule is not schema_rules.described or one.is_refused:
            return True
        self._described += 1
        return self._described <= _MOST_DESCRIBED

    def _of_namesake(self, key: ObjectKey, before: Chunk | None, after: Chunk | None) -> list[Change]:
        """The change where one side has an object more often: none if it says the same, as the other side has it."""
        side, chunk = (self._old, before) if before else (self._new, after)
        first = side.chunks.get(key._replace(turn=0))
        if chunk is None or first is None or same_text(side, chunk, side, first):
            return []
        self._doubt(f"the {'old' if before else 'new'} package has two objects of one name")
        at = _ON_OLD if before else _ON_NEW
        why = f"another object of this name says something else (document {first.number})"
        return [self._located(object_rules.not_compared(at, why), self._name(before, after), before, after)]

    def _undecoded(self, old: Thing | None, new: Thing | None) -> Iterator[Difference]:
        """What a decoder refuses in two objects: what is compared of them is not what a cluster would have."""
        for one, side in ((old, "old"), (new, "new")):
            wrong = None if one is None else self._wrong(one)
            if wrong is not None:
                self._doubt(f"a document of the {side} package is not of the type of its kind")
                at = At(old=wrong.path) if one is old else At(new=wrong.path)
                yield object_rules.not_compared(at, f"{wrong.path} is {wrong.found}, expected {wrong.wanted}")

    def _wrong(self, thing: Thing) -> Mismatch | None:
        chunk = thing.chunk
        struct = self._changes.struct(chunk.api_version or "", chunk.kind or "")
        if struct is None:
            return None
        return first_wrong(check(dict(thing.value), struct, 0, shared=thing.side.repeats.shared))

    def _compared(self, key: ObjectKey, old: Thing | None, new: Thing | None) -> Iterator[Difference]:
        """The differences of two objects; a comparison that fails says so, and does not take the others with it."""
        try:
            yield from self._changes.pair(key)(old, new)
        except MemoryError:
            raise  # not the fault of a comparison
        except Exception as error:  # noqa: BLE001 - values of any type may stand anywhere
            self._doubt("a comparison failed", is_worse=True)
            at = At(old=FieldPath() if old else None, new=FieldPath() if new else None)
            yield object_rules.failed(at, f"{type(error).__name__}: {str(error)[:200]}")

    def _of_sides(self) -> list[Change]:
        for side, name in ((self._old, "old"), (self._new, "new")):
            if side.stream.problem is not None:
                why = f"the {name} package cannot be read to its end: {side.stream.problem.message}"
                self._doubt(why, is_worse=True)
            elif side.case.reached:
                self._doubt(side.case.reached[0].sentence, side.case.reached[0].name, is_worse=True)
        return [_made(one, name, None, None) for name, one in self._changes.sides(self._old, self._new)]

    def _doubt(self, why: str, limit: str = "", *, is_worse: bool = False) -> None:
        """Keeps why not everything was compared: the first reason, unless one is worse."""
        if is_worse or not self.unread:
            self.unread, self.limit = why, limit

    def _located(self, one: Difference, name: ObjectName | None, before: Chunk | None, after: Chunk | None) -> Change:
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
        weights=one.weights,
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


def document_text(side: Side, number: int | None) -> tuple[str, int]:
    """The text of a document and the number of its first line in its file; empty where there is no document."""
    chunk = next((one for one in side.stream.chunks if one.number == number), None)
    if chunk is None:
        return "", 1
    reading = side.case.reading
    origin = reading.origins.at(chunk.line) if reading else None
    first = origin.line - chunk.line + chunk.first_line if origin else chunk.first_line
    data = side.data[chunk.start : min(chunk.end, chunk.start + _LONGEST_TEXT)]
    return data.decode("utf-8", "replace"), first


def side_of(case: Case, data: StreamBytes, ruleset: Ruleset[Any, Any, Any], *, stream: Stream | None = None) -> Side:
    """A side of a comparison, whose stream is cut as its format does, unless it was cut before."""
    return Side(case, data, ruleset.split(case, data, stream))
