"""What is drawn of an object: its tab, its colors, and the copies of it."""

from pathlib import Path

import pytest

from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.renderers.drawing import Drawing
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.text.text_state import renderer_of
from xpkgtui.formats.forms import DRAWING

TEXT = "From v1\n\n●─╯  v2  head ··╮\n○    v1  ✗ stranded ··╯\n" + "│\n" * 5_000


@pytest.fixture
def drawing(tmp_path: Path) -> Drawing:
    path = tmp_path / "drawing"
    path.write_text(TEXT)
    text = TextRange(path=str(path), start=0, end=path.stat().st_size, language=DRAWING)
    found = renderer_of(Page(text=text), Prose((), 10), width=40, wrap=True)
    assert isinstance(found, Drawing)
    return found


def test_lines_are_never_broken_and_fill_the_width(drawing: Drawing) -> None:
    assert drawing.draw(2, 0, 12).plain == "●─╯  v2  he…"
    assert drawing.draw(2, 5, 20).plain == "v2  head ··╮".ljust(20)
    assert drawing.columns == len("○    v1  ✗ stranded ··╯")


def test_signs_have_their_colors_and_lines_step_back(drawing: Drawing) -> None:
    line = drawing.draw(3, 0, 40)
    styles = {line.plain[span.start : span.end]: str(span.style) for span in line.spans}
    assert styles["✗ stranded"] == "$error"
    assert styles["○"] == styles["··╯"] == "$muted"


def test_every_line_is_there_and_is_found(drawing: Drawing) -> None:
    assert drawing.rows == TEXT.count("\n")
    search = drawing.search("STRANDED", 0)
    assert search is not None
    while search.step():
        pass
    assert search.first() == (3, 11)
