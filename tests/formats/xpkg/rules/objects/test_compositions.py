"""Rules about compositions and their pipelines."""

from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS, with_steps


def test_native_resources_are_not_reported_as_an_unknown_field_too() -> None:
    judged = judge_stream(OBJECTS["native resources"])
    assert [one.place.field for one in judged.of("XPKG613")] == []


def test_many_problems_of_a_document_are_counted() -> None:
    step = "{step: a, functionRef: {name: b}}"
    found = judge_stream(with_steps(*[step] * 99)).of("XPKG716")
    assert (len(found), found[-1].message) == (51, "Composition things: 48 more fields are not valid")
