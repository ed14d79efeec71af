"""Documents of texts with examples, in YAML and in JSON."""

import json
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.bundles import CRD, CSV
from builders.packages.exampled import definitions_of, judged_examples, objects_of
from formats.examples.test_judging import GOOD, HEAD, PACKAGE, of
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.examples.documents import ExampleDocument, documents_of, findings_of
from xpkgtui.formats.examples.example import ExampleList, ExampleText
from xpkgtui.formats.format import Format
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.rules.case import Case, SourceFacts
from xpkgtui.rules.finding import Finding, Severity

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def read(text: str) -> list[ExampleDocument]:
    found = ExampleText(data=text.encode(), file="a", line=10, document=3, field="alm", is_json=True)
    return list(documents_of(found))


@given(values=st.lists(VALUES, max_size=4), indent=st.sampled_from([None, 2]))
def test_a_list_in_json_has_its_items(values: list[Any], indent: int | None) -> None:
    found = read(json.dumps(values, indent=indent))
    assert [one.value for one in found] == values
    assert [one.place for one in found] == [f"alm[{number}]" for number in range(len(values))]


def test_an_item_knows_its_line() -> None:
    first, second = read('[\n  {"a": 1},\n  {"b":\n    {"c": 2}}\n]')
    assert (first.line, second.line, second.line_of("b.c")) == (11, 12, 13)


def test_an_object_in_json_is_one_example() -> None:
    (found,) = read('{"a": 1}')
    assert (found.value, found.place, found.number) == ({"a": 1}, "alm", 3)


@each_row(("text", "line"), [("[1\n 2]", 11), ("[\n1,\n", 12), ("{} x", 10), ("", 10), ("[NaN]", 10), ("[1]]", 10)])
def test_what_is_not_json_says_where(text: str, line: int) -> None:
    *_, last = read(text)
    assert last.fault.startswith("it is not JSON: ")
    assert last.line == line


def test_json_that_is_too_deep_is_no_fault_of_its() -> None:
    (found,) = read("[" * 100_000)
    assert (found.is_own_limit, found.fault) == (True, "it is too deep")


def test_a_whole_number_that_fits_no_int64_is_a_float_as_in_go() -> None:
    (found,) = read(str(2**63))
    assert isinstance(found.value, float)


def found(text: str, profile: str = "crossplane") -> tuple[Finding, ...]:
    """What is said of the examples of a file."""
    examples = judged_examples(XPKG, PACKAGE, {"examples/a.yaml": text})
    return said(XPKG, ExampleList(examples=tuple(examples)), profile)


def said(format: Format, examples: ExampleList, profile: str = "crossplane") -> tuple[Finding, ...]:
    case = Case(source=SourceFacts(name="s"), format=format.summary.name, profile=profile)
    return findings_of(examples, format.ruleset(), case)


@each_row(
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
    for profile in XPKG.ruleset().profiles:
        assert {one.severity for one in found(HEAD, profile)} == {Severity.WARNING}


def test_kinds_without_an_example_are_named_once() -> None:
    examples = judged_examples(XPKG, PACKAGE, {"a.yaml": GOOD})
    definitions = definitions_of(XPKG, objects_of(XPKG, PACKAGE))
    without = tuple(definitions.without({("s3.example.org", "Bucket")}))
    listed = ExampleList(examples=tuple(examples), kinds=definitions.kinds, without=without)
    (one,) = said(XPKG, listed)
    assert (one.rule, one.message) == ("XPKG418", "1 of 2 kinds has no example: XDB example.org")


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


@each_row(
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
