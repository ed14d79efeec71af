"""Findings about examples: each rule is tripped by one and spares another that is near to it."""

import pytest
from builders.packages.bundles import CRD, CSV
from builders.packages.exampled import definitions_of, judged_examples, objects_of
from formats.examples.test_judging import GOOD, HEAD, PACKAGE, of

from xpkgtui.formats.examples.example import ExampleList
from xpkgtui.formats.examples.findings import findings_of
from xpkgtui.formats.format import Format
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.rules.case import Case, SourceFacts
from xpkgtui.rules.finding import Finding, Severity


def found(text: str, profile: str = "crossplane") -> tuple[Finding, ...]:
    """What is said of the examples of a file."""
    examples = judged_examples(XPKG, PACKAGE, {"examples/a.yaml": text})
    return said(XPKG, ExampleList(examples=tuple(examples)), profile)


def said(format: Format, examples: ExampleList, profile: str = "crossplane") -> tuple[Finding, ...]:
    case = Case(source=SourceFacts(name="s"), format=format.summary.name, profile=profile)
    return findings_of(examples, format.catalogue(), case)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (GOOD, []),
        (HEAD, [("XPKG415", "warning")]),
        ("a: [\n", [("XPKG415", "warning")]),
        (of("s3.example.org/v9", "Bucket"), [("XPKG415", "warning")]),
        (of("other.org/v1", "Thing"), [("XPKG415", "info")]),
        (of("v1", "Secret"), []),
        (f"{HEAD}spec: {{region: moon, x: 1}}\n", [("XPKG416", "warning")]),
        (f"{HEAD}spec: {{x: 1}}\n", [("XPKG415", "warning"), ("XPKG416", "warning")]),
        (f"{GOOD}status: {{}}\n", [("XPKG417", "info")]),
    ],
)
def test_what_is_said_of_an_example(text: str, rules: list[tuple[str, str]]) -> None:
    assert [(one.rule, one.severity.word) for one in found(text)] == rules


def test_a_finding_stands_at_the_field_in_its_file() -> None:
    (one,) = found(f"{GOOD}---\n{HEAD}spec:\n  region: 5\n")
    assert (one.place.file, one.place.line, one.place.field, one.place.document) == (
        "examples/a.yaml",
        10,
        "spec.region",
        None,
    )
    assert str(one.object) == "Bucket a"
    assert one.says is not None
    assert one.says.startswith('Bucket.s3.example.org "a" is invalid')


def test_no_finding_about_an_example_decides_under_any_profile() -> None:
    for profile in XPKG.catalogue().profiles:
        assert {one.severity for one in found(HEAD, profile)} == {Severity.WARNING}


def test_kinds_without_an_example_are_named_once() -> None:
    examples = judged_examples(XPKG, PACKAGE, {"a.yaml": GOOD})
    definitions = definitions_of(XPKG, objects_of(XPKG, PACKAGE))
    without = tuple(definitions.without({("s3.example.org", "Bucket")}))
    listed = ExampleList(examples=tuple(examples), kinds=definitions.kinds, without=without)
    (one,) = said(XPKG, listed)
    assert (one.rule, one.message) == ("XPKG418", "1 of 2 kind has no example: XDB example.org")


def test_what_a_function_defines_needs_no_example() -> None:
    package = objects_of(XPKG, PACKAGE.replace(b"kind: Provider", b"kind: Function"))
    known = XPKG.examples()
    assert known is not None
    assert list(filter(known.is_written(package), package.heads)) == []


@pytest.mark.parametrize(("kind", "without"), [("XDB", ["Bucket s3.example.org"]), ("DB", ["Bucket s3.example.org"])])
def test_a_claim_is_an_example_of_its_composite_resource(kind: str, without: list[str]) -> None:
    definitions = definitions_of(XPKG, objects_of(XPKG, PACKAGE))
    assert list(definitions.without({("example.org", kind)})) == without


BERTH = '{"apiVersion": "tides.example.com/v1", "kind": "Berth", "metadata": {"name": "one"}'
SCHEMA = "{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}"


@pytest.mark.parametrize(
    ("example", "rules"),
    [
        (f"{BERTH}}}", []),
        (f'{BERTH}, "spec": {{"size": "x"}}}}', ["OLM045"]),
        (f'{BERTH}, "spec": {{"x": 1}}}}', ["OLM046"]),
        (f'{BERTH}, "spec": {{"size": null}}}}', ["OLM047"]),
        ('{"kind": "Berth"', ["OLM045"]),
    ],
)
def test_what_is_said_of_an_example_in_a_bundle(example: str, rules: list[str]) -> None:
    csv = CSV.replace(f"{BERTH}}}", example)
    data = f"{csv}---\n{CRD.replace('{type: object}', SCHEMA)}".encode()
    findings = said(REGISTRY_V1, ExampleList(examples=tuple(judged_examples(REGISTRY_V1, data, {}))), "opm")
    assert [one.rule for one in findings] == rules
    assert {one.place.line for one in findings} <= {6}
    assert {one.place.document for one in findings} <= {1}
