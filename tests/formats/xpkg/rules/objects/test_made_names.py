"""Rules about what Crossplane makes of definitions: names, dropped schemas, and versions that prune each other."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.objects import (
    CLAIMS,
    CONVERSION,
    OBJECTS,
    OLDER_XRD,
    configuration,
    with_schema,
    with_versions,
)
from formats.xpkg.rules.vectors.streams import FUNCTION, XRD, changed, stream

from xpkgtui.rules.finding import Severity

_SPEC = "  group: example.org\n"
_ROOT = "type: object, x-kubernetes-validations: [{rule: self.metadata.name != 'a'}]"
_SCHEMA = "spec.versions[0].schema.openAPIV3Schema"


def test_both_definitions_and_the_name_are_named() -> None:
    (found,) = judge_stream(OBJECTS["claims of the name of another"]).of("XPKG730")
    assert found.message == (
        "CompositeResourceDefinition things.example.org and the claims of CompositeResourceDefinition "
        "xthings.example.org both make the CustomResourceDefinition things.example.org; one never works"
    )
    assert (found.place.document, found.place.field) == (3, "spec.names.plural")


@each_row(
    ("old", "new", "field"),
    [
        ("xthings", "ythings", "spec.claimNames.plural"),
        ("xthings.example.org", "ythings.example.org", "spec.names.plural"),
        ("plural: xthings", "plural: ythings", "spec.names.kind"),
    ],
)
def test_claims_plurals_and_kinds_collide(old: str, new: str, field: str) -> None:
    one = changed(OLDER_XRD, _SPEC, _SPEC + CLAIMS)
    other = one.replace(old, new).replace("name: xthings", "name: ythings").replace("XThing}", "XThing}")
    if field == "spec.claimNames.plural":
        other = other.replace("kind: XThing", "kind: YThing")
    else:
        other = other.replace(CLAIMS, "")
    (found,) = judge_stream(configuration(one, other)).of("XPKG730")
    assert found.place.field == field


@pytest.mark.parametrize("old", ["group: example.org", "kind: XThing, plural: xthings"])
def test_names_of_other_groups_and_other_names_do_not_collide(old: str) -> None:
    other = XRD.replace(old, "group: example.net" if "group" in old else "kind: YThing, plural: ythings")
    assert not judge_stream(configuration(XRD, other.replace("name: xthings", "name: ythings"))).of("XPKG730")


def test_an_object_that_stands_twice_is_left_to_its_rule() -> None:
    judged = judge_stream(configuration(XRD, XRD))
    assert (judged.of("XPKG730"), len(judged.of("XPKG706"))) == ([], 1)


@each_row(
    ("crossplane", "schema", "dropped"),
    [
        ("2.1", _ROOT, f"{_SCHEMA}.x-kubernetes-validations"),
        ("2.2", _ROOT, ""),
        ("2.4", "type: object, required: [spec, data]", f"{_SCHEMA}.required"),
        ("2.4", "type: object, properties: {data: {type: object}}", f"{_SCHEMA}.properties.data"),
        ("2.4", "type: object, properties: {spec: {type: object, minProperties: 1}}", ".spec.minProperties"),
        ("2.4", "type: object, properties: {spec: {type: object, default: {a: b}}}", ".spec.default"),
        ("2.4", "type: object, properties: {status: {x-kubernetes-preserve-unknown-fields: true}}", "unknown-fields"),
        ("2.4", "type: object, properties: {metadata: {properties: {name: {pattern: a}}}}", "properties.metadata"),
        ("2.4", "type: object, properties: {metadata: {type: object, properties: {name: {maxLength: 9}}}}", ""),
        ("2.4", "title: a, type: object, properties: {kind: {type: string, description: a}}", ""),
    ],
)
def test_what_crossplane_drops_is_named_by_version(crossplane: str, schema: str, dropped: str) -> None:
    found = judge_stream(with_schema(schema), crossplane=crossplane).of("XPKG731")
    assert [dropped in one.message for one in found] == ([True] if dropped else [])


@each_row(("crossplane", "count"), [("1.14", 2), ("1.16", 1), ("1.17", 0)])
def test_parts_of_spec_have_their_first_version(crossplane: str, count: int) -> None:
    spec = "{type: object, x-kubernetes-preserve-unknown-fields: true, oneOf: [{required: [a]}]}"
    schema = f"type: object, properties: {{spec: {spec}}}"
    assert len(judge_stream(with_schema(schema, "v1"), crossplane=crossplane).of("XPKG731")) == count


def test_a_field_that_crossplane_adds_is_its_own() -> None:
    schema = "type: object, properties: {spec: {type: object, properties: {crossplane: {type: string}}}}"
    assert "replaces" in judge_stream(with_schema(schema)).said("XPKG731")


def test_rules_that_are_dropped_are_not_compiled() -> None:
    text = with_schema("type: object, x-kubernetes-validations: [{rule: self.nothing == 1}]", "v1")
    assert judge_stream(text, crossplane="2.1").of("XPKG714") == []
    assert "compilation failed" in judge_stream(text, crossplane="2.2").said("XPKG714")


@each_row(
    ("old", "new", "severity"),
    [
        ("a", "b", Severity.WARNING),
        ("a", "a: {type: string}, b", Severity.INFO),
        ("a: {type: string}, b", "a", Severity.WARNING),
    ],
)
def test_a_version_that_loses_fields_is_named_with_them(old: str, new: str, severity: Severity) -> None:
    (found,) = judge_stream(with_versions(old, new)).of("XPKG732")
    assert (found.severity, found.place.field) == (severity, "spec.versions[0]")


def test_versions_alike_or_not_served_lose_nothing() -> None:
    assert not judge_stream(with_versions("a", "a")).of("XPKG732")
    assert not judge_stream(with_versions("a", "b").replace("served: true", "served: false", 1)).of("XPKG732")


def test_a_webhook_that_converts_one_version_is_needless() -> None:
    one = stream(PROVIDER, changed(CRD, "  scope:", f"{CONVERSION}  scope:"))
    assert "a single version" in judge_stream(one).said("XPKG709")


@each_row(
    ("client", "said"),
    [
        ("clientConfig: {service: {name: hook, namespace: crossplane-system}}", "the service crossplane-system/hook"),
        ("clientConfig: {url: 'https://hooks.example.org'}", ""),
        ("clientConfig: {}", "never established"),
    ],
)
def test_the_service_of_a_composite_conversion_is_brought_by_nobody(client: str, said: str) -> None:
    conversion = CONVERSION.replace("webhook: {", f"webhook: {{{client}, ")
    found = judge_stream(with_versions("a", "b", conversion)).of("XPKG709")
    assert [said in one.message and one.severity is Severity.WARNING for one in found] == ([True] if said else [])


def test_what_is_not_installed_loses_nothing() -> None:
    schema = "{openAPIV3Schema: {type: object, properties: {a: {type: string}}}}"
    second = f"{{name: v2, served: true, storage: false, schema: {schema}}}"
    several = CRD.rstrip() + f"\n    - {second}\n"
    assert judge_stream(stream(PROVIDER, several)).of("XPKG732")
    assert not judge_stream(stream(FUNCTION, several)).of("XPKG732")
