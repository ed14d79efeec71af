"""What the list of objects depends on, so that a long one is made again only where it changed."""

from xpkgtui.app.objects import filters
from xpkgtui.app.state.filtering import filter_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.requests import SearchText
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A value that is the same only if it is the same one in memory, and so is kept as long as it is compared."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def objects_key(inspection: Inspection, selection: Selection, replies: Replies) -> tuple[object, ...]:
    """What the rows of objects depend on; the same key is the same list."""
    wanted = filter_of(selection, PaneId.OBJECTS)
    return (
        _Held(inspection.objects),
        _Held(inspection.glimpses),
        inspection.objects_total,
        _Held(inspection.manifest),
        inspection.reading is None,
        type(inspection.verdict),
        selection.flat,
        selection.open_all,
        selection.toggled,
        wanted,
        tuple(replies.get(SearchText(word=word)) for word in filters.texts(wanted)),
        selection.problems_only,
    )
