"""A document with one value of it changed: gone, empty, of another kind, or twice in its list; and what that changes.

told = changed(value, of)    # `of` gives lines about a document; of each edit the lines that are others then
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from typing import Any

Key = str | int
_FIRST, _MOST = 30, 6


def edited(value: Any) -> Iterator[tuple[str, Any]]:
    """Every edit in words, `spec.version gone`, and the document with it."""
    for path, found in _places(value, ()):
        where = ".".join(map(str, path))
        words: dict[str, Any] = {"other": "x" if not isinstance(found, str) else 5}
        if found and isinstance(found, str):
            words["empty"] = ""
        for word, other in words.items():
            copy, holder = _holder(value, path)
            holder[path[-1]] = other
            yield f"{where} {word}", copy
        copy, holder = _holder(value, path)
        del holder[path[-1]]
        yield f"{where} gone", copy
        if isinstance(holder, list) and path[-1] == 0:
            copy, holder = _holder(value, path)
            holder.append(deepcopy(found))
            yield f"{where} twice", copy


def changed(value: Any, of: Callable[[Any], Iterable[str]]) -> str:
    """What is said of the document, then the first words of lines that edits take away, and the lines they add."""
    whole = list(map(_line, of(value)))
    edits: dict[tuple[str, ...], list[str]] = {}
    for words, other in edited(value):
        now = list(map(_line, of(other)))
        gone = [f"  - {one[:_FIRST]}" for one in whole if one not in now]
        more = [f"  + {one}" for one in now if one not in whole]
        if outcome := (*_shortened(gone), *_shortened(more)):
            edits.setdefault(outcome, []).append(words)
    told = [line for outcome, words in edits.items() for line in (", ".join(words), *outcome)]
    return "".join(f"{line}\n" for line in (*whole, *told))


def edited_lines(text: str) -> Iterator[tuple[str, str]]:
    """Every edit of one line in words, and the text with it."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        start = line[: len(line) - len(line.lstrip(" "))]
        key, colon, value = line.strip().partition(": ")
        edits = {
            "gone": "",
            "twice": line * 2,
            "deeper": f"  {line}",
            "dashed": f"{start}- {line.lstrip(' -')}",
            "bare": line.replace("- ", "", 1),
            "behind a comment": f"# a\n{line}",
            "before a comment": f"{line[:-1]}  # a\n",
            "before a blank": f"{line}\n",
            "in quotes": f'{start}{key}{colon}"{value}"\n',
            "a number": f"{start}{key}: 5\n",
            "a list": f"{start}{key}: [a]\n",
            "without a value": f"{start}{key.rstrip(':')}:\n",
            "an anchor": f"{start}{key}: &a b\n",
            "another key": line.replace(key, "x", 1),
            "with CRLF": f"{line[:-1]}\r\n",
        }
        for words, other in edits.items():
            if other != line:
                yield f"{number + 1} {words}", "".join((*lines[:number], other, *lines[number + 1 :]))


def _shortened(lines: list[str]) -> list[str]:
    return lines if len(lines) <= _MOST else [*lines[:_MOST], f"  and {len(lines) - _MOST} more"]


def _line(text: str) -> str:
    return " / ".join(text.splitlines())


def _places(value: Any, path: tuple[Key, ...]) -> Iterator[tuple[tuple[Key, ...], Any]]:
    items: Iterable[tuple[Key, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, one in items:
        yield (*path, key), one
        yield from _places(one, (*path, key))


def _holder(value: Any, path: tuple[Key, ...]) -> tuple[Any, Any]:
    """A copy, and what holds the last key of a path in it."""
    copy = deepcopy(value)
    holder = copy
    for key in path[:-1]:
        holder = holder[key]
    return copy, holder
