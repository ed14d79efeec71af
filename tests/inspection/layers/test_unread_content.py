"""A layer that holds only what no tool of its format reads is said to be so."""

from builders.inspection.inspections import inspect_source

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.reporting.words import layer_sentence


async def test_scorecard_tests_are_named() -> None:
    state = await inspect_source("demo:bundle")
    said = [layer_sentence(row, state.wording) for row in state.layers]
    assert said[2] == "scorecard tests, not read by OLM"


def test_a_layer_with_other_files_is_not() -> None:
    assert REGISTRY_V1.images is not None
    assert REGISTRY_V1.images.marks.unread_content(["./tests/scorecard/config.yaml"]) == "scorecard tests"
    assert REGISTRY_V1.images.marks.unread_content(["tests/scorecard/config.yaml", "bin/opm"]) == ""
    assert REGISTRY_V1.images.marks.unread_content([]) == ""
