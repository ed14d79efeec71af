"""Kinds: what parses as what, what a package may hold, and what is installed."""

from builders.cases import each_row
from builders.work import calls

from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.identity import identify
from xpkgtui.formats.xpkg.objects.kinds import (
    GroupVersionKind,
    NearKinds,
    is_installed,
    is_permitted,
    packages_of,
    role_of,
)

CRD = GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition")


@each_row(
    ("api_version", "kind", "role"),
    [
        ("meta.pkg.crossplane.io/v1", "Provider", Role.META),
        ("meta.pkg.crossplane.io/v1beta1", "Function", Role.META),
        ("meta.pkg.crossplane.io/v1beta1", "Provider", Role.BROKEN),
        ("meta.pkg.crossplane.io/v1", "ListOptions", Role.META),
        *(("a.b/v7", f"API{one}", Role.META) for one in ("Group", "GroupList", "ResourceList", "Versions")),
        ("a.b/v7", "APIVersionsList", Role.BROKEN),
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


def test_misspelled_kind_has_a_similar_one() -> None:
    misspelled = GroupVersionKind.of("apiextensions.crossplane.io/v1", "Compositon")
    assert NearKinds().of(misspelled)[0] == "apiextensions.crossplane.io/v1, Composition"


def test_similar_kinds_are_looked_for_once_for_all_objects_of_a_kind() -> None:
    near, unknown = NearKinds(), GroupVersionKind.of("v1", "ConfigMapp")
    assert calls(lambda: [near.of(unknown) for _ in range(1_000)]) < 20_000


def test_long_name_has_no_similar_one() -> None:
    assert NearKinds().of(GroupVersionKind.of("v1", "K" * 60_000)) == ()


def test_similar_kinds_are_looked_for_a_limited_number_of_times_in_a_package() -> None:
    near = NearKinds()
    unknown = [GroupVersionKind.of("apiextensions.crossplane.io/v1", f"Comp{number}osition") for number in range(700)]
    found = [near.of(one) for one in unknown]
    assert found[0]
    assert not any(found[500:])
    assert near.of(unknown[0]) == found[0]
