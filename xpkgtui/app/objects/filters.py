"""The filter of the list of objects: words, all of which must fit, some with a prefix."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from xpkgtui.app.drawing.format_words import short_kind
from xpkgtui.app.drawing.styled_text import BADGES
from xpkgtui.app.state.lists import filtering
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId
from xpkgtui.inspection.filters.filter import EXPRESSION, Filter, FilterTerm
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Waiting
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import SearchText
from xpkgtui.inspection.rows.objects import ObjectRow

_SIGNS = {mark: badge.name.casefold() if badge else "none" for badge, mark in BADGES.items()}

_TRAITS = {"olmv1": ("yes", "no", "?")}
"""Keys of traits, with their values: of a package of a catalog, whether OLM v1 installs a version of it."""

Test = Callable[[ObjectRow], bool]


def searches(wanted: Filter) -> tuple[SearchText, ...]:
    """What has to be searched: texts that an object must hold, or must not, and traits."""
    return tuple(_search(term) for term in wanted.terms if term.key in ("text", *_TRAITS))


def sought(wanted: Filter) -> tuple[str, ...]:
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
    return f"Every word has to fit:  {filtering.hint(PaneId.OBJECTS)}"


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
