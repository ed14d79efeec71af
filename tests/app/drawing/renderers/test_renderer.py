"""What every renderer does unless it knows better, and hits that stand out."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from builders.cases import each_row
from textual.content import Content

from xpkgtui.app.drawing.page import Code, Page, TextRange
from xpkgtui.app.drawing.renderers.hexadecimal import Hexadecimal
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.renderers.renderer import highlighted


@each_row(
    ("wanted", "current", "line", "styles"),
    [
        ("re", None, 0, [(0, 2, "bold underline"), (7, 9, "bold underline")]),
        ("re", (0, 7), 0, [(0, 2, "bold underline"), (7, 9, "reverse bold")]),
        ("re", (1, 7), 0, [(0, 2, "bold underline"), (7, 9, "bold underline")]),
        ("a.b", (0, 4), 0, [(4, 9, "reverse bold")]),
        ("a.b", (1, 4), 0, []),
        ("a.b", (0, 3), 0, []),
        ("", (0, 0), 0, []),
    ],
)
def test_hits_stand_out_and_the_current_one_more_so(wanted: str, current: Any, line: int, styles: Any) -> None:
    search: Any = SimpleNamespace(wanted=wanted, current=current)
    spans = highlighted(Content("re: morre"), search, line).spans
    assert [(start, end, str(style)) for start, end, style in spans] == styles


def test_without_a_search_a_line_stays_what_it_is() -> None:
    line = Content("region")
    assert highlighted(line, None, 0) is line


def test_prose_has_no_blocks_and_knows_all_its_rows() -> None:
    prose = Prose((Code(Content("a" * 30)), Content("short")), 12)
    assert (prose.rows, prose.columns) == (2, 30)
    assert (prose.fold_all(closed=True), prose.grow(), prose.hit_at(3), prose.row_of_hit((2, 5))) == (
        False,
        False,
        (3, -1),
        2,
    )
    assert prose.reveal((1, 4), 3) == (1, 4, 7)
    assert prose.draw(0, 2, 10).plain == "aaaaaaaaa…"


def test_bytes_are_sixteen_a_row(tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(bytes(range(0x18, 0x18 + 40)) + b"\x7e\x7f")
    shown = Hexadecimal(TextRange(path=str(path), start=2, end=42, binary=True))
    assert (shown.rows, shown.columns) == (3, 76)
    rows = [shown.draw(row, 0, 76) for row in range(3)]
    assert rows[0].plain == "00000000  1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29  ······ !\"#$%&'() "
    assert rows[2].plain.split() == ["00000020", "3a", "3b", "3c", "3d", "3e", "3f", "7e", "7f", ":;<=>?~·"]
    assert [str(style) for _, _, style in rows[0].spans] == ["$muted", "$foreground", "$muted"]
    assert shown.draw(1, 10, 12).plain == "2a 2b 2c 2d…"


def test_a_page_is_text_unless_it_is_bytes() -> None:
    text = TextRange(path="x", start=0, end=1)
    pages = [Page(), Page(text=text), Page(text=TextRange(path="x", start=0, end=1, binary=True))]
    assert [(one.is_text, one.has_lines) for one in pages] == [(True, False), (True, True), (False, False)]
