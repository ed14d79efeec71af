"""Rules about definitions of composite resources."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import Judgement, judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS, OLDER_XRD
from formats.xpkg.rules.vectors.streams import CONFIGURATION, XRD, changed, stream

from xpkgtui.rules.finding import Acceptance, Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_line_is_that_of_the_field() -> None:
    text = OBJECTS["claims of v2"]
    (finding,) = judge_stream(text).of("XPKG712")
    assert text.splitlines()[(finding.place.line or 0) - 1].strip().startswith("claimNames:")


@pytest.mark.parametrize("profile", ["spec", "format-v2"])
def test_documents_warn_of_what_never_becomes_established(profile: str) -> None:
    found = judge_stream(OBJECTS["no referenceable version"], profile).of("XPKG714")
    assert [one.severity for one in found] == [W]


def test_deprecation_is_said_once_for_a_package() -> None:
    found = judge_stream(stream(CONFIGURATION, OLDER_XRD, changed(OLDER_XRD, "things", "others"))).of("XPKG713")
    assert [one.place.document for one in found] == [2]


def test_nothing_is_deprecated_before_it_is() -> None:
    assert "XPKG713" not in judge_stream(OBJECTS["definition of v1"], crossplane="1.20").rules
    assert "XPKG713" in judge_stream(OBJECTS["definition of v1"], crossplane="2.0").rules


_SCHEMA = "{type: object}"


def _with_schema(schema: str) -> Judgement:
    return judge_stream(stream(CONFIGURATION, changed(XRD, _SCHEMA, schema)))


def _of_spec(field: str) -> str:
    return f"{{type: object, properties: {{spec: {{type: object, properties: {{a: {field}}}}}}}}}"


@each_row(
    ("schema", "said"),
    [
        (_of_spec("{description: b}"), "a.type: required value: must not be empty for specified object fields"),
        (_of_spec("{type: array}"), "a.items: required value: must be specified"),
        (_of_spec("{type: text}"), 'a.type: unsupported value: supported values: "array"'),
        (_of_spec("{type: string, default: 5}"), 'a.default: invalid value: must be of type string: "integer"'),
        (_of_spec("{type: [string]}"), "a.type is a list, expected text"),
        ("{properties: {status: {properties: {a: {}}}}}", "status.properties.a.type: required value"),
    ],
)
def test_a_schema_that_is_not_structural_is_never_established(schema: str, said: str) -> None:
    (found,) = _with_schema(schema).of("XPKG714")
    assert said in found.message
    assert found.message.endswith("; it installs, but is never established")
    assert found.severity is Severity.WARNING


@each_row(
    "schema",
    [
        "{properties: {spec: {properties: {a: {type: string}}}}}",
        "{type: object, properties: {data: {}, metadata: {type: object, properties: {labels: {}}}}}",
        "{type: object, properties: {spec: {type: object, anyOf: [{type: string}], additionalProperties: {}}}}",
        _of_spec("{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}"),
    ],
)
def test_what_crossplane_does_not_take_over_is_not_judged(schema: str) -> None:
    assert _with_schema(schema).of("XPKG714") == []


@each_row(
    "field",
    [
        "{$ref: '#/b'}",
        *(f"{{{name}: {{$ref: '#/b'}}}}" for name in ("items", "additionalProperties", "not")),
        *(f"{{{name}: {{b: {{$ref: '#/b'}}}}}}" for name in ("properties", "patternProperties")),
        *(f"{{{name}: [{{$ref: '#/b'}}]}}" for name in ("items", "allOf", "anyOf", "oneOf")),
    ],
)
def test_a_reference_is_told_once(field: str) -> None:
    told = [one.message for one in _with_schema(_of_spec(field)).of("XPKG714")]
    assert len([one for one in told if "refers to another schema" in one]) == 1


@each_row(
    ("field", "other", "said"),
    [
        ("group: example.org", "{}\n  metadata: {{labels: {{a: b c}}}}", "spec.metadata.labels: "),
        ("kind: XThing", "{}, shortNames: [B T]", "spec.names.shortNames[0]: "),
        (
            "served: true",
            "{}, additionalPrinterColumns: [{{name: A, type: text, jsonPath: .a}}]",
            "Columns[0].type: ",
        ),
        ("group: example.org", "{}\n  claimNames: {{kind: Ship, plural: s.s}}", "spec.claimNames.plural: "),
    ],
)
def test_what_the_made_definition_may_not_have_is_never_established(field: str, other: str, said: str) -> None:
    api = OLDER_XRD if "claimNames" in other else XRD
    (found,) = judge_stream(stream(CONFIGURATION, changed(api, field, other.format(field)))).of("XPKG714")
    assert (said in found.message, found.severity) == (True, W)
    assert found.message.endswith(("; it installs, but is never established", "; Crossplane never offers the claim"))


@each_row(
    ("field", "other", "said"),
    [
        (
            "served: true",
            f"{{}}, deprecationWarning: {'w' * 257}",
            "spec.versions[0].deprecationWarning: Too long: may not be more than 256 bytes",
        ),
        (
            "group: example.org",
            "{}\n  defaultCompositionUpdatePolicy: Now",
            'spec.defaultCompositionUpdatePolicy: Unsupported value: supported values: "Automatic", "Manual"',
        ),
        (
            "group: example.org",
            "{}\n  conversion: {{strategy: Webhook, webhook: {{}}}}",
            "spec.conversion.webhook.conversionReviewVersions: Required value",
        ),
    ],
)
def test_a_value_that_composite_definitions_cannot_have_is_refused(field: str, other: str, said: str) -> None:
    judged = judge_stream(stream(CONFIGURATION, changed(XRD, field, other.format(field))))
    (found,) = judged.of("XPKG714")
    assert (found.says or "").endswith(f" is invalid: {said}")
    assert (found.severity, judged.verdict.acceptance) == (E, Acceptance.REFUSED)
