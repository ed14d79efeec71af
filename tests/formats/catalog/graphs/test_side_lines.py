"""The lines beside a drawing, at their bounds."""

from builders.goldens import Golden

from xpkgtui.formats.catalog.graphs.side_lines import Arc, lane_rows, with_arcs
from xpkgtui.formats.catalog.model.blobs import ChannelEntry


def test_which_arcs_are_drawn(golden: Golden) -> None:
    cases = (
        [Arc(first=0, ends=(60,))],
        [Arc(first=0, ends=(61,))],
        [Arc(first=0, ends=tuple(range(1, 25)))],
        [Arc(first=0, ends=tuple(range(1, 26)))],
        [Arc(first=1, ends=(1,)), Arc(first=2, ends=(1,)), Arc(first=3, ends=())],
        [Arc(first=at, ends=(at + 6,), is_dashed=bool(at % 2)) for at in range(5)],
        [Arc(first=at, ends=(at + 2, at + 4)) for at in (0, 4, 8, 9)],
    )
    told = []
    for widest in (20, 54):
        for arcs in cases:
            texts = [f"{at} {'x' * (at * 7 % 11)}" for at in range(max(one.ends[-1] for one in arcs if one.ends) + 2)]
            told += with_arcs(texts, arcs, widest=widest)
    golden("side_lines_arcs", "\n".join(told))


def test_how_many_lines_run_side_by_side(golden: Golden) -> None:
    told = []
    for count in (1, 2, 5, 6, 7, 8):
        entries = [ChannelEntry(name=f"a{at}", replaces=f"b{at}") for at in range(count)]
        entries += [ChannelEntry(name=f"b{at}", replaces="c") for at in range(count)] + [ChannelEntry(name="c")]
        for chain in (set(), {"a0", "b0", "c"}):
            told += [f"{one.before}●{one.behind}|{one.under}|{one.is_drawn}" for one in lane_rows(entries, chain)]
    told += [f"{one.before}●{one.behind}|" for one in lane_rows([], set())]
    backwards = [ChannelEntry(name="a", replaces="a"), ChannelEntry(name="b", replaces="a"), ChannelEntry(name="c")]
    told += [f"{one.before}●{one.behind}|{one.under}|{one.is_drawn}" for one in lane_rows(backwards, {"c"})]
    golden("side_lines_lanes", "\n".join(told))
