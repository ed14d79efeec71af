"""Packages of which much is missing or wrong, and what each list and its page show of them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from builders.inspection import ports
from builders.screens.pages import agreed, below, drawn_band, drawn_page, drawn_pane
from textual.content import Content

from xpkgtui.app.screen_model import ScreenModel, screen_model
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.folding import ended
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event, ManifestRead, PartFailed, PlatformsListed, Progressed
from xpkgtui.inspection.messages.parts import PartName, Ready
from xpkgtui.inspection.messages.requests import Options, View
from xpkgtui.inspection.rows.objects import ListStop
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.rules.finding import Acceptance, Severity

_LOST = Failure(
    kind=FailureKind.NETWORK, title="a.example cannot be reached.", tried=("asked it",), hint="Try again."
)
_FOUND = (
    ports.finding("XPKG207", Severity.WARNING, layer=1),
    ports.finding("XPKG108", Severity.INFO, platform="linux/arm64"),
    ports.finding("XPKG201", layer=1, path="package.yaml"),
    ports.finding("XPKG301"),
    ports.finding("XPKG401", document=1, line=1_234),
    ports.finding("XPKG402", Severity.INFO, document=2),
)


def _of(*more: Event, form: str = "docker-archive", until: int = 9) -> Inspection:
    return ports.inspection(
        ports.resolved(form=form), *ports.package(*_FOUND, acceptance=Acceptance.REFUSED)[1:until], *more
    )


def _failed(part: PartName) -> PartFailed:
    return PartFailed(part=part, failure=_LOST)


_WHOLE = ports.inspection(*ports.package(*_FOUND, acceptance=Acceptance.REFUSED))
_ALL_WELL = ports.inspection(*ports.package())


def _shown(place: int, *, chosen: bool = True) -> Ready[tuple[PlatformRow, ...]]:
    """The platforms, of which another one is shown than the reader takes, or where it takes none."""
    rows = cast(PlatformsListed, ports.platforms()).rows
    return Ready(
        tuple(
            replace(row, selected=number == place, chosen=row.chosen and chosen, place=str(number))
            for number, row in enumerate(rows)
        )
    )


STATES: Mapping[str, Inspection] = {
    "nothing known": Inspection(source="pkg.xpkg"),
    "could not be opened": replace(Inspection(source="pkg.xpkg"), failure=_LOST),
    "found": _of(until=1),
    "platforms known": _of(until=2),
    "layers known": _of(until=3),
    "a layer comes": _of(
        Progressed(part=PartName.LAYERS, what="Reading layer 0", done=4_000, total=20_900, layer=0, rate=9_000),
        until=3,
    ),
    "no answer": _of(
        Progressed(part=PartName.PLATFORMS, what="Asking", waited=9, limit=60), until=1, form="registry"
    ),
    "layers failed": _of(_failed(PartName.LAYERS), until=2),
    "platforms failed": _of(_failed(PartName.PLATFORMS), until=1),
    "objects failed": _of(_failed(PartName.OBJECTS), until=4),
    "objects are listed": _of(until=5),
    "an empty index": _of(PlatformsListed(rows=(), is_index=True), until=1),
    "no layers": replace(_WHOLE, manifest=Ready(replace(cast(ManifestRead, ports.manifest()), layers=()))),
    "a stream": replace(_WHOLE, resolved=_of(form="stream").resolved),
    "a folder": replace(_WHOLE, resolved=_of(form="folder").resolved),
    "refused": _WHOLE,
    "outdated": replace(_WHOLE, outdated="registry unreachable"),
    "priced": replace(_WHOLE, reading=replace(_WHOLE.reading, unread=1), objects=_of(until=3).objects),  # type: ignore[type-var]
    "the list stops": replace(_WHOLE, objects_stop=ListStop(line=1_600, says="invalid document separator: x")),
    "accepted": _ALL_WELL,
    "no verdict": replace(_ALL_WELL, verdict=Ready(replace(_ALL_WELL.verdict.value, acceptance=None))),  # type: ignore[union-attr]
    "without a reader": replace(_ALL_WELL, reading=None),
    "an attestation": replace(_ALL_WELL, platforms=_shown(1)),
    "an attestation alone": replace(_ALL_WELL, platforms=_shown(1, chosen=False)),
}
_UNANSWERED = {
    kind: Failure(kind=kind, title=f"It is {kind.value}.", hint="enter fetches it")
    for kind in (FailureKind.PRICE, FailureKind.STOPPED, FailureKind.NETWORK)
}


def _model(
    state: Inspection, selection: Selection, *, busy: bool = False, failure: Failure | None = None
) -> ScreenModel:
    """What a screen shows; with a failure, that comes in place of every reply."""
    replies = Replies()
    model = screen_model(state, selection, replies, Options(), busy=busy, width=120)
    while failure and (new := [one for one in model.requests if replies.is_new(one)]):
        for request in new:
            replies = replies.with_request(request).with_failure(request, failure)
        model = screen_model(state, selection, replies, Options(), busy=busy, width=120)
    return model


def odd_list(list_id: ListId) -> str:
    """A list in every state, as it opens, filtered, and with problems only; and the tabs of its page."""
    return agreed(*_of_list(list_id))


def _of_list(list_id: ListId) -> Iterator[Content]:
    pane = PaneId(list_id)
    plain = Selection(list_id=list_id)
    for name, state in STATES.items():
        yield Content(f"── {name}")
        seen: list[str] = []
        for one in (state, ended(state)):
            for selection in (plain, replace(plain, filters={pane: "zzz"}), replace(plain, problems_only=True)):
                drawn = drawn_pane(_model(one, selection).panes[pane], 90)
                if drawn.plain not in seen:
                    seen.append(drawn.plain)
                    yield drawn
        page = _model(state, plain).page
        for tab in page.tabs:
            if page.subject is not None:
                yield drawn_page(_model(state, plain.with_tab(page.subject, tab.id)).page)
        if not page.tabs:
            yield drawn_page(page)
    for words, failure in _UNANSWERED.items():
        for view in View if list_id is ListId.FILES else (View.BASE,):
            model = _model(_WHOLE, replace(plain, view=view, view_layer=0), failure=failure)
            yield below(Content(f"── {words}, {view}"), drawn_pane(model.panes[pane], 90), drawn_page(model.page))


def odd_verdict(tab: TabId, pane: PaneId) -> str:
    """A list of the verdict in every state, as it opens and filtered, and its page."""
    parts: list[Content] = []
    for name, state in STATES.items():
        parts.append(Content(f"── {name}"))
        for one in {id(state): state, id(ended(state)): ended(state)}.values():
            selection = Selection(verdict=True, tabs={Subject.VERDICT: tab})
            model = _model(one, selection)
            parts += [drawn_pane(model.panes[pane], 90), drawn_page(model.page)]
            parts.append(drawn_pane(_model(one, replace(selection, filters={pane: "zzz"})).panes[pane], 90))
    return agreed(*parts)


def odd_bands() -> str:
    """The headline of every state, with its identity and its footer, while it is busy and after it."""
    parts: list[Content] = []
    for name, state in STATES.items():
        for busy in (True, False):
            model = _model(state, Selection(), busy=busy)
            footer = "  ".join(f"{key} {label}" for key, label in model.hints)
            parts += [Content(f"── {name}{', busy' * busy}"), drawn_band(model.headline), below(Content(footer))]
            parts.append(Content(str(model.identity)))
    return agreed(*parts)
