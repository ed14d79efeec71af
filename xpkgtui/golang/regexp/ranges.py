"""Sets of characters: pairs of code points, in order, with gaps between them."""

from collections.abc import Iterable

Ranges = tuple[tuple[int, int], ...]
"""Code points from the first to the last of each pair."""

LAST = 0x10FFFF
"""The last code point."""
_KELVIN, _LONG_S = 0x212A, 0x17F


def united(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """The ranges in order, those that meet as one."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return tuple(found)


def others(ranges: Ranges) -> Ranges:
    """All code points that are not in the ranges."""
    found, at = [], 0
    for low, high in ranges:
        if at < low:
            found.append((at, low - 1))
        at = high + 1
    return (*found, (at, LAST)) if at <= LAST else tuple(found)


def folded(low: int, high: int) -> Ranges | None:
    """A range with the other case of its letters; None where it has letters beyond ASCII."""
    if high > 127:
        return ((low, high),) if (low, high) == (0, LAST) else None
    found = [(low, high)]
    for first, last, shift in ((65, 90, 32), (97, 122, -32)):
        start, end = max(low, first), min(high, last)
        if start <= end:
            found.append((start + shift, end + shift))
            found += [(code, code) for code, letter in ((_KELVIN, 107), (_LONG_S, 115)) if _has(start, end, letter)]
    return united(found)


def _has(start: int, end: int, letter: int) -> bool:
    return start <= letter <= end or start <= letter - 32 <= end


DIGITS: Ranges = ((48, 57),)
WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
SPACES: Ranges = ((9, 10), (12, 13), (32, 32))
PERL: dict[str, Ranges] = {"d": DIGITS, "s": SPACES, "w": WORD}
"""What `\\d` and its kin take."""
POSIX: dict[str, Ranges] = {
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "alpha": ((65, 90), (97, 122)),
    "ascii": ((0, 127),),
    "blank": ((9, 9), (32, 32)),
    "cntrl": ((0, 31), (127, 127)),
    "digit": DIGITS,
    "graph": ((33, 126),),
    "lower": ((97, 122),),
    "print": ((32, 126),),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)),
    "upper": ((65, 90),),
    "word": WORD,
    "xdigit": ((48, 57), (65, 70), (97, 102)),
}
"""What `[:alpha:]` and its kin take."""
