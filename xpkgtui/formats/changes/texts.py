"""Two texts line by line: what both have stands side by side, and long stretches without a change are left out."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from xpkgtui.rules.changes.change import TextRow

AROUND = 3
"""Equal lines that are kept before and after a change."""
MOST = 2_000
"""Rows that are given of two texts."""
_LONGEST = 400
"""Characters of a line."""
_SMALL = 40_000
"""Pairs of lines between two anchors that are compared one by one; of more, all counts as replaced."""

Pair = tuple[int | None, int | None]
"""A line of the old text and one of the new, from 0."""


def side_by_side(
    old: str, new: str, *, first: tuple[int, int] = (1, 1), at: tuple[int | None, int | None] = (None, None)
) -> tuple[tuple[TextRow, ...], int]:
    """The rows of two texts, and the one at which a change stands.

    `first` are the numbers of their first lines, `at` those of the lines that the change names.
    """
    before, after = _lines(old), _lines(new)
    pairs = list(aligned(before, after))
    here = (at[0] - first[0] if at[0] else None, at[1] - first[1] if at[1] else None)
    focus, kept = _wanted(pairs, before, after, at=here)
    place = bisect_left(kept, focus)
    start = max(0, min(place - MOST // 2, len(kept) - MOST))
    shown = kept[start : start + MOST]
    rows = tuple(_row(*pairs[number], before, after, first) for number in shown)
    return rows, place - start


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def aligned(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """All lines of both, in their order; equal lines beside each other as far as they were found."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    yield from ((number, number) for number in range(head))
    ends = len(old) - tail, len(new) - tail
    anchors = [(head - 1, head - 1), *_anchors(old, new, head, *ends), ends]
    for (a, b), (c, d) in pairwise(anchors):
        yield from _between(old, new, range(a + 1, c), range(b + 1, d))
        if (c, d) != ends:
            yield c, d
    yield from ((ends[0] + number, ends[1] + number) for number in range(tail))


def _anchors(old: Sequence[str], new: Sequence[str], head: int, old_end: int, new_end: int) -> list[tuple[int, int]]:
    """Lines that each text has once, in the longest row that goes up in both (patience diff)."""
    counts = [Counter(text[head:end]) for text, end in ((old, old_end), (new, new_end))]
    places = {line: number for number, line in enumerate(new[head:new_end], head) if counts[1][line] == 1}
    both = [
        (number, places[line])
        for number, line in enumerate(old[head:old_end], head)
        if line in places and counts[0][line] == 1
    ]
    tops: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, place) in enumerate(both):
        at = bisect_left(tops, place)
        previous.append(last[at - 1] if at else -1)
        tops[at : at + 1] = [place]
        last[at : at + 1] = [index]
    found: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        found.append(both[index])
        index = previous[index]
    return found[::-1]


def _between(old: Sequence[str], new: Sequence[str], left: range, right: range) -> Iterator[Pair]:
    """The lines between two anchors."""
    if not left or not right or len(left) * len(right) > _SMALL:
        yield from _replaced(left, right)
        return
    matcher = SequenceMatcher(None, old[left.start : left.stop], new[right.start : right.stop], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            yield from zip(left[a:b], right[c:d], strict=True)
        else:
            yield from _replaced(left[a:b], right[c:d])


def _replaced(left: range, right: range) -> Iterator[Pair]:
    for number in range(max(len(left), len(right))):
        yield (left[number] if number < len(left) else None, right[number] if number < len(right) else None)


def _wanted(pairs: Sequence[Pair], old: Sequence[str], new: Sequence[str], *, at: Pair) -> tuple[int, Sequence[int]]:
    """The row of the change, and the rows that are kept: those that differ, and those around them and around it."""
    differing = [number for number, (a, b) in enumerate(pairs) if a is None or b is None or old[a] != new[b]]
    named = (n for n, (a, b) in enumerate(pairs) if (b is not None and b == at[1]) or (a is not None and a == at[0]))
    focus = next(named, differing[0] if differing else 0)
    kept = sorted(
        {
            row
            for number in (*differing, focus)
            for row in range(max(0, number - AROUND), min(len(pairs), number + AROUND + 1))
        }
    )
    return focus, kept


def _row(a: int | None, b: int | None, old: Sequence[str], new: Sequence[str], first: tuple[int, int]) -> TextRow:
    return TextRow(
        a + first[0] if a is not None else None,
        b + first[1] if b is not None else None,
        old[a][:_LONGEST] if a is not None else "",
        new[b][:_LONGEST] if b is not None else "",
    )
