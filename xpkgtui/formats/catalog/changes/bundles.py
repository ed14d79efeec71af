"""Bundles of two catalogs compared: what is gone from where, and what one of the same name says now."""

from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.changes import bundle_rules as rules
from xpkgtui.formats.catalog.changes.sides import followers, is_alone, package_of, upgrades_of
from xpkgtui.formats.catalog.model.blobs import METADATA, OBJECT, PACKAGE, REQUIRED
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.object_rules import value_text
from xpkgtui.formats.changes.objects import is_words, leaves
from xpkgtui.formats.changes.side import Thing
from xpkgtui.golang.json_writing import written
from xpkgtui.rules.changes.rule import At, Difference, refused
from xpkgtui.untyped import field, listing, mapping, same, text

_PROVIDED = "olm.gvk"
_IMAGE, _PROPERTIES, _RELATED = "image", "properties", "relatedImages"
_FOLLOWING = "followers by package"
_PATH = FieldPath.of(_PROPERTIES)

Values = dict[str, list[Any]]
"""The values of properties, by their type."""


def compare_bundles(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a bundle that both catalogs have, or one of them."""
    thing = new or old
    if thing is None or ((old is None or new is None) and is_alone(thing)):
        return
    package = package_of(thing)
    name = (thing.chunk.blob.name if thing.chunk.blob else "") or ""
    if old is None:
        release = upgrades_of(thing.side, package).releases.get(name)
        yield rules.bundle_added(At(new=FieldPath()), name, release.version if release else "")
    elif new is None:
        known: dict[str, Mapping[str, str]] = old.side.kept.setdefault(_FOLLOWING, {})
        if package not in known:
            # The highest version follows a bundle that is gone; a deprecated one comes last.
            before, after = upgrades_of(old.side, package), upgrades_of(old.side.other, package)
            gone = {name: before.versions.get(name) for name in before.releases if name not in after.releases}
            offered = [one for channel in after.channels for one in channel.entries if one.name in after.releases]
            offered.sort(key=lambda one: (one.name not in after.deprecated, after.key(one.name)), reverse=True)
            known[package] = followers(offered, gone)
        yield rules.bundle_removed(At(old=FieldPath()), name, package, known[package].get(name, ""))
    else:
        yield from _bundle(old, new)


def _bundle(old: Thing, new: Thing) -> Iterator[Difference]:
    before, after = (text(field(one.value, _IMAGE)) for one in (old, new))
    if before != after:
        path = FieldPath.of(_IMAGE)
        at = At(field=_IMAGE, old=path, new=path, before=before or None, after=after or None)
        yield rules.image_changed(at)
    yield from _properties(_by_type(old), _by_type(new))
    left, right = (
        {key: value for key, value in one.value.items() if key not in (_IMAGE, _PROPERTIES)} for one in (old, new)
    )
    for leaf in leaves(left, right):
        path_ = leaf.new or leaf.old or ()
        yield object_rules.field_changed(leaf.at, is_words=path_[:1] == (_RELATED,) or is_words(path_))


def _by_type(thing: Thing) -> Values:
    found: Values = {}
    for one in listing(field(thing.value, _PROPERTIES)):
        found.setdefault(text(field(one, "type")), []).append(field(one, "value"))
    return found


def _properties(old: Values, new: Values) -> Iterator[Difference]:
    version = [text(field(next(iter(one.get(PACKAGE, ())), None), "version")) for one in (old, new)]
    if version[0] != version[1]:
        at = At(field=str(_PATH), old=_PATH, new=_PATH, before=version[0] or None, after=version[1] or None)
        yield rules.version_changed(at)
    gone, more = _differing(old, new, (_PROVIDED,))
    if gone or more:
        yield rules.provided_changed(_place_of_properties(gone, more), gone, more)
    gone, more = _differing(old, new, REQUIRED)
    if gone or more:
        found = rules.required_changed(_place_of_properties(gone, more), gone, more)
        yield refused(found) if not any(old.get(kind) for kind in REQUIRED) else found
    for kind in {**new, **old}:
        if kind not in (PACKAGE, _PROVIDED, *REQUIRED) and not _are_same(old.get(kind, []), new.get(kind, [])):
            one, other = (
                each[0] if len(each) == 1 else each or None for each in (old.get(kind, []), new.get(kind, []))
            )
            is_large = kind in (METADATA, OBJECT)
            at = At(
                field=str(_PATH),
                old=_PATH,
                new=_PATH,
                before=None if is_large else one,
                after=None if is_large else other,
            )
            yield rules.property_changed(at, kind or "without a type", is_words=is_large)


def _place_of_properties(gone: list[str], more: list[str]) -> At:
    return At(field=str(_PATH), old=_PATH, new=_PATH, before=gone or None, after=more or None)


def _are_same(old: list[Any], new: list[Any]) -> bool:
    return same(old, new) or sorted(map(written, old)) == sorted(map(written, new))


def _differing(old: Values, new: Values, kinds: tuple[str, ...]) -> tuple[list[str], list[str]]:
    before, after = (
        dict.fromkeys(_words(kind, value) for kind in kinds for value in one.get(kind, ())) for one in (old, new)
    )
    return [one for one in before if one not in after], [one for one in after if one not in before]


def _words(kind: str, value: Any) -> str:
    """A property in words: `Tide v1 of sea.example.com`."""
    given = mapping(value)
    if kind == REQUIRED[0]:
        return f"package {text(given.get('packageName'))} {text(given.get('versionRange'))}".rstrip()
    if kind == REQUIRED[2]:
        return f"constraint {value_text(value)}"
    return " ".join(
        [text(given.get("kind")) or "(no kind)", text(given.get("version")), f"of {text(given.get('group'))}"]
    )
