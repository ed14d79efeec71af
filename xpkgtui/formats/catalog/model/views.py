"""The upgrades of each package, made of the documents of a catalog."""

from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, PACKAGE, REQUIRED, Bundle
from xpkgtui.formats.catalog.model.catalog import CatalogModel
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades, Release


def package_upgrades(model: CatalogModel, name: str) -> PackageUpgrades:
    """The upgrades of a package."""
    said: dict[str, dict[str, str]] = {BUNDLE: {}, CHANNEL: {}, PACKAGE: {}}
    for one in model.deprecations_of.get(name, ()):
        for entry in one.entries:
            said.setdefault(entry.schema, {})[entry.name] = entry.message
    package = model.package_of.get(name)
    return PackageUpgrades(
        name=name,
        document=package.document if package else None,
        default=package.default if package else "",
        channels=model.channels_of.get(name, ()),
        releases={key: _release(bundle) for key, bundle in model.bundles_of.get(name, {}).items()},
        deprecated=said[BUNDLE],
        deprecated_channels=said[CHANNEL],
        deprecation=next(iter(said[PACKAGE].values()), ""),
    )


def _release(bundle: Bundle) -> Release:
    requires = next((one.type for one in bundle.properties if one.type in REQUIRED), "")
    return Release(name=bundle.name, version=bundle.version, document=bundle.document, requires=requires)
