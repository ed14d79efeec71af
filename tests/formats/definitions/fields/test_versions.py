"""The versions of a definition, and two of them side by side."""

from typing import Any

from xpkgtui.formats.definitions.fields.versions import compared, defined_kind

_TEXT: dict[str, Any] = {"type": "string"}


def _schema(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}


def test_equal_versions_are_the_same() -> None:
    found = compared(_schema(a=_TEXT), _schema(a=_TEXT))
    assert (found.new, found.gone, found.moved, dict(found.changed)) == ((), (), (), {})


def test_only_the_topmost_field_is_new_or_gone() -> None:
    inner = {"type": "object", "properties": {"b": _TEXT}}
    found = compared(_schema(a=inner), _schema(c=inner | {"type": "array", "items": inner}))
    assert (found.gone, found.new, found.moved) == (("spec.a",), ("spec.c",), ())


def test_a_field_of_the_name_and_type_elsewhere_has_moved() -> None:
    inner = {"type": "object", "properties": {"old": _TEXT}}
    found = compared(_schema(region=_TEXT, a=inner), _schema(a={"type": "object", "properties": {"region": _TEXT}}))
    assert found.moved == (("spec.region", "spec.a.region"),)
    assert found.gone == ("spec.a.old",)


def test_what_changes_is_said_of_the_other_version() -> None:
    one = _TEXT | {"pattern": "^a", "minLength": 1}
    found = compared(_schema(a=one), _schema(a=_TEXT | {"default": "x"}))
    assert found.changed == (("spec.a", ('default "x"', "no pattern", "no bounds")),)


def test_a_kind_has_its_names_and_versions() -> None:
    versions = [
        {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": _schema(a=_TEXT)}},
        {"name": "v1", "served": False},
        {"name": "v1alpha1", "served": False, "deprecated": True, "deprecationWarning": "use v1"},
    ]
    names = {"kind": "Bucket", "plural": "buckets", "shortNames": ["b", 5]}
    spec = {"group": "example.org", "names": names, "scope": "Namespaced", "versions": versions}
    found = defined_kind({"spec": spec | {"conversion": {"strategy": "Webhook"}}})
    assert (found.kind, found.singular, found.short_names, found.stored) == ("Bucket", "bucket", ("b",), "v1")
    assert (found.is_namespaced, found.is_converted) == (True, True)
    assert [(one.name, one.fields, one.warning) for one in found.versions] == [
        ("v1", 2, ""),
        ("v1alpha1", 0, "use v1"),
    ]


def test_no_version_is_left_out() -> None:
    versions = [{"name": f"v{number}"} for number in range(1, 102)]
    assert len(defined_kind({"spec": {"versions": versions}}).versions) == 101
