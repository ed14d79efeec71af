"""A CustomResourceDefinition as the API server checks it, field by field."""

from typing import Any

import pytest

from xpkgtui.formats.definitions.definition import check_definition

SCHEMA = {"openAPIV3Schema": {"type": "object"}}
VERSION = {"name": "v1", "served": True, "storage": True, "schema": SCHEMA}
SPEC = {
    "group": "a.io",
    "scope": "Cluster",
    "names": {"kind": "Boat", "plural": "boats", "singular": "boat", "listKind": "BoatList"},
    "versions": [VERSION],
}


def refused(**changes: Any) -> list[str]:
    """The fields that the API server complains of."""
    spec = {key: value for key, value in {**SPEC, **changes}.items() if value is not None}
    return [one.field for one in check_definition({"spec": spec, "metadata": {"name": "boats.a.io"}})]


def test_a_good_definition_is_left_alone() -> None:
    assert refused() == []


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"group": None}, ["spec.group"]),
        ({"group": "io"}, ["spec.group"]),
        ({"group": "A.io"}, ["spec.group"]),
        ({"scope": None}, ["spec.scope"]),
        ({"scope": "cluster"}, ["spec.scope"]),
        ({"scope": "Namespaced"}, []),
        ({"conversion": {"strategy": "None"}}, []),
        ({"conversion": {"strategy": "Some"}}, ["spec.conversion.strategy"]),
        ({"group": "a.k8s.io"}, ["metadata.annotations[api-approved.kubernetes.io]"]),
        ({"group": "a.kubernetes.io"}, ["metadata.annotations[api-approved.kubernetes.io]"]),
        ({"names": {**SPEC["names"], "listKind": "Boat"}}, ["spec.names.listKind"]),  # type: ignore[dict-item]
        ({"names": {**SPEC["names"], "plural": ""}}, ["spec.names.plural"]),  # type: ignore[dict-item]
        ({"names": {**SPEC["names"], "kind": ""}}, ["spec.names.kind"]),  # type: ignore[dict-item]
        ({"versions": []}, ["spec.versions"]),
        ({"versions": [{**VERSION, "storage": False}]}, ["spec.versions"]),
        ({"versions": [VERSION, VERSION]}, ["spec.versions", "spec.versions"]),
    ],
)
def test_a_fault_is_a_complaint_about_its_field(changes: dict[str, Any], fields: list[str]) -> None:
    assert sorted(refused(**changes)) == sorted(fields)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"selectableFields": [{}]}, "selectableFields[0].jsonPath"),
        ({"additionalPrinterColumns": [{"name": "a", "type": "date"}]}, "additionalPrinterColumns[0].JSONPath"),
        ({"subresources": {"scale": {"specReplicasPath": ".spec.a"}}}, "subresources.scale.statusReplicasPath"),
    ],
)
def test_what_all_versions_share_is_complained_of_once(changes: dict[str, Any], field: str) -> None:
    second = {**VERSION, "name": "v2", "storage": False}
    assert refused(versions=[{**VERSION, **changes}, {**second, **changes}]) == [f"spec.{field}"]
    apart = refused(versions=[VERSION, {**second, **changes}])
    assert [one.startswith(f"spec.versions[1].{next(iter(changes))}") for one in apart] == [True]
