"""What a catalog offers, read out of its documents."""

from collections.abc import Iterator
from functools import partial

from xpkgtui.documents.chunk import BlobNames
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, PACKAGE, Blob, Bundle, Channel
from xpkgtui.formats.catalog.model.catalog import CatalogModel
from xpkgtui.formats.catalog.model.graph import order_of
from xpkgtui.formats.catalog.written.by_lines import LARGE, small_properties_of
from xpkgtui.formats.catalog.written.upgrades import blob_in
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedChannel, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import (
    REFUSED_BY_V1,
    OfferedBundle,
    api_of,
    bar,
    requirements_of,
)
from xpkgtui.formats.dependencies.questions import PackageContents
from xpkgtui.formats.fact import amount
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.untyped import field, text

_KINDS = (PACKAGE, CHANNEL, BUNDLE)


def offers_of(contents: PackageContents) -> CatalogOffers:
    """The packages of a catalog with their channels and bundles."""
    case, heads = contents.case, contents.objects.heads
    blobs = tuple(_blobs(contents.objects))
    lost = sum(one.role is Role.BROKEN or one.kind in _KINDS for one in heads) - len(blobs)
    reading = case.reading
    unread = f"{amount(lost, 'document')} of {case.source.name} cannot be read" if lost > 0 else ""
    if case.reached or (reading is not None and (reading.truncated or reading.limit)):
        unread = f"not all of {case.source.name} was read"
    return CatalogOffers(
        source=case.source.name, channels_of=channels_in(CatalogModel.of(blobs), case.source.name), unread=unread
    )


def channels_in(model: CatalogModel, source: str) -> dict[str, tuple[OfferedChannel, ...]]:
    """The channels of each package: the default one first, then by name."""
    bundles = {id(one): _offered(one) for each in model.bundles_of.values() for one in each.values()}
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


def _offered(bundle: Bundle) -> OfferedBundle:
    provided = [api_of(one.value) for one in bundle.of_type("olm.gvk")]
    return OfferedBundle(
        name=bundle.name,
        package=bundle.package,
        version=bundle.version,
        provides=frozenset(provided),
        labels=frozenset(text(field(one.value, "label")) for one in bundle.of_type("olm.label")),
        requires=requirements_of((one.type, one.value) for one in bundle.properties),
        refused=next((one.type for one in bundle.properties if one.type in REFUSED_BY_V1), ""),
        properties=tuple((one.type, one.value) for one in bundle.properties),
        hidden=tuple(sorted(LARGE)),
        document=bundle.document,
        barred=bar([one.type for one in bundle.properties], provided),
    )
