"""Old and new lines, drawn."""

from xpkgtui.app.drawing.page import TwoTexts
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.rules.changes.change import TextRow

ROWS = (
    TextRow(9, 9, "    versions:", "    versions:"),
    TextRow(10, None, "    - name: v1alpha1"),
    TextRow(11, 10, "      served: true", "      served: false"),
    TextRow(40, 39, "    end: \x1b[31m", "    end: \x1b[31m"),
)


def lines(width: int, *, one_column: bool = False) -> list[str]:
    renderer = Prose((TwoTexts(ROWS, one_column=one_column),), width)
    return [renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.rows)]


def test_old_and_new_stand_side_by_side() -> None:
    assert lines(63) == [
        " 9   versions:                 │  9   versions:",
        "10 - - name: v1alpha1          │",
        "11 -   served: true            │ 10 +   served: false",
        "┄" * 63,
        "40   end: ␛[31m                │ 39   end: ␛[31m",
    ]


def test_in_one_column_what_is_gone_comes_first() -> None:
    wanted = [
        " 9   versions:",
        "10 - - name: v1alpha1",
        "11 -   served: true",
        "10 +   served: false",
        "┄" * 40,
        "39   end: ␛[31m",
    ]
    assert lines(40) == wanted
    assert [line[:40] for line in lines(100, one_column=True)] == wanted


def test_the_row_that_is_looked_at_first_is_that_of_the_change() -> None:
    assert Prose((TwoTexts(ROWS, focus=2),), 63).show(1) == 2
