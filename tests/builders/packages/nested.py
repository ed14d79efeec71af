"""Packages in which one value is replaced by another that is nested deep.

for nested in nested_in(text, "lists", depth=1500): ...    # each value of the documents in its turn
"""

import json
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML

_PLACE = "the nested value"
_SCHEMA = "{type: object, %s: "
SHAPES = {
    "mappings": ("{a: ", "1", "}"),
    "lists": ("[", "", "]"),
    "lists of mappings": ("[{a: ", "1", "}]"),
    "properties": ("{type: object, properties: {a: ", "{type: string}", "}}"),
    "items": ("{type: array, items: ", "{type: string}", "}"),
    "maps": (_SCHEMA % "additionalProperties", "{type: string}", "}"),
    "alternatives": ("{allOf: [", "{type: string}", "]}"),
    "negations": ("{not: ", "{type: string}", "}"),
}
"""What opens a level, what is innermost, and what closes a level."""


def nested(shape: str, depth: int) -> str:
    """A value in flow style."""
    opening, inner, closing = SHAPES[shape]
    return opening * depth + inner + closing * depth


def nested_in(text: str, shape: str, depth: int) -> Iterator[str]:
    """The documents of a text, again and again, with the next one of their values replaced."""
    documents = list(YAML(typ="safe", pure=True).load_all(text))
    value = nested(shape, depth)
    for above, key in list(_places(documents)):
        before, above[key] = above[key], _PLACE
        written = "\n---\n".join(json.dumps(one, default=str) for one in documents)
        above[key] = before
        yield written.replace(json.dumps(_PLACE), value) + "\n"


def _places(root: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Every collection with each of its keys."""
    waiting: list[Any] = [*root]
    while waiting:
        above = waiting.pop()
        if isinstance(above, dict | list):
            for key in above if isinstance(above, dict) else range(len(above)):
                yield above, key
                waiting.append(above[key])
