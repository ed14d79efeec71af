"""The page of a field, and of a version, by its words."""

from collections.abc import Iterator
from typing import Any

from builders.cases import each_row
from builders.screens.buckets import BUCKETS, TEXT, definition, enum, object_of, version
from textual.content import Content

from xpkgtui.app.drawing.page import Ends, Fact, Hanging, Page, ShellLine
from xpkgtui.app.schemas import detail
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import chosen_row, rows_of
from xpkgtui.app.state.schemas.selection import SchemaPane, SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, defined_schemas
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.examples.values import KindExamples, kind_examples
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.rows.objects import ObjectRow

SCHEMAS = defined_schemas([BUCKETS])
ROW = ObjectRow(document=1, line=1, start=0, end=0, first_line=1)


def page(
    path: str,
    tab: TabId = TabId.FIELD,
    *,
    of: DefinedSchemas = SCHEMAS,
    pane: SchemaPane = SchemaPane.FIELDS,
    is_compared: bool = False,
    examples: KindExamples | None = None,
) -> Page:
    """The page of a field."""
    selection = SchemaSelection(document=1, path=path, is_compared=is_compared).with_all(unfold=True)
    one = chosen_row(rows_of(of, selection), selection)
    return detail.page(Inspection(source=""), ROW, of, selection, one, tab=tab, pane=pane, examples=examples)


def texts(found: Page) -> Iterator[str]:
    """Its lines as text."""
    for line in found.body:
        match line:
            case Content():
                yield line.plain
            case Fact(label, text):
                yield f"{label}: {text.plain}"
            case Ends(left, right):
                yield f"{left.plain} | {right.plain}"
            case Hanging(_, _, text):
                yield text.plain
            case ShellLine(text):
                yield f"$ {text}"


def test_a_field_says_which_values_examples_give_it() -> None:
    objects = [{"where": f"e.yaml:{line}", "object": {"spec": {"forProvider": {"region": "eu"}}}} for line in (1, 9)]
    given = kind_examples({"objects": [*objects, {"where": "e.yaml:20", "object": {}}]})
    found = list(texts(page("spec.forProvider.region", examples=given)))
    at = found.index("In examples | 2 of 3 set it")
    assert found[at + 1] == "eu  e.yaml:1 · 2 times"


def test_a_field_says_when_it_is_required_what_it_may_be_and_which_rules_speak_of_it() -> None:
    found = [line for line in texts(page("spec.forProvider.region")) if line]
    assert found[:2] == ["region | string · required", "spec.forProvider.region"]
    assert found[3:] == [
        "required: on creation, unless initProvider has it",
        "default: –",
        "changes: immutable",
        r"pattern: ^[a-z]{2}(-[a-z]+)+-\d$",
        "length: at least 1",
        "Rules | 2 of 4 speak of it",
        "✗ refuses",
        "at spec",
        "spec.forProvider.region is a required parameter",
        next(line for line in found if "self.managementPolicies" in line),
        "✗ refuses an update",
        "at spec.forProvider",
        "region is immutable",
        "self.region == oldSelf.region",
        "In other versions",
        "v1beta1: no pattern, no bounds",
        "v1alpha1: no pattern, no bounds",
        "$ kubectl explain buckets.spec.forProvider.region --api-version s3.aws.upbound.io/v1beta2",
    ]


def test_a_field_that_other_versions_lack_says_so() -> None:
    assert "v1beta1: not there" in texts(page("spec.forProvider.grant"))
    assert "v1beta1: the same" in texts(page("spec.deletionPolicy"))


def test_choices_and_defaults_are_listed() -> None:
    found = list(texts(page("spec.deletionPolicy")))
    assert "one of: Orphan, Delete" in found
    assert 'default: "Delete"' in found


def test_fields_that_are_kept_although_no_schema_names_them_are_told_and_null_as_a_value() -> None:
    kept = object_of({"a": {"type": "object", "nullable": True, "x-kubernetes-preserve-unknown-fields": True}})
    found = list(texts(page("a", of=defined_schemas([definition("a", "A", version("v1", kept, stored=True))]))))
    at = found.index("null: is a value of its own")
    assert found[at + 1] == "unknown: fields that the schema does not name are kept"


def test_a_page_without_its_schema_says_what_it_waits_for() -> None:
    found = detail.waiting(ReadText(text=Text.DEFINITIONS, document=1), Replies())
    assert [tab.name for tab in found.tabs] == ["Schema"]
    assert list(texts(found)) == ["◌ reading the schema"]


def test_a_version_says_what_is_true_of_all_of_it() -> None:
    found = list(texts(page("", pane=SchemaPane.VERSIONS)))
    assert found[:2] == ["Bucket v1beta2 | 40 fields", "s3.aws.upbound.io/v1beta2"]
    assert "converted: by a webhook" in found
    assert "scope: of the cluster" in found


def test_the_sample_is_one_that_the_api_server_accepts() -> None:
    found = page("spec", TabId.SAMPLE)
    assert found.copied.startswith("apiVersion: s3.aws.upbound.io/v1beta2\nkind: Bucket\n")
    assert "region: " in found.copied


def test_a_sample_of_what_no_api_server_takes_says_so() -> None:
    refused = defined_schemas([definition("things", "Thing", {"name": "v1", "served": True, "storage": True})])
    shown = page("spec", TabId.SAMPLE, of=refused)
    first, *_ = texts(shown)
    assert first == "! the API server refuses its definition: spec.versions[0].schema.openAPIV3Schema: required value"
    assert "kind: Thing" in shown.copied


def test_where_there_is_no_sample_it_says_why() -> None:
    never = object_of({"spec": {**TEXT, "enum": ["a"], "minLength": 3}}, "spec")
    schemas = defined_schemas([definition("a", "A", version("v1", never, stored=True))])
    assert "No sample was found" in next(texts(page("spec", TabId.SAMPLE, of=schemas)))


def test_the_json_schema_is_that_of_the_field_and_a_very_large_one_is_left_to_a_command() -> None:
    assert '"CanonicalUser"' in page("spec.forProvider.grant", TabId.JSON).copied
    wide = object_of({"spec": object_of({f"f{number}": TEXT for number in range(2_001)})})
    schemas = defined_schemas([definition("a", "A", version("v1", wide, stored=True))])
    assert "2,001 fields" in next(texts(page("spec", TabId.JSON, of=schemas)))
    assert '"type": "string"' in page("spec.f7", TabId.JSON, of=schemas).copied


def test_a_field_that_is_gone_is_explained_by_the_version_that_had_it() -> None:
    found = list(texts(page("-spec.acl", is_compared=True)))
    assert found[0] == "acl | string"
    assert "v1beta1: the same" in found


@each_row("key", ["\x1b]0;a\x07", "a\nb", "\u202eright"])
def test_no_name_rule_or_value_of_a_package_reaches_the_terminal_as_it_is(key: str) -> None:
    rule = {"rule": f"self == '{key}'", "message": key}
    schema: dict[str, Any] = {**enum(key, default=key, pattern=key, format=key), "x-kubernetes-validations": [rule]}
    schema["description"] = key
    schemas = defined_schemas([definition(key, key, version(key, object_of({key: schema}), stored=True))])
    selection = SchemaSelection(document=1)
    one = chosen_row(rows_of(schemas, selection), selection)
    for tab in detail.TABS:
        for pane in SchemaPane:
            found = detail.page(Inspection(source=""), ROW, schemas, selection, one, tab=tab, pane=pane)
            drawn = "".join(texts(found)).replace("\n", "")
            assert not {character for character in drawn if ord(character) < 32 or character in "\x7f\u202e"}
