"""The whole screen as one value, made of an inspection and a selection; pure."""

from dataclasses import replace
from functools import partial

from xpkgtui import visible
from xpkgtui.app.commands.footers import hints, situation
from xpkgtui.app.drawing import failure, progress, shares
from xpkgtui.app.drawing.bands import headline, identity
from xpkgtui.app.drawing.bands.cost import Cost, cost_of
from xpkgtui.app.drawing.bands.headline import Headline
from xpkgtui.app.drawing.bands.identity import PackageIdentity
from xpkgtui.app.drawing.lists.cursor import settled
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.waiting import has_files, not_an_image
from xpkgtui.app.files import detail as file_detail
from xpkgtui.app.files import list as file_list
from xpkgtui.app.findings import list as finding_list
from xpkgtui.app.findings import readers as reader_list
from xpkgtui.app.findings import verdict as verdict_page
from xpkgtui.app.layers import detail as layer_detail
from xpkgtui.app.layers import list as layer_list
from xpkgtui.app.objects import detail as object_detail
from xpkgtui.app.objects import list as object_list
from xpkgtui.app.objects.list import objects_key, search_request
from xpkgtui.app.platforms import detail as platform_detail
from xpkgtui.app.platforms import list as platform_list
from xpkgtui.app.state import what_ifs
from xpkgtui.app.state.keys.retry import is_worth_a_try
from xpkgtui.app.state.lists import file_views
from xpkgtui.app.state.lists.problems_only import filter_of
from xpkgtui.app.state.outcomes import Scene
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready, Waiting
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import Options, PaneRequest, ReadText
from xpkgtui.values import dataclass

LISTS = tuple(ListId)
"""In the order of their keys."""
_PANEL, _MARGIN = 44, 6
"""Columns around the text of the failure's panel, on a wide screen and on a narrow one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenModel:
    """Panes, page and lines, ready to be drawn."""

    selection: Selection
    panes: dict[PaneId, Pane]
    page: Page
    side_page: Page
    """The findings beside a text that has some; empty where there are none."""
    may_split: bool
    """Whether any row of the list has findings that would stand beside its text."""
    not_an_image: str
    """What is shown, where it has no image."""
    has_files: bool
    """Whether there are files all the same: those of a folder."""
    identity: PackageIdentity
    headline: Headline
    hints: tuple[tuple[str, str], ...]
    cost: Cost
    extra: str
    """What a narrow list's border says at its end."""
    target: PaneId
    """What has the keys."""
    fields: tuple[object, ...]
    """The rows of the fields that stand in Detail's place."""
    has_readers: bool
    """Whether the readers of the package stand above Detail."""
    requests: tuple[PaneRequest, ...]
    """Requests that fill what is shown."""
    can_filter: bool
    """Whether the list that has the keys can be filtered."""
    problem: str
    """Why a part of its filter filters nothing."""
    objects_key: tuple[object, ...]
    """What the rows of objects depend on; the same key is the same list."""

    @property
    def has_fields(self) -> bool:
        """Whether the fields of a schema stand in Detail's place."""
        return bool(self.panes[PaneId.FIELDS].name)


def settled_model(
    scene: Scene, options: Options, *, width: int, is_narrow: bool, before: ScreenModel | None
) -> ScreenModel:
    """The screen of a scene; the cursor is put on a row that is there, so that Detail shows the same one."""
    inspection, selection, replies = scene.inspection, scene.selection, scene.replies
    room = width - (_MARGIN if is_narrow else _PANEL)
    make = partial(screen_model, busy=scene.busy, width=room, is_searched=scene.is_searched)
    make = partial(make, screen=width, is_narrow=is_narrow)
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
    screen: int = 0,
    is_narrow: bool = False,
) -> ScreenModel:
    """The whole screen; the rows of objects are taken from `before` where they are the same."""
    key = objects_key(inspection, selection, replies)
    kept = before.panes[PaneId.OBJECTS] if before and before.objects_key == key else None
    panes = _panes(inspection, selection, replies, kept)
    if inspection.failure:
        panes[PaneId.FAILURE] = failure.pane(inspection.failure, width, can_retry=is_worth_a_try(inspection))
    may_split = selection.list_id is ListId.OBJECTS and any(one.place.document for one in inspection.findings)
    names, is_alone = max(pane.names for pane in panes.values()), is_narrow or selection.full
    columns = shares.of_detail(screen, names=names, may_split=may_split, is_alone=is_alone)
    is_wide = shares.is_pictured(screen)
    page = page_of(inspection, selection, replies, busy=busy, is_wide=is_wide, columns=columns)
    fields, panes[PaneId.FIELDS], page = _fields(selection, replies, page, before)
    target = target_of(inspection, selection, has_fields=bool(panes[PaneId.FIELDS].name))
    can_filter = target is not PaneId.FAILURE and panes[selection.filtered].can_filter
    is_search_shown = is_searched or bool(page.seek)
    where = situation(inspection, selection, target, busy=busy, is_text=page.is_text, is_searched=is_search_shown)
    is_image = not not_an_image(inspection)
    uses = {
        "filter": can_filter or target is PaneId.DETAIL,
        "list.enter": target not in panes or is_image or bool(panes[target].rows),
        "layer.what_if": what_ifs.has_choice(inspection),
        "tab.next": len(page.tabs) > 1,
        "wrap": page.has_lines,
        "files.view": is_image,
        "refresh": is_worth_a_try(inspection),
    }
    return ScreenModel(
        selection=selection,
        panes=panes,
        page=page,
        side_page=side_page_of(inspection, selection, replies, page),
        may_split=may_split,
        not_an_image=not_an_image(inspection),
        has_files=has_files(inspection),
        identity=identity.identity(inspection),
        headline=headline.headline(inspection, options, busy=busy),
        hints=hints(where, {name for name, is_of_use in uses.items() if not is_of_use}),
        cost=(cost := cost_of(inspection)),
        extra=_extra(panes[PaneId(selection.list_id)], page, selection, cost),
        target=target,
        fields=fields,
        has_readers=_has_readers(inspection, selection),
        requests=_requests(inspection, selection, replies, page),
        can_filter=can_filter,
        problem=panes[selection.filtered].problem,
        objects_key=key,
    )


