"""Packages, channels and deprecations of two catalogs compared: heads, entries, and who loses a way to upgrade."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.changes import channel_rules as rules
from xpkgtui.formats.catalog.changes.sides import followers, is_alone, package_of, upgrades_of
from xpkgtui.formats.catalog.model.blobs import CHANNEL, PACKAGE, Channel, ChannelEntry
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import compare_objects, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass

_ENTRIES = FieldPath.of("entries")
_SOME = 12
"""Bundles that a sentence names."""
_ASKED = 20
"""Bundles that lost their way for which one that keeps it is sought."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ChannelSide:
    """A channel in one of the two catalogs."""

    upgrades: PackageUpgrades
    channel: Channel

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads as opm finds them; a sound channel has one."""
        return self.upgrades.graph(self.channel).heads

    @cached_property
    def entries(self) -> dict[str, tuple[int, ChannelEntry]]:
        """The entries by their names, with their places."""
        return {one.name: (number, one) for number, one in reversed([*enumerate(self.channel.entries)])}


def compare_channels(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a channel that both catalogs have, or one of them."""
    thing = new or old
    if thing is None or ((old is None or new is None) and is_alone(thing)):
        return
    package = package_of(thing)
    name = (thing.chunk.blob.name if thing.chunk.blob else "") or ""
    if old is None:
        yield rules.channel_added(At(new=FieldPath()), package, name)
        return
    if new is None:
        left = [one.name for one in upgrades_of(old.side.other, package).listed][:_SOME]
        yield rules.channel_removed(At(old=FieldPath()), package, name, left)
        return
    before, after = (_side(one, package, name) for one in (old, new))
    if before is None or after is None:
        yield from compare_objects(old, new)
        return
    yield from _head(before, after, package)
    yield from _ways(before, after, f"{name} of {package}")
    yield from _entries(before, after, package)
    yield from other_fields(old, new, ("entries",))


def _side(thing: Thing, package: str, name: str) -> ChannelSide | None:
    upgrades = upgrades_of(thing.side, package)
    channel = next((one for one in upgrades.channels if one.name == name), None)
    return ChannelSide(upgrades=upgrades, channel=channel) if channel is not None else None


def _head(old: ChannelSide, new: ChannelSide, package: str) -> Iterator[Difference]:
    before, after = (one.heads[0] if len(one.heads) == 1 else "" for one in (old, new))
    if before == after:
        return
    is_lower = bool(before and after) and new.upgrades.rank(after) < old.upgrades.rank(before)
    at = At(field="entries", old=_ENTRIES, new=_ENTRIES, before=before or None, after=after or None)
    yield rules.head_moved(at, package, is_lower=is_lower)


def _ways(old: ChannelSide, new: ChannelSide, channel: str) -> Iterator[Difference]:
    """The bundles for which OLM v0 had a way in the old catalog, and has none in the new one."""
    order = old.upgrades.order(old.channel)
    behind = old.upgrades.left_behind(old.channel)
    had = [one.name for one in old.channel.entries if one.name not in behind]
    if order.problem or not had:
        return
    is_lost = _lost(old, new)
    lost = [name for name in dict.fromkeys(had) if is_lost(name)]
    if not lost:
        return
    over = {_kept(old, name, is_lost) for name in lost[:_ASKED]} if len(lost) <= _ASKED else set()
    at = At(field="entries", old=_ENTRIES, new=_ENTRIES)
    why = new.upgrades.order(new.channel).problem
    yield rules.way_lost(at, channel, some(lost), why, over.pop() if len(over) == 1 else "")


def _lost(old: ChannelSide, new: ChannelSide) -> Callable[[str], bool]:
    """Whether OLM v0 goes nowhere in the new channel from a bundle of the old one that is not its head."""
    order = new.upgrades.order(new.channel)
    entries, behind = new.entries, new.upgrades.left_behind(new.channel)
    gone = {name: old.upgrades.versions.get(name) for name in old.entries if name not in entries}
    followed = followers((entries[name][1] for name in order.names), gone)

    def is_lost(name: str) -> bool:
        if order.problem:
            return True
        if name in entries:
            return name in behind
        return name not in followed

    return is_lost


def _kept(old: ChannelSide, name: str, is_lost: Callable[[str], bool]) -> str:
    """The first bundle on the old way that keeps its way; empty text if there is none."""
    way = old.upgrades.way_v0(old.upgrades.installed(name), old.channel)
    return next((one for one in way.path if not is_lost(one)), "")


def _entries(old: ChannelSide, new: ChannelSide, package: str) -> Iterator[Difference]:
    """Entries that are gone or new though their bundles are in both catalogs, and those that lead from others."""
    before, after = old.entries, new.entries
    if gone := [name for name in before if name not in after and name in new.upgrades.releases]:
        at = At(field="entries", old=FieldPath.of("entries", before[gone[0]][0]), new=_ENTRIES)
        yield rules.entry_removed(at, package, some(gone), "one of these" if len(gone) > 1 else gone[0])
    for name, (number, entry) in after.items():
        path = FieldPath.of("entries", number)
        if name not in before:
            if name in old.upgrades.releases:
                yield rules.edges_changed(At(field=str(path), new=path), name, ["is in it now"])
            continue
        place, was = before[name]
        if says := list(_edges(was, entry)):
            at = At(field=str(path), old=FieldPath.of("entries", place), new=path)
            yield rules.edges_changed(at, name, says)


def _edges(old: ChannelEntry, new: ChannelEntry) -> Iterator[str]:
    if old.replaces != new.replaces:
        yield f"replaces {new.replaces or 'nothing'}, was {old.replaces or 'nothing'}"
    before, after = frozenset(old.skips), frozenset(new.skips)
    gone, more = [one for one in old.skips if one not in after], [one for one in new.skips if one not in before]
    if gone:
        yield f"does not skip {', '.join(some(gone))} any more"
    if more:
        yield f"skips {', '.join(some(more))} now"
    if old.skip_range != new.skip_range:
        yield f"skipRange is {new.skip_range or 'not given any more'}, was {old.skip_range or 'not given'}"


def some(names: Sequence[str]) -> list[str]:
    """The first names, and how many more there are."""
    more = [f"{len(names) - _SOME:,} more"] if len(names) > _SOME else []
    return [*names[:_SOME], *more]


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
    before, after = _deprecations(old), _deprecations(new)
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


def _deprecations(thing: Thing | None) -> dict[Reference, tuple[int, str]]:
    found: dict[Reference, tuple[int, str]] = {}
    for number, one in enumerate(listing(field(thing.value if thing else None, "entries"))):
        reference = text(field(one, "reference", "schema")), text(field(one, "reference", "name"))
        found.setdefault(reference, (number, text(field(one, "message")).strip()))
    return found


def _what(reference: Reference, package: str) -> str:
    schema, name = reference
    word = _WORDS.get(schema, "the bundle")
    return f"{word} {name or package}" + (f" of {package}" if name and schema == CHANNEL else "")
