"""The rule about what OLM v1 says of a bundle when it has chosen it: its install modes and its API services."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.model.blobs import METADATA, OBJECT, Bundle
from xpkgtui.formats.catalog.model.shapes import decoded, field_of
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogDocument
from xpkgtui.formats.install_modes import ALL, NO_SERVICES, REFUSAL, gate
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass

_CSV = "ClusterServiceVersion"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Operator:
    """What a property says of an operator."""

    index: int
    modes: list[Any] | None
    """The install modes; None where the property has none."""
    services: list[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """A reason of OLM v1 not to install a bundle that it has chosen."""

    index: int
    """The property that tells."""
    words: str
    """They follow the name of the bundle."""
    says: str


@rule("FBC052", "OLM v1 cannot install a bundle", "- W -", stage=Stage.INSTALL)
def bundles_can_be_installed(document: CatalogDocument) -> Iterator[Problem]:
    """A bundle supports the install mode AllNamespaces and owns no API services, as far as the catalog tells.

    Why: OLM v1 as released refuses others, after it has chosen them. Its feature gate
    SingleOwnNamespaceInstallSupport, which is alpha and off, lets it take a bundle that supports SingleNamespace or
    OwnNamespace.
    When it bites: When the bundle is installed; OLM v1 tries no other version then.
    Fix: Offer a bundle that supports AllNamespaces. On a cluster of your own, turn on the feature gate and name the
    namespace to watch.
    Source: operator-controller 1.11, internal/operator-controller/applier/provider.go and features/features.go.
    """
    blob = document.blob
    if isinstance(blob, Bundle):
        for one in objections(document.fields):
            message = f"OLM v1 does not install {blob.name}, {one.words}"
            yield Problem(message=message, says=one.says, path=FieldPath.of("properties", one.index))


def objections(bundle: Mapping[str, Any]) -> Iterator[Objection]:
    """What OLM v1 as released says of a bundle, by what the catalog tells of its operator."""
    found = _operator(bundle)
    if found is None:
        return
    if found.services:
        yield Objection(index=found.index, words="which owns API services", says=NO_SERVICES)
    supported = {text(field_of(one, "type")) for one in found.modes or () if field_of(one, "supported") is True}
    if found.modes is not None and ALL not in supported:
        words = f"which cannot watch all namespaces; {gate(supported)}"
        yield Objection(index=found.index, words=words, says=REFUSAL)


def _operator(bundle: Mapping[str, Any]) -> _Operator | None:
    """What the metadata or the embedded ClusterServiceVersion tells; None where neither is there."""
    for index, one in enumerate(listing(field_of(bundle, "properties"))):
        kind, value = text(field_of(one, "type")), field_of(one, "value")
        if kind == METADATA and isinstance(value, dict):
            services = listing(field_of(field_of(value, "apiServiceDefinitions"), "owned"))
            modes = field_of(value, "installModes")
            return _Operator(index=index, modes=None if modes is None else listing(modes), services=services)
        if kind == OBJECT and (spec := _spec_of(decoded(field_of(value, "data")))) is not None:
            services = listing(field(spec, "apiservicedefinitions", "owned"))
            return _Operator(index=index, modes=listing(field(spec, "installModes")), services=services)
    return None


def _spec_of(data: bytes) -> Any:
    """The spec of an embedded ClusterServiceVersion in JSON, as opm writes it; None for any other object."""
    if _CSV.encode() not in data:
        return None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return field(value, "spec") if field(value, "kind") == _CSV else None
