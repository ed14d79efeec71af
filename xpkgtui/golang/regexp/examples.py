"""Texts that a regular expression describes."""

from xpkgtui.golang.regexp.syntax import ENDLESS, Anchor, Characters, Choice, Part, Sequence

_LONGEST = 4_000


def text_of(part: Part, *, longer: int = 0, preferred: str = "a0") -> str:
    """A short text that the part describes; `longer` repeats what may repeat that much more often."""
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
    if isinstance(part, Choice):
        return min((text_of(one, longer=longer, preferred=preferred) for one in part.parts), key=len)
    times = part.low + longer
    times = times if part.high == ENDLESS else min(times, part.high)
    one = text_of(part.part, longer=longer if times * longer < _LONGEST else 0, preferred=preferred)
    return one * times if len(one) * times <= _LONGEST else one * part.low
