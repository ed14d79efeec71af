"""`schema`: the list, one document, one file of settings, and a name that is none."""

import json

import jsonschema
import pytest
from builders.cases import each_row
from builders.program.headless import run

from xpkgtui.reporting.documents.schemas import DOCUMENTS, schema_of
from xpkgtui.settings.described import FILES


def test_without_a_name_each_has_a_line() -> None:
    rows = run("schema").stdout.splitlines()
    assert [row.split()[0] for row in rows] == [*DOCUMENTS, *FILES]
    assert "  What `xpkgtui images --format json` prints" in rows[DOCUMENTS.index("images")]


@each_row("name", DOCUMENTS)
def test_a_name_prints_the_schema_of_its_document(name: str) -> None:
    printed = run("schema", name).stdout
    assert json.loads(printed) == schema_of(name)
    assert "\\u" not in printed


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_settings_has_one_too(name: str) -> None:
    schema = json.loads(run("schema", name).stdout)
    jsonschema.Draft4Validator.check_schema(schema)
    assert "exclude" in schema["properties"]


def test_another_name_lists_those_that_there_are() -> None:
    ended = run("schema", "imagez")
    assert ended.exit_code == 2
    assert "there is no schema imagez" in ended.stderr
    assert "images" in ended.stderr
