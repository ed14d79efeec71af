"""The schemas that are made of the documents, a line for each field."""

import json
from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, once

from xpkgtui.reporting.documents.schemas import DOCUMENTS, schema_of

INSIDE = ("items", "additionalProperties")
APART = {"description", "properties", "required", "patternProperties", "$schema", *INSIDE}
"""What has a place of its own in the line of a field, or lines of its own, or is the same everywhere."""


def kind(schema: dict[str, Any]) -> str:
    """The type of a field with its bounds, and what it is a list or a map of."""
    bounds = json.dumps({key: one for key, one in schema.items() if key not in APART})
    return bounds + "".join(f" of {kind(schema[key])}" for key in INSIDE if key in schema)


def rows(schema: dict[str, Any], known: set[str], depth: int = 0) -> Iterator[str]:
    """A line for each field of an object, also of one in a list or a map; `?` stands for one that may be left out.

    Fields of an object that is known have no lines.
    """
    for name, one in schema.get("properties", {}).items():
        optional = "" if name in schema["required"] else "?"
        yield f"{'  ' * depth}{name}{optional}: {kind(one)} {one['description']}\n"
        if json.dumps(one) not in known:
            yield from rows(one, known, depth + 1)
            known.add(json.dumps(one))
    for key in INSIDE:
        if key in schema:
            yield from rows(schema[key], known, depth)


def test_every_schema_is_as_it_was_agreed(golden: Golden) -> None:
    known: set[str] = set()
    texts = (f"== {name} {kind(schema_of(name))}\n{''.join(rows(schema_of(name), known))}" for name in DOCUMENTS)
    golden("json_schemas", once("".join(texts)))
