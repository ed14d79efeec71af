"""Copy as: everything that can be copied of one thing, each with its value."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.reactive import var
from textual.screen import ModalScreen

from xpkgtui.app.copy import clipboard
from xpkgtui.app.copy import list as copy_list
from xpkgtui.app.copy.offer import Offer, Offers
from xpkgtui.app.messages import Requested
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.toast import notify
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.row_list import RowList, RowScreen
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.messages.parts import Failed


class CopyAs(ModalScreen[None], Overlay[None], RowScreen):
    """A list over the screen, and the value of the chosen row in full beneath it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Y", "close", "Close", show=False, id="copy.close"),
    ]
    AUTO_FOCUS = "#copy-as"

    replies: var[Replies] = var(Replies(), init=False)

    def __init__(self, offers: Offers) -> None:
        super().__init__()
        self._offers = offers
        self._awaited: Offer | None = None

    def compose(self) -> ComposeResult:
        """The list and the value."""
        with Vertical(id="copy"):
            yield RowList("copy-as").data_bind(pane=copy_list.pane(self._offers))
            yield TextView("preview")

    def on_mount(self) -> None:
        """The value of the first row."""
        first = next(iter(self._offers.items), None)
        if first:
            self._preview(first)

    def on_key(self, event: events.Key) -> None:
        """The letter of an offer copies it at once."""
        found = self._offer(event.character or "")
        if found:
            event.stop()
            self._take(found)

    def watch_replies(self) -> None:
        """What was requested is there, or cannot be had."""
        if self._awaited:
            self._take(self._awaited)

    def row_moved(self, where: str, key: str) -> None:
        """Shows the value of another offer."""
        del where
        found = self._offer(key)
        if found:
            self._preview(found)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        found = self._offer(event.key)
        if found:
            self._take(found)

    def _offer(self, key: str) -> Offer | None:
        return next((offer for offer in self._offers.items if offer.key == key), None)

    def _preview(self, offer: Offer) -> None:
        self.query_one("#preview", TextView).page = copy_list.preview(offer, self.replies)

    def _take(self, offer: Offer) -> None:
        """Copies it; where it must be requested, as soon as it is there."""
        if offer.refusal:
            notify(self.app, offer.refusal)
            return
        part = offer.part
        if offer.request is not None:
            reply = self.replies.get(offer.request)
            if isinstance(reply, Failed):
                self._awaited = None
                notify(self.app, reply.failure.title)
                return
            part = copy_list.part_of(offer, self.replies)
            if part is None:
                self._awaited = offer
                self.post_message(Requested(offer.request))
                self._preview(offer)
                return
        clipboard.send(self.app, offer.label, clipboard.read(part) if part else offer.text, controls=offer.controls)
        self.dismiss()
