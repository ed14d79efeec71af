"""What the comparison of single documents asks about the rest of a catalog: its packages, and their upgrades."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from xpkgtui.documents.chunk import Chunk
from xpkgtui.formats.catalog.model.blobs import PACKAGE, CatalogModel, ChannelEntry
from xpkgtui.formats.catalog.model.graph import SortedVersions
from xpkgtui.formats.catalog.model.releases import VersionRelease
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.formats.catalog.written.upgrades import blob_in, package_upgrades
from xpkgtui.formats.changes.side import Side, Thing

_CHUNKS, _UPGRADES = "chunks by package", "upgrades by package"


def package_of(thing: Thing) -> str:
    """The package that a document belongs to, or describes."""
    blob = thing.chunk.blob
    if blob is None:
        return ""
    return blob.package or (blob.name if blob.schema == PACKAGE else "") or ""


def is_alone(thing: Thing) -> bool:
    """Whether the other side does not have the whole package, so that its documents are not listed one by one."""
    name = package_of(thing)
    return name in _packages(thing.side) and name not in _packages(thing.side.other)


def chunks_of(side: Side, package: str) -> Sequence[Chunk]:
    """The documents of a package."""
    found: dict[str, list[Chunk]] | None = side.kept.get(_CHUNKS)
    if found is None:
        found = defaultdict(list)
        for key, chunk in side.chunks.items():
            found[key.name if key.kind == PACKAGE else key.group].append(chunk)
        side.kept[_CHUNKS] = found = dict(found)
    return found.get(package, ())


def upgrades_of(side: Side, package: str) -> PackageUpgrades:
    """The upgrades of a package, read when they are first asked for."""
    known: dict[str, PackageUpgrades] = side.kept.setdefault(_UPGRADES, {})
    if package not in known:
        blobs = (
            blob_in(side.text(chunk), chunk.number, chunk.blob, partial(_value, side, chunk))
            for chunk in chunks_of(side, package)
            if chunk.blob is not None
        )
        known[package] = package_upgrades(CatalogModel.of(one for one in blobs if one is not None), package)
    return known[package]


def _value(side: Side, chunk: Chunk) -> object:
    found = side.read(chunk)
    return found.value if isinstance(found, Thing) else None


def followers(entries: Iterable[ChannelEntry], versions: Mapping[str, VersionRelease | None]) -> dict[str, str]:
    """The first of these entries that follows each bundle, for bundles with their versions; not for those without.

    Looks at each entry and each bundle once, however many there are.
    """
    found: dict[str, str] = {}
    known = sorted(((one, name) for name, one in versions.items() if one is not None), key=lambda pair: pair[0].key)
    places = SortedVersions([one.version for one, _ in known])
    free = list(range(len(known) + 1))
    """The first place at or behind a place that no range has met."""
    for entry in entries:
        for name in (entry.replaces, *entry.skips):
            if name in versions:
                found.setdefault(name, entry.name)
        for first, behind in places.runs(entry.skip_range) if entry.skip_range else ():
            place = _root(free, first)
            while place < behind:
                found.setdefault(known[place][1], entry.name)
                free[place] = place + 1
                place = _root(free, place)
    return found


def _root(free: list[int], place: int) -> int:
    while free[place] != place:
        free[place] = free[free[place]]
        place = free[place]
    return place


def _packages(side: Side) -> frozenset[str]:
    found: frozenset[str] = side.kept.get(PACKAGE) or frozenset(
        key.name for key in side.chunks if key.kind == PACKAGE
    )
    side.kept[PACKAGE] = found
    return found
