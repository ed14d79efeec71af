"""The facts of the documents of a catalog."""

from collections import Counter
from collections.abc import Iterable, Iterator

from xpkgtui.formats.catalog.graphs.drawing import way_facts
from xpkgtui.formats.catalog.installable import installables
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, DEPRECATIONS, PACKAGE
from xpkgtui.formats.catalog.model.shapes import field_of
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.formats.catalog.written.upgrades import upgrades_of
from xpkgtui.formats.fact import Fact, brief, first, listed
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.untyped import listing
from xpkgtui.visible import plural


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of one document, by its schema."""
    schema, name = brief(field_of(value, "schema")), brief(field_of(value, "name"))
    yield "object", f"{schema} {name}".rstrip()
    of = brief(field_of(value, "package"))
    if of:
        yield "package", of
    if schema == DEPRECATIONS:
        yield from _deprecated(value)
        return
    if schema not in (PACKAGE, CHANNEL, BUNDLE) or not (of or name):
        return
    for found in upgrades_of(package, name if schema == PACKAGE else of):
        match schema:
            case "olm.package":
                yield "default", found.default or "no default channel"
                yield "channels", listed(_each(one.name for one in found.listed)) or "none"
                yield "bundles", plural(len(found.releases), "bundle")
                if found.deprecation:
                    yield "deprecated", brief(found.deprecation)
                yield "OLM v1", _installs(package, found)
            case "olm.channel":
                yield from _of_channel(found, name)
            case _:
                yield from _of_bundle(value, found, name)


def _installs(package: PackageObjects, found: PackageUpgrades) -> str:
    (one,) = installables(package, (found,))
    if not one.newest:
        return "no version in a channel"
    installs = f"installs {one.version}" if one.version else "installs none" if one.is_known else "not all was read"
    return f"{installs}; not {one.newest}: {brief(one.why)}" if one.why else installs


def _each(names: Iterable[str]) -> Iterator[str]:
    """Each name once; where several have it, how many."""
    for name, count in Counter(names).items():
        yield f"{name} ({count:,} times)" if count > 1 else name


def _of_channel(package: PackageUpgrades, name: str) -> Iterator[Fact]:
    for channel in package.channels:
        if channel.name == name:
            graph = package.graph(channel)
            yield "entries", plural(len(channel.entries), "bundle")
            yield "head", listed(graph.heads, 5) or "none"
            if graph.problem:
                yield "opm prints", brief(graph.problem)
    if name == package.default:
        yield "default", "of its package"
    if name in package.deprecated_channels:
        yield "deprecated", brief(package.deprecated_channels[name])


def _of_bundle(value: object, package: PackageUpgrades, name: str) -> Iterator[Fact]:
    release = package.releases.get(name)
    if release is not None and release.version:
        yield "version", brief(release.version)
    if image := brief(field_of(value, "image")):
        yield "image", image
    if name in package.deprecated:
        yield "deprecated", brief(package.deprecated[name])
    yield "channels", listed(_each(one.name for one in package.holding(name))) or "none"
    yield from way_facts(package, name)


def _deprecated(value: object) -> Iterator[Fact]:
    entries = listing(field_of(value, "entries"))
    yield from first(map(_entry, entries), len(entries), "deprecates", "deprecations", 100)


def _entry(one: object) -> Fact:
    schema, name = (brief(field_of(field_of(one, "reference"), word)) for word in ("schema", "name"))
    return "deprecates", f"{schema} {name}".rstrip() + f": {brief(field_of(one, 'message'))}"
