"""The way from one bundle to another: names, versions, and what the new one replaces and skips."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.registry_v1.changes import release_rules as rules
from xpkgtui.rules.changes.rule import At, Difference, refused
from xpkgtui.untyped import field, listing, text
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange

_SKIP_RANGE, _SUBSTITUTES = "olm.skipRange", "olm.substitutesFor"
_REPLACES = FieldPath.of("spec", "replaces")
_SOME = 4
"""Skipped bundles that a sentence names."""


def compare_releases(old: Thing, new: Thing) -> Iterator[Difference]:
    """Whether OLM goes from the old bundle to the new one by itself, and whether the version is lower."""
    before, after = (text(field(one.value, "metadata", "name")) for one in (old, new))
    name = FieldPath.of("metadata", "name")
    at = At(field="spec.replaces", old=name, new=_REPLACES, before=before or None, after=_replaces(new) or None)
    versions = _version(old), _version(new)
    if before == after:
        yield rules.same_name(At(old=name, new=name), after)
    elif how := _way(before, versions[0], new):
        yield rules.has_way(at, before, how)
    else:
        given = text(field(old.value, "spec", "version"))
        yield refused(rules.no_way(at, before, after, given, list(_said(new))))
    if versions[0] is not None and versions[1] is not None and versions[1] < versions[0]:
        path = FieldPath.of("spec", "version")
        yield rules.downgrade(
            At(field=str(path), old=path, new=path, before=str(versions[0]), after=str(versions[1]))
        )


def _version(thing: Thing) -> BlangVersion | None:
    try:
        return BlangVersion.parse(text(field(thing.value, "spec", "version")))
    except Malformed:
        return None


def _replaces(thing: Thing) -> str:
    return text(field(thing.value, "spec", "replaces"))


def _range(thing: Thing) -> str:
    return text(field(thing.value, "metadata", "annotations", _SKIP_RANGE))


def _way(old: str, version: BlangVersion | None, new: Thing) -> str:
    """How the new bundle follows the old one; empty text if it does not."""
    if old and _replaces(new) == old:
        return f"it replaces {old}"
    if old in map(text, listing(field(new.value, "spec", "skips"))):
        return f"it skips {old}"
    if version is not None and (given := _range(new)) and _includes(given, version):
        return f"its skipRange {given} includes {version}"
    return ""


def _includes(given: str, version: BlangVersion) -> bool:
    try:
        return BlangRange.parse(given).matches(version)
    except Malformed:
        return False


def _said(new: Thing) -> Iterator[str]:
    """What the new bundle replaces and skips, a clause each."""
    if replaces := _replaces(new):
        yield f"it replaces {replaces}"
    if skips := [text(one) for one in listing(field(new.value, "spec", "skips"))]:
        more = f" and {len(skips) - _SOME:,} more" if len(skips) > _SOME else ""
        yield f"it skips {', '.join(skips[:_SOME])}{more}"
    if given := _range(new):
        yield f"its skipRange is {given}"
    if given := text(field(new.value, "metadata", "annotations", _SUBSTITUTES)):
        yield f"its annotation {_SUBSTITUTES} names {given}"
