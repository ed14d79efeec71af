"""Defaults with more values than are compared are undecided: neither right nor wrong."""

from typing import Any

import pytest

from xpkgtui.formats.definitions.field_errors import FieldError
from xpkgtui.formats.definitions.field_errors import LinkedPath as Path
from xpkgtui.formats.definitions.schema import SchemaCheck

STRING = {"type": "string"}
OPEN: dict[str, Any] = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def found_in(node: dict[str, Any]) -> list[FieldError]:
    """The errors of a schema whose field a has a default."""
    return SchemaCheck().run({"type": "object", "properties": {"a": node}}, Path(None, "s"), status=False)


def listed(count: int, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": STRING, "default": [""] * count, **more}


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = STRING
    value: Any = ""
    for _ in range(depth):
        schema, value = {"type": "object", "properties": {"a": schema}}, {"a": value}
    return {**schema, "default": value}


@pytest.mark.parametrize("node", [listed(19_999), nested(100), {**OPEN, "default": {"b": [{"c": ""}] * 100_001}}])
def test_a_default_within_the_limits_is_right(node: dict[str, Any]) -> None:
    assert found_in(node) == []


@pytest.mark.parametrize(
    "node",
    [
        listed(20_000),
        listed(100_001),
        nested(101),
        listed(19_999, **{"not": {"items": {"enum": ["b"]}}}),
        {**listed(20_000), "default": [""] * 20_000 + [1]},
        {
            "type": "array",
            "default": [{"apiVersion": "v1", "kind": "A", "metadata": {}}] * 100_001,
            "items": OPEN | {"x-kubernetes-embedded-resource": True},
        },
    ],
    ids=["many", "very many", "deep", "not", "a fault beyond", "resources"],
)
def test_a_default_beyond_the_limits_is_undecided(node: dict[str, Any]) -> None:
    (error,) = found_in(node)
    assert error.is_undecided
    assert (str(error.path), error.words) == (
        "s.properties.a.default",
        "xpkgtui checks at most 20,000 values of a default, 100 inside each other",
    )


def test_unknown_fields_are_refused_beyond_the_limits_too() -> None:
    node = {"type": "object", "properties": {"b": {"type": "array", "items": STRING}}}
    found = found_in({**node, "default": {"c": 1, "b": [""] * 20_000}})
    assert [one.is_undecided for one in found] == [False, True]
