"""Rules about what the API server refuses of names and definitions."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, DEFINITIONS, FUNCTION, XRD, changed, stream

from xpkgtui.rules.finding import Acceptance, Severity


def test_deep_document_is_judged() -> None:
    deep = CRD.replace(
        "{type: object, x-kubernetes-preserve-unknown-fields: true}", "{items: " * 900 + "{}" + "}" * 900
    )
    assert "XPKG708" in judge_stream(stream(PROVIDER, deep)).errors


@pytest.mark.parametrize("name", ["x_things", "XThings", "things-", "a" * 254])
def test_a_name_that_the_api_server_refuses_is_reported(name: str) -> None:
    judged = judge_stream(stream(CONFIGURATION, XRD, changed(COMPOSITION, "{name: things}", f"{{name: {name}}}")))
    assert [(one.place.field, one.severity) for one in judged.of("XPKG707")] == [("metadata.name", Severity.ERROR)]


def test_definition_of_a_function_is_not_installed_and_cannot_be_refused() -> None:
    judged = judge_stream(stream(FUNCTION, DEFINITIONS["no storage version"]))
    assert [one.severity for one in judged.of("XPKG708")] == [Severity.WARNING]


def test_name_of_a_composite_definition_is_a_warning() -> None:
    judged = judge_stream(stream(CONFIGURATION, changed(XRD, "name: xthings.example.org", "name: things")))
    assert [one.severity for one in judged.of("XPKG707")] == [Severity.WARNING]


def test_definition_that_serves_nothing_is_a_warning() -> None:
    judged = judge_stream(stream(PROVIDER, DEFINITIONS["no served version"]))
    assert [one.severity for one in judged.of("XPKG708")] == [Severity.WARNING]


def test_a_default_with_too_many_values_leaves_the_verdict_open() -> None:
    field = "{type: array, items: {type: integer}, default: [%s]}"
    schema = "{type: object, x-kubernetes-preserve-unknown-fields: true}"
    for count, acceptance in ((100, Acceptance.ACCEPTED), (20_000, None)):
        many = changed(CRD, schema, f"{{type: object, properties: {{a: {field % ', '.join(['1'] * count)}}}}}")
        judged = judge_stream(stream(PROVIDER, many))
        assert judged.verdict.acceptance is acceptance
    (found,) = judged.of("XPKG708")
    assert (found.severity, found.says, found.undecided) == (Severity.WARNING, None, True)
    assert ".a.default: xpkgtui checks at most 20,000 values of a default" in found.message
