"""The dependencies of a catalog: of one of its packages, or of all that require something."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from xpkgtui.documents.chunk import BlobNames
from xpkgtui.errors import NotFound
from xpkgtui.formats.catalog.model.blobs import (
    BUNDLE,
    CHANNEL,
    PACKAGE,
    Blob,
    CatalogModel,
    Channel,
    template_among,
)
from xpkgtui.formats.catalog.model.graph import order_of
from xpkgtui.formats.catalog.written.upgrades import LARGE, blob_in, small_properties_of
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedChannel, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle
from xpkgtui.formats.dependencies.operators.resolver import PreferredCatalogs, Resolver
from xpkgtui.formats.dependencies.operators.tree import Catalogs, OperatorTree, named_by, opened
from xpkgtui.formats.dependencies.questions import (
    Asking,
    PackageContents,
    PackageDependencies,
    ResolveOptions,
    RootPackage,
)
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.visible import few, plural

_KINDS = (PACKAGE, CHANNEL, BUNDLE)


def offers_of(contents: PackageContents) -> CatalogOffers:
    """The packages of a catalog with their channels and bundles."""
    case, heads = contents.case, contents.objects.heads
    blobs = tuple(_blobs(contents.objects))
    lost = sum(one.role is Role.BROKEN or one.kind in _KINDS for one in heads) - len(blobs)
    reading = case.reading
    unread = f"{plural(lost, 'document')} of {case.source.name} cannot be read" if lost > 0 else ""
    if case.reached or (reading is not None and (reading.truncated or reading.limit)):
        unread = f"not all of {case.source.name} was read"
    if template := template_among(heads):
        unread = f"{case.source.name} is a template ({template[0]}), no catalog yet. {template[1]}"
    return CatalogOffers(
        source=case.source.name, channels_of=channels_in(CatalogModel.of(blobs), case.source.name), unread=unread
    )


def channels_in(model: CatalogModel, source: str) -> dict[str, tuple[OfferedChannel, ...]]:
    """The channels of each package: the default one first, then by name."""
    bundles = {id(one): one.offered(LARGE) for each in model.bundles_of.values() for one in each.values()}
    found = {}
    for package, channels in model.channels_of.items():
        offered = (_channel(source, model, one, bundles) for one in channels)
        found[package] = tuple(sorted(offered, key=lambda one: (not one.is_default, one.name)))
    return found


def _blobs(objects: PackageObjects) -> Iterator[Blob]:
    for head in objects.heads:
        if head.kind not in _KINDS:
            continue
        names = BlobNames(schema=head.kind, package=head.group, name=head.name)
        read = partial(objects.read, head)
        blob = blob_in(objects.text(head), head.document, names, read, properties_of=small_properties_of)
        if blob is not None:
            yield blob


def _channel(source: str, model: CatalogModel, channel: Channel, known: dict[int, OfferedBundle]) -> OfferedChannel:
    there = model.bundles_of.get(channel.package, {})
    package = model.package_of.get(channel.package)
    is_default = package is not None and package.default == channel.name
    order = order_of(channel.entries)
    entries = {
        one.name: OfferedEntry(
            bundle=known[id(there[one.name])],
            channel=channel.name,
            is_default=is_default,
            catalog=source,
            replaces=one.replaces,
            skip_range=one.skip_range,
        )
        for one in channel.entries
        if one.name in there
    }
    return OfferedChannel(
        package=channel.package,
        name=channel.name,
        is_default=is_default,
        bundles=tuple(one.bundle for one in entries.values()),
        chain=tuple(entries[name] for name in order.names if name in entries),
        problem=order.problem,
    )


_FEW = 8
_MOST_WORK = 5_000_000
"""Bundles that are looked at for all packages of a catalog, each one as often as it comes into question."""
_MOST_OLDER = 50
"""Bundles of a channel that are tried where its head cannot be installed."""


class CatalogDependencies(PackageDependencies):
    """The dependencies of packages, as OLM v0 resolves them in their own catalog, and then in others."""

    def holds(self, contents: PackageContents) -> CatalogOffers:
        """Everything that it offers."""
        return offers_of(contents)

    def direct(self, root: RootPackage) -> DependencyTree:
        """What OLM v0 installs with a package out of the same catalog; no request is needed for it."""
        return _tree_of(root, _account(root, Catalogs()))

    def resolve(self, root: RootPackage, options: ResolveOptions) -> Asking:
        """What it installs out of other catalogs too."""
        account = _account(root, (yield from opened(options)))
        tree = _tree_of(root, account)
        fault = (yield from named_by((*account.roots, *account.chosen))) if account and options.images else ""
        return replace(tree, unread=tree.unread or fault)


DEPENDENCIES = CatalogDependencies()


def _tree_of(root: RootPackage, account: OperatorTree | None) -> DependencyTree:
    if account is None:
        return DependencyTree(unread=root.opened.fault or "it could not be read")
    return account.tree(is_resolved=True)


def _account(root: RootPackage, others: Catalogs) -> OperatorTree | None:
    """What becomes of it; None where the catalog could not be read."""
    own = root.opened.holds
    if not isinstance(own, CatalogOffers):
        return None
    catalogs = (own, *others.offers)
    account = (_of_package if root.package else _of_all)(root, catalogs, others.unread)
    account.count(others.installed)
    return account


def _of_all(root: RootPackage, catalogs: tuple[CatalogOffers, ...], unread: str) -> OperatorTree:
    """The packages whose newest bundle requires something."""
    account = OperatorTree(root.source, "Catalog", catalogs=catalogs, unread=unread)
    refused: list[str] = []
    preferred = PreferredCatalogs(catalogs)
    spent = 0
    for name in sorted(catalogs[0].channels_of):
        entry = catalogs[0].entry(name)
        if entry is None or not entry.bundle.requires:
            continue
        if entry.bundle.refused:
            refused.append(name)
        if spent > _MOST_WORK:
            account.leave_open(name, entry.bundle.version)
            continue
        resolver = Resolver(entry, preferred, _chain(catalogs[0], entry))
        account.resolve(resolver, name)
        spent += resolver.work
    if refused:
        account.remark(
            f"OLM v1 does not install what requires something: {few(refused, _FEW)}",
            "Name one with --package to see what OLM v1 prints",
            tuple(refused),
        )
    return account


def _of_package(root: RootPackage, catalogs: tuple[CatalogOffers, ...], unread: str) -> OperatorTree:
    entry = _entry(root, catalogs[0])
    account = OperatorTree(root.package, "Package", entry.bundle.version, catalogs=catalogs, unread=unread)
    chain = () if root.version else _chain(catalogs[0], entry)
    preferred = PreferredCatalogs(catalogs)
    resolver = Resolver(entry, preferred, chain)
    account.resolve(resolver)
    if entry.bundle.refused:
        account.refused_by_v1(entry.bundle.name, entry.bundle.refused)
    if resolver.solve() == () and (older := _older(entry, chain, preferred)):
        account.remark(f"OLM v0 installs {older} instead: the first one in {entry.channel} that can be installed")
    return account


def _entry(root: RootPackage, own: CatalogOffers) -> OfferedEntry:
    """The bundle that is asked about; raises `NotFound`."""
    channels = own.channels_of.get(root.package)
    if channels is None:
        names = sorted(own.channels_of)
        near = [one for one in names if root.package in one or one in root.package] or names
        hint = f"It has {few(near, _FEW)}." if near else ""
        raise NotFound(f"The catalog has no package {root.package}.", hint=hint)
    names = [one.name for one in channels]
    if root.channel and root.channel not in names:
        title = f"The package {root.package} has no channel {root.channel}."
        raise NotFound(title, hint=f"It has {few(names, _FEW)}.")
    found = own.entry(root.package, root.version, root.channel)
    if found is None and root.version:
        known = dict.fromkeys(one.version for channel in channels for one in channel.bundles if one.version)
        hint = f"It has {few([*known], _FEW)}." if known else ""
        place = f" in {root.channel}" if root.channel else ""
        raise NotFound(f"The package {root.package} has no version {root.version}{place}.", hint=hint)
    if found is None:
        asked = (one for one in channels if root.channel in ("", one.name))
        why = next((f": in {one.name}, {one.problem}" for one in asked if one.problem), "")
        raise NotFound(f"No channel of {root.package} has a bundle that OLM v0 installs{why}.")
    return found


def _chain(own: CatalogOffers, entry: OfferedEntry) -> tuple[OfferedEntry, ...]:
    return next((one.chain for one in own.channels_of.get(entry.bundle.package, ()) if entry in one.chain), ())


def _older(entry: OfferedEntry, chain: Sequence[OfferedEntry], catalogs: PreferredCatalogs) -> str:
    """The bundle that a subscription gets where the head cannot be installed; empty where it gets none."""
    behind = chain[chain.index(entry) + 1 :] if entry in chain else ()
    for one in behind[:_MOST_OLDER]:
        resolver = Resolver(one, catalogs, chain)
        if resolver.faults or resolver.is_too_large or (found := resolver.solve()) is None:
            return ""
        if found:
            return one.bundle.name
    return ""
