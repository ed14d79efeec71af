"""Packages and deprecations of two catalogs compared."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.changes import channel_rules as rules
from xpkgtui.formats.catalog.changes.sides import is_alone, package_of, upgrades_of
from xpkgtui.formats.catalog.model.blobs import CHANNEL, PACKAGE
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import compare_objects, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, text

_DEFAULT = "defaultChannel"
_WORDS = {CHANNEL: "the channel", PACKAGE: "the package"}

Reference = tuple[str, str]
"""The schema and the name of what is deprecated."""


def compare_packages(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The package itself; its channels and bundles are compared by themselves."""
    thing = new or old
    if thing is None:
        return
    name = package_of(thing)
    if old is None:
        found = upgrades_of(thing.side, name)
        yield rules.package_added(At(new=FieldPath()), name, len(found.channels), len(found.releases))
    elif new is None:
        yield rules.package_removed(At(old=FieldPath()), name)
    else:
        path = FieldPath.of(_DEFAULT)
        before, after = (text(field(one.value, _DEFAULT)) for one in (old, new))
        if before != after:
            at = At(field=_DEFAULT, old=path, new=path, before=before or None, after=after or None)
            yield rules.default_changed(at, name)
        yield from other_fields(old, new, (_DEFAULT,))


def compare_deprecations(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """What is deprecated from now on, and what is not any more."""
    thing = new or old
    if thing is None or ((old is None or new is None) and is_alone(thing)):
        return
    package = package_of(thing)
    before, after = _entries(old), _entries(new)
    for reference, (number, says) in after.items():
        path = FieldPath.of("entries", number)
        if reference not in before:
            yield rules.deprecated(At(field=str(path), new=path, after=says), _what(reference, package), says)
        elif before[reference][1] != says:
            was = FieldPath.of("entries", before[reference][0])
            at = At(field=f"{path}.message", old=was, new=path, before=before[reference][1], after=says)
            yield object_rules.field_changed(at, is_words=True)
    for reference, (number, says) in before.items():
        if reference not in after:
            path = FieldPath.of("entries", number)
            yield rules.not_deprecated(At(field=str(path), old=path, before=says), _what(reference, package))
    if old is not None and new is not None and before == after:
        yield from compare_objects(old, new)


def _entries(thing: Thing | None) -> dict[Reference, tuple[int, str]]:
    found: dict[Reference, tuple[int, str]] = {}
    for number, one in enumerate(listing(field(thing.value if thing else None, "entries"))):
        reference = text(field(one, "reference", "schema")), text(field(one, "reference", "name"))
        found.setdefault(reference, (number, text(field(one, "message")).strip()))
    return found


def _what(reference: Reference, package: str) -> str:
    schema, name = reference
    word = _WORDS.get(schema, "the bundle")
    return f"{word} {name or package}" + (f" of {package}" if name and schema == CHANNEL else "")
