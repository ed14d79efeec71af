"""What is said of good practices, value by value: names, requests, and what an operator may do to a cluster."""

from typing import Any

import pytest
from builders.packages.bundle_items import csv, manifest, said

from xpkgtui.formats.registry_v1.rules.hub.practices import (
    apis_are_described,
    cluster_is_left_in_peace,
    deployments_have_requests,
    names_follow_the_convention,
)
from xpkgtui.formats.registry_v1.subject import Bundle, Files, Item

POLICY, CONSTRAINTS = ("policy", "poddisruptionbudgets"), ("security.openshift.io", "securitycontextconstraints")
DEFINITIONS = ("apiextensions.k8s.io", "customresourcedefinitions")
DRAINS, RELAXES = "may change how nodes are drained", "may change default security constraints of OpenShift"
STANDS, STAYS = (
    "lets no pod be unavailable, so that nodes cannot be drained",
    "wants all pods available, so that nodes",
)
DEFAULTS = "privileged restricted anyuid hostaccess hostmount-anyuid hostnetwork node-exporter nonroot"


def grant(kind: tuple[str, str], verb: str, *names: str) -> dict[str, Any]:
    """A rule that allows one verb."""
    return {"apiGroups": [kind[0]], "resources": [kind[1]], "verbs": [verb], "resourceNames": list(names)}


def budget(**spec: Any) -> Item:
    """A PodDisruptionBudget."""
    return manifest("PodDisruptionBudget", spec=spec)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        *((budget(maxUnavailable=most), f"spec.maxUnavailable: {STANDS}") for most in (0, "0%")),
        *((budget(maxUnavailable=most), "") for most in (1, "1%", False, "0")),
        (budget(minAvailable="100%"), f"spec.minAvailable: {STAYS}"),
        (budget(minAvailable="99%"), ""),
        (
            manifest("PriorityClass", globalDefault=True),
            "globalDefault: PriorityClass a becomes the default priority of the whole cluster",
        ),
        (manifest("PriorityClass", globalDefault=False), ""),
    ],
)
def test_what_blocks_a_cluster(item: Item, words: str) -> None:
    assert said(cluster_is_left_in_peace, item) == [words] * bool(words)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        *((grant(POLICY, verb), DRAINS) for verb in ("*", "create", "update", "patch")),
        *((grant(POLICY, verb), "") for verb in ("get", "delete")),
        *((grant(CONSTRAINTS, verb, "privileged"), RELAXES) for verb in ("*", "delete", "update")),
        *((grant(CONSTRAINTS, verb, "privileged"), "") for verb in ("use", "create")),
        *((grant(CONSTRAINTS, "patch", "own", name), RELAXES) for name in DEFAULTS.split()),
        *((grant(CONSTRAINTS, "patch", *names), "") for names in ((), ("own",))),
    ],
)
def test_a_role_that_may_change_what_protects_a_cluster(rule: dict[str, Any], words: str) -> None:
    found = said(cluster_is_left_in_peace, manifest("ClusterRole", rules=[rule]))
    assert found == [f"rules[0]: ClusterRole a {words}"] * bool(words)


@pytest.mark.parametrize("part", ["permissions", "clusterPermissions"])
def test_an_operator_that_may_create_definitions(part: str) -> None:
    group, resource = DEFINITIONS
    rules = [
        *(grant(DEFINITIONS, verb) for verb in ("get", "create", "*", "[*]", "patch", "update")),
        *(grant((group, every), "create") for every in ("*", "[*]", "deployments")),
        grant(("apps", resource), "create"),
    ]
    at, words = f"spec.install.spec.{part}[1].rules", "The operator may create CustomResourceDefinitions"
    found = said(cluster_is_left_in_peace, csv(install={"spec": {part: [{}, {"rules": rules}]}}))
    assert found == [f"{at}[{which}]: {words}" for which in (1, 2, 3, 4, 6, 7)]


def test_a_container_without_requests_is_named() -> None:
    containers = [{"name": "a", "resources": {"requests": {}}}, {"name": "b", "resources": {}}, {}]
    deployments = [{}, {"spec": {"template": {"spec": {"containers": containers}}}}]
    at = "spec.install.spec.deployments[1].spec.template.spec.containers"
    assert said(deployments_have_requests, csv(install={"spec": {"deployments": deployments}})) == [
        f"{at}[1]: The container b requests no resources",
        f"{at}[2]: The container (no name) requests no resources",
    ]


def test_a_definition_without_a_description_is_named() -> None:
    definitions = {part: [{"name": "a", "description": "A."}, {"name": "b"}] for part in ("owned", "required")}
    assert said(apis_are_described, csv(customresourcedefinitions=definitions)) == [
        f"spec.customresourcedefinitions.{part}[1]: The {part} definition b has no description"
        for part in definitions
    ]


NUMBERS, FORM = "does not end in a version of three numbers", "is not of the form name.v1.2.3"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((f"tides.v{version}", []) for version in ("1.2.3", "1.2.3-rc.1+a", "10.20.30")),
        *((f"tides.v{version}", [NUMBERS]) for version in ("1.2", "1.2.3-01")),
        *((name, [FORM]) for name in ("tides-1.2.3", "tides.v1.v1.2.3")),
        ("tides", [NUMBERS, FORM]),
    ],
)
def test_a_name_ends_in_a_version(name: str, expected: list[str]) -> None:
    found = said(names_follow_the_convention, Bundle(files=Files(), items=(csv(name),)))
    assert found == [f"metadata.name: The name {name} {one}" for one in expected]


@pytest.mark.parametrize("key", ["channels.v1", "channel.default.v1"])
def test_a_channel_is_named_after_candidate_fast_or_stable(key: str) -> None:
    key = f"operators.operatorframework.io.bundle.{key}"
    values = "stable,fast-v1, candidate, alpha ,,beta"
    annotations = manifest("", "metadata/annotations.yaml", annotations={key: values})
    found = said(names_follow_the_convention, Bundle(files=Files(), items=(annotations,)))
    words = "is not named after candidate, fast or stable"
    assert found == [f'annotations["{key}"]: The channel {one} {words}' for one in ("alpha", "beta")]
