"""Rules about kinds that are not what they seem."""

from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS


def test_definition_of_a_function_is_installed_by_older_managers() -> None:
    assert judge_stream(OBJECTS["definition of a function"], "crossplane-1").of("XPKG703") == []


def test_kind_that_does_not_exist_is_reported_once() -> None:
    judged = judge_stream(OBJECTS["webhook configuration of no kind"])
    assert (judged.errors, judged.of("XPKG702")) == ({"XPKG704"}, [])


def test_specification_has_a_kind_that_does_not_exist() -> None:
    assert judge_stream(OBJECTS["webhook configuration of no kind"], "spec").errors == set()


def test_build_does_not_know_the_kind_either() -> None:
    assert judge_stream(OBJECTS["webhook configuration of no kind"], "build").errors == {"XPKG702"}
