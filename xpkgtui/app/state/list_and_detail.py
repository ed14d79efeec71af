"""How a screen of one list and Detail is looked at; pure."""

from enum import StrEnum

from xpkgtui.app.state.selection import TabId
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter, parse
from xpkgtui.values import dataclass


class ListPane(StrEnum):
    """What has the keys, as the widgets are called."""

    LIST = "list"
    DETAIL = "list-detail"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSelection:
    """The chosen row, the filter, the pane and the tab."""

    row: str = ""
    """The key of the chosen row."""
    filter: str = ""
    tab: TabId = TabId.FACTS
    pane: ListPane = ListPane.LIST

    @property
    def wanted(self) -> Filter:
        """The filter that was typed."""
        return parse(self.filter) if self.filter else NO_FILTER
