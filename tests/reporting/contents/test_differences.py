"""What is said of two packages in a sentence, and what they are called in it."""

from typing import Any

from builders.cases import each_row

from xpkgtui.commands import spelled
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.diff import markdown
from xpkgtui.reporting.contents.differences import Differences, name_of
from xpkgtui.rules.changes.change import Change, Weight, Weights, Witness
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


@each_row(
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


@each_row(
    ("count", "names"),
    [
        (1, "Bucket 0"),
        (3, "Bucket 0, Bucket 1, Bucket 2"),
        (4, "Bucket 0, Bucket 1, Bucket 2, Bucket 3"),
        (5, "Bucket 0, Bucket 1, Bucket 2 and 2 others"),
    ],
)
def test_a_change_that_many_have_in_common_names_a_few(count: int, names: str) -> None:
    weights = Weights(clients=None, stored=None, strict=None, olmv1=None)
    objects = [ObjectName(api_version="v1", kind="Bucket", name=str(number)) for number in range(count)]
    changes = [Change(id="CHG101", weights=weights, message="", object=one) for one in objects]
    assert between(changes=changes).subjects(changes) == names


@each_row(
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


BREAKS = Weights(clients=Weight.BREAKS, stored=None, strict=None, olmv1=None)


def change(id: str = "CHG133", field: str = "", message: str = "{} is required now", **more: Any) -> Change:  # noqa: A002
    """A change that breaks; the sentence has its field."""
    return Change(id=id, weights=BREAKS, field=field or None, message=message.format(field), **more)


def test_what_bites_first_comes_first() -> None:
    proof = Witness(manifest="", says="")
    given = [change("CHG156"), change("CHG138", witness=proof), change("CHG130"), change("CHG132", witness=proof)]
    found = between(changes=given)
    assert [one.id for _, one in found.listed] == ["CHG130", "CHG132", "CHG138", "CHG156"]


def test_one_fact_at_many_places_is_one_group_with_a_proof_first() -> None:
    proven = change(field="spec.e.name", witness=Witness(manifest="", says=""))
    given = [*(change(field=f"spec.{part}.name") for part in "abcd"), proven, change(field="spec.a.kind")]
    found = between(changes=given)
    many, one = found.alike(Weight.BREAKS)
    assert many[0] is proven
    assert found.words(many) == (
        "name is required now (5 places: spec.e.name, spec.a.name, spec.b.name and 2 others)"
    )
    assert found.words(one) == "spec.a.kind is required now"
    (twice,) = between(changes=[change(version="v1"), change(version="v2")]).alike(Weight.BREAKS)
    assert found.words(twice) == f"v1, v2: {twice[0].message}"
    assert found.counts[Weight.BREAKS] == 6


def test_a_group_has_the_commands_of_all_and_each_sentence_once() -> None:
    given = [change(first=("Write anew:", spelled(f"kubectl get {name}"))) for name in ("a", "b", "b")]
    given.append(change(first=("Delete it:", spelled("kubectl delete crd c"))))
    assert [str(row) for row in between(changes=given).steps(given)] == [
        "Write anew:", "$ kubectl get a", "$ kubectl get b", "Delete it:", "$ kubectl delete crd c"
    ]  # fmt: skip
    many = [change(first=(spelled(f"kubectl get n{number}"),)) for number in range(10)]
    assert str(between(changes=many).steps(many)[-1]) == "and the same for 2 others"


def test_markdown_fits_a_comment_and_counts_what_has_no_room() -> None:
    wide = [change(field=f"spec.f{number}", who="x" * 200) for number in range(400)]
    text = markdown(between("a.yaml", "b.yaml", changes=wide))
    assert len(text) < 65_536
    assert "spec.f0" in text
    assert "of CHG133. `xpkgtui diff a.yaml b.yaml --verbose` prints them." in text
    assert "<details>" in text
    assert "<details>" not in markdown(between(changes=wide[:40]))
