"""The operators that are installed in a cluster, as OLM v0 counts them before it looks into catalogs.

Source: operator-lifecycle-manager 0.45, pkg/controller/registry/resolver/source_csvs.go.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from xpkgtui.errors import Usage
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.dependencies.operators.offers import INSTALLED, CatalogOffers, OfferedChannel, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle, api_of, requirements_of
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass

_HINT = "Save them with: kubectl get csv,subscriptions -n NAMESPACE -o yaml > installed.yaml"
_PROPERTIES = "operatorframework.io/properties"
_APIS = {"customresourcedefinitions": "name", "apiservicedefinitions": "group"}
_ROLES = {"owned": "olm.gvk", "required": "olm.gvk.required"}
_PACKAGE = "olm.package"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledOperators:
    """What a cluster says is installed."""

    offers: CatalogOffers
    namespaces: tuple[str, ...] = ()
    """Where it lies; OLM v0 counts what is in the namespace of the bundle."""
    extensions: Mapping[str, str]
    """What OLM v1 has installed, which OLM v0 does not count: versions by package."""


def read_installed(content: str) -> InstalledOperators:
    """The operators in a list of a cluster's objects; raises `Usage` where it has none, or cannot be read."""
    objects = list(objects_of(content, "the list of what is installed", _HINT))
    services = [one for one in objects if _is(one, "ClusterServiceVersion") and not _is_copied(one)]
    extensions = {
        text(field(one, "spec", "source", "catalog", "packageName")): text(
            field(one, "status", "install", "bundle", "version")
        )
        for one in objects
        if _is(one, "ClusterExtension")
    }
    subscriptions = [one for one in objects if _is(one, "Subscription")]
    if not services and not extensions and not subscriptions:
        raise Usage("There is no ClusterServiceVersion in the file of installed operators.", hint=_HINT)
    subscribed: dict[tuple[str, str], list[object]] = {}
    for one in subscriptions:
        place = text(field(one, "metadata", "namespace")), text(field(one, "status", "installedCSV"))
        subscribed.setdefault(place, []).append(one)
    unread = list(_lacking(subscriptions, services))
    entries = [_entry(one, subscribed, unread) for one in services]
    channels: dict[str, tuple[OfferedChannel, ...]] = {}
    for one in entries:
        name = one.bundle.package
        own = OfferedChannel(package=name, name=one.bundle.name, bundles=(one.bundle,), chain=(one,))
        channels[name] = (*channels.get(name, ()), own)
    return InstalledOperators(
        offers=CatalogOffers(source=INSTALLED, channels_of=channels, unread=unread[0] if unread else ""),
        namespaces=tuple(sorted({one.namespace for one in entries if one.namespace})),
        extensions={package: version for package, version in extensions.items() if package},
    )


def _is(value: object, kind: str) -> bool:
    group = "olm.operatorframework.io" if kind == "ClusterExtension" else "operators.coreos.com"
    return text(field(value, "kind")) == kind and text(field(value, "apiVersion")).startswith(f"{group}/")


def _lacking(subscriptions: Iterable[object], services: Iterable[object]) -> Iterator[str]:
    """What subscriptions say is installed, and the list does not have, as reasons why nothing is known."""
    there = {(text(field(one, "metadata", "namespace")), text(field(one, "metadata", "name"))) for one in services}
    for one in subscriptions:
        name, namespace = (text(field(one, "metadata", key)) for key in ("name", "namespace"))
        wanted = text(field(one, "status", "installedCSV"))
        if not wanted and not there:
            ways = (("status", "currentCSV"), ("spec", "startingCSV"))
            wanted = next((found for way in ways if (found := text(field(one, *way)))), "")
        if (wanted or not there) and (namespace, wanted) not in there:
            which = f"the ClusterServiceVersion {wanted or '(not named)'} of the Subscription {name}"
            yield f"{which} is not in the list of what is installed"


def _is_copied(service: object) -> bool:
    """Whether it only says that an operator of another namespace watches this one."""
    meta = field(service, "metadata")
    home = field(meta, "annotations", "olm.operatorNamespace")
    is_away = home is not None and home != field(meta, "namespace")
    has_label = field(meta, "labels", "olm.copiedFrom") is not None
    return is_away or has_label or field(service, "status", "reason") == "Copied"


def _entry(service: object, subscribed: Mapping[tuple[str, str], list[object]], unread: list[str]) -> OfferedEntry:
    name, namespace = (text(field(service, "metadata", key)) for key in ("name", "namespace"))
    subscriptions = subscribed.get((namespace, name), [])
    version = text_of(field(service, "spec", "version"))
    properties = [*_apis(field(service, "spec")), *_inferred(subscriptions, version)]
    written = field(service, "metadata", "annotations", _PROPERTIES)
    if isinstance(written, str):
        try:
            rows = listing(field(json.loads(written), "properties"))
            properties = [(text(field(one, "type")), field(one, "value")) for one in rows]
        except (ValueError, RecursionError):
            unread.append(f"the annotation {_PROPERTIES} of {name} is not JSON, so OLM v0 resolves nothing")
    package = next((value for kind, value in properties if kind == _PACKAGE), None)
    bundle = OfferedBundle(
        name=name,
        package=text(field(package, "packageName")),
        version=text(field(package, "version")) or version,
        provides=frozenset(api_of(value) for kind, value in properties if kind == "olm.gvk"),
        labels=frozenset(text(field(value, "label")) for kind, value in properties if kind == "olm.label"),
        requires=requirements_of(properties),
        properties=tuple(properties),
    )
    return OfferedEntry(
        bundle=bundle,
        catalog=INSTALLED,
        is_installed=True,
        namespace=namespace,
        phase=text(field(service, "status", "phase")),
        follows=text(field(subscriptions[0], "spec", "channel")) if subscriptions else None,
    )


def _apis(spec: object) -> Iterator[tuple[str, Any]]:
    """The APIs that a ClusterServiceVersion owns and requires, as properties."""
    for role, kind in _ROLES.items():
        for group, key in _APIS.items():
            for one in listing(field(spec, group, role)):
                named = text(field(one, key))
                owner = named.partition(".")[2] if key == "name" else named
                yield kind, {"group": owner, "version": field(one, "version"), "kind": field(one, "kind")}


def _inferred(subscriptions: Iterable[object], version: str) -> Iterator[tuple[str, Any]]:
    """The package that subscriptions name, where all name the same."""
    names = {text(field(one, "spec", "name")) for one in subscriptions} - {""}
    if len(names) == 1:
        yield _PACKAGE, {"packageName": names.pop(), "version": version}
