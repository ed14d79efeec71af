"""The upgrades of a catalog, read out of its documents; of bundles only what names and versions need."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from xpkgtui.documents.chunk import BlobNames
from xpkgtui.formats.catalog.model.blobs import (
    BUNDLE,
    CHANNEL,
    DEPRECATIONS,
    PACKAGE,
    REQUIRED,
    Blob,
    Bundle,
    Property,
    blob_of,
)
from xpkgtui.formats.catalog.model.catalog import CatalogModel
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades, Release
from xpkgtui.formats.catalog.written.by_lines import Properties, channel_of, properties_of
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.untyped import text

_KINDS = frozenset({PACKAGE, CHANNEL, BUNDLE, DEPRECATIONS})


def upgrades_of(objects: PackageObjects, package: str = "") -> tuple[PackageUpgrades, ...]:
    """The upgrades of one package, or of all in the order of their names."""
    return tuple(each_of(objects, *filter(None, (package,))))


def each_of(objects: PackageObjects, *packages: str) -> Iterator[PackageUpgrades]:
    """Yields the upgrades of some packages, or of all in the order of their names."""
    by_package: dict[str, list[ObjectHead]] = defaultdict(list)
    for head in objects.heads:
        if head.kind in _KINDS:
            by_package[head.group or ""].append(head)
    names = [one for one in packages if one in by_package] if packages else sorted(by_package)
    return (_cache.of(objects, name, by_package[name]) for name in names)


class _UpgradesCache:
    """The upgrades of the packages of the catalog that was read last; equal heads belong to the same text."""

    def __init__(self) -> None:
        self._kept: tuple[Sequence[ObjectHead], dict[str, PackageUpgrades]] = ((), {})

    def of(self, objects: PackageObjects, name: str, heads: Sequence[ObjectHead]) -> PackageUpgrades:
        """The upgrades of a package."""
        if self._kept[0] is not objects.heads:
            self._kept = (objects.heads, {})
        found = self._kept[1]
        if name not in found:
            made = package_upgrades(CatalogModel.of(_blobs(objects, heads)), name)
            channels = sum(head.kind == CHANNEL for head in heads)
            found[name] = replace(made, unread=max(0, channels - len(made.channels)))
        return found[name]


_cache = _UpgradesCache()


def _blobs(objects: PackageObjects, heads: Sequence[ObjectHead]) -> Iterator[Blob]:
    for head in heads:
        names = BlobNames(schema=head.kind or "", package=head.group, name=head.name)
        blob = blob_in(objects.text(head), head.document, names, partial(objects.read, head))
        if blob is not None:
            yield blob


def blob_in(
    written: bytes,
    document: int,
    names: BlobNames,
    read: Callable[[], object],
    properties_of: Callable[[bytes], Properties | None] = properties_of,
) -> Blob | None:
    """The typed value of a document by its text; it is only parsed by `read` where nothing faster does.

    Of bundles that are not JSON it has names, and those properties that `properties_of` reads.
    """
    value: object
    if written.lstrip()[:1] == b"{":
        value = _of_json(written, read)
    elif names.schema == CHANNEL and (channel := channel_of(document, written)) is not None:
        return channel
    elif names.schema == BUNDLE and (properties := properties_of(written)) is not None:
        found = tuple(Property(type=text(one.get("type")), value=one.get("value")) for one in properties)
        return Bundle(document=document, name=names.name or "", package=names.package or "", properties=found)
    else:
        value = read()
    return blob_of(document, value) if isinstance(value, dict) else None


def _of_json(written: bytes, read: Callable[[], object]) -> object:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return read()


def package_upgrades(model: CatalogModel, name: str) -> PackageUpgrades:
    """The upgrades of a package."""
    messages: dict[str, dict[str, str]] = {BUNDLE: {}, CHANNEL: {}, PACKAGE: {}}
    for one in model.deprecations_of.get(name, ()):
        for entry in one.entries:
            messages.setdefault(entry.schema, {})[entry.name] = entry.message
    package = model.package_of.get(name)
    return PackageUpgrades(
        name=name,
        document=package.document if package else None,
        default=package.default if package else "",
        channels=model.channels_of.get(name, ()),
        releases={key: _release(bundle) for key, bundle in model.bundles_of.get(name, {}).items()},
        deprecated=messages[BUNDLE],
        deprecated_channels=messages[CHANNEL],
        deprecation=next(iter(messages[PACKAGE].values()), ""),
    )


def _release(bundle: Bundle) -> Release:
    requires = next((one.type for one in bundle.properties if one.type in REQUIRED), "")
    return Release(name=bundle.name, version=bundle.version, document=bundle.document, requires=requires)
