"""The whole screen as one value, made of an inspection and a selection; pure."""

from dataclasses import dataclass, replace
from functools import partial

from xpkgtui.app.commands.footers import Situation, hints
from xpkgtui.app.drawing import failure, headline, progress
from xpkgtui.app.drawing.headline import Cost, Headline, Identity
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.settled import settled
from xpkgtui.app.drawing.waiting import not_an_image
from xpkgtui.app.files import detail as file_detail
from xpkgtui.app.files import list as file_list
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.findings import verdict as verdict_page
from xpkgtui.app.layers import detail as layer_detail
from xpkgtui.app.layers import list as layer_list
from xpkgtui.app.objects import detail as object_detail
from xpkgtui.app.objects import filters
from xpkgtui.app.objects import list as object_list
from xpkgtui.app.platforms import detail as platform_detail
from xpkgtui.app.platforms import list as platform_list
from xpkgtui.app.state import file_views
from xpkgtui.app.state.filtering import filter_of
from xpkgtui.app.state.outcomes import Scene
from xpkgtui.app.state.replies import PaneRequest, Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready, Waiting
from xpkgtui.inspection.requests import Options, SearchText

LISTS = tuple(ListId)
"""In the order of their keys."""
_PANEL, _MARGIN = 44, 6
"""Columns around the text of the failure's panel, on a wide screen and on a narrow one."""


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A value that is the same only if it is the same one in memory, and so is kept as long as it is compared."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenModel:
    """Panes, page and lines, ready to be drawn."""

    selection: Selection
    panes: dict[PaneId, Pane]
    page: Page
    aside: Page
    """The findings beside a text that has some; empty where there are none."""
    may_split: bool
    """Whether any row of the list has findings that would stand beside its text."""
    not_an_image: str
    """What is shown, where it has no image."""
    identity: Identity
    headline: Headline
    hints: tuple[tuple[str, str], ...]
    cost: Cost
    extra: str
    """What a narrow list's border says at its end."""
    target: PaneId
    """What has the keys."""
    requests: tuple[PaneRequest, ...]
    """Requests that fill what is shown."""
    can_filter: bool
    """Whether the list that has the keys can be filtered."""
    problem: str
    """Why a part of its filter filters nothing."""
    objects_key: tuple[object, ...]
    """What the rows of objects depend on; the same key is the same list."""


def settled_model(
    scene: Scene, options: Options, *, width: int, is_narrow: bool, before: ScreenModel | None
) -> ScreenModel:
    """The screen of a scene; the cursor is put on a row that is there, so that Detail shows the same one."""
    inspection, selection, replies = scene.inspection, scene.selection, scene.replies
    room = width - (_MARGIN if is_narrow else _PANEL)
    make = partial(screen_model, busy=scene.busy, width=room, is_searched=scene.is_searched)
    new = make(inspection, selection, replies, options, before=before)
    found = settled(inspection, new.panes[selection.filtered], selection)
    if found != selection:
        new = make(inspection, found, replies, options, before=new)
    return new


def screen_model(
    inspection: Inspection,
    selection: Selection,
    replies: Replies,
    options: Options,
    *,
    busy: bool,
    width: int,
    before: ScreenModel | None = None,
    is_searched: bool = False,
) -> ScreenModel:
    """The whole screen; the rows of objects are taken from `before` where they are the same."""
    key = _objects_key(inspection, selection, replies)
    kept = before.panes[PaneId.OBJECTS] if before and before.objects_key == key else None
    lists = {
        ListId.PLATFORMS: platform_list.pane(inspection, selection),
        ListId.LAYERS: layer_list.pane(inspection, selection),
        ListId.FILES: file_list.pane(inspection, selection, replies),
        ListId.OBJECTS: kept or object_list.pane(inspection, selection, replies),
    }
    badges = lists[ListId.OBJECTS].badges if inspection.rows else headline.marks(inspection)
    panes = {
        PaneId(list_id): replace(pane, cursor=selection.row(list_id), badges=badges)
        for list_id, pane in lists.items()
    }
    number = f"finding:{selection.finding}" if selection.finding is not None else ""
    panes[PaneId.FINDINGS] = replace(finding_list.pane(inspection, selection), cursor=number)
    if inspection.failure:
        panes[PaneId.FAILURE] = failure.pane(inspection.failure, width)
    page = page_of(inspection, selection, replies, busy=busy)
    target = target_of(inspection, selection)
    can_filter = target is not PaneId.FAILURE and panes[selection.filtered].can_filter
    cost = headline.cost(inspection)
    return ScreenModel(
        selection=selection,
        panes=panes,
        page=page,
        aside=object_detail.aside(inspection, selection, replies, page),
        may_split=selection.list_id is ListId.OBJECTS and any(one.place.document for one in inspection.findings),
        not_an_image=not_an_image(inspection),
        identity=headline.identity(inspection),
        headline=headline.headline(inspection, options, busy=busy),
        hints=hints(
            _situation(inspection, selection, target, page, busy=busy, is_searched=is_searched),
            can_filter=can_filter or target is PaneId.DETAIL,
            can_enter=bool(panes[target].rows) or not not_an_image(inspection) if target in panes else True,
        ),
        cost=cost,
        extra=_extra(panes[PaneId(selection.list_id)], page, selection, cost),
        target=target,
        requests=_requests(inspection, selection, replies, page),
        can_filter=can_filter,
        problem=panes[selection.filtered].problem,
        objects_key=key,
    )


