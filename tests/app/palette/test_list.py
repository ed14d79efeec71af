"""The list of the palette: what is in it as letters are typed, in which order, and how wide its first column is."""

from xpkgtui.app.palette.entries import PaletteEntry
from xpkgtui.app.palette.list import pane

OWN = PaletteEntry(kind="command", name="copy")
OBJECT = PaletteEntry(kind="CRD", name="buckets", document=3)
FOREIGN = PaletteEntry(kind="rule", name="copy of another format", is_foreign=True)
OFFERED = (FOREIGN, OWN, OBJECT)


def listed(typed: str) -> list[str]:
    return [row.key for row in pane(OFFERED, typed).rows]


def test_what_is_of_another_format_is_found_by_what_is_typed_alone_and_behind_all_else() -> None:
    assert listed("") == ["1", "2"]
    assert listed("copy") == ["1", "0"]


def test_the_first_row_is_chosen() -> None:
    assert [pane(OFFERED, typed).default for typed in ("", "bucket", "zzz")] == ["1", "2", ""]


def test_the_border_counts_what_matches() -> None:
    assert pane(OFFERED, "copy").note.plain.startswith("2 of 3 match")
    assert pane(OFFERED, "  ").note.plain.startswith("2 entries")


def test_nothing_that_matches_says_what_to_do() -> None:
    shown = pane(OFFERED, "zzz")
    assert (shown.rows, shown.empty[0].plain.partition(".")[0]) == ((), "Nothing matches")


def test_the_column_of_kinds_is_as_wide_as_the_widest_with_its_badge() -> None:
    assert widths(OWN, OBJECT) == {len("command")}
    assert widths(OBJECT) == {len("CRD") + 2}


def widths(*offered: PaletteEntry) -> set[int]:
    """The cells that the rows give to the kind; one more separates it from the name."""
    return {(row.draw(row.value, 80)[0].width or 0) - 1 for row in pane(offered, "").rows}
