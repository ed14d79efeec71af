"""What the list of objects depends on, so that a long one is made again only where it changed."""

from xpkgtui.app.objects import filters
from xpkgtui.app.state.lists.filtering import filter_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.inspection.held import Held
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import SearchText


def objects_key(inspection: Inspection, selection: Selection, replies: Replies) -> tuple[object, ...]:
    """What the rows of objects depend on; the same key is the same list."""
    wanted = filter_of(selection, PaneId.OBJECTS)
    return (
        Held(inspection.objects),
        Held(inspection.glimpses),
        inspection.objects_total,
        Held(inspection.manifest),
        inspection.reading is None,
        type(inspection.verdict),
        selection.flat,
        selection.open_all,
        selection.toggled,
        wanted,
        tuple(replies.get(SearchText(word=word)) for word in filters.texts(wanted)),
        selection.problems_only,
    )
