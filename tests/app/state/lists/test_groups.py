"""Which groups are open before a user opens or closes one."""

from builders.cases import each_row
from builders.inspection.ports import inspection

from xpkgtui.app.state.lists.groups import default_key, is_open
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.rows.objects import ObjectRow


def listed(count: int, *groups: str, total: int | None = None) -> Inspection:
    rows = tuple(
        ObjectRow(
            document=number + 1,
            line=1,
            start=0,
            end=1,
            first_line=1,
            kind="Thing",
            name=str(number),
            group=groups[number % len(groups)],
        )
        for number in range(count)
    )
    return inspection(ObjectsListed(first=0, rows=rows, total=total or count))


@each_row(
    ("state", "expected"),
    [
        (listed(100, "a", "b"), True),
        (listed(101, "a", "b"), False),
        (listed(5_000, "a"), True),
        (listed(256, "a", total=5_000), False),
    ],
)
def test_of_many_objects_only_a_group_that_stands_alone_is_open(state: Inspection, expected: bool) -> None:
    assert is_open(state, Selection(), "a") is expected
    assert default_key(state, Selection()) == ("document:1" if expected else "group:a")


def test_while_objects_are_counted_there_may_be_many() -> None:
    few = fold(listed(64, "a", "b"), ObjectsListed(first=64, rows=(), total=None))
    assert not is_open(few, Selection(), "a")


def test_a_group_that_stands_alone_can_be_closed() -> None:
    assert not is_open(listed(5_000, "a"), Selection(toggled=frozenset({"a"})), "a")
    assert not is_open(listed(5_000, "a"), Selection(open_all=False), "a")
