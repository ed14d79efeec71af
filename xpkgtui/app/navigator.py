"""A screen whose keys change a selection; what they show is drawn by its heir."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from xpkgtui import visible
from xpkgtui.app import commands, expand_all, history, transitions
from xpkgtui.app.copy import clipboard, offers
from xpkgtui.app.copy.offer import Offers
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.findings import verdict as verdict_page
from xpkgtui.app.messages import PlatformWanted, ProfileWanted, ReopenWanted, SourceWanted, StopWanted
from xpkgtui.app.objects import filters
from xpkgtui.app.state.replies import Answers
from xpkgtui.app.state.selection import Selection, Spot
from xpkgtui.inspection.inspection import Inspection

_LISTS: Sequence[Spot] = tuple(Spot)
_HINTS = {Spot.OBJECTS: filters.HINT}


class Steered(Screen[None]):
    """Data come down through reactives; wishes that need somebody else go up as messages."""

    BINDINGS: ClassVar[list[BindingType]] = [*commands.bindings("screen")]

    class OffersWanted(Message):
        """A choice of what can be copied is to be shown."""

        def __init__(self, offers: Offers) -> None:
            super().__init__()
            self.offers = offers

    inspection: reactive[Inspection] = reactive(Inspection(source=""), init=False)
    answers: reactive[Answers] = reactive(Answers(), init=False)
    busy: reactive[bool] = reactive(True, init=False)
    selection: reactive[Selection] = reactive(Selection(), init=False)
    page: reactive[Page] = reactive(Page(), init=False)
    search: reactive[str] = reactive("", init=False)

    def __init__(self) -> None:
        super().__init__()
        self._places: list[history.Place] = []
        self._sources: list[str] = []
        """What was looked at before, the last one at the end."""

    def go(self, selection: Selection, *, jump: bool = False, chosen: bool = True) -> None:
        """Another selection; a jump can be taken back. Where nothing was chosen the screen still goes to the news."""
        if jump and selection != self.selection:
            self._places = [*self._places[1 - history.MOST :], history.here(self, self.selection)]
        self.selection = replace(selection, touched=chosen or selection.touched)

    def followed(self) -> Selection:
        """The selection after what has become known since."""
        known, now = self.inspection, self.selection
        found = expand_all.onward(known, transitions.follow(known, now), self.answers)
        if now.unfolding and not found.unfolding and expand_all.is_cut(known, found, self.answers):
            self.tell(f"{len(found.folders)} folders are open, and there are more; open those by themselves.")
        return found

    def ask(self, purpose: str, label: str, text: str, hint: str = "") -> None:
        """Asks for a line of text; the heir has the prompt."""
        raise NotImplementedError

    def tell(self, words: str) -> None:
        """A short word that goes away by itself."""
        self.app.clear_notifications()
        self.notify(visible.line(words), markup=False, timeout=3)

    def action_pane(self, number: int) -> None:
        """To Detail, or to a list."""
        spot = _LISTS[number - 1] if number else self.selection.spot
        self.go(replace(self.selection, spot=spot, in_detail=not number, verdict=False))

    def action_next_pane(self, step: int) -> None:
        """The lists, then Detail, then the first list again."""
        at = len(_LISTS) if self.selection.in_detail else _LISTS.index(self.selection.spot)
        after = (at + step) % (len(_LISTS) + 1)
        self.action_pane(0 if after == len(_LISTS) else after + 1)

    def action_tab(self, step: int) -> None:
        """The next tab of Detail."""
        self.go(transitions.next_tab(self.page, self.selection, step))

    def action_list_at(self, number: int) -> None:
        """The list whose name was clicked."""
        self.action_pane(number + 1)

    def action_tab_at(self, number: int) -> None:
        """The tab of Detail that was clicked."""
        self.go(transitions.tab_at(self.page, self.selection, number))

    def action_back(self) -> None:
        """The place before, with its top lines; at the first one, the source before. What is no package is left."""
        back = self.inspection.chosen_entry if self.inspection.not_a_package else None
        if back and back.digest:
            self.post_message(PlatformWanted(back.digest, back.place))
        elif self._places:
            place = self._places.pop()
            self.selection = place.selection
            history.scroll_back(self, place)
        elif self._sources:
            self.post_message(SourceWanted(self._sources[-1]))
        else:
            self.tell("There is no place to go back to.")

    def action_other(self) -> None:
        """Asks for another source."""
        self.ask("source", "Open", "")

    def action_cancel(self) -> None:
        """Closes the topmost thing; then undoes a filter or a search; then stops what is loading."""
        now = self.selection
        if transitions.is_in_manual(now) and self._places:
            self.action_back()
        elif now.verdict or now.full:
            self.go(replace(now, verdict=False, full=False), chosen=False)
        elif now.filters.get(now.spot) and not now.in_detail:
            self.go(transitions.unfiltered(now))
        elif self.search and now.in_detail:
            self.search = ""
        elif self.busy:
            self.post_message(StopWanted())
        elif now.in_detail:
            self.go(replace(now, in_detail=False))

    def action_why(self) -> None:
        """Why it is accepted or refused; once more closes it."""
        self._toggle_verdict("why")

    def action_findings(self) -> None:
        """All findings; once more closes them."""
        self._toggle_verdict("findings")

    def action_profile(self) -> None:
        """Judges by the next profile."""
        self.post_message(ProfileWanted())

    def action_view(self) -> None:
        """The next view of the files."""
        self.go(replace(transitions.next_view(self.inspection, self.selection), in_detail=False, verdict=False))

    def action_flat(self) -> None:
        """Objects flat or grouped."""
        self.go(replace(self.selection, flat=not self.selection.flat))

    def action_matters(self) -> None:
        """Only what matters, or everything again."""
        self.go(self.selection.narrowed())

    def action_raw(self) -> None:
        """Raw JSON, and back."""
        found = transitions.raw(self.page, self.selection)
        if found:
            self.go(found)
        else:
            self.tell("There is no raw JSON of this.")

    def action_wrap(self) -> None:
        """Breaks long lines, or cuts them."""
        self.go(replace(self.selection, wrap=not self.selection.wrap))

    def action_full(self) -> None:
        """The focused pane alone."""
        self.go(replace(self.selection, full=not self.selection.full))

    def action_fold_all(self, unfold: bool) -> None:
        """Every group or folder."""
        self.go(transitions.fold_all(self.selection, unfold=unfold))

    def action_filter(self) -> None:
        """Filters the list, or searches in the text."""
        if self.selection.in_detail or self.selection.verdict:
            self.ask("search", "Search", self.search)
        else:
            spot = self.selection.spot
            self.ask("filter", "Filter", self.selection.filters.get(spot, ""), _HINTS.get(spot, ""))

    def action_finding(self, step: int) -> None:
        """The next finding, wherever it is."""
        chosen = transitions.chosen_finding(self.inspection, self.selection) if step > 0 else None
        found = chosen or transitions.next_finding(self.inspection, self.selection, step)
        if found:
            self.go(found, jump=True)
        else:
            self.tell("No finding so far." if self.busy else "There is no finding.")

    def action_copy(self) -> None:
        """Copies the natural value of what is looked at."""
        what, text = clipboard.value(self.inspection, self.page, self.selection)
        if not text:
            self.tell("There is nothing to copy here.")
            return
        text = clipboard.sendable(text)
        self.app.copy_to_clipboard(text)
        self.tell(clipboard.told(what, text))

    def action_copy_as(self) -> None:
        """Offers everything that can be copied of it."""
        found = offers.offers(self.inspection, self.selection, self.answers, self.page)
        self.post_message(self.OffersWanted(found))

    def action_refresh(self, refresh: bool) -> None:
        """Opens it again."""
        self.post_message(ReopenWanted(refresh=refresh))

    def left(self, source: str, other: str) -> None:
        """Another source is looked at; going back to the one before is not going on."""
        self._places.clear()
        if self._sources and self._sources[-1] == other:
            self._sources.pop()
        elif source not in ("", "-", other):
            self._sources = [*self._sources[1 - history.MOST :], source]

    def _toggle_verdict(self, tab: str) -> None:
        now = self.selection
        if now.verdict and now.tabs.get(verdict_page.SUBJECT, "why") == tab:
            self.go(replace(now, verdict=False), chosen=False)
        else:
            self.go(
                replace(now, verdict=True).with_tab(verdict_page.SUBJECT, tab), jump=not now.verdict, chosen=False
            )
