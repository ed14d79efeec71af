"""Paths as the API server spells them."""

from typing import Any

import pytest

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.examples.problems import field_path, path_of

VALUE: dict[str, Any] = {"spec": {"tags": [{"k": 1}], "labels": {"a.b/c": 1, "a": {"b/c": 2}}, "x[0]": 3, "": 4}}


@pytest.mark.parametrize(
    ("spelled", "parts"),
    [
        ("spec.tags[0].k", ("spec", "tags", 0, "k")),
        ("spec.labels[a.b/c]", ("spec", "labels", "a.b/c")),
        ("spec.labels.a.b/c", ("spec", "labels", "a.b/c")),
        ("spec.labels.a.x", ("spec", "labels", "a")),
        ("spec.x[0]", ("spec", "x[0]")),
        ("spec.tags[7].k", ("spec", "tags")),
        ("spec.missing.deeper", ("spec",)),
        ("<nil>", ()),
        ("", ()),
    ],
)
def test_a_path_is_followed_as_far_as_the_object_has_it(spelled: str, parts: tuple[str | int, ...]) -> None:
    assert field_path(spelled, VALUE) == FieldPath(parts)


def test_a_path_is_read_without_its_object() -> None:
    assert path_of("spec.tags[0].labels[a.b/c]") == FieldPath.of("spec", "tags", 0, "labels", "a.b/c")
