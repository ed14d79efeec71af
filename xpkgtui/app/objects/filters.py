"""The filter of the list of objects: words, all of which must fit, some with a prefix."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from xpkgtui.app.drawing.format_words import short_kind
from xpkgtui.app.drawing.styled_text import BADGES
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Waiting
from xpkgtui.inspection.requests import SearchText
from xpkgtui.inspection.rows.objects import ObjectRow

HINT = "word  kind:crd  badge:error  group:  version:  text:  -word"
"""The hint of the prompt."""
HINTS = {ListId.OBJECTS: HINT}
_TOKEN = re.compile(r'-?(?:[A-Za-z]+:)?"[^"]*"?|\S+')
_PREFIXES = frozenset({"kind", "badge", "group", "version", "text"})
_SIGNS = {mark: badge.name.casefold() if badge else "none" for badge, mark in BADGES.items()}
_LONGEST = 200
"""Characters of a text that is searched for."""

Test = Callable[[ObjectRow], bool]


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a filter."""

    field: str
    """A prefix, or empty for a plain word."""
    wanted: str
    """Without regard to case."""
    excluded: bool = False


@lru_cache(maxsize=64)
def parse(text: str) -> tuple[Term, ...]:
    """The words of a filter; one that is not finished (`kind:`, `-`) asks for nothing yet."""
    return tuple(term for term in map(_term, _TOKEN.findall(text)) if term.wanted)


def texts(filtering: str) -> tuple[str, ...]:
    """The words that the text of an object must hold."""
    return tuple(term.wanted for term in parse(filtering) if term.field == "text")


def sought(filtering: str) -> tuple[str, ...]:
    """Of these words those that are looked for in the text of an object that is opened."""
    return tuple(term.wanted for term in parse(filtering) if term.field == "text" and not term.excluded)


def search_request(inspection: Inspection, replies: Replies, filtering: str) -> SearchText | None:
    """The next search that has to be asked for; one after the other, once every object is listed."""
    if not inspection.rows or len(inspection.rows) < inspection.objects_total:
        return None
    for word in texts(filtering):
        if isinstance(replies.get(SearchText(word=word)), Waiting):
            return SearchText(word=word)
        if _is_sought(replies, word):
            return None
    return None


def is_searching(replies: Replies, filtering: str) -> bool:
    """Whether more may be found."""
    return any(_is_sought(replies, word) for word in texts(filtering))


def fitting(rows: Sequence[ObjectRow], filtering: str, replies: Replies) -> list[ObjectRow]:
    """The rows that fit every word, in their order."""
    tests = [
        _excluding(_test(term, rows, replies)) if term.excluded else _test(term, rows, replies)
        for term in parse(filtering)
    ]
    for test in tests:
        rows = list(filter(test, rows))
    return list(rows)


def advice(filtering: str) -> str:
    """Advice for a filter that no object fits."""
    if any(term.field == "badge" and not _badges(term.wanted) for term in parse(filtering)):
        return "A badge is error, warning, info, ok or none."
    return f"Every word has to fit:  {HINT}"


def _is_sought(replies: Replies, word: str) -> bool:
    found = replies.found(word)
    return not (found.is_whole if found else isinstance(replies.get(SearchText(word=word)), Failed))


def _term(word: str) -> Term:
    excluded = word.startswith("-") and len(word) > 1
    bare = word.removeprefix("-")
    prefix, colon, rest = bare.partition(":")
    if bare in _SIGNS:
        return Term("badge", _SIGNS[bare], excluded)
    if colon and prefix.casefold() in _PREFIXES:
        field, wanted = prefix.casefold(), rest.strip('"')[:_LONGEST]
        if field == "text":
            # As the service compares: in bytes, which have no case beyond ASCII.
            return Term(
                field, wanted.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass"), excluded
            )
        return Term(field, _SIGNS.get(wanted, wanted.casefold()), excluded)
    return Term("", bare.strip('"').casefold(), excluded)


def _test(term: Term, rows: Sequence[ObjectRow], replies: Replies) -> Test:
    wanted = term.wanted
    match term.field:
        case "kind":
            return lambda row: short_kind(row).casefold().startswith(wanted) or wanted in (row.kind or "").casefold()
        case "badge":
            badges = _badges(wanted)
            return lambda row: _SIGNS[BADGES[row.badge]] in badges
        case "group":
            return lambda row: wanted in (row.group or "").casefold()
        case "version":
            return _version_test(wanted, rows)
        case "text":
            found = replies.found(wanted)
            documents: Collection[int] = found.documents if found else ()
            return lambda row: row.document in documents
    return lambda row: wanted in _searched(row.name, row.plural, row.kind, row.defines, row.group, short_kind(row))


def _version_test(wanted: str, rows: Iterable[ObjectRow]) -> Test:
    """A whole version where there is one of that name, else how versions begin: `v1` is not `v1beta1`."""
    if any(wanted in _versions(row) for row in rows):
        return lambda row: wanted in _versions(row)
    return lambda row: any(version.startswith(wanted) for version in _versions(row))


def _versions(row: ObjectRow) -> tuple[str, ...]:
    return row.versions or ((row.api_version or "").rpartition("/")[2],)


def _badges(wanted: str) -> frozenset[str]:
    return frozenset(name for name in _SIGNS.values() if name.startswith(wanted))


def _excluding(test: Test) -> Test:
    return lambda row: not test(row)


@lru_cache(maxsize=1 << 15)
def _searched(*parts: str | None) -> str:
    """The text that plain words are compared with; kept, because every key needs it again."""
    return " ".join(part for part in parts if part).casefold()
