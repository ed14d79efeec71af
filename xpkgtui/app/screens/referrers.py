"""The screen of what belongs to an image: signatures, attestations, SBOMs, and what a policy makes of them."""

from typing import ClassVar

from textual.binding import BindingType

from xpkgtui.app import messages
from xpkgtui.app.commands.screens import REFERRERS, referrer_hints
from xpkgtui.app.copy import clipboard
from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.referrers import detail
from xpkgtui.app.referrers import list as referrer_list
from xpkgtui.app.state.list_and_detail import ListPane
from xpkgtui.app.state.outcomes import Retry
from xpkgtui.app.state.referrers import (
    ReferrerGroup,
    ReferrerRow,
    chosen_referrer,
    found_in,
    referrer_groups,
    request_of,
)
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import ListScreen, PanesModel
from xpkgtui.inspection.messages.referrers import GivenTrust, ReadReferrers
from xpkgtui.reporting.contents.referrer_list import ListedReferrers

_NO_KEYS = "Keys are given on the command line: xpkgtui referrers SOURCE --verify --key FILE"


class ReferrerScreen(ListScreen):
    """What belongs to the index and to each platform, and one thing in full."""

    BINDINGS: ClassVar[list[BindingType]] = [*REFERRERS.bindings]
    keys = REFERRERS.all

    def __init__(self) -> None:
        super().__init__()
        self._was_asked = False
        self._referrers: ListedReferrers | None = None
        self._reply: object = None
        self._groups: tuple[ReferrerGroup, ...] = ()
        self._listed: tuple[Row, ...] = ()
        self._listed_of: tuple[object, ...] = ()

    @property
    def asked(self) -> ReadReferrers:
        """What was asked last."""
        return request_of(self.replies)

    @property
    def _row(self) -> ReferrerRow | None:
        return chosen_referrer(self._groups, self.selection)

    def action_again(self) -> None:
        """Asks again, whatever is remembered of the tags."""
        self._ask(self.asked)

    def action_verify(self) -> None:
        """Verifies signatures by the keys of the policy, in a process of its own."""
        if self._referrers is None or self._referrers.decision is None:
            notify(self.app, _NO_KEYS, timeout=5)
        else:
            self._ask(ReadReferrers(trust=GivenTrust()))

    def _ask(self, request: ReadReferrers) -> None:
        self.ask(Retry((self.asked, request)))
        self.ask(request)

    def action_copy(self) -> None:
        """Copies the reference of the thing, or what the row says."""
        from xpkgtui.app.copy.referrers import source_of  # not before the first paint

        row = self._row
        if row is None or row.referrer is None:
            clipboard.give(self.app, "the answer", row.words if row is not None else "")
        else:
            text = source_of(self.inspection, row.referrer) or row.referrer.digest or row.referrer.reference
            clipboard.send(self.app, "the reference", text)

    def action_copy_as(self) -> None:
        """Offers the thing, the list and the command."""
        from xpkgtui.app.copy.referrers import offers  # not before the first paint

        if self._referrers is None or self._referrers.failure is not None:
            notify(self.app, "Nothing to copy here.")
        else:
            self.post_message(messages.CopyAsRequested(offers(self.inspection, self._referrers, self._row)))

    def enter(self) -> None:
        """Shows the content of the thing, or what else the row is about."""
        row = self._row
        tab = TabId.CONTENT if row is not None and row.referrer is not None else self.selection.tab
        self.go(tab=tab, pane=ListPane.DETAIL)

    def model(self) -> PanesModel:
        """What was found; asks for it first."""
        part = self.replies.get(self.asked)
        if part is not self._reply:
            self._referrers, self._reply = found_in(self.inspection, self.replies), part
        if not self._was_asked and self.inspection.resolved is not None:
            self._was_asked = True
            if self.replies.is_new(self.asked):
                self.ask(self.asked)
        referrers, selection = self._referrers, self.selection
        listed_of = (referrers, selection.wanted)
        if self._listed_of != listed_of:
            self._groups = referrer_groups(referrers, selection.wanted) if referrers is not None else ()
            self._listed = referrer_list.rows(referrers, self._groups) if referrers is not None else ()
            self._listed_of = listed_of
        row = self._row
        return PanesModel(
            cost=cost_of(self.inspection).sentence,
            headline=referrer_list.headline(referrers, self.inspection.progress),
            panes=(referrer_list.pane(referrers, selection, self._listed, row.key if row is not None else ""),),
            page=detail.page(referrers, self.replies, row, selection.tab),
            hints=referrer_hints(
                can_open=row is not None and row.referrer is not None and selection.tab is not TabId.CONTENT,
                can_verify=referrers is not None and referrers.decision is not None and self.asked.trust is None,
                is_text=selection.pane is ListPane.DETAIL,
                is_known=bool(self._groups or selection.filter),
            ),
        )
