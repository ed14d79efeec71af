"""The order of names that hold versions: `stable-3.10` before `stable-3.9`, `v1.2.0` before `v1.2.0-rc.1`."""

from xpkgtui.patterns import late

_PART = late(r"([^0-9]*)([0-9]*)")
_MOST = 200
"""Characters of a name that are compared."""

Key = tuple[tuple[tuple[int, ...], int], ...]


def newest_first(name: str) -> Key:
    """The key by which names are sorted: words from a to z up to the first number, then the highest first."""
    parts: list[tuple[tuple[int, ...], int]] = []
    for text, number in _PART.findall(name[:_MOST]):
        if text or number:
            letters = tuple(map(ord, text.casefold()))
            # Behind a number a word marks a prerelease: rc before beta, and nothing before both.
            letters = tuple(-letter for letter in letters) if parts else letters
            parts.append((letters, -int(number) if number else 1))
    return tuple(parts)
