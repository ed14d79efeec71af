"""The facts of a ClusterServiceVersion: the bundle in words."""

from collections.abc import Iterator, Mapping
from itertools import islice

from xpkgtui.formats.fact import Fact, brief, cells, heading, listed, metadata, rest, spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.facts.described import annotations_of, beside_labels, required
from xpkgtui.formats.registry_v1.facts.makers import made_by
from xpkgtui.formats.registry_v1.facts.permissions import permissions
from xpkgtui.formats.registry_v1.facts.running import running
from xpkgtui.formats.registry_v1.layout import CHANNELS, CSV, DEFAULT_CHANNEL, PACKAGE
from xpkgtui.untyped import field, listing, mapping, text

_MODES = ("AllNamespaces", "SingleNamespace", "OwnNamespace", "MultiNamespace")
_MANY = 20


def of_service_version(value: object, package: PackageObjects) -> Iterator[Fact]:
    """Who it is, what it upgrades, what it provides and needs, what it may do, what it runs, who made it."""
    annotations = annotations_of(package)
    yield from _names(value, annotations)
    yield from _upgrades(value)
    yield from _apis(value, package)
    yield from _modes(value)
    yield from permissions(value)
    yield from running(value)
    yield from beside_labels(package, annotations)
    yield from made_by(value)


def _names(value: object, annotations: Mapping[str, str]) -> Iterator[Fact]:
    said, version = spec(value), brief(spec(value).get("version"))
    name = brief(metadata(value).get("name")) or "(no name)"
    shown = brief(said.get("displayName")) or name
    yield heading(f"{shown} {f'v{version}' if version else ''}", CSV)
    if summary := brief(mapping(metadata(value).get("annotations")).get("description")):
        yield "", summary
    yield "name", name
    yield "package", brief(annotations.get(PACKAGE, "")) or "not given"
    if provider := brief(field(said, "provider", "name")):
        yield "provider", provider
    yield "version", version or "not given"
    if channels := annotations.get(CHANNELS):
        default = annotations.get(DEFAULT_CHANNEL)
        yield (
            "channels",
            f"{listed(channels.split(','))}; " + (f"default {brief(default)}" if default else "no default"),
        )


def _upgrades(value: object) -> Iterator[Fact]:
    said = spec(value)
    replaces, skips = brief(said.get("replaces")), listing(said.get("skips"))
    versions = brief(mapping(metadata(value).get("annotations")).get("olm.skipRange"))
    edges = [f"{replaces}, which it replaces"] if replaces else []
    edges += [f"{listed(skips)}, which it skips"] if skips else []
    edges += [f"{versions}, by its skipRange"] if versions else []
    yield "upgrades from", "\n".join(edges) or "nothing: it neither replaces nor skips a version"


def _apis(value: object, package: PackageObjects) -> Iterator[Fact]:
    yield "provides", "\n".join(_listed_apis(value, "owned")) or "no APIs"
    needs = [*_listed_apis(value, "required"), *required(package)]
    if needs:
        yield "requires", "\n".join(f"! {one}" for one in needs)
        yield "OLM v1", "✗ refuses what requires packages or APIs"
    oldest = brief(spec(value).get("minKubeVersion"))
    yield "Kubernetes", f"{oldest} or later" if oldest else "any version"


def _listed_apis(value: object, which: str) -> Iterator[str]:
    families: dict[tuple[str, str], list[str]] = {}
    for part in ("customresourcedefinitions", "apiservicedefinitions"):
        for one in listing(field(spec(value), part, which)):
            group = text(field(one, "group")) or text(field(one, "name")).partition(".")[2]
            families.setdefault((brief(field(one, "kind")), brief(group)), []).append(brief(field(one, "version")))
    alike: dict[tuple[str, str], list[str]] = {}
    for (kind, group), versions in families.items():
        alike.setdefault((", ".join(versions), group), []).append(kind)
    for (names, group), kinds in islice(alike.items(), _MANY):
        yield f"{listed(kinds)} {names}" + (f" of {group}" if group else "")
    if more := rest(len(alike) - _MANY):
        yield more.strip()


def _modes(value: object) -> Iterator[Fact]:
    modes = {
        text(field(one, "type")): field(one, "supported") is True for one in listing(spec(value).get("installModes"))
    }
    if not modes:
        yield "install modes", "✗ none is listed"
        return
    names = [*(one for one in _MODES if one in modes), *(one for one in modes if one not in _MODES)][:_MANY]
    signed = [f"{'✓' if modes[name] else '–'} {brief(name, 60)}" for name in names]
    yield "install modes", "\n".join(cells(*signed[first : first + 2]) for first in range(0, len(signed), 2))
