"""How stacks are compared: how they are installed and what they depend on, by their app.yaml."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes.comparison import Changes
from xpkgtui.formats.changes.objects import compare_objects
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.stack.changes import app_rules
from xpkgtui.formats.stack.files import Sort, inside, sorts_of
from xpkgtui.formats.stack.shapes import found
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, text

_SCOPE, _DEPENDS = "permissionScope", "dependsOn"


def compare_files(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a file that holds no object of Kubernetes."""
    if old is None or new is None or Sort.APP not in sorts_of(inside(new.side.file(new.chunk))):
        yield from compare_objects(old, new)
        return
    before, after = (text(found(one.value, _SCOPE)) for one in (old, new))
    if before != after:
        path = FieldPath.of(_SCOPE)
        yield app_rules.scope_changed(
            At(field=_SCOPE, old=path, new=path, before=before or None, after=after or None)
        )
    left, right = _wanted(old), _wanted(new)
    for name, number in right.items():
        if name not in left:
            path = FieldPath.of(_DEPENDS, number)
            yield app_rules.dependency_new(At(field=str(path), new=path, after=name), name)
    for name, number in left.items():
        if name not in right:
            path = FieldPath.of(_DEPENDS, number)
            yield app_rules.dependency_gone(At(field=str(path), old=path, before=name), name)
    yield from compare_objects(_rest(old), _rest(new))


def _wanted(thing: Thing) -> dict[str, int]:
    """The definitions and packages that the package depends on, with their places."""
    names: dict[str, int] = {}
    for number, one in enumerate(listing(found(thing.value, _DEPENDS))):
        if name := text(field(one, "crd")) or text(field(one, "package")):
            names.setdefault(name, number)
    return names


def _rest(thing: Thing) -> Thing:
    judged = (_SCOPE.casefold(), _DEPENDS.casefold())
    return replace(thing, value={key: one for key, one in thing.value.items() if str(key).casefold() not in judged})


CHANGES = Changes(pairs={("", ""): compare_files}, modules=(app_rules,))
