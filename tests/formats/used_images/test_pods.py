"""The images of pods, wherever a template of one stands."""

from builders.cases import each_row
from builders.packages.bundles import CSV
from builders.packages.used import rows, used

from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.registry_v1.format import REGISTRY_V1

POD = "containers: [{name: main, image: a.example/main:v1}]"
TEMPLATE = f"template: {{spec: {{{POD}}}}}"


def described(kind: str, spec: str, api_version: str = "apps/v1") -> str:
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: tides}}\nspec: {{{spec}}}\n"


@each_row(
    ("kind", "spec"),
    [
        ("Pod", POD),
        ("Deployment", TEMPLATE),
        ("StatefulSet", TEMPLATE),
        ("DaemonSet", TEMPLATE),
        ("Job", TEMPLATE),
        ("CronJob", f"jobTemplate: {{spec: {{{TEMPLATE}}}}}"),
    ],
)
def test_every_kind_that_runs_pods_names_its_images(kind: str, spec: str) -> None:
    found = rows(used(PLAIN, described(kind, spec, "v1" if kind == "Pod" else "apps/v1")))
    assert found == [("runtime", "a.example/main:v1", f"{kind} tides, container main")]


def test_init_containers_come_first_and_image_volumes_last() -> None:
    pod = (
        "containers: [{name: main, image: b}], initContainers: [{name: setup, image: a}], "
        "volumes: [{name: model, image: {reference: c}}, {name: other, emptyDir: {}}]"
    )
    found = rows(used(PLAIN, described("Pod", pod, "v1")))
    assert [(reference, place) for _, reference, place in found] == [
        ("a", "Pod tides, init container setup"),
        ("b", "Pod tides, container main"),
        ("c", "Pod tides, volume model"),
    ]


def test_a_variable_names_what_an_operator_starts() -> None:
    env = (
        "env: [{name: RELATED_IMAGE_DB, value: a.example/db:v1}, {name: RELATED_IMAGE_WASM, value: 'oci://a.example/w:v1'},"
        " {name: OTHER, value: a.example/x:v1}, {name: RELATED_IMAGE_NONE}]"
    )
    found = rows(used(PLAIN, described("Pod", f"containers: [{{name: main, {env}}}]", "v1")))
    assert found == [
        ("operand", "a.example/db:v1", "Pod tides, container main, RELATED_IMAGE_DB"),
        ("operand", "a.example/w:v1", "Pod tides, container main, RELATED_IMAGE_WASM"),
    ]


def test_lists_are_looked_into_once() -> None:
    item = f"{{apiVersion: apps/v1, kind: Deployment, metadata: {{name: tides}}, spec: {{{TEMPLATE}}}}}"
    nested = f"{{apiVersion: v1, kind: List, items: [{item}]}}"
    found = used(PLAIN, f"apiVersion: v1\nkind: List\nitems: [{item}, {nested}]\n")
    assert [one.reference for one in found] == ["a.example/main:v1"]


def test_a_deployment_of_another_group_is_none() -> None:
    assert used(PLAIN, described("Deployment", TEMPLATE, "flows.example.org/v1")) == []


@each_row(
    "spec",
    [
        "template: 5",
        "template: {spec: [1]}",
        "template: {spec: {containers: {a: b}}}",
        "template: {spec: {containers: [5, null, {image: 5}, {image: [x]}, {env: 3}, {env: [3, {name: 3}]}]}}",
        "template: {spec: {volumes: [{image: x}, {image: {reference: {}}}]}}",
    ],
)
def test_values_of_a_wrong_type_name_nothing(spec: str) -> None:
    assert used(PLAIN, described("Deployment", spec)) == []


def test_a_document_that_cannot_be_parsed_is_not_passed_over_in_silence() -> None:
    (found,) = used(PLAIN, "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec: [\n")
    assert (found.reference, found.fault) == ("", "it cannot be parsed")


ENV = """
                env:
                - {name: RELATED_IMAGE_DB, value: registry.example.com/db:1}
"""
RELATED = """
  relatedImages:
  - {name: tides, image: 'registry.example.com/tides:1.2.0'}
  - {name: chart, image: registry.example.com/chart:1}
"""


def test_related_images_come_first_with_their_fields() -> None:
    found = rows(used(REGISTRY_V1, CSV + RELATED))
    assert found[:2] == [
        ("related", "registry.example.com/tides:1.2.0", "spec.relatedImages[0]"),
        ("related", "registry.example.com/chart:1", "spec.relatedImages[1]"),
    ]


def test_an_image_that_is_used_and_listed_is_listed() -> None:
    found = used(REGISTRY_V1, CSV + RELATED)
    assert [(one.role.value, one.listed) for one in found[2:]] == [("runtime", True)]


def test_operands_and_operators_that_are_not_listed_are_told() -> None:
    found = used(REGISTRY_V1, CSV.rstrip("\n") + ENV)
    assert [(one.role.value, one.reference, one.listed) for one in found] == [
        ("runtime", "registry.example.com/tides:1.2.0", False),
        ("operand", "registry.example.com/db:1", False),
    ]


def test_a_service_version_of_wrong_types_names_nothing() -> None:
    assert (
        used(REGISTRY_V1, "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nspec: 5\n") == []
    )
