"""The list of the start screen."""

from builders.cases import each_row

from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.start import list as start_list
from xpkgtui.app.start.choices import DEMOS, Offered, choices
from xpkgtui.settings.state import Recent
from xpkgtui.sources.recognition.nearby import Nearby


@each_row("width", [76, 98, 116, 196])
def test_what_a_demo_is_stands_there_whole(width: int) -> None:
    rows = start_list.pane(choices(Offered()), "").rows
    shown = "\n".join(draw_row(row, width).plain for row in rows)
    assert [note for note in DEMOS.values() if note not in shown] == []
    assert [name for name in DEMOS if f" {name} " not in shown] == []


@each_row("width", [56, 76, 98, 156])
def test_what_demos_are_begins_in_one_column(width: int) -> None:
    rows = start_list.pane(choices(Offered()), "").rows
    shown = [draw_row(row, width).plain for row in rows]
    places = {line.index(note[:10]) for note in DEMOS.values() for line in shown if note[:10] in line}
    assert len(places) == 1


def test_a_size_and_an_age_keep_their_distance() -> None:
    found = Nearby(path="a.xpkg", kind="Provider", size=317_000, modified=1e9)
    rows = start_list.pane(choices(Offered(found=(found,), now=1e9 + 600)), "").rows
    assert any("317 kB  10 minutes ago" in draw_row(row, 98).plain for row in rows)


def test_a_name_keeps_half_of_a_narrow_list() -> None:
    rows = start_list.pane(choices(Offered()), "").rows
    shown = [draw_row(row, 40).plain for row in rows]
    assert all(len(line) <= 40 for line in shown)
    assert any(" demo:catalog " in line for line in shown)


def test_the_package_that_is_marked_says_so_beside_its_name() -> None:
    found = tuple(Nearby(path=name, kind="Provider", size=1, modified=1e9) for name in ("a.xpkg", "b.xpkg"))
    rows = start_list.pane(choices(Offered(found=found)), "", marked="b.xpkg").rows
    shown = [draw_row(row, 76).plain for row in rows]
    assert [line.split()[:2] for line in shown if "marked" in line] == [["b.xpkg", "marked"]]


@each_row(
    ("width", "has_note", "has_size"), [(83, False, False), (84, True, False), (89, True, False), (90, True, True)]
)
def test_a_wide_list_says_what_a_package_is_and_a_wider_one_its_size(
    width: int, has_note: bool, has_size: bool
) -> None:
    found = Nearby(path="a.xpkg", kind="Provider", size=317_000, modified=1e9)
    recent = Recent(source="a/b:v1", digest=f"sha256:{'0' * 64}", at=1e9)
    rows = start_list.pane(choices(Offered(found=(found,), recents=(recent,), now=1e9 + 600)), "").rows
    here, before = (line for line in (draw_row(row, width).plain for row in rows) if "10 minutes ago" in line)
    assert ("Provider" in here, "317 kB" in here) == (has_note, has_size)
    assert ("@sha256:000000000000    10 minutes ago" in before) is has_note
