"""The navigator of a package's screen: the outcomes of its keys and its prompt, and the way back."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from xpkgtui.app.state.history import History, Tops, Visit
from xpkgtui.app.state.keys import jumps, retry, transitions
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.outcomes import (
    Ask,
    FoldText,
    Move,
    Outcome,
    Purpose,
    Return,
    Scene,
    SearchDetail,
    ShowSources,
    StopLoading,
    Tell,
)
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Open, OpenPlatform, WhatIf

_SEARCHES = 50
"""Words that can be searched for again."""


class Navigator:
    """The keys of a screen by the names of their actions, and what `-` goes back to."""

    def __init__(self) -> None:
        self.history = History()
        self._searches: tuple[str, ...] = ()
        self._keys: Mapping[str, Callable[..., Outcome | None]] = {
            "ask": self._ask,
            "back": self._back,
            "badge": lambda scene, document: Move(transitions.findings_of(scene.selection, document), is_jump=True),
            "cancel": self._cancel,
            "finding": _finding,
            "findings": lambda scene: _toggle_verdict(scene, TabId.FINDINGS),
            "flat": flat,
            "fold_all": _fold_all,
            "full": lambda scene: Move(replace(scene.selection, full=not scene.selection.full)),
            "next_pane": lambda scene, step: Move(transitions.to_next_pane(scene.selection, step)),
            "pane": lambda scene, number: Move(transitions.to_pane(scene.selection, number)),
            "problems_only": problems_only,
            "raw": _raw,
            "tab": _next_tab,
            "tab_at": _tab_at,
            "view": _view,
            "what_if": _what_if,
            "why": lambda scene: _toggle_verdict(scene, TabId.WHY),
            "wrap": wrap,
        }

    def press(self, action: str, scene: Scene, *arguments: object) -> Outcome | None:
        """The outcome of an action."""
        return self._keys[action](scene, *arguments)

    def leave(self, inspection: Inspection, selection: Selection, tops: Tops) -> None:
        """The way back leads to this place."""
        self.history = self.history.visited(selection, tops, inspection.shown_entry, inspection.what_if)

    def submit(self, scene: Scene, purpose: Purpose, text: str) -> Outcome:
        """The prompt was left with enter; a search can be asked for again, a filter stays."""
        if purpose is Purpose.FILTER:
            return Move(scene.selection.kept())
        if text:
            self._searches = (*(past for past in self._searches if past != text), text)[-_SEARCHES:]
        return SearchDetail(text, is_entered=True)

    def _ask(self, scene: Scene) -> Outcome:
        """A filter of the list, or a word to search for in Detail."""
        now = scene.selection
        is_schema = now.filtered is PaneId.FIELDS and scene.tab is TabId.SCHEMA
        if now.verdict_tab is TabId.FINDINGS or is_schema or not (now.in_detail or now.verdict):
            is_there = scene.can_filter
            return Ask(Purpose.FILTER, now.filter_of(now.filtered)) if is_there else Tell("Nothing here to filter.")
        return Ask(Purpose.SEARCH, past=self._searches) if scene.can_search else Tell("Bytes cannot be searched.")

    def _back(self, scene: Scene) -> Outcome:
        """The visit before, else the source before; an entry that is not a package is left for the one that is.

        Where nothing could be opened yet, what else can be.
        """
        left, chosen = scene.inspection.not_a_package, scene.inspection.chosen_entry
        if left:
            self.history = self.history.before(left)
        if self.history.visits:
            visit = self.history.visits[-1]
            self.history = self.history.returned()
            return Return(visit, _reopened(visit, scene.inspection))
        if scene.inspection.what_if is not None:
            return WhatIf(base=None)
        if left and chosen and chosen.digest:
            return OpenPlatform(digest=chosen.digest, place=chosen.place)
        if self.history.sources:
            return Open(source=self.history.sources[-1])
        if scene.inspection.failure:
            return ShowSources()
        return Tell("No previous place.")

    def _cancel(self, scene: Scene) -> Outcome | None:
        """Closes the topmost thing; then undoes a filter or a search; then stops what is loading."""
        now = scene.selection
        if now.verdict_tab is TabId.MANUAL and self.history.visits:
            return self._back(scene)
        if now.filter_of(now.filtered) and now.filtered in (PaneId.FINDINGS, PaneId.FIELDS):
            return Move(jumps.unfiltered(scene.inspection, now), is_chosen=False)
        if now.verdict and now.beneath:
            return Move(replace(now, beneath=False), is_chosen=False)
        if now.verdict or now.full:
            return Move(replace(now, verdict=False, full=False), is_chosen=False)
        if now.filter_of(now.filtered) and not now.in_detail:
            return Move(jumps.unfiltered(scene.inspection, now))
        if scene.is_searched and now.in_detail:
            return SearchDetail("")
        if scene.busy or retry.being_fetched(scene.inspection, scene.replies):
            return StopLoading()
        return Move(replace(now, in_detail=False)) if now.in_detail else None


def leads_away(inspection: Inspection, outcome: Outcome) -> bool:
    """Whether another image, or another reading of it, takes the place of the one that is shown."""
    if isinstance(outcome, WhatIf):
        return outcome.base is not None
    shown = inspection.shown_entry
    return isinstance(outcome, OpenPlatform) and shown is not None and outcome.place != shown.place


def _reopened(visit: Visit, inspection: Inspection) -> OpenPlatform | WhatIf | None:
    """The request that shows what a visit showed; None where it is shown, or where it cannot be."""
    entry, shown = visit.entry, inspection.shown_entry
    if entry is None or entry.digest is None or shown is None or entry.place == shown.place:
        return WhatIf(base=visit.what_if) if visit.what_if != inspection.what_if else None
    return OpenPlatform(digest=entry.digest, place=entry.place)


def followed(scene: Scene) -> tuple[Selection, Tell | None]:
    """The selection after what has become known since."""
    inspection, selection, replies = scene.inspection, scene.selection, scene.replies
    found = transitions.onward(inspection, jumps.follow(inspection, selection), replies)
    if selection.expanding and not found.expanding and transitions.is_cut(inspection, found, replies):
        words = f"{len(found.folders)} folders are open. Open the others one by one."
        return found, Tell(words)
    return found, None


def typed(scene: Scene, purpose: Purpose, text: str) -> Outcome:
    """A filter and a search follow every letter."""
    if purpose is Purpose.FILTER:
        return Move(scene.selection.with_filter(scene.selection.filtered, text))
    return SearchDetail(text)


def given_up(scene: Scene, purpose: Purpose) -> Outcome:
    """The prompt was left with escape: what it narrowed is whole again."""
    return (
        Move(jumps.unfiltered(scene.inspection, scene.selection)) if purpose is Purpose.FILTER else SearchDetail("")
    )


def _finding(scene: Scene, step: int) -> Outcome:
    """The next finding, wherever it is."""
    inspection, selection = scene.inspection, scene.selection
    chosen = jumps.chosen_finding(inspection, selection) if step > 0 else None
    found = chosen or jumps.next_finding(inspection, selection, step)
    if found:
        return Move(found, is_jump=True)
    return Tell("No findings so far." if scene.busy else "No findings.")


def _fold_all(scene: Scene, unfold: bool) -> Outcome:
    """Every block of a text that has the keys; else every group or folder."""
    now = scene.selection
    if now.in_detail and not now.verdict and scene.tab is TabId.SCHEMA:
        return Move(replace(now, schema=now.schema.with_all(unfold=unfold)))
    if now.in_detail or now.verdict:
        return FoldText(closed=not unfold)
    if now.list_id in (ListId.PLATFORMS, ListId.LAYERS):
        return Tell("No groups or folders here to open or close.")
    return Move(transitions.fold_all(now, unfold=unfold))


def _next_tab(scene: Scene, step: int) -> Outcome | None:
    if scene.subject is None or scene.tab is None or len(scene.tabs) < 2:
        return Tell("This page has no other tab.")
    return Move(transitions.next_tab(scene.selection, scene.subject, scene.tabs, scene.tab, step))


def _tab_at(scene: Scene, number: int) -> Outcome | None:
    if scene.subject is None:
        return None
    return Move(transitions.tab_at(scene.selection, scene.subject, scene.tabs, number))


def _raw(scene: Scene) -> Outcome:
    found = None
    if scene.subject is not None and scene.tab is not None:
        found = transitions.raw(scene.selection, scene.subject, scene.tabs, scene.tab)
    return Move(found) if found else Tell("This has no raw JSON.")


def _view(scene: Scene) -> Outcome:
    """The next view of the files."""
    if scene.inspection.resolved and not scene.inspection.resolved.has_image:
        return Tell("There is no image, so its layers give no views of files.")
    return Move(replace(transitions.next_view(scene.inspection, scene.selection), in_detail=False, verdict=False))


def _what_if(scene: Scene) -> Outcome:
    """The package as if the chosen layer were the base; once more, as it is."""
    inspection, now = scene.inspection, scene.inspection.what_if
    if not inspection.layers:
        return Tell("There are no layers here.")
    if not inspection.format.annotation:
        return Tell("Packages of this kind have no base layer.")
    layer = chosen.layer_for_base(inspection, scene.selection)
    if now is not None and layer in (now, None):
        return WhatIf(base=None)
    if layer is None:
        return Tell("Choose a layer first: in 2 Layers, or below the readers of Why.")
    bases = [row.index for row in inspection.layers if row.is_base]
    if now is None and bases == [layer]:
        return Tell(f"Layer {layer} is the base already.")
    return WhatIf(base=layer)


def _toggle_verdict(scene: Scene, tab: TabId) -> Outcome:
    """A tab of the verdict; once more closes it."""
    now = scene.selection
    if now.verdict_tab is tab:
        return Move(replace(now, verdict=False), is_chosen=False)
    found = replace(now, verdict=True, beneath=False).with_tab(Subject.VERDICT, tab)
    return Move(found, is_jump=not now.verdict, is_chosen=False)


def flat(scene: Scene) -> Outcome:
    """Objects in groups, or one after the other."""
    now = scene.selection
    if now.verdict or now.list_id is not ListId.OBJECTS:
        return Tell("B groups the list of objects; 4 shows it.")
    return Move(replace(now, flat=not now.flat))


def problems_only(scene: Scene) -> Outcome:
    """Rows with problems only, or all."""
    if scene.selection.verdict:
        return Tell("z narrows the lists 1 to 4; F lists the findings.")
    return Move(scene.selection.narrowed())


def wrap(scene: Scene) -> Outcome:
    """Long lines of a text in several rows, or cut."""
    if not scene.can_wrap:
        return Tell("No long lines here: w is for texts such as YAML.")
    return Move(replace(scene.selection, wrap=not scene.selection.wrap))
