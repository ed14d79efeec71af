"""Fuzzy matching: the words that are typed, found in a line letter by letter."""

from xpkgtui.values import dataclass

_SPREAD = 3
"""Times the length of a word over which its letters may be scattered."""
_SHORTEST = 3
"""Letters of a word that may be scattered; two are found nearly everywhere."""

_EXACT, _BEGINS, _WORD, _INSIDE, _SCATTERED = range(5)


@dataclass(frozen=True, slots=True)
class Match:
    """How well a line matches, the lower the better, and the letters that match."""

    rank: int
    places: tuple[int, ...]


def folded(text: str) -> str:
    """The text for comparison, letter for letter as long as before."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def match(typed: str, line: str, begin: int = 0) -> Match | None:
    """The match of every typed word in a folded line, whose name begins at `begin`; None where one is missing."""
    rank, places = 0, set[int]()
    for word in folded(typed).split():
        found = _together(word, line, begin) or _scattered(word, line)
        if found is None:
            return None
        rank = max(rank, found.rank)
        places.update(found.places)
    return Match(rank, tuple(sorted(places)))


def _together(word: str, line: str, begin: int) -> Match | None:
    """The word as it stands in the line: the name, its beginning, the beginning of a word, or inside of one."""
    if line.startswith(word, begin):
        end = begin + len(word)
        is_whole = end == len(line) or not line[end].isalnum()
        return _at(begin, word, _EXACT if is_whole else _BEGINS)
    first = at = line.find(word)
    while at > 0 and line[at - 1].isalnum():
        at = line.find(word, at + 1)
    if at >= 0:
        return _at(at, word, _WORD)
    return _at(first, word, _INSIDE) if first >= 0 else None


def _at(place: int, word: str, rank: int) -> Match:
    return Match(rank, tuple(range(place, place + len(word))))


def _scattered(word: str, line: str) -> Match | None:
    """The letters one after the other, in as small a stretch as there is."""
    best: tuple[int, ...] | None = None
    start = line.find(word[0])
    while start >= 0:
        places = _from(word, line, start)
        if places is None:
            break
        if best is None or places[-1] - places[0] < best[-1] - best[0]:
            best = places
        start = line.find(word[0], start + 1)
    if best is None or len(word) < _SHORTEST or best[-1] - best[0] >= _SPREAD * len(word):
        return None
    return Match(_SCATTERED, best)


def _from(word: str, line: str, start: int) -> tuple[int, ...] | None:
    places = [start]
    for letter in word[1:]:
        at = line.find(letter, places[-1] + 1)
        if at < 0:
            return None
        places.append(at)
    return tuple(places)