def _panes(
    inspection: Inspection, selection: Selection, replies: Replies, objects: Pane | None
) -> dict[PaneId, Pane]:
    """Every list; `objects` is that of objects, where it is the same as before."""
    lists = {
        ListId.PLATFORMS: platform_list.pane(inspection, selection),
        ListId.LAYERS: layer_list.pane(inspection, selection),
        ListId.FILES: file_list.pane(inspection, selection, replies),
        ListId.OBJECTS: objects or object_list.pane(inspection, selection, replies),
    }
    badges = lists[ListId.OBJECTS].badges if inspection.rows else headline.marks(inspection)
    panes = {
        PaneId(list_id): replace(pane, cursor=selection.row(list_id), badges=badges)
        for list_id, pane in lists.items()
    }
    number = f"finding:{selection.finding}" if selection.finding is not None else ""
    panes[PaneId.FINDINGS] = replace(finding_list.pane(inspection, selection), cursor=number)
    if selection.verdict_tab is TabId.WHY:
        panes[PaneId.READERS] = reader_list.pane(inspection, selection, replies)
    return panes


def _fields(
    selection: Selection, replies: Replies, page: Page, before: ScreenModel | None
) -> tuple[tuple[object, ...], Pane, Page]:
    """The rows and the list of the fields of a schema, once they are there, and what is copied then.

    A list that has no name is not shown.
    """
    asked = page.request if page.tab is TabId.SCHEMA else None
    if not isinstance(asked, ReadText) or asked.document is None or replies.of(asked, TextReady) is None:
        return (), Pane(name=""), page
    from xpkgtui.app.schemas.list import fields  # the rules of schemas are not needed for the first paint

    kept = (before.fields, before.panes[PaneId.FIELDS]) if before is not None and before.has_fields else None
    rows, pane = fields(asked.document, selection, replies, page, kept)
    path = visible.name(pane.cursor.removeprefix("-"))
    return rows, pane, replace(page, copied=path) if selection.in_detail else page


def page_of(
    inspection: Inspection,
    selection: Selection,
    replies: Replies,
    *,
    busy: bool,
    is_wide: bool = False,
    columns: int = 0,
) -> Page:
    """What Detail shows; `columns` are the cells of its lines, 0 where they are not known."""
    if selection.verdict:
        return verdict_page.page(inspection, selection, replies, is_wide=is_wide)
    if busy and not selection.touched and not isinstance(inspection.objects, Ready):
        return progress.page(inspection)
    pages = {
        ListId.PLATFORMS: platform_detail.page,
        ListId.LAYERS: layer_detail.page,
        ListId.FILES: file_detail.page,
    }
    make = pages.get(selection.list_id, partial(object_detail.page, columns=columns))
    found = make(inspection, selection, replies)
    return found if selection.touched else progress.guided(found, inspection)


def side_page_of(inspection: Inspection, selection: Selection, replies: Replies, page: Page) -> Page:
    """The page beside Detail: findings beside their text, a picture beside readers."""
    if selection.verdict:
        return verdict_page.picture(inspection, selection)
    return object_detail.side_page(inspection, selection, replies, page)


def target_of(inspection: Inspection, selection: Selection, *, has_fields: bool = False) -> PaneId:
    """What has the keys."""
    if inspection.failure:
        return PaneId.FAILURE
    if selection.verdict:
        if selection.verdict_tab is TabId.FINDINGS:
            return PaneId.FINDINGS
        has_list = _has_readers(inspection, selection)
        return PaneId.READERS if has_list and not selection.beneath else PaneId.DETAIL
    detail = PaneId.FIELDS if has_fields else PaneId.DETAIL
    return detail if selection.in_detail else PaneId(selection.list_id)


def _has_readers(inspection: Inspection, selection: Selection) -> bool:
    return selection.verdict_tab is TabId.WHY and reader_list.is_listed(inspection)


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
    if search := search_request(inspection, replies, filter_of(selection, PaneId.OBJECTS)):
        wanted.append(search)
    return tuple(wanted)


def _extra(pane: Pane, page: Page, selection: Selection, cost: Cost) -> str:
    """What a narrow list's border says, where titles are tabs: the filter, the view or the number, and the cost."""
    if selection.filter_of(selection.filtered) or selection.problems_only:
        what = pane.note.plain
    elif selection.list_id is ListId.FILES:
        what = pane.chosen
    else:
        what = page.number
    return " · ".join(part for part in (what, cost.short) if part)