def page_of(inspection: Inspection, selection: Selection, replies: Replies, *, busy: bool) -> Page:
    """What Detail shows."""
    if selection.verdict:
        return verdict_page.page(inspection, selection)
    if busy and not selection.touched and not isinstance(inspection.objects, Ready):
        return progress.page(inspection)
    match selection.list_id:
        case ListId.PLATFORMS:
            return platform_detail.page(inspection, selection, replies)
        case ListId.LAYERS:
            return layer_detail.page(inspection, selection, replies)
        case ListId.FILES:
            return file_detail.page(inspection, selection, replies)
        case ListId.OBJECTS:
            return object_detail.page(inspection, selection, replies)


def target_of(inspection: Inspection, selection: Selection) -> PaneId:
    """What has the keys."""
    if inspection.failure:
        return PaneId.FAILURE
    if selection.verdict:
        return PaneId.FINDINGS if selection.verdict_tab is TabId.FINDINGS else PaneId.DETAIL
    return PaneId.DETAIL if selection.in_detail else PaneId(selection.list_id)


def names(panes: dict[PaneId, Pane]) -> tuple[str, ...]:
    """The names of the lists with their counts, where they are tabs."""
    lists = (panes[PaneId(list_id)] for list_id in LISTS)
    return tuple(f"{pane.name} {pane.count}".rstrip() for pane in lists)


def _requests(inspection: Inspection, selection: Selection, replies: Replies, page: Page) -> tuple[PaneRequest, ...]:
    wanted: list[PaneRequest] = []
    if folder := file_views.missing(inspection, selection, replies):
        wanted.append(folder)
    if page.request and isinstance(replies.get(page.request), Waiting):
        wanted.append(page.request)
    if search := filters.search_request(inspection, replies, filter_of(selection, PaneId.OBJECTS)):
        wanted.append(search)
    return tuple(wanted)


def _objects_key(inspection: Inspection, selection: Selection, replies: Replies) -> tuple[object, ...]:
    wanted = filter_of(selection, PaneId.OBJECTS)
    return (
        _Held(inspection.objects),
        _Held(inspection.glimpses),
        inspection.objects_total,
        _Held(inspection.manifest),
        inspection.reading is None,
        type(inspection.verdict),
        selection.flat,
        selection.open_all,
        selection.toggled,
        wanted,
        tuple(replies.get(SearchText(word=word)) for word in filters.texts(wanted)),
        selection.problems_only,
    )


def _extra(pane: Pane, page: Page, selection: Selection, cost: Cost) -> str:
    """What a narrow list's border says, where titles are tabs: the filter, the view or the number, and the cost."""
    if selection.filter_of(selection.filtered) or selection.problems_only:
        what = pane.note.plain
    elif selection.list_id is ListId.FILES:
        what = pane.chosen
    else:
        what = page.number
    return " · ".join(part for part in (what, cost.short) if part)


def _situation(
    inspection: Inspection, selection: Selection, target: PaneId, page: Page, *, busy: bool, is_searched: bool
) -> Situation:
    """Which keys matter most."""
    if inspection.failure:
        return Situation.ERROR if inspection.failure.suggestions else Situation.LOST
    if target is PaneId.DETAIL and not page.is_text:
        return Situation.BYTES
    if target is PaneId.DETAIL and (is_searched or page.seek):
        return Situation.SEARCHED
    if selection.verdict:
        if target is PaneId.FINDINGS:
            return Situation.FINDINGS
        if selection.verdict_tab is TabId.MANUAL:
            return Situation.MANUAL
        return Situation.WHY if inspection.culprit else Situation.FINE
    if busy and not isinstance(inspection.objects, Ready):
        return Situation.LOADING
    unread = inspection.reading is not None and inspection.reading.unread is not None
    if unread and target not in (PaneId.PLATFORMS, PaneId.DETAIL):
        return Situation.PRICED
    if target is PaneId.OBJECTS and inspection.findings:
        return Situation.WARNED
    return Situation(target)
