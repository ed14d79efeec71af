"""Paths as the API server spells them."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.examples.example import Example, ExampleVerdict, FieldProblem, field_path, path_of, refusals

VALUE: dict[str, Any] = {"spec": {"tags": [{"k": 1}], "labels": {"a.b/c": 1, "a": {"b/c": 2}}, "x[0]": 3, "": 4}}


@each_row(
    ("spelled", "parts"),
    [
        ("spec.tags[0].k", ("spec", "tags", 0, "k")),
        ("spec.labels[a.b/c]", ("spec", "labels", "a.b/c")),
        ("spec.labels.a.b/c", ("spec", "labels", "a.b/c")),
        ("spec.labels.a.x", ("spec", "labels", "a")),
        ("spec.x[0]", ("spec", "x[0]")),
        ("spec.tags[1].k", ("spec", "tags")),
        ("spec.missing.deeper", ("spec",)),
        ("<nil>", ()),
        ("", ()),
    ],
)
def test_a_path_is_followed_as_far_as_the_object_has_it(spelled: str, parts: tuple[str | int, ...]) -> None:
    assert field_path(spelled, VALUE) == FieldPath(parts)


def test_a_path_is_read_without_its_object() -> None:
    assert path_of("spec.tags[0].labels[a.b/c]") == FieldPath.of("spec", "tags", 0, "labels", "a.b/c")


A, B, TOP = (FieldProblem(field=one, message="is wrong", line=3) for one in ("a", "b", "<nil>"))
OPEN, FREE = ExampleVerdict.UNDECIDED, ExampleVerdict.UNDEFINED


@each_row(
    ("more", "message", "says"),
    [
        ({"errors": (A,)}, "The API server refuses Bucket b: a: is wrong", "Sorry"),
        ({"errors": (A, TOP)}, "The API server refuses Bucket b: a: is wrong", "Sorry"),
        ({"errors": (A, B, TOP)}, "The API server refuses Bucket b: a: is wrong (and 1 more)", "Sorry"),
        ({"errors": (A,), "unknown": (B,)}, "The API server refuses Bucket b: a: is wrong", None),
        ({"reason": "it is vast"}, "The API server refuses Bucket b: it is vast", "Sorry"),
        ({"reason": "it is vast", "message": ""}, "The API server refuses Bucket b: it is vast", None),
        ({"is_broken": True, "reason": "a: ["}, "Bucket b cannot be read as an object: a: [", None),
        (
            {"verdict": OPEN, "reason": "it is vast"},
            "xpkgtui does not know whether the API server accepts Bucket b: it is vast",
            None,
        ),
        ({"verdict": FREE, "reason": "it has no definition"}, "Bucket b was not judged: it has no definition", None),
    ],
)
def test_the_first_error_is_told_and_the_others_are_counted(
    more: dict[str, Any], message: str, says: str | None
) -> None:
    example = Example(file="a.yaml", line=1, kind="Bucket", name="b", verdict=ExampleVerdict.REFUSED, message="Sorry")
    (found,) = refusals(replace(example, **more))
    assert (found.message, found.says) == (message, says)
