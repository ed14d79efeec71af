"""Prose, laid out at a width."""

from textual.content import Content

from xpkgtui.app.pages.page import Fact, Step
from xpkgtui.app.papers.prose import Prose

STEP = Step(Content("  1 ✓ Looks for a layer"), Content("layer 2 has the annotation, the others are not looked at"))


def lines(width: int) -> list[str]:
    paper = Prose((STEP,), width)
    return [paper.draw(row, 0, width).plain.rstrip() for row in range(paper.rows)]


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
    paper = Prose((Fact("description", Content("text")), Fact("capabilities", Content("none"))), 36)
    assert paper.draw(0, 0, 36).plain.startswith("description text")
    assert paper.draw(1, 0, 36).plain.startswith("capabiliti… none")
