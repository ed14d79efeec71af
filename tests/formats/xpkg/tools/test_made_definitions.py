"""The definitions that Crossplane makes; the differential run compares whole documents with its own."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.xpkg.format import XPKG

_SCHEMA = {"properties": {"spec": {"properties": {"size": {"type": "integer"}}, "required": ["size"]}}}


def _composite(version: str = "v1", schema: object = _SCHEMA, **spec: Any) -> dict[str, Any]:
    return {
        "apiVersion": f"apiextensions.crossplane.io/{version}",
        "kind": "CompositeResourceDefinition",
        "metadata": {"name": "xdatabases.example.org"},
        "spec": {
            "group": "example.org",
            "names": {"kind": "XDatabase", "plural": "xdatabases"},
            "versions": [
                {"name": "v1", "served": True, "referenceable": True, "schema": {"openAPIV3Schema": schema}}
            ],
            **spec,
        },
    }


def _names(value: object) -> list[tuple[str, str]]:
    return [(one["metadata"]["name"], one["spec"]["scope"]) for one in XPKG.custom_resources(value)]


_CLAIM = {"kind": "Database", "plural": "databases"}


@each_row(
    ("value", "expected"),
    [
        (_composite(), [("xdatabases.example.org", "Cluster")]),
        (_composite("v2"), [("xdatabases.example.org", "Namespaced")]),
        (_composite("v2", scope="Cluster"), [("xdatabases.example.org", "Cluster")]),
        (
            _composite(claimNames=_CLAIM),
            [("xdatabases.example.org", "Cluster"), ("databases.example.org", "Namespaced")],
        ),
        (_composite(claimNames=_CLAIM | {"kind": "XDatabase"}), [("xdatabases.example.org", "Cluster")]),
        (_composite("v2", claimNames=_CLAIM), [("xdatabases.example.org", "Namespaced")]),
        (_composite(schema=None), []),
        (_composite(versions=None), []),
        ({"apiVersion": "v1", "kind": "ConfigMap"}, []),
        (["no", "object"], []),
    ],
)
def test_what_is_made(value: object, expected: list[tuple[str, str]]) -> None:
    assert _names(value) == expected


def test_fields_of_the_author_stand_at_their_own_paths() -> None:
    (made,) = XPKG.custom_resources(_composite())
    spec = made["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    assert spec["properties"]["size"] == {"type": "integer"}


def test_a_definition_of_resources_is_itself() -> None:
    value = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {}}
    assert XPKG.custom_resources(value) == (value,)


def test_an_older_definition_has_its_schema_in_every_version() -> None:
    spec = {
        "preserveUnknownFields": False,
        "validation": {"openAPIV3Schema": {"type": "object"}},
        "versions": [{"name": "v1"}, {"name": "v2"}],
    }
    value = {"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition", "spec": spec}
    (made,) = XPKG.custom_resources(value)
    assert [one["schema"] for one in made["spec"]["versions"]] == [spec["validation"]] * 2


def test_a_managed_definition_loses_what_only_it_has() -> None:
    value = {
        "apiVersion": "apiextensions.crossplane.io/v1alpha1",
        "kind": "ManagedResourceDefinition",
        "metadata": {"name": "a.example.org"},
        "spec": {"group": "example.org", "state": "Active", "versions": []},
    }
    (made,) = XPKG.custom_resources(value)
    assert made["spec"] == {"group": "example.org", "versions": [], "scope": "Namespaced"}


def test_a_managed_definition_makes_one_without_what_is_for_crossplane() -> None:
    spec = {"group": "a.io", "names": {"kind": "B", "plural": "bs"}, "versions": [{"name": "v1"}]}
    own = {"state": "Active", "connectionDetails": [{"name": "a"}]}
    value = {
        "apiVersion": "apiextensions.crossplane.io/v1alpha1",
        "kind": "ManagedResourceDefinition",
        "metadata": {"name": "bs.a.io"},
        "spec": spec | own,
    }
    (made,) = XPKG.custom_resources(value)
    assert made == {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "bs.a.io"},
        "spec": spec | {"scope": "Namespaced"},
    }
