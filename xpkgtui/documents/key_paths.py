"""Paths of keys, `forProvider.region`, found in YAML and JSON from their indentation, without a parser.

The `properties` that a schema has between two keys are not part of such a path.
"""

from collections.abc import Sequence

from xpkgtui.patterns import late

_WRITTEN = late(r"\.?[\w-]+(?:\.[\w-]+)+")
_KEY = late(rb"^([ \t]*(?:- +)*)([\"']?)([^\s\"':#{}\[\],]+)\2[ ]*:(?=[ \t\r\n]|$)", 8)  # re.MULTILINE
_BETWEEN = "properties"
_MOST_LINES = 2_000_000


def written(word: str) -> tuple[str, ...]:
    """The keys of a path, folded; empty for a word that is none."""
    return tuple(word.strip(".").lower().split(".")) if _WRITTEN.fullmatch(word) else ()


def ends_with(names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the path of a line, with its items in brackets, ends with these keys."""
    keys = [key for name in names if (key := name.partition("[")[0].lower()) and key != _BETWEEN]
    return tuple(keys[-len(wanted) :]) == tuple(wanted)


def holds(text: bytes, wanted: Sequence[str]) -> bool:
    """Whether a key of the document stands at the end of that path."""
    if not all(key.encode() in text for key in wanted):
        return False
    above: list[tuple[int, str]] = []
    for number, match in enumerate(_KEY.finditer(text)):
        if number == _MOST_LINES:
            return False
        column, key = match.end(1) - match.start(1), match[3].decode("utf-8", "replace")
        while above and above[-1][0] >= column:
            above.pop()
        above.append((column, key))
        if key == wanted[-1] and ends_with([name for _, name in above], wanted):
            return True
    return False
