"""Replies to requests about a package, in rows that can be compared: the values in a value stand below it.

text = await replies(folder, "store.yaml", ListKinds())        # opened by a port of its own, then asked
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Open, Options, Request
from xpkgtui.service.local import LocalPort

_LEFT_OUT = ("Progressed", "Judged", "ImageJudged", "Fetched", "FormatRecognized", "CaseReady")
"""Events that come as often as there is time for them, and those that say what a format is."""
_UNSTEADY = ("rate", "case", "anew", "at", "options")
_NO_COLUMNS = ("media_type", "diff_id", "annotations")
_ONE_COLUMN = {"KnownReader": "name", "Platform": ""}
"""Values of which one field says all, or their text does."""
_LONGEST = 4_000
_DIGITS = re.compile(r"([0-9a-f]{7})[0-9a-f]{57}")


def rows(value: Any, name: str = "") -> Iterator[str]:
    """A value in rows: its columns that have not their default, then a row for each value of a list in it."""
    found = ((one.name, getattr(value, one.name)) for one in fields(value) if not _is_usual(one, value))
    cells, below = list[str](), list[str]()
    for column, has in (*found, *_properties(value)):
        if _is_value(has):
            first, *rest = rows(has, column)
            (below if rest else cells).extend((first, *rest))
        elif isinstance(has, tuple) and any(map(_is_value, has)):
            below += (line for one in has for line in rows(one, column))
        else:
            cells.append(column if has is True else f"{column} {cell(has)}")
    yield "  ".join(filter(None, (name, *cells)))
    yield from (f"  {line}" for line in below)


def _is_usual(one: Any, value: Any) -> bool:
    return one.name in (*_UNSTEADY, *_NO_COLUMNS) or is_default(one, getattr(value, one.name))


def _is_value(value: Any) -> bool:
    return is_dataclass(value) and type(value).__name__ not in _ONE_COLUMN


def cell(value: Any) -> str:
    """What has one column: a word, a number, or a list of them."""
    if is_dataclass(value):
        column = _ONE_COLUMN.get(type(value).__name__)
        return cell(getattr(value, column)) if column else str(value)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {cell(one)}" for key, one in sorted(value.items()))
    if isinstance(value, list | tuple | frozenset | set):
        items = map(cell, value)
        return ", ".join(sorted(items) if isinstance(value, frozenset | set) else items) or "none"
    return value.replace("\n", " / ") if isinstance(value, str) else str(value)


def _properties(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value of an inspection says of itself beside its fields."""
    if "inspection" in type(value).__module__:
        for name, one in sorted(vars(type(value)).items()):
            has = getattr(value, name) if isinstance(one, property) else None
            if isinstance(has, str | int | frozenset) and has:
                yield name, has


def is_default(one: Any, value: Any) -> bool:
    """Whether a field has the value that it has where none is given."""
    made = one.default_factory() if one.default_factory is not MISSING else one.default
    return made is not MISSING and bool(made == value)


async def replies(
    folder: Path, source: str, *requests: Request, options: Options | None = None, only: str = ""
) -> str:
    """What a port replies to requests after it has opened a source; `only` the events whose names match that."""
    port, lines = LocalPort(), list[str]()
    opening = Open(source=str(folder / source), options=options or Options(price=-1))
    try:
        for number, request in enumerate((opening, *requests)):
            events = [event async for event in port.ask(request)]
            if number or not requests:
                lines += rows(request, type(request).__name__) if number else (source,)
                wanted = [one for one in events if type(one).__name__ not in _LEFT_OUT]
                said = [f"  {_text(one)}" for one in wanted if re.search(only, type(one).__name__)]
                # What is read at the same time comes in any order.
                lines += said if number else sorted(set(said))
            if not requests and not only:
                state = fold_all(Inspection(source=source), events)
                lines += [f"  {name} {cell(one)}" for name, one in _properties(state)]
    finally:
        await port.close()
    text = _DIGITS.sub(r"\1…", "".join(f"{line}\n" for line in lines))
    return text.replace(str(folder), "FOLDER") if folder.is_absolute() else text


def _text(event: Any) -> str:
    """An event in rows; in place of a path of the service's own what stands in that file."""
    said = re.sub(r"/\S*/xpkgtui-\S*", "SCRATCH", "\n  ".join(rows(event, type(event).__name__)))
    path = Path(getattr(event, "path", "") or "gone")
    if type(event).__name__ == "TextReady" and path.is_file():
        said += f"\n    {path.read_bytes()[:2_000].decode('utf-8', 'replace')!r}"
    return said[:_LONGEST]
