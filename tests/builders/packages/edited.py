"""A document with one value of it changed: gone, of another type, empty, or twice in its list; and with long texts.

told = differences({"a": value}, of)    # `of` gives lines about a value; of each edit what is said anew
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from xpkgtui.documents.yaml.resolver import resolve

Key = str | int
_PLAIN = re.compile("[A-Za-z][A-Za-z0-9./_-]*")


Edited = Iterator[tuple[str, Any]]


def differences(
    values: Mapping[str, Any], of: Callable[[Any], Iterable[str]], edited: Callable[[Any], Edited] | None = None
) -> str:
    """The lines about each value, the lines that edits add to them, and how many all of them take away and add.

    A line is written once.
    """
    written: dict[str, None] = {}
    for name, value in values.items():
        usual = list(of(value))
        known = frozenset(usual)
        written.update(dict.fromkeys([f"# {name}", *usual]))
        outcomes: dict[tuple[str, ...], list[str]] = {}
        gone = more = 0
        for words, other in (edited or edits)(value):
            said = list(of(other))
            told = frozenset(said)
            found = [one for one in said if one not in known]
            outcomes.setdefault(tuple(found), []).append(words)
            gone, more = gone + sum(one not in told for one in usual), more + len(found)
        for added, every in outcomes.items():
            if new := [line for line in added if line not in written]:
                written.update(dict.fromkeys([f"## {name} {_joined(every)}", *new]))
        written[f"## {name} all edits: -{gone} +{more}"] = None
    return "".join(f"{line}\n" for line in written)


def _joined(every: Iterable[str]) -> str:
    """Edits in words, those of one place together: `spec.version other/gone`."""
    places: dict[str, list[str]] = {}
    for place, _, word in (words.rpartition(" ") for words in every):
        places.setdefault(place, []).append(word)
    return ", ".join(f"{place} {'/'.join(words)}" for place, words in places.items())


def edits(value: Any) -> Iterator[tuple[str, Any]]:
    """Every edit in words, `spec.version gone`, and the value with it."""
    for path, found in _places(value, ()):
        where = ".".join(map(str, path))
        for words, other in _others(found):
            copy, holder = _holder(value, path)
            holder[path[-1]] = other
            yield f"{where} {words}", copy
        copy, holder = _holder(value, path)
        del holder[path[-1]]
        yield f"{where} gone", copy
        if isinstance(holder, list) and path[-1] == 0:
            copy, holder = _holder(value, path)
            holder.append(deepcopy(found))
            yield f"{where} twice", copy
    yield "every text long", lengthened(value)


def lengthened(value: Any, key: Key = "") -> Any:
    """The value with long texts, but for those by which an object is known."""
    if isinstance(value, dict):
        return {name: lengthened(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [lengthened(one, key) for one in value]
    is_known = key in ("apiVersion", "kind", "schema", "type") or not isinstance(value, str)
    return value if is_known else f"{value}{' long' * 100}"


def _others(found: Any) -> Iterator[tuple[str, Any]]:
    yield "other", "x" if not isinstance(found, str) else 5
    if found and isinstance(found, str | list | dict):
        yield "empty", type(found)()


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


def as_yaml(value: Any) -> str:
    """A document with a line for each field at the top, and for each field of the metadata.

    Names are written as people write them, so that no parser is needed to find them.
    """
    if not isinstance(value, dict):
        return f"{json.dumps(value)}\n"
    return "".join(_lines_of_field(key, inner) for key, inner in value.items()) or "{}\n"


def _lines_of_field(key: str, value: Any) -> str:
    if key == "metadata" and value and isinstance(value, dict):
        return "metadata:\n" + "".join(f"  {_word(inner)}: {_word(one)}\n" for inner, one in value.items())
    return f"{_word(key)}: {_word(value)}\n"


def _word(value: Any) -> str:
    """A value of one line, without quotes where nothing else is read in a plain word."""
    is_plain = isinstance(value, str) and _PLAIN.fullmatch(value) and resolve(value) == value
    return str(value) if is_plain else json.dumps(value)


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
