"""Prose, laid out at a width."""

import pytest
from textual.content import Content

from xpkgtui.app.drawing.page import Fact, Line, ShellLine, Step
from xpkgtui.app.drawing.renderers.prose import Prose

STEP = Step(Content("  1 ✓ Looks for a layer"), Content("layer 2 has the annotation, the others are not looked at"))


def lines(width: int) -> list[str]:
    renderer = Prose((STEP,), width)
    return [renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.rows)]


def test_evidence_stands_beside_its_step_and_hangs_there() -> None:
    assert lines(60) == [
        "  1 ✓ Looks for a layer layer 2 has the annotation, the",
        "                        others are not looked at",
    ]


def test_evidence_stands_beneath_its_step_where_there_is_no_room() -> None:
    assert lines(44) == [
        "  1 ✓ Looks for a layer",
        "      layer 2 has the annotation, the others",
        "      are not looked at",
    ]


def test_a_label_never_touches_its_text() -> None:
    renderer = Prose((Fact("description", Content("text")), Fact("capabilities", Content("none"))), 36)
    assert renderer.draw(0, 0, 36).plain.startswith("description text")
    assert renderer.draw(1, 0, 36).plain.startswith("capabiliti… none")


@pytest.mark.parametrize("line", [Fact("label", Content("x" * 1_000_000)), Content("x" * 1_000_000)])
def test_a_text_of_a_megabyte_is_cut_and_says_so(line: Line) -> None:
    renderer = Prose([line], 100)
    assert renderer.rows < 300
    assert "980,000 characters more" in renderer.draw(renderer.rows - 1, 0, 100).plain


def test_a_long_command_is_broken_as_a_shell_allows() -> None:
    text = "kubectl patch crd berths.example.com --type=merge -p '{\"a b\": 1}'"
    renderer = Prose((ShellLine(text),), 40)
    rows = [renderer.draw(row, 0, 40).plain.rstrip() for row in range(renderer.rows)]
    assert rows == [
        " $ kubectl patch crd \\",
        "     berths.example.com --type=merge \\",
        "     -p '{\"a b\": 1}'",
    ]
