"""The facts of a ClusterServiceVersion: the bundle in words."""

from collections.abc import Iterator, Mapping
from itertools import islice

from xpkgtui.formats.fact import Fact, brief, identity, listed, metadata, rest, spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.facts.described import annotations_of, beside_labels, required
from xpkgtui.formats.registry_v1.facts.permissions import permissions
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL, PACKAGE
from xpkgtui.untyped import field, listing, mapping, text

_MODES = ("AllNamespaces", "SingleNamespace", "OwnNamespace", "MultiNamespace")
_MANY = 20


def of_service_version(value: object, package: PackageObjects) -> Iterator[Fact]:
    """Who it is, what it upgrades, what it provides and needs, what it may do, and what it runs."""
    annotations = annotations_of(package)
    yield identity(value)
    yield from _names(value, annotations)
    yield from _upgrades(value)
    yield from _apis(value, package)
    yield from _modes(value)
    yield from permissions(value)
    yield from _deployments(value)
    yield from beside_labels(package, annotations)


def _names(value: object, annotations: Mapping[str, str]) -> Iterator[Fact]:
    said = spec(value)
    if name := brief(said.get("displayName")):
        yield "name", name
    yield "version", brief(said.get("version")) or "not given"
    if provider := brief(field(said, "provider", "name")):
        yield "provider", provider
    if package := annotations.get(PACKAGE):
        yield "package", brief(package)
    if channels := annotations.get(CHANNELS):
        default = annotations.get(DEFAULT_CHANNEL)
        yield (
            "channels",
            f"{listed(channels.split(','))}; " + (f"default {brief(default)}" if default else "no default"),
        )
    yield "Kubernetes", f"{oldest} or later" if (oldest := brief(said.get("minKubeVersion"))) else "any version"


def _upgrades(value: object) -> Iterator[Fact]:
    said = spec(value)
    replaces, skips = brief(said.get("replaces")), listing(said.get("skips"))
    versions = brief(mapping(metadata(value).get("annotations")).get("olm.skipRange"))
    edges = [f"{replaces}, which it replaces"] if replaces else []
    edges += [f"{listed(skips)}, which it skips"] if skips else []
    edges += [f"{versions}, by its skipRange"] if versions else []
    yield "upgrades from", "\n".join(edges) or "nothing: it neither replaces nor skips a version"


def _apis(value: object, package: PackageObjects) -> Iterator[Fact]:
    owned = [*_listed_apis(value, "owned")]
    yield "provides", "\n".join(owned) or "no APIs"
    needs = [*_listed_apis(value, "required"), *required(package)]
    if needs:
        yield "requires", "\n".join(needs)
        yield "OLM v1", "refuses it: it resolves no dependencies"


def _listed_apis(value: object, which: str) -> Iterator[str]:
    families: dict[tuple[str, str], list[str]] = {}
    for part in ("customresourcedefinitions", "apiservicedefinitions"):
        for one in listing(field(spec(value), part, which)):
            group = text(field(one, "group")) or text(field(one, "name")).partition(".")[2]
            families.setdefault((brief(field(one, "kind")), brief(group)), []).append(brief(field(one, "version")))
    for (kind, group), versions in islice(families.items(), _MANY):
        yield f"{kind} {', '.join(versions)}  {group}"
    if more := rest(len(families) - _MANY):
        yield more.strip()


def _modes(value: object) -> Iterator[Fact]:
    modes = {
        text(field(one, "type")): field(one, "supported") is True for one in listing(spec(value).get("installModes"))
    }
    if not modes:
        yield "install modes", "none is listed"
        return
    supported = [name for name in (*_MODES, *(each for each in modes if each not in _MODES)) if modes.get(name)]
    others = [name for name in modes if not modes[name]]
    yield (
        "install modes",
        (f"supports {listed(supported)}" if supported else "supports none")
        + (f"\nnot {listed(others)}" if others else ""),
    )


def _deployments(value: object) -> Iterator[Fact]:
    images: dict[str, None] = {}
    names = []
    for one in listing(field(spec(value), "install", "spec", "deployments")):
        names.append(brief(field(one, "name")) or "(no name)")
        pod = mapping(field(one, "spec", "template", "spec"))
        for container in (*listing(pod.get("initContainers")), *listing(pod.get("containers"))):
            images.setdefault(text(field(container, "image")))
    for one in listing(spec(value).get("relatedImages")):
        images.setdefault(text(field(one, "image")))
    images.pop("", None)
    yield "deployments", listed(names) or "none"
    for name in islice(images, _MANY):
        yield ("by digest" if "@sha256:" in name else "by tag"), brief(name)
    if more := rest(len(images) - _MANY):
        yield "images", more.strip()
    hooks = listing(spec(value).get("webhookdefinitions"))
    if hooks:
        yield "webhooks", listed(f"{text(field(one, 'type'))} {text(field(one, 'generateName'))}" for one in hooks)
