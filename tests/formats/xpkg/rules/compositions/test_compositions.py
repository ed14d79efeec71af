"""Rules about compositions and their pipelines."""

from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS, with_steps
from formats.xpkg.rules.vectors.streams import changed


def test_native_resources_are_not_reported_as_an_unknown_field_too() -> None:
    judged = judge_stream(OBJECTS["native resources"])
    assert [one.place.field for one in judged.of("XPKG613")] == []


def test_many_problems_of_a_document_are_counted() -> None:
    step = "{step: a, functionRef: {name: b}}"
    found = judge_stream(with_steps(*[step] * 99)).of("XPKG716")
    assert (len(found), found[-1].message) == (51, "Composition things: 48 more fields are not valid")


def test_older_crossplane_speaks_of_resources_where_no_mode_is_named() -> None:
    empty = changed(OBJECTS["empty pipeline"], "  mode: Pipeline\n", "")
    (found,) = [one for one in judge_stream(empty, "crossplane-1").of("XPKG716") if one.says]
    assert (found.says or "").endswith(
        "spec.resources: Required value: an array of resources is required in Resources mode "
        "(the default if no mode is specified)"
    )


def test_a_missing_pipeline_is_reported_where_it_belongs_and_native_resources_where_they_stand() -> None:
    texts = (OBJECTS["empty pipeline"], OBJECTS["native resources"])
    fields = [{one.place.field for one in judge_stream(text).of("XPKG716") if one.says} for text in texts]
    assert fields == [{"spec.pipeline"}, {"spec.resources"}]
