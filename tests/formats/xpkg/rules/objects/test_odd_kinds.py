"""Rules about kinds that are not what they seem."""

import pytest
from builders.packages.judgements import CRD, judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS
from formats.xpkg.rules.vectors.streams import FUNCTION, changed, stream


def test_definition_of_a_function_is_installed_by_older_managers() -> None:
    assert judge_stream(OBJECTS["definition of a function"], "crossplane-1").of("XPKG703") == []


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("x-kubernetes-preserve-unknown-fields: true}", "properties: {a: {type: string}}}", 0),
        ("spec: {type", "status: {type", 1),
        ("  scope:", "  conversion: {strategy: Webhook}\n  scope:", 1),
        ("  scope:", "  conversion: {strategy: None}\n  scope:", 0),
    ],
)
def test_an_input_of_a_function_is_what_it_may_define(old: str, new: str, count: int) -> None:
    assert len(judge_stream(stream(FUNCTION, changed(CRD, old, new))).of("XPKG703")) == count


def test_kind_that_does_not_exist_is_reported_once() -> None:
    judged = judge_stream(OBJECTS["webhook configuration of no kind"])
    assert (judged.errors, judged.of("XPKG702")) == ({"XPKG704"}, [])


def test_specification_has_a_kind_that_does_not_exist() -> None:
    assert judge_stream(OBJECTS["webhook configuration of no kind"], "spec").errors == set()


def test_build_does_not_know_the_kind_either() -> None:
    assert judge_stream(OBJECTS["webhook configuration of no kind"], "build").errors == {"XPKG702"}
