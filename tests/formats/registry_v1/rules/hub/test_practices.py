"""What is said of good practices, value by value: names, requests, and what an operator may do to a cluster."""

from dataclasses import replace
from typing import Any

import pytest
from builders.packages.bundle_items import csv, manifest, said

from xpkgtui.formats.registry_v1.rules.hub.practices import (
    apis_are_described,
    cluster_is_left_in_peace,
    deployments_have_requests,
    names_follow_the_convention,
)
from xpkgtui.formats.registry_v1.subject import Bundle, Files

POLICY, CONSTRAINTS = ("policy", "poddisruptionbudgets"), ("security.openshift.io", "securitycontextconstraints")
DEFINITIONS = ("apiextensions.k8s.io", "customresourcedefinitions")
DRAINS = ["rules[0]: ClusterRole a may change how nodes are drained"]
RELAXES = ["rules[0]: ClusterRole a may change default security constraints of OpenShift"]
CREATES = "The operator may create CustomResourceDefinitions"


def grant(kind: tuple[str, str], verb: str, *names: str) -> dict[str, Any]:
    """A rule that allows one verb."""
    return {"apiGroups": [kind[0]], "resources": [kind[1]], "verbs": [verb], "resourceNames": list(names)}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        *[({"maxUnavailable": most}, True) for most in (0, "0%")],
        *[({"maxUnavailable": most}, False) for most in (1, "1%", False, "0")],
        ({"minAvailable": "99%"}, False),
    ],
)
def test_a_budget_that_lets_no_pod_go_keeps_nodes_from_draining(spec: dict[str, Any], expected: bool) -> None:
    words = "spec.maxUnavailable: PodDisruptionBudget a lets no pod be unavailable, so that nodes cannot be drained"
    found = said(cluster_is_left_in_peace, manifest("PodDisruptionBudget", spec=spec))
    assert found == [words] * expected


def test_a_budget_that_wants_all_pods_keeps_nodes_from_draining() -> None:
    assert said(cluster_is_left_in_peace, manifest("PodDisruptionBudget", spec={"minAvailable": "100%"})) == [
        "spec.minAvailable: PodDisruptionBudget a wants all pods available, so that nodes cannot be drained"
    ]


def test_a_default_priority_is_for_the_whole_cluster() -> None:
    assert said(cluster_is_left_in_peace, manifest("PriorityClass", globalDefault=True)) == [
        "globalDefault: PriorityClass a becomes the default priority of the whole cluster"
    ]
    assert not said(cluster_is_left_in_peace, manifest("PriorityClass", globalDefault=False))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        *[(grant(POLICY, verb), DRAINS) for verb in ("*", "create", "update", "patch")],
        *[(grant(POLICY, verb), []) for verb in ("get", "delete")],
        *[(grant(CONSTRAINTS, verb, "privileged"), RELAXES) for verb in ("*", "delete", "update", "patch")],
        *[(grant(CONSTRAINTS, verb, "privileged"), []) for verb in ("use", "create")],
        *[
            (grant(CONSTRAINTS, "patch", "own", name), RELAXES)
            for name in ("restricted", "anyuid", "hostaccess", "hostmount-anyuid", "hostnetwork")
        ],
        *[(grant(CONSTRAINTS, "patch", name), RELAXES) for name in ("node-exporter", "nonroot")],
        (grant(CONSTRAINTS, "patch", "own"), []),
        (grant(CONSTRAINTS, "patch"), []),
    ],
)
def test_a_role_that_may_change_what_protects_the_cluster(rule: dict[str, Any], expected: list[str]) -> None:
    assert said(cluster_is_left_in_peace, manifest("ClusterRole", rules=[rule])) == expected


@pytest.mark.parametrize("part", ["permissions", "clusterPermissions"])
def test_an_operator_that_may_create_definitions(part: str) -> None:
    group, resource = DEFINITIONS
    rules = [
        *(grant(DEFINITIONS, verb) for verb in ("get", "create", "*", "[*]", "patch", "update")),
        *(grant((group, every), "create") for every in ("*", "[*]", "deployments")),
        grant(("apps", resource), "create"),
    ]
    found = said(cluster_is_left_in_peace, csv(install={"spec": {part: [{}, {"rules": rules}]}}))
    assert found == [f"spec.install.spec.{part}[1].rules[{which}]: {CREATES}" for which in (1, 2, 3, 4, 6, 7)]


def test_a_container_without_requests_is_named() -> None:
    containers = [{"name": "a", "resources": {"requests": {}}}, {"name": "b", "resources": {}}, {}]
    deployments = [{}, {"spec": {"template": {"spec": {"containers": containers}}}}]
    at = "spec.install.spec.deployments[1].spec.template.spec.containers"
    assert said(deployments_have_requests, csv(install={"spec": {"deployments": deployments}})) == [
        f"{at}[1]: The container b requests no resources",
        f"{at}[2]: The container (no name) requests no resources",
    ]
    assert said(deployments_have_requests, csv()) == ["spec: The ClusterServiceVersion has no deployment"]


def test_a_definition_without_a_description_is_named() -> None:
    definitions = {part: [{"name": "a", "description": "A."}, {"name": "b"}] for part in ("owned", "required")}
    assert said(apis_are_described, csv(customresourcedefinitions=definitions)) == [
        f"spec.customresourcedefinitions.{part}[1]: The {part} definition b has no description"
        for part in ("owned", "required")
    ]


NUMBERS, FORM = "does not end in a version of three numbers", "is not of the form name.v1.2.3"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tides.v1.2.3", []),
        ("tides.v1.2.3-rc.1+a", []),
        ("tides.v10.20.30", []),
        ("tides.v1.2", [NUMBERS]),
        ("tides.v1.2.3-01", [NUMBERS]),
        ("tides-1.2.3", [FORM]),
        ("tides.v1.v1.2.3", [FORM]),
        ("tides", [NUMBERS, FORM]),
    ],
)
def test_a_name_ends_in_a_version(name: str, expected: list[str]) -> None:
    found = said(names_follow_the_convention, Bundle(files=Files(), items=(csv(name),)))
    assert found == [f"metadata.name: The name {name} {one}" for one in expected]


@pytest.mark.parametrize(
    ("key", "values", "expected"),
    [
        ("channels.v1", "stable,fast-v1, candidate", []),
        ("channels.v1", "alpha, stable ,,beta", ["alpha", "beta"]),
        ("channel.default.v1", "alpha", ["alpha"]),
    ],
)
def test_a_channel_is_named_after_candidate_fast_or_stable(key: str, values: str, expected: list[str]) -> None:
    key = f"operators.operatorframework.io.bundle.{key}"
    annotations = manifest("", "metadata/annotations.yaml", annotations={key: values})
    found = said(names_follow_the_convention, Bundle(files=Files(), items=(annotations,)))
    assert found == [
        f'annotations["{key}"]: The channel {one} is not named after candidate, fast or stable' for one in expected
    ]


def test_only_the_first_document_of_a_file_counts() -> None:
    assert not said(cluster_is_left_in_peace, replace(manifest("PriorityClass", globalDefault=True), is_first=False))
