"""The ruleset, as a table and page by page."""

import json

import jsonschema

from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.reporting.as_text.rules import manual, ruleset
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.documents.rules import rules
from xpkgtui.reporting.documents.schemas import schema_of
from xpkgtui.reporting.manual import paragraphs
from xpkgtui.rules.manual_page import ManualPage

PAGE = ManualPage(
    id="XPKG401",
    title="package.yaml is missing",
    format="xpkg",
    severities=(("crossplane", ("error", "warning")), ("spec", ())),
    required="The file is " + "very " * 20 + "important.",
    why="Nothing is read.\n\n    crossplane xpkg build\n",
    bites="At installation.",
    fix="Build it again.",
    source="",
    readers=("manager-2.4",),
)
PLAIN = Paint()


def test_document_fits_its_schema() -> None:
    schema = schema_of("rules")
    document = json.loads(rules([PAGE]))
    jsonschema.Draft202012Validator(schema).validate(document)
    assert document["rules"][0]["severities"] == {"crossplane": ["error", "warning"], "spec": []}


def test_table_has_a_line_for_each_rule() -> None:
    assert ruleset([PAGE], PLAIN).startswith(
        "rule     crossplane  spec  title\nXPKG401  ✗ !         –     package.yaml is missing\n"
    )


def test_profiles_are_numbered_where_titles_have_little_room() -> None:
    assert ruleset([PAGE], Paint(width=40)).splitlines()[:3] == [
        "1 crossplane  2 spec",
        "rule     1    2  title",
        "XPKG401  ✗ !  –  package.yaml is missing",
    ]


def test_page_is_no_wider_than_a_terminal() -> None:
    assert max(len(row) for row in manual(PAGE, WORDING, PLAIN).split("\n")) <= 80


def test_paragraphs_are_filled_unless_they_are_indented() -> None:
    assert list(paragraphs("a\nb\n\n    c\n\td\n")) == [("a b",), ("    c", "    d")]


def test_page_keeps_commands_as_they_are() -> None:
    assert "\n      crossplane xpkg build\n" in manual(PAGE, WORDING, PLAIN)


def test_section_without_text_is_left_out() -> None:
    assert "Source" not in manual(PAGE, WORDING, PLAIN)


def test_profile_that_it_does_not_concern_is_said() -> None:
    assert "  spec        – does not apply\n" in manual(PAGE, WORDING, PLAIN)


def test_readers_are_named_as_people_know_them() -> None:
    assert manual(PAGE, WORDING, PLAIN).endswith("Readers\n  Crossplane 2.4\n")
