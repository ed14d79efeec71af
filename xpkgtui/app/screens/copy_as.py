"""Copy as: everything that can be copied of one thing, each with its value."""

from collections.abc import Iterator
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen

from xpkgtui import visible
from xpkgtui.app.copy import clipboard
from xpkgtui.app.copy.offer import Offer, Offers
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import block, join, safe, words
from xpkgtui.app.messages import AnswerWanted
from xpkgtui.app.state.replies import Answers
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.parts import Failed
from xpkgtui.inspection.requests import ReadText

_LONGEST = 4000
"""Characters of a value that are shown; all of them are copied."""
_LABEL = 21


class CopyAs(ModalScreen[None]):
    """A list over the screen, and the value of the chosen row in full beneath it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Y", "close", "Close", show=False, id="copy.close"),
    ]
    AUTO_FOCUS = "#copy-as"

    answers: reactive[Answers] = reactive(Answers(), init=False)

    def __init__(self, offers: Offers) -> None:
        super().__init__()
        self._offers = offers
        self._awaited: Offer | None = None

    def compose(self) -> ComposeResult:
        """The list and the value."""
        with Vertical(id="copy"):
            yield RowList("copy-as").data_bind(pane=pane(self._offers))
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

    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss()

    def watch_answers(self) -> None:
        """What was asked for is there, or cannot be had."""
        if self._awaited:
            self._take(self._awaited)

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        found = self._offer(event.key)
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
        self.query_one("#preview", TextView).page = preview(offer, self.answers)

    def _take(self, offer: Offer) -> None:
        """Copies it; where it must be asked for, as soon as it is there."""
        if offer.refusal:
            self._tell(offer.refusal)
            return
        part = offer.part
        if offer.wish is not None:
            answer = self.answers.get(offer.wish)
            if isinstance(answer, Failed):
                self._awaited = None
                self._tell(answer.failure.title)
                return
            part = _answered(offer, self.answers)
            if part is None:
                self._awaited = offer
                self.post_message(AnswerWanted(offer.wish))
                self._preview(offer)
                return
        text = clipboard.sendable(clipboard.read(part) if part else offer.text)
        self.app.copy_to_clipboard(text)
        self._tell(clipboard.told(offer.label, text))
        self.dismiss()

    def _tell(self, text: str) -> None:
        self.app.clear_notifications()
        self.app.notify(visible.line(text), markup=False, timeout=3)


def pane(offers: Offers) -> Pane:
    """The offers as rows: values, then commands."""
    heading = join(
        ("Copy as", "bold $accent"), (" · ", "$muted"), safe(visible.clip(offers.title, 60), "$foreground")
    )
    empty = (words("There is nothing to copy here.  esc closes", "$muted"),)
    note = words("enter or its letter copies · esc closes", "$muted")
    return Pane(name="Copy as", rows=tuple(_rows(offers)), heading=heading, note=note, empty=empty)


def preview(offer: Offer, answers: Answers) -> Page:
    """The value in full."""
    part = offer.part or _answered(offer, answers)
    key = f"{offer.key}:{part is not None}"
    if offer.refusal:
        return Page(key=key, body=(words(f"! {offer.refusal}", "$foreground"),))
    if part is not None:
        return Page(key=key, text=part, note=visible.size(part.end - part.start))
    if offer.wish is not None:
        return Page(key=key, body=(words("◌ is made when it is wanted", "$muted"),))
    shown = block(visible.clip(offer.text, _LONGEST), "$foreground")
    return Page(key=key, body=tuple(shown.split("\n", allow_blank=True)), note=f"{len(offer.text):,} characters")


def _answered(offer: Offer, answers: Answers) -> TextRange | None:
    ready = answers.text(offer.wish) if isinstance(offer.wish, ReadText) else None
    return TextRange(path=ready.path, start=0, end=ready.size, language=ready.language) if ready else None


def _rows(offers: Offers) -> Iterator[Row]:
    told = False
    for offer in offers.items:
        if offer.is_command and not told:
            told = True
            yield sentence("commands", words("**as a command**"))
        yield Row(offer.key, offer, _cells)


def _cells(offer: Offer, _width: int) -> tuple[Cell, ...]:
    return (
        Cell(Content.styled(offer.key, "bold $accent"), 1),
        Cell(safe(offer.label, "$foreground"), _LABEL),
        Cell(safe(_summary(offer), "$muted")),
    )


def _summary(offer: Offer) -> str:
    if offer.refusal:
        return offer.refusal
    if offer.part is not None:
        return visible.size(offer.part.end - offer.part.start)
    if offer.wish is not None:
        return "made of its YAML"
    return visible.clip(" ".join(offer.text.split()), 300)
