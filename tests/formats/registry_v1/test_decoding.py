"""What decoders of Go make of values of each kind."""

from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, once

from xpkgtui.formats.registry_v1.decoding.types import (
    SERVICE_VERSION,
    are_texts,
    first_fault,
    fits,
    is_decoded,
    is_empty,
    metadata_of,
    scalar,
    text_or_none,
    type_of,
)

ODD: list[Any] = [None, "x", "", "5", "10m", "2024-01-02T03:04:05Z", "YQ==", 5, 5.0, 5.5, True, [], [5], {}, {"a": 5}]
DEFINITION = "apiextensions.k8s.io/v1 CustomResourceDefinition"
PLACES: dict[str, list[tuple[str | int, ...]]] = {
    SERVICE_VERSION: [
        (),
        ("kind",),
        ("metadata", "creationTimestamp"),
        ("metadata", "generation"),
        ("metadata", "labels"),
        ("metadata", "labels", "a"),
        ("spec", "version"),
        ("spec", "maintainers"),
        ("spec", "installModes", 0, "supported"),
        ("spec", "install", "spec", "deployments", 0, "spec", "replicas"),
        ("spec", "install", "spec", "deployments", 0, "spec", "strategy", "rollingUpdate", "maxSurge"),
        ("spec", "install", "spec", "deployments", 0, "spec", "template", "spec", "containers", 0, "resources",
         "limits", "cpu"),
    ],
    DEFINITION: [
        ("spec", "conversion", "webhook", "clientConfig", "caBundle"),
        ("spec", "versions", 0, "schema", "openAPIV3Schema", "maximum"),
        ("spec", "versions", 0, "schema", "openAPIV3Schema", "items"),
        ("spec", "versions", 0, "schema", "openAPIV3Schema", "additionalProperties"),
        ("spec", "versions", 0, "schema", "openAPIV3Schema", "default"),
    ],
}  # fmt: skip


def nested(path: tuple[str | int, ...], value: Any) -> Any:
    """A value below a path."""
    for key in reversed(path):
        value = [value] if isinstance(key, int) else {key: value}
    return value


def test_the_first_fault_of_values(golden: Golden) -> None:
    told = []
    for kind, paths in PLACES.items():
        struct = type_of(kind)
        assert struct is not None
        for path in paths:
            told.append(".".join(map(str, path)))
            for value in ODD:
                found = first_fault(nested(path, value), struct)
                told.append(f"  {value!r}: {f'{found.message} at {found.path}' if found else 'good'}")
    golden("decoding_registry_v1", once("\n".join(told)))


def test_metadata_alone_is_decoded() -> None:
    struct = metadata_of("x.Y")
    assert (struct.name, sorted(struct.fields)) == ("x.Y", ["apiVersion", "kind", "metadata"])
    assert struct.embedded == {"apiVersion": "TypeMeta", "kind": "TypeMeta"}
    assert first_fault({"spec": 5, "metadata": {}}, struct) is None


@each_row(
    ("version", "found"),
    [(None, True), ("1.2.0", True), ("v1.2", True), ("", False), ("x", False), (5, False), ([], False)],
)
def test_which_versions_are_decoded(version: Any, found: bool) -> None:
    assert is_decoded({"spec": {"version": version}}) is found
    assert not is_decoded({"spec": {"version": version, "maintainers": 5}})


def test_which_definitions_fit() -> None:
    head = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}
    assert fits(head)
    assert fits({**head, "spec": {"group": "a", "scope": None}})
    assert not fits({**head, "spec": {"group": 5}})
    assert not fits({**head, "apiVersion": "apiextensions.k8s.io/v2"})


def test_what_is_empty() -> None:
    empty: list[Any] = [
        {},
        {"spec": None},
        {"spec": {}},
        {"spec": {"install": {"strategy": "", "spec": {"deployments": []}}}},
    ]
    full: list[Any] = [
        {"spec": {"install": {"strategy": "a"}}},
        {"spec": {"install": {"spec": {"deployments": [{}]}}}},
    ]
    assert [is_empty(one, "spec", "install") for one in (*empty, *full)] == [True] * 4 + [False] * 2
    assert is_empty({"spec": {"install": {"unknown": 1}}}, "spec", "install")
    assert not is_empty({"other": {"a": 1}}, "other")
    assert is_empty({"spec": 5}, "spec", "install")


def test_values_as_texts() -> None:
    values: list[Any] = [None, "x", True, False, 5, 5.5, [], {}]
    assert [scalar(one) for one in values] == ["", "x", "true", "false", "5", "5.5", None, None]
    assert [text_or_none(one) for one in values] == ["", "x", None, None, None, None, None, None]
    assert [are_texts({"a": one}) for one in values] == [True] * 6 + [False] * 2
    assert not are_texts([])
