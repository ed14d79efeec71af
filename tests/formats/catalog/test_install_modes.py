"""OLM v1 installs no bundle of a catalog that cannot watch all namespaces, or that owns API services."""

import json
from base64 import b64encode
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.pairs.catalogs import GOOD
from formats.catalog.test_rules import found

from xpkgtui.formats.catalog.rules.requirements import reservation
from xpkgtui.formats.install_modes import NO_SERVICES, REFUSAL

_GATE = "its feature gate SingleOwnNamespaceInstallSupport (alpha, off) would allow it, for one namespace"
_NONE = "none of its feature gates would allow it"


def with_metadata(value: dict[str, Any]) -> str:
    """The good catalog, whose first bundle has this metadata."""
    return _with({"type": "olm.csv.metadata", "value": value})


def with_object(value: dict[str, Any]) -> str:
    """The good catalog, whose first bundle embeds this object."""
    data = b64encode(json.dumps(value).encode()).decode()
    return _with({"type": "olm.bundle.object", "value": {"data": data}})


def _with(given: dict[str, Any]) -> str:
    return GOOD.replace("version: 1.0.0}}", f"version: 1.0.0}}}}\n- {json.dumps(given)}", 1)


def modes(*supported: str) -> list[dict[str, Any]]:
    """These install modes are supported, AllNamespaces is listed."""
    return [{"type": "AllNamespaces", "supported": False}, *({"type": one, "supported": True} for one in supported)]


@each_row(
    ("supported", "gate"),
    [(("OwnNamespace",), _GATE), (("SingleNamespace",), _GATE), (("MultiNamespace",), _NONE), ((), _NONE)],
)
def test_a_bundle_without_all_namespaces_is_refused(supported: tuple[str, ...], gate: str) -> None:
    (one,) = found(with_metadata({"installModes": modes(*supported)}), "olmv1")
    message = f"OLM v1 does not install tide.v1, which cannot watch all namespaces; {gate}"
    assert (one.rule, one.severity.word, one.says, one.message) == ("FBC052", "warning", REFUSAL, message)
    assert one.place.field == "properties[1]"


@pytest.mark.parametrize("value", [{"installModes": modes("AllNamespaces")}, {"displayName": "Tide"}])
def test_metadata_that_tells_no_refusal_is_fine(value: dict[str, Any]) -> None:
    assert found(with_metadata(value), "olmv1") == []


@each_row(
    ("spec", "says"),
    [
        ({"installModes": modes("OwnNamespace")}, [REFUSAL]),
        ({}, [REFUSAL]),
        ({"installModes": modes("AllNamespaces")}, []),
        (
            {"installModes": modes("AllNamespaces"), "apiservicedefinitions": {"owned": [{"name": "a"}]}},
            [NO_SERVICES],
        ),
    ],
)
def test_an_embedded_service_version_tells_the_modes(spec: dict[str, Any], says: list[str]) -> None:
    text = with_object({"kind": "ClusterServiceVersion", "spec": spec})
    assert [one.says for one in found(text, "olmv1") if one.rule == "FBC052"] == says


def test_an_object_that_only_speaks_of_a_service_version_tells_nothing() -> None:
    assert not [one for one in found(with_object({"kind": "ClusterServiceVersions"}), "olmv1") if one.says]


def test_api_services_in_metadata_are_refused() -> None:
    services = {"owned": [{"name": "a", "version": "v1", "kind": "A"}]}
    text = with_metadata({"installModes": modes("AllNamespaces"), "apiServiceDefinitions": services})
    assert [one.says for one in found(text, "olmv1")] == [NO_SERVICES]


def test_a_bundle_that_is_not_installed_is_a_reservation_of_olm_v1_alone() -> None:
    text = with_metadata({"installModes": modes("OwnNamespace")})
    assert reservation("olmv1", found(text, "olmv1")) == "refuses 1 of its bundles"
    assert found(text) == []
