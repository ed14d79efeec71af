"""Keywords of a schema that Go does not decode."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.formats.definitions.fields.soundness import mistyped, require_typed
from xpkgtui.limits import OverLimit


@each_row(
    ("schema", "wrong"),
    [
        (1, "the schema of the object"),
        ({"type": "object", "description": None, "other": 1}, ""),
        ({"type": ["object"]}, "type of the object"),
        ({"nullable": "yes"}, "nullable of the object"),
        ({"minLength": 1, "maxProperties": 2, "minimum": 1.5, "multipleOf": 2}, ""),
        ({"minLength": 1.5}, "minLength of the object"),
        ({"minimum": True}, "minimum of the object"),
        ({"required": ["a"], "enum": [1, "a"], "oneOf": [{}]}, ""),
        ({"required": [1]}, "required of the object"),
        ({"enum": {}}, "enum of the object"),
        ({"allOf": ["a"]}, "allOf of the object"),
        ({"not": []}, "not of the object"),
        ({"additionalProperties": True, "items": {}}, ""),
        ({"additionalProperties": "yes"}, "additionalProperties of the object"),
        ({"properties": {"a": {"properties": {"b": {"type": 1}}}}}, "type of a.b"),
        ({"properties": {"a": 1}}, "the schema of a"),
        ({"properties": {"a": {"items": {"anyOf": [{"not": {"format": 1}}]}}}}, "format of a"),
    ],
)
def test_the_first_keyword_of_another_type_is_named_with_its_field(schema: Any, wrong: str) -> None:
    assert mistyped(schema) == wrong


def test_a_schema_that_is_too_large_to_look_at_is_not_said_to_be_wrong() -> None:
    with pytest.raises(OverLimit, match="not read whole"):
        require_typed({"properties": {str(number): {} for number in range(200_001)}})
