"""What the Compositions of a set compose, and where each says so."""

from collections.abc import Iterator
from typing import NamedTuple

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.xpkg.compositions.composed_kinds import ComposedKind, composed_kinds
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.untyped import field, listing, text


class Composing(NamedTuple):
    """A Composition that composes a kind."""

    kind: ComposedKind
    name: str
    object: ObjectName | None
    place: Place


def _composing(case: SetCase) -> Iterator[Composing]:
    """What is composed: by the Compositions of the set, and by those that packages bring."""
    own = {one.name.name for one in case.of(EXTENSIONS, COMPOSITION)}
    for one in case.of(EXTENSIONS, COMPOSITION):
        for kind in composed_kinds(one.value).kinds:
            yield Composing(kind, one.name.name, one.name, _base(one, kind))
    members = {one.manifest.key: one for one in case.members}
    for each in case.best.cluster.definitions_of(COMPOSITION):
        revision = next((one for one in case.best.cluster.revisions.values() if one.title == each.controller), None)
        member = members.get((revision.kind, revision.package)) if revision else None
        for kind in each.brought.composes if each.brought.name not in own else ():
            place = member.place if member else Place()
            yield Composing(kind, each.brought.name, member.object.name if member else None, place)


def _base(one: SetObject, kind: ComposedKind) -> Place:
    """The place of the first base of a kind; of a template that of its step."""
    for number, step in enumerate(listing(field(one.value, "spec", "pipeline"))):
        for index, resource in enumerate(listing(field(step, "input", "resources"))):
            base = field(resource, "base")
            group = text(field(base, "apiVersion")).rpartition("/")[0]
            if (group, text(field(base, "kind"))) == (kind.group, kind.kind):
                return one.at("spec", "pipeline", number, "input", "resources", index, "base", "kind")
    return one.at("spec", "pipeline")


def by_kind(case: SetCase) -> dict[tuple[str, str], list[Composing]]:
    """What is composed, by group and kind."""
    found: dict[tuple[str, str], list[Composing]] = {}
    for one in _composing(case):
        found.setdefault((one.kind.group, one.kind.kind), []).append(one)
    return found
