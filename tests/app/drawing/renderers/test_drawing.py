"""A drawing: lines that are never broken, with their colors."""

from pathlib import Path

from xpkgtui.app.drawing.page import TextRange
from xpkgtui.app.drawing.renderers.drawing import Drawing


def drawing(path: Path, text: str) -> Drawing:
    path.write_text(text)
    return Drawing(TextRange(path=str(path), start=0, end=path.stat().st_size))


def test_lines_are_cut_at_both_sides_and_measured(tmp_path: Path) -> None:
    shown = drawing(tmp_path / "t", "● one\n│ two and more\n")
    assert (shown.rows, shown.columns) == (2, 14)
    assert shown.draw(1, 2, 5).plain == "two …"
    assert shown.draw(0, 0, 9).plain == "● one    "
    assert not shown.grow()


def test_lines_step_back_and_signs_stand_out(tmp_path: Path) -> None:
    shown = drawing(tmp_path / "t", "│ ◉ ● v1 ✗ no way ─ ! odd ▲ head\n")
    line = shown.draw(0, 0, 40)
    styles = {line.plain[span.start : span.end]: str(span.style) for span in line.spans[1:]}
    assert styles == {
        "│": "$muted",
        "◉": "bold $accent",
        "●": "bold $foreground",
        "✗ no way": "$error",
        "─": "$muted",
        "! odd ▲ head": "$warning",
    }


def test_a_word_is_searched_from_a_line_on(tmp_path: Path) -> None:
    shown = drawing(tmp_path / "t", "a\nb\na\n")
    found = shown.search("a", 1)
    assert found is not None
    assert [found.after((1, -1)), found.after((2, 0)), found.count] == [(2, 0), (0, 0), 2]
