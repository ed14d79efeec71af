"""What is said of two packages in a sentence, and what they are called in it."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.differences import Differences, name_of
from xpkgtui.rules.changes.change import Change
from xpkgtui.rules.changes.weight import Weight, Weights
from xpkgtui.rules.finding import ObjectName


def between(old: str = "a", new: str = "b", **more: Any) -> Differences:
    return Differences(old=Inspection(source=old), new=Inspection(source=new), **more)


@each_row(
    ("old", "new", "names"),
    [
        ("-", "a", ("standard input", "a")),
        ("h/a:v1", "h/a:v2", ("v1", "v2")),
        ("h/a:v1", "h/b:v1", ("a:v1", "b:v1")),
        ("h:5000/a", "h:6000/a", ("h:5000", "h:6000")),
        ("a", "a", ("a", "a")),
        ("x/one/p.yaml", "x/two/p.yaml", ("one", "two")),
        ("x/p/a.yaml", "y/a.yaml", ("x", "y")),
        ("x/a.yaml", "y/p/b.yaml", ("a.yaml", "b.yaml")),
        ("./p", "q/p", ("./p", "q/p")),
        ("../p/x", "./p/x", ("../p/x", "./p/x")),
        ("a/", "b/", ("a", "b")),
        ("x/a/", "x/b", ("a", "b")),
        ("x/a", "x/a/b", ("a", "b")),
        ("/p", "p", ("/p", "p")),
    ],
)
def test_packages_are_called_by_what_parts_them(old: str, new: str, names: tuple[str, str]) -> None:
    assert between(old, new).names == names


@pytest.mark.parametrize(
    ("more", "verdict", "sentence"),
    [
        ({}, Weight.WORDS, "a to b changes nothing that anyone relies on"),
        ({"uncompared": "one was not read"}, None, "a to b is undecided: one was not read"),
        (
            {"failure": Failure(kind=FailureKind.NOT_FOUND, title="there is none")},
            None,
            "not compared: there is none",
        ),
    ],
)
def test_the_sentence_says_whether_one_can_go(more: dict[str, Any], verdict: Weight | None, sentence: str) -> None:
    found = between(**more)
    assert (found.verdict, found.sentence) == (verdict, sentence)


@pytest.mark.parametrize(
    ("count", "names"),
    [(1, "Bucket 0"), (3, "Bucket 0, Bucket 1, Bucket 2"), (4, "Bucket 0, Bucket 1, Bucket 2 and 1 other")],
)
def test_a_change_that_many_have_in_common_names_three(count: int, names: str) -> None:
    weights = Weights(clients=None, stored=None, strict=None, olmv1=None)
    objects = [ObjectName(api_version="v1", kind="Bucket", name=str(number)) for number in range(count)]
    changes = [Change(id="CHG101", weights=weights, message="", object=one) for one in objects]
    assert between(changes=changes).subjects(changes) == names


@pytest.mark.parametrize(
    ("kind", "short", "whole"),
    [
        ("CustomResourceDefinition", "CRD buckets", "CRD buckets.s3.example.org"),
        ("CompositeResourceDefinition", "XRD buckets", "XRD buckets.s3.example.org"),
        ("Provider", "Provider buckets.s3.example.org", "Provider buckets.s3.example.org"),
    ],
)
def test_definitions_are_called_by_their_plural(kind: str, short: str, whole: str) -> None:
    name = ObjectName(api_version="v1", kind=kind, name="buckets.s3.example.org")
    assert (name_of(name, short=True), name_of(name)) == (short, whole)
