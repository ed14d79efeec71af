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
class RowSelection:
    """The chosen row, and the filter."""

    row: str = ""
    """The key of the chosen row."""
    filter: str = ""

    @property
    def wanted(self) -> Filter:
        """The filter that was typed."""
        return parse(self.filter) if self.filter else NO_FILTER


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSelection(RowSelection):
    """How a list is looked at whose Detail has tabs."""

    tab: TabId = TabId.FACTS
    pane: ListPane = ListPane.LIST
