"""Everything the screen shows at one moment, made of an inspection and a selection; pure."""

from dataclasses import dataclass, replace

from xpkgtui.app.commands import hints
from xpkgtui.app.drawing import failure, headline, progress
from xpkgtui.app.drawing.headline import Headline, Identity
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
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
from xpkgtui.app.state.replies import Answers, Wish
from xpkgtui.app.state.selection import Selection, Spot
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready, Waiting
from xpkgtui.inspection.requests import Options, SearchText

LISTS = tuple(Spot)
"""In the order of their keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Panes, page and lines, ready to be drawn."""

    panes: dict[str, Pane]
    page: Page
    identity: Identity
    headline: Headline
    hints: tuple[tuple[str, str], ...]
    cost: str
    extra: str
    """What a narrow list's border says at its end."""
    target: str
    """The id of what has the keys."""
    wishes: tuple[Wish, ...]
    """What must be asked for to fill what is shown."""


def board(
    inspection: Inspection,
    selection: Selection,
    answers: Answers,
    options: Options,
    *,
    busy: bool,
    width: int,
    before: Board | None = None,
    same_objects: bool = False,
) -> Board:
    """The whole screen; the rows of objects are taken from `before` where they are the same."""
    kept = before.panes[Spot.OBJECTS] if before and same_objects else None
    lists = {
        Spot.PLATFORMS.value: platform_list.pane(inspection, selection),
        Spot.LAYERS.value: layer_list.pane(inspection, selection),
        Spot.FILES.value: file_list.pane(inspection, selection, answers),
        Spot.OBJECTS.value: kept or object_list.pane(inspection, selection, answers),
    }
    panes = {name: replace(pane, cursor=selection.row(Spot(name))) for name, pane in lists.items()}
    summary = lists[Spot.OBJECTS].badges if inspection.rows else headline.marks(inspection)
    panes = {name: replace(pane, badges=summary) for name, pane in panes.items()}
    number = f"finding:{selection.finding}" if selection.finding is not None else ""
    panes["findings"] = replace(finding_list.pane(inspection), cursor=number)
    if inspection.failure:
        panes["failure"] = failure.pane(inspection.failure, width)
    page = page_of(inspection, selection, answers, busy=busy)
    wanted: list[Wish] = []
    folder = file_list.missing(inspection, selection, answers)
    if folder:
        wanted.append(folder)
    if page.wish and isinstance(answers.get(page.wish), Waiting):
        wanted.append(page.wish)
    if search := filters.wish(inspection, answers, selection.filters.get(Spot.OBJECTS, "")):
        wanted.append(search)
    target = target_of(inspection, selection)
    cost = headline.cost(inspection.fetched, len(inspection.exchanges))
    return Board(
        panes=panes,
        page=page,
        identity=headline.identity(inspection),
        headline=headline.headline(inspection, options, busy=busy),
        hints=hints(_situation(inspection, selection, target, busy=busy)),
        cost=cost,
        extra=_extra(panes[selection.spot], page, selection, cost),
        target=target,
        wishes=tuple(wanted),
    )


def page_of(inspection: Inspection, selection: Selection, answers: Answers, *, busy: bool) -> Page:
    """What Detail shows."""
    if selection.verdict:
        return verdict_page.page(inspection, selection)
    if busy and not selection.touched and not isinstance(inspection.objects, Ready):
        return progress.page(inspection)
    match selection.spot:
        case Spot.PLATFORMS:
            return platform_detail.page(inspection, selection, answers)
        case Spot.LAYERS:
            return layer_detail.page(inspection, selection, answers)
        case Spot.FILES:
            return file_detail.page(inspection, selection, answers)
        case Spot.OBJECTS:
            return object_detail.page(inspection, selection, answers)


def target_of(inspection: Inspection, selection: Selection) -> str:
    """What has the keys."""
    if inspection.failure:
        return "failure"
    if selection.verdict:
        return "findings" if selection.tabs.get(verdict_page.SUBJECT) == "findings" else "detail"
    return "detail" if selection.in_detail else selection.spot.value


def names(panes: dict[str, Pane]) -> tuple[str, ...]:
    """The names of the lists with their counts, where they are tabs."""
    return tuple(f"{panes[spot].name} {panes[spot].count}".rstrip() for spot in LISTS)


def objects_key(inspection: Inspection, selection: Selection, answers: Answers) -> tuple[object, ...]:
    """What the rows of objects depend on; the same key is the same list."""
    filtering = selection.filters.get(Spot.OBJECTS, "")
    return (
        id(inspection.objects),
        inspection.objects_total,
        id(inspection.manifest),
        inspection.reading is None,
        type(inspection.verdict),
        selection.flat,
        selection.open_all,
        selection.toggled,
        filtering,
        tuple(answers.get(SearchText(word=word)) for word in filters.texts(filtering)),
        selection.matters,
    )


def _extra(pane: Pane, page: Page, selection: Selection, cost: str) -> str:
    """What a narrow list's border says, where titles are tabs: the filter, the view or the number, and the cost."""
    if selection.filters.get(selection.spot) or selection.matters:
        what = pane.note.plain
    elif selection.spot is Spot.FILES:
        what = pane.chosen
    else:
        what = page.note.rpartition(" · ")[2] if page.subject == object_detail.SUBJECT else ""
    return " · ".join(part for part in (what, cost.partition(" · ")[0]) if part)


def _situation(inspection: Inspection, selection: Selection, target: str, *, busy: bool) -> str:
    """Which keys matter most."""
    if inspection.failure:
        return "error" if inspection.failure.suggestions else "lost"
    if selection.verdict:
        if target == "findings":
            return target
        if selection.tabs.get(verdict_page.SUBJECT) == verdict_page.MANUAL:
            return verdict_page.MANUAL
        return "why" if inspection.culprit else "fine"
    if busy and not isinstance(inspection.objects, Ready):
        return "loading"
    unread = inspection.reading is not None and inspection.reading.unread is not None
    if unread and target not in (Spot.PLATFORMS, "detail"):
        return "dear"
    if target == Spot.OBJECTS.value and inspection.findings:
        return "warned"
    return target
