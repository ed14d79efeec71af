"""The list of objects as a pane."""

from builders.inspection import ports

from xpkgtui.app.objects.list import pane
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.rows.objects import ListStop


def test_it_says_where_reading_stops() -> None:
    row = ports.row(1, kind="Provider", name="provider-x", role="meta")
    stop = ListStop(line=1600, says="invalid Yaml document separator: x")
    listed = ObjectsListed(first=0, rows=(row,), total=1, stop=stop)
    state = ports.inspection(ports.resolved(), ports.stream(), listed)
    assert pane(state, Selection()).note.plain.startswith("1 object, stops at line 1600")
