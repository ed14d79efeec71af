"""Regular expressions that Go's RE2 certainly refuses; unclear ones count as accepted."""

import re

from xpkgtui.patterns import late

_PART = late(
    r"""
    \\Q.*?(?:\\E|\Z) | \\.                                  # quoted
    | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*+\]?+             # one of many
    | \(\?[imsU-]+\) | \(\?(?:P?<\w*>|[imsU-]*:)            # flags, and groups with a name or flags
    | \(\?<?[=!>\#(|R0-9]                                   # Perl's alone
    | [*+?]{1,2} | \{\d+(?:,\d*)?\} | .
    """,
    re.DOTALL | re.VERBOSE,
)
_REFUSED = late(r"\(\?<?[=!>#(|R0-9]")
_NO_GROUP = late(r"\\[1-9kgZGK]")
_BOUNDS = late(r"\{(\d{1,9})(?:,(\d{0,9}))?\}")
_MOST = 1000
"""Go's limit of repetitions."""
_LONGEST = 10_000
_LONELY = "\\"


def complaint(pattern: str) -> str | None:
    """Go's message about a pattern that it refuses; None where it accepts it or where that is unclear."""
    if len(pattern) > _LONGEST:
        return None
    depth, can_repeat = 0, False
    for match in _PART.finditer(pattern):
        part = match[0]
        fault = _fault(part, pattern, can_repeat=can_repeat)
        if fault:
            return fault
        closes = part == ")" or (part.startswith("(?") and part.endswith(")"))
        depth += part.startswith("(") - closes
        if depth < 0:
            return f"unexpected ): `{pattern}`"
        can_repeat = not part.startswith(("(", "|"))
    return f"missing closing ): `{pattern}`" if depth > 0 else None


def _fault(part: str, pattern: str, *, can_repeat: bool) -> str | None:
    if _REFUSED.fullmatch(part):
        return f"invalid or unsupported Perl syntax: `{part[:3]}`"
    if _NO_GROUP.fullmatch(part):
        return f"invalid escape sequence: `{part}`"
    if part == _LONELY:
        return "trailing backslash at end of expression: ``"
    if part.startswith("[") and not (part.endswith("]") and len(part) > 2):
        return f"missing closing ]: `{pattern[pattern.index(part) :]}`"
    if part[0] in "*+?" and not can_repeat:
        return f"missing argument to repetition operator: `{part}`"
    if part in {"**", "++", "*+", "+*", "?*", "?+"}:
        return f"invalid nested repetition operator: `{part}`"
    return _too_often(part)


def _too_often(part: str) -> str | None:
    match = _BOUNDS.fullmatch(part)
    if match is None:
        return None
    low, high = int(match[1]), int(match[2] or match[1])
    return f"invalid repeat count: `{part}`" if low > _MOST or high > _MOST or high < low else None
