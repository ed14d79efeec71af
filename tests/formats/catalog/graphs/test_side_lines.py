"""The lines beside a drawing, at their bounds."""

from builders.goldens import Golden

from xpkgtui.formats.catalog.graphs.side_lines import lane_rows
from xpkgtui.formats.catalog.model.blobs import ChannelEntry


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
