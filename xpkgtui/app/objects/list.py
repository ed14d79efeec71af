"""The list of objects, by API group or flat; what of it is in sight is judged first."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from textual.content import Content

from xpkgtui.app.drawing.rows import Pane, Row
from xpkgtui.app.drawing.styled_text import BADGES, countable, join, tally, words
from xpkgtui.app.drawing.waiting import ENDED, is_loading, state_lines, state_word, without_image
from xpkgtui.app.objects.cells import (
    GroupHeading,
    ObjectItem,
    Widths,
    amount_of,
    cells,
    group_cells,
    measured,
    meta_cells,
    widths_of,
)
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.lists.groups import default_key, group_of, is_open
from xpkgtui.app.state.lists.problems_only import filter_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection, document_key, group_key
from xpkgtui.formats.role import Role
from xpkgtui.inspection.filters.filter import EXPRESSION, Filter, FilterTerm
from xpkgtui.inspection.inspection import ByIdentity, Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready, Waiting
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import Preview, SearchText
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.readers.reader import ReadStage
from xpkgtui.reporting.words import short_kind
from xpkgtui.rules.finding import Badge

_SIGNS = {mark: badge.name.casefold() if badge else "none" for badge, mark in BADGES.items()}

_TRAITS = {"olmv1": ("yes", "no", "?")}
"""Keys of traits, with their values: of a package of a catalog, whether OLM v1 installs a version of it."""

Test = Callable[[ObjectRow], bool]


def searches(wanted: Filter) -> tuple[SearchText, ...]:
    """What has to be searched: texts that an object must hold, or must not, and traits."""
    return tuple(_search(term) for term in wanted.terms if term.key in ("text", *_TRAITS))


def search_words(wanted: Filter) -> tuple[str, ...]:
    """The words that a search looks for in the text of an opened object; excluded words are left out."""
    return tuple(_in_bytes(term.wanted) for term in wanted.terms if term.key == "text" and not term.excluded)


def search_request(inspection: Inspection, replies: Replies, wanted: Filter) -> SearchText | None:
    """The next search that has to be asked for; one after the other, once every object is listed."""
    if not inspection.rows or not inspection.is_listed:
        return None
    for search in searches(wanted):
        if isinstance(replies.get(search), Waiting):
            return search
        if _is_sought(replies, search):
            return None
    return None


def is_searching(replies: Replies, wanted: Filter) -> bool:
    """Whether more may be found."""
    return any(_is_sought(replies, search) for search in searches(wanted))


def fitting(rows: Sequence[ObjectRow], wanted: Filter, replies: Replies) -> list[ObjectRow]:
    """The rows that fit every word, in their order."""
    for term in wanted.terms:
        rows = list(filter(_test(term, rows, replies), rows))
    return list(rows)


def advice(wanted: Filter) -> str:
    """Advice for a filter that no object fits."""
    if any(term.key == "badge" and not _badges(term.wanted) for term in wanted.terms):
        return "A badge is error, warning, info, ok or none."
    if any(search.trait for search in searches(wanted)):
        return "olmv1:yes and olmv1:no are about the packages of a catalog: does OLM v1 install a version of it?"
    return f"Every word has to fit:  {problems_only.hint(PaneId.OBJECTS)}"


def _is_sought(replies: Replies, search: SearchText) -> bool:
    found = replies.of(search, TextFound)
    return not (found.is_whole if found else isinstance(replies.get(search), Failed))


def _search(term: FilterTerm) -> SearchText:
    values = _TRAITS.get(term.key)
    if values is None:
        return SearchText(word=_in_bytes(term.wanted))
    wanted = term.wanted.casefold()
    return SearchText(word=next((one for one in values if one.startswith(wanted)), ""), trait=term.key)


def _in_bytes(word: str) -> str:
    """A word as the service compares it: in bytes, which have no case beyond ASCII."""
    return word.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _test(term: FilterTerm, rows: Sequence[ObjectRow], replies: Replies) -> Test:
    if term.key == EXPRESSION or not (term.key or term.wanted in _SIGNS):
        return lambda row: term.fits(_names(row.name, row.plural, row.kind, row.defines, row.group, short_kind(row)))
    found = _test_of_key(term, rows, replies)
    return (lambda row: not found(row)) if term.excluded else found


def _test_of_key(term: FilterTerm, rows: Sequence[ObjectRow], replies: Replies) -> Test:
    wanted = term.wanted.casefold()
    match term.key:
        case "kind":
            return lambda row: short_kind(row).casefold().startswith(wanted) or wanted in (row.kind or "").casefold()
        case "group":
            return lambda row: wanted in (row.group or "").casefold()
        case "version":
            return _version_test(wanted, rows)
        case "text" | "olmv1":
            found = replies.of(_search(term), TextFound)
            documents: Collection[int] = found.documents if found else ()
            return lambda row: row.document in documents
    badges = _badges(term.wanted)
    return lambda row: _SIGNS[BADGES[row.badge]] in badges


def _version_test(wanted: str, rows: Iterable[ObjectRow]) -> Test:
    """A whole version where there is one of that name, else how versions begin: `v1` is not `v1beta1`."""
    if any(wanted in _versions(row) for row in rows):
        return lambda row: wanted in _versions(row)
    return lambda row: any(version.startswith(wanted) for version in _versions(row))


def _versions(row: ObjectRow) -> tuple[str, ...]:
    return row.versions or ((row.api_version or "").rpartition("/")[2],)


def _badges(wanted: str) -> frozenset[str]:
    name = _SIGNS.get(wanted, wanted.casefold())
    return frozenset(each for each in _SIGNS.values() if each.startswith(name))


@lru_cache(maxsize=1 << 15)
def _names(*parts: str | None) -> str:
    """The names that plain words and expressions are compared with; kept, because every key needs them again."""
    return "\n".join(part for part in parts if part)


NAME = "4 Objects"
_NO_REPLIES = Replies()
_PROBLEMS = (Badge.ERROR, Badge.WARNING)


def pane(inspection: Inspection, selection: Selection, replies: Replies = _NO_REPLIES) -> Pane:
    """The objects of the stream; badges fill in as they are judged."""
    part = inspection.objects
    if not isinstance(part, Ready):
        return Pane(
            name=NAME,
            count="" if is_loading(part) else "0",
            note=words(state_word(part), "$muted"),
            is_loading=is_loading(part),
            empty=_not_yet(inspection),
        )
    every = inspection.listed
    wanted = problems_only.filter_of(selection, PaneId.OBJECTS)
    found = fitting(every, wanted, replies)
    hidden = len(found) if selection.problems_only else 0
    found = list(filter(problems_only.keeps_object, found)) if selection.problems_only else found
    is_cut = bool(wanted.text) or selection.problems_only
    every_badge = badge_words(inspection.badges)
    summary = badge_words(Counter(row.badge for row in found if row.badge)) if is_cut else every_badge
    total, amount = inspection.objects_count, amount_of(inspection)
    shown = f"{len(found):,} of {amount}" if is_cut else amount
    searching = is_searching(replies, wanted)
    widths = widths_of(inspection, flat=selection.flat)
    noun = ("object" if total == 1 else "objects") + (problems_only.SAID if selection.problems_only else "")
    noun += f", stops at line {inspection.objects_stop.line}" if inspection.objects_stop else ""
    noun += " · searching" if searching else ""
    return Pane(
        name=NAME,
        names=widths.whole,
        rows=tuple(
            _rows(
                found,
                inspection,
                selection,
                measured(found, flat=selection.flat) if is_cut else widths,
                opened=is_cut,
            )
        ),
        count=f"{len(found):,}" if is_cut else amount,
        filter=wanted,
        note=join((f"{shown} {noun}", "$muted"), "  " if summary.plain else "", summary),
        badges=every_badge,
        default=default_key(inspection, selection),
        empty=_empty(inspection.stream_name, wanted, hidden, searching=searching),
    )


def badge_words(badges: Counter[Badge]) -> Content:
    """`! 1  · 2  ✓ 1,537`: the worst first."""
    order = (Badge.ERROR, Badge.WARNING, Badge.INFO, Badge.OK)
    return countable(tally((BADGES[badge], badges[badge]) for badge in order))


def _rows(
    found: list[ObjectRow], inspection: Inspection, selection: Selection, widths: Widths, *, opened: bool
) -> Iterator[Row]:
    def shown(row: ObjectRow) -> Row:
        if said := inspection.previews.get(row.document):
            row = replace(row, badge=said.badge)
        draw = meta_cells if row.role is Role.META else cells
        value = ObjectItem(row, widths.kind, widths.name, selection.flat, widths.note_width)
        return Row(document_key(row.document), value, draw, is_steady=True)

    if selection.flat:
        yield from map(shown, found)
        return
    yield from (shown(row) for row in found if row.role is Role.META)
    groups: dict[str, list[ObjectRow]] = {}
    for row in found:
        if row.role is not Role.META:
            groups.setdefault(group_of(row), []).append(row)
    problems = Counter((group_of(row), row.badge) for row in found if row.badge in _PROBLEMS)
    for name, rows in groups.items():
        unfolded = opened or is_open(inspection, selection, name)
        errors, warnings = (problems[name, badge] for badge in _PROBLEMS)
        heading = GroupHeading(name, len(rows), unfolded, errors, warnings)
        yield Row(group_key(name), heading, group_cells, heading=True, is_steady=True)
        if unfolded:
            yield from map(shown, rows)


def _not_yet(inspection: Inspection) -> tuple[Content, ...]:
    part, wording = inspection.objects, inspection.wording
    if row := inspection.not_a_package:
        return (words(f"An {row.role} has no objects.  **-** goes back to what {wording.program} reads", "$muted"),)
    if isinstance(inspection.manifest, Failed):
        return state_lines(inspection.manifest, "")
    if inspection.reading and inspection.reading.unread is not None and not isinstance(part, Failed):
        return (words(f"! Layer {inspection.reading.unread} was not fetched.  **enter** fetches it", "$muted"),)
    if not is_loading(part):
        return state_lines(part, wording.stream_file, _without_stream(inspection))
    base = inspection.base_layer
    where = f" in layer {base.index}" if base else ""
    return (
        words(f"◌ waits for {wording.stream_file}{where}", "$muted"),
        Content(""),
        words("The list fills while the layer arrives; a filter typed now is kept.  / filters", "$muted"),
    )


def _without_stream(inspection: Inspection) -> str:
    """Why there are no objects."""
    if not isinstance(inspection.manifest, Ready):
        return without_image(inspection, "objects")
    if inspection.reading is None:
        return ENDED
    if inspection.reading.stage is ReadStage.READ:
        return f"{inspection.stream_name} cannot be read, so there are no objects.  x says why"
    return f"No {inspection.wording.stream_file} was found, so there are no objects.  x says why"


def _empty(stream_file: str, wanted: Filter, hidden: int, *, searching: bool) -> tuple[Content, ...]:
    if searching:
        return (words(f"◌ searching the text of {stream_file}", "$muted"),)
    if hidden:
        return (words(f"No object has an error or warning.  z shows {hidden:,}", "$muted"),)
    if wanted.text:
        return (
            words("No object matches the filter.  esc clears it", "$muted"),
            words(advice(wanted), "$muted"),
        )
    return (words(f"{stream_file} holds no objects.  x says why", "$muted"),)


def objects_key(inspection: Inspection, selection: Selection, replies: Replies) -> tuple[object, ...]:
    """What the rows of objects depend on; the same key is the same list."""
    wanted = filter_of(selection, PaneId.OBJECTS)
    return (
        ByIdentity(inspection.objects),
        ByIdentity(inspection.previews),
        inspection.objects_total,
        ByIdentity(inspection.manifest),
        inspection.reading is None,
        type(inspection.verdict),
        selection.flat,
        selection.open_all,
        selection.toggled,
        wanted,
        tuple(map(replies.get, searches(wanted))),
        selection.problems_only,
    )


_MOST = 200
"""Documents of one request: more rows than that are on no screen."""
_NOTHING = Preview(profile="", documents=())


class Sight:
    """What was asked for last; the same is not asked for again while it is awaited."""

    def __init__(self) -> None:
        self._asked = _NOTHING

    def request(
        self, profile: str, rows: Sequence[Row], *, top: int, height: int, cursor: Row | None
    ) -> Preview | None:
        """What is to be asked for, the row under the cursor first; nothing without a judgement under way."""
        if not profile:
            self._asked = _NOTHING
            return None
        seen = (*(() if cursor is None else (cursor,)), *rows[top : top + min(height, _MOST)])
        wanted = Preview(profile=profile, documents=tuple(dict.fromkeys(_unjudged(seen))))
        is_known = profile == self._asked.profile and set(wanted.documents) <= set(self._asked.documents)
        if is_known or not wanted.documents:
            return None
        self._asked = wanted
        return wanted


def _unjudged(rows: Sequence[Row]) -> Iterator[int]:
    for row in rows:
        if isinstance(row.value, ObjectItem) and row.value.row.badge is None:
            yield row.value.row.document
