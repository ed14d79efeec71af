"""Kinds: what parses as what, what a package may hold, and what is installed."""

import pytest

from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.identity import identify
from xpkgtui.formats.xpkg.objects.kinds import (
    GroupVersionKind,
    is_installed,
    is_permitted,
    packages_of,
    role_of,
)

CRD = GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition")


@pytest.mark.parametrize(
    ("api_version", "kind", "role"),
    [
        ("meta.pkg.crossplane.io/v1", "Provider", Role.META),
        ("meta.pkg.crossplane.io/v1beta1", "Function", Role.META),
        ("meta.pkg.crossplane.io/v1beta1", "Provider", Role.BROKEN),
        ("meta.pkg.crossplane.io/v1", "ListOptions", Role.META),
        ("v1", "Status", Role.META),
        ("example.org/v7", "Status", Role.META),
        ("apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", Role.OBJECT),
        ("apiextensions.k8s.io/v1", "CustomResourceDefinitionList", Role.OBJECT),
        ("meta.pkg.crossplane.io/__internal", "WatchEvent", Role.META),
        ("meta.pkg.crossplane.io/__internal", "Provider", Role.BROKEN),
        ("__internal", "Status", Role.META),
        ("a.b/__internal", "Status", Role.META),
        ("v1", "List", Role.BROKEN),
        ("v1", "ConfigMap", Role.BROKEN),
    ],
)
def test_role_is_that_of_crossplanes_parser(api_version: str, kind: str, role: Role) -> None:
    assert role_of(api_version, kind) is role


def test_document_without_names_is_broken() -> None:
    assert role_of(None, "Provider") is Role.BROKEN


def test_definitions_belong_to_providers_and_functions() -> None:
    assert packages_of(CRD) == ("Provider", "Function")


def test_function_may_hold_definitions_and_installs_none() -> None:
    assert (is_permitted("Function", CRD), is_installed("Function", CRD)) == (True, False)


def test_list_of_definitions_is_not_permitted() -> None:
    named = GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinitionList")
    assert not is_permitted("Provider", named)


def test_key_in_capitals_names_a_document() -> None:
    named = identify({"apiVersion": "v1", "KIND": "Status"}).named
    assert named is not None
    assert named.kind == "Status"


def test_list_is_not_an_object() -> None:
    assert identify([]).fault == "is an array, not a mapping"


def test_missing_kind_is_reported_before_a_missing_version() -> None:
    assert identify({}).says.startswith("Object 'Kind' is missing")
