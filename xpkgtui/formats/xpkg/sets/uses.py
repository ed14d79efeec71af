"""What a set uses of the packages that it changes: its own objects, and what its Compositions compose."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.sets.plan import UsedDefinition
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, GROUP, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, XRD
from xpkgtui.limits import NotRead, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Place
from xpkgtui.untyped import field, listing, mapping, text

_MOST_FIELDS = 5_000
"""Fields of one object that are looked at: it is not known what it uses beyond them."""
_ITEM = late(r"\[(?:\d+|\*)\]")
_BESIDE = ("apiVersion", "kind", "metadata", "status")


def uses_of(case: SetCase, changing: Collection[tuple[str, str]]) -> Iterator[UsedDefinition]:
    """The objects whose kind may be defined by a package that changes, of which kind and name are given."""
    groups: set[str] = set()
    claims: dict[tuple[str, str], str] = {}
    for key in changing:
        package = case.package(key)
        contents = case.contents(package) if package else None
        for held in contents.objects if contents else ():
            if held.kind in (CRD, XRD):
                groups.add(_domain(held.group))
                claims[held.group, held.claim_kind] = held.defines
    if not groups:
        return
    for one in case.manifests.objects:
        if one.group == EXTENSIONS and one.name.kind == COMPOSITION:
            yield from _composed(one, groups)
        elif one.group not in (EXTENSIONS, GROUP) and _domain(one.group) in groups:
            found = _use(one, one.value, ())
            yield replace(found, kind=claims.get((found.group, found.kind), found.kind))


def cut_uses(uses: Iterable[UsedDefinition]) -> Iterator[NotRead]:
    """What is not known of objects with too many fields."""
    reached = ReachedLimit(
        name="fields", most=_MOST_FIELDS, fixed=f"xpkgtui looks at the first {_MOST_FIELDS:,} fields of an object"
    )
    for name in dict.fromkeys(str(one.object) for one in uses if one.is_cut):
        yield NotRead(where=name, what="some of what it uses", why=reached.sentence, limit=reached.name)


def _domain(group: str) -> str:
    """The end of a group that all kinds of a package share, also those that it has no more."""
    return ".".join(group.split(".")[-2:])


def _composed(one: SetObject, groups: set[str]) -> Iterator[UsedDefinition]:
    """What a Composition composes, of a pipeline or not."""
    places: list[tuple[tuple[str | int, ...], object]] = [
        (("spec", "resources"), field(one.value, "spec", "resources"))
    ]
    for number, step in enumerate(listing(field(one.value, "spec", "pipeline"))):
        places.append((("spec", "pipeline", number, "input", "resources"), field(step, "input", "resources")))
    for path, resources in places:
        for number, resource in enumerate(listing(resources)):
            base = mapping(resource).get("base")
            if _domain(text(field(base, "apiVersion")).rpartition("/")[0]) in groups:
                found = _use(one, base, (*path, number, "base"))
                patched = tuple(_patched(one, resource, (*path, number, "patches")))
                yield replace(found, fields=(*found.fields, *patched))


def _patched(one: SetObject, resource: object, path: tuple[str | int, ...]) -> Iterator[tuple[str, Place]]:
    """The fields that the patches of a composed resource set."""
    for number, patch in enumerate(listing(field(resource, "patches"))):
        to = text(field(patch, "toFieldPath"))
        if not to and text(field(patch, "type")) in ("", "FromCompositeFieldPath"):
            to = text(field(patch, "fromFieldPath"))
        if to:
            yield _ITEM.sub("[]", to), one.at(*path, number)


def _use(one: SetObject, value: object, path: tuple[str | int, ...]) -> UsedDefinition:
    group, _, version = text(field(value, "apiVersion")).rpartition("/")
    fields = list(islice(_fields(one, value, path), _MOST_FIELDS + 1))
    return UsedDefinition(
        group=group,
        kind=text(field(value, "kind")),
        object=one.name,
        version=version,
        fields=tuple(fields[:_MOST_FIELDS]),
        is_cut=len(fields) > _MOST_FIELDS,
    )


def _fields(one: SetObject, value: object, path: tuple[str | int, ...]) -> Iterator[tuple[str, Place]]:
    """All that a value sets, the outer before the inner."""
    waiting: deque[tuple[tuple[str | int, ...], str, object]] = deque([(path, "", value)])
    while waiting:
        at, name, found = waiting.popleft()
        if name:
            yield name, one.at(*at)
        if isinstance(found, dict):
            keys = (key for key in found if isinstance(key, str) and (name or key not in _BESIDE))
            waiting += [((*at, key), f"{name}.{key}".removeprefix("."), found[key]) for key in keys]
        elif isinstance(found, list):
            waiting += [((*at, number), f"{name}[]", item) for number, item in enumerate(found)]
