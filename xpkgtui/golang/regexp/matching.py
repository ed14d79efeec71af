"""Where Go finds a regular expression in a text, all states at once, in linear time; and texts that one describes."""

from functools import lru_cache

from xpkgtui.golang.regexp.ranges import WORD, Ranges
from xpkgtui.golang.regexp.syntax import ENDLESS, Alternation, Anchor, Characters, Part, Repetition, Sequence, parsed
from xpkgtui.values import dataclass

_MOST_STATES = 6_000
_MOST_STEPS = 4_000_000
"""States times characters of one search."""
MATCHED = 0
"""The state where the pattern has matched."""


class _TooLarge(Exception):
    """A program has too many states."""


@dataclass(slots=True)
class Machine:
    """States: a set of characters and the next state, a place, or several next states, the preferred ones first."""

    reads: list[Ranges | None]
    places: list[str | None]
    nexts: list[tuple[int, ...]]

    def add(self, reads: Ranges | None, nexts: tuple[int, ...], place: str | None = None) -> int:
        """A new state."""
        if len(self.reads) > _MOST_STATES:
            raise _TooLarge
        self.reads.append(reads)
        self.places.append(place)
        self.nexts.append(nexts)
        return len(self.reads) - 1

    def compile(self, part: Part, then: int) -> int:
        """The state from which the part leads to the state `then`."""
        if isinstance(part, Characters):
            return self.add(part.ranges, (then,))
        if isinstance(part, Anchor):
            return self.add(None, (then,), part.place)
        if isinstance(part, Sequence):
            for one in reversed(part.parts):
                then = self.compile(one, then)
            return then
        if isinstance(part, Alternation):
            return self.add(None, tuple([self.compile(one, then) for one in part.parts]))
        return self._repeated(part, then)

    def _repeated(self, part: Repetition, then: int) -> int:
        def either(inner: int, outer: int) -> tuple[int, ...]:
            return (outer, inner) if part.is_lazy else (inner, outer)

        if part.high == ENDLESS:
            loop = self.add(None, ())
            self.nexts[loop] = either(self.compile(part.part, loop), then)
            then = loop
        else:
            end = then
            for _ in range(part.high - part.low):
                then = self.add(None, either(self.compile(part.part, then), end))
        for _ in range(part.low):
            then = self.compile(part.part, then)
        return then

    def reached(self, states: list[int], text: str, at: int) -> list[int]:
        """The states that read, or have matched, and are reached at a place without reading; preferred ones first."""
        found: list[int] = []
        seen: set[int] = set()
        waiting = states[::-1]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            place = self.places[state]
            if state == MATCHED or self.reads[state] is not None:
                found.append(state)
            elif place is None or _is_at(place, text, at):
                waiting.extend(reversed(self.nexts[state]))
        return found


def _is_at(place: str, text: str, at: int) -> bool:
    if place == "begin":
        return at == 0
    if place == "end":
        return at == len(text)
    if place == "line begin":
        return at == 0 or text[at - 1] == "\n"
    if place == "line end":
        return at == len(text) or text[at] == "\n"
    before = at > 0 and _is_in(ord(text[at - 1]), WORD)
    behind = at < len(text) and _is_in(ord(text[at]), WORD)
    return (before is not behind) is (place == "word")


def _is_in(code: int, ranges: Ranges) -> bool:
    return any(low <= code <= high for low, high in ranges)


@lru_cache(maxsize=200)
def machine_of(pattern: str) -> tuple[Machine, int] | None:
    """The states of a pattern, and the one where a match starts; None where it is not known, or is too large."""
    part = parsed(pattern)
    if part is None:
        return None
    machine = Machine([], [], [])
    machine.add(None, ())
    try:
        return machine, machine.compile(part, MATCHED)
    except _TooLarge:
        return None


def cost(pattern: str, text: str) -> int:
    """The states and characters that a search looks at, at most."""
    made = machine_of(pattern)
    return len(made[0].reads) * len(text) if made else 0


def is_found(pattern: str, text: str) -> bool | None:
    """Whether a pattern is found in a text; None where that is not known."""
    made = machine_of(pattern)
    if made is None or len(text) * len(made[0].reads) > _MOST_STEPS:
        return None
    machine, start = made
    states: list[int] = []
    for at in range(len(text) + 1):
        found = machine.reached([*states, start], text, at)
        if MATCHED in found:
            return True
        if at < len(text):
            code = ord(text[at])
            states = [machine.nexts[one][0] for one in found if _is_in(code, machine.reads[one] or ())]
    return False


def find(pattern: str, text: str, begin: int = 0) -> tuple[int, int] | None:
    """Where a pattern is first found from a place on, as Go prefers it; None where it is not found.

    Raises `ValueError` where that is not known.
    """
    made = machine_of(pattern)
    if made is None or len(text) * len(made[0].reads) > _MOST_STEPS:
        raise ValueError(pattern)
    machine, start = made
    threads: list[tuple[int, int]] = []
    best: tuple[int, int] | None = None
    for at in range(begin, len(text) + 1):
        if best is None:
            threads.append((start, at))
        origin: dict[int, int] = {}
        for state, came in threads:
            for one in machine.reached([state], text, at):
                origin.setdefault(one, came)
        threads = []
        code = ord(text[at]) if at < len(text) else -1
        for state, came in origin.items():
            if state == MATCHED:
                best = came, at
                break
            if _is_in(code, machine.reads[state] or ()):
                threads.append((machine.nexts[state][0], came))
        if not threads and best is not None:
            break
    return best


def find_all(pattern: str, text: str, most: int = -1) -> list[str]:
    """All texts that a pattern is found as, at most so many; raises `ValueError` as `find` does."""
    found: list[str] = []
    at, before = 0, -1
    while at <= len(text) and len(found) != most:
        place = find(pattern, text, at)
        if place is None:
            break
        begin, end = place
        if end > begin or begin != before:
            found.append(text[begin:end])
        before = end
        at = end if end > begin else end + 1
    return found


_LONGEST = 4_000


def text_of(part: Part, *, longer: int = 0, preferred: str = "a0") -> str:
    """A short text that the part describes; `longer` repeats more often what may, and takes longer alternatives."""
    if isinstance(part, Characters):
        for sign in preferred:
            if any(low <= ord(sign) <= high for low, high in part.ranges):
                return sign
        readable = [max(low, 33) for low, high in part.ranges if high >= max(low, 33)]
        return chr(min(readable, default=part.ranges[0][0] if part.ranges else 0))
    if isinstance(part, Anchor):
        return ""
    if isinstance(part, Sequence):
        return "".join(text_of(one, longer=longer, preferred=preferred) for one in part.parts)
    if isinstance(part, Alternation):
        found = sorted((text_of(one, longer=longer, preferred=preferred) for one in part.parts), key=len)
        return found[min(longer, len(found) - 1)]
    times = part.low + longer
    times = times if part.high == ENDLESS else min(times, part.high)
    one = text_of(part.part, longer=longer if times * longer < _LONGEST else 0, preferred=preferred)
    return one * times if len(one) * times <= _LONGEST else one * part.low
