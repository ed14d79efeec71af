"""A list that a prompt above it leads: the keys stay in the prompt."""

from textual.reactive import reactive

from xpkgtui.app.widgets.row_list import RowList


class LedList(RowList, can_focus=False, inherit_bindings=False):
    """A list that never has the keys, and is drawn as if it had."""

    has_focus: reactive[bool] = reactive(True, init=False)
