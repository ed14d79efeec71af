"""Definitions in words."""

from collections.abc import Callable

from builders.packages.objects import CRD, POLICY

from xpkgtui.formats.xpkg.facts.definitions import endpoint

Describe = Callable[..., dict[str, str]]
FUNCTION = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Function\nmetadata: {name: f}\n"


def test_definition_says_what_it_defines_and_serves_as(describe: Describe) -> None:
    found = describe(CRD)
    assert found["defines"] == "Bucket in s3.example.org"
    assert found["serves as"] == "managed resource (category managed)"
    assert (found["scope"], found["plural"], found["short names"]) == ("Namespaced", "buckets", "bk")


def test_versions_show_state_schema_columns_and_subresources(describe: Describe) -> None:
    assert describe(CRD)["version"].splitlines() == [
        "v1beta1: served, deprecated",
        "deprecated: use v1beta2",
        "spec: 1 field, 1 required (forProvider)",
        "spec.forProvider: 2 fields, 1 required (region)",
        "status: 1 field",
        "columns READY, AGE",
        "subresources status, scale",
        "v1beta2: not served, stored",
        "no schema",
    ]


def test_conversion_by_webhook_names_the_service(describe: Describe) -> None:
    assert describe(CRD)["conversion"] == "by webhook: service system/hook, port 9443, path /convert\nreviews v1"


def test_endpoint_may_be_a_url() -> None:
    assert endpoint({"url": "https://example.org"}) == "https://example.org"


def test_definition_in_a_function_is_its_input(describe: Describe) -> None:
    assert describe(CRD, FUNCTION)["serves as"] == "input of this function (2 versions)"


def test_provider_config_is_described_by_its_kind(describe: Describe) -> None:
    assert "credentials" in describe(CRD.replace("kind: Bucket", "kind: ProviderConfig"))["serves as"]


def test_version_of_the_first_crds_stands_in_the_spec(describe: Describe) -> None:
    text = """apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: a}
spec: {group: g, names: {kind: A}, version: v1, validation: {openAPIV3Schema: {properties: {spec: {}}}}}
"""
    assert describe(text)["version"] == "v1: served, stored\nspec: no fields"


def test_many_versions_are_counted_and_not_listed(describe: Describe) -> None:
    versions = "".join(f"  - name: v{number}\n" for number in range(150))
    text = CRD[: CRD.index("  versions:")] + "  versions:\n" + versions
    assert describe(text)["version"].endswith("… and 120 more versions")


def test_mrd_says_that_a_policy_must_activate_it(describe: Describe) -> None:
    text = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1alpha1").replace(
        "CustomResourceDefinition", "ManagedResourceDefinition"
    )
    assert describe(text)["state"].startswith("Inactive, by default")


def test_activation_policy_counts_what_it_activates_here(describe: Describe) -> None:
    mrd = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1alpha1").replace(
        "CustomResourceDefinition", "ManagedResourceDefinition"
    )
    assert describe(POLICY, mrd)["activates"].splitlines() == [
        "*.s3.example.org: 1 definition of this package",
        "*.other.org: 0 definitions of this package",
        "[a-z]*",
    ]
