"""Replies to requests about a package, in lines that can be compared: fields that have not their default, properties.

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

_LEFT_OUT = ("Progressed", "Judged", "ImageJudged", "Fetched", "FormatRecognised", "CaseReady")
"""Events that come as often as there is time for them, and those that say what a format is."""
_UNSTEADY = ("rate", "case", "anew", "at", "options")
_LONGEST = 4_000
_DIGITS = re.compile(r"([0-9a-f]{7})[0-9a-f]{57}")


def shown(value: Any) -> str:
    """A value in a line: of a dataclass the fields that have not their default, of a collection each item."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}:{value.value}"
    if is_dataclass(value):
        found = ((one, getattr(value, one.name)) for one in fields(value) if one.name not in _UNSTEADY)
        said = [f"{one.name}={shown(has)}" for one, has in found if not _is_default(one, has)]
        said += _properties(value) if "inspection" in type(value).__module__ else ()
        return f"{type(value).__name__}({', '.join(said)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(one)}" for key, one in sorted(value.items())) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(shown, value))) + "}"
    return repr(value)


def _properties(value: Any) -> Iterator[str]:
    """What a value says of itself beside its fields."""
    for name, one in sorted(vars(type(value)).items()):
        has = getattr(value, name) if isinstance(one, property) else None
        if isinstance(has, str | int | frozenset) and has:
            yield f"{name}:{shown(has)}"


def _is_default(one: Any, value: Any) -> bool:
    made = one.default_factory() if one.default_factory is not MISSING else one.default
    return made is not MISSING and bool(made == value)


async def replies(
    folder: Path, source: str, *requests: Request, options: Options | None = None, only: str = ""
) -> str:
    """What a port replies to requests after it has opened a source; `only` the events whose names match that."""
    port, rows = LocalPort(), []
    opening = Open(source=str(folder / source), options=options or Options(price=-1))
    try:
        for number, request in enumerate((opening, *requests)):
            events = [event async for event in port.ask(request)]
            if number or not requests:
                rows.append(f"{shown(request) if number else source}\n")
                wanted = [one for one in events if type(one).__name__ not in _LEFT_OUT]
                said = [f"  {_text(one)}\n" for one in wanted if re.search(only, type(one).__name__)]
                # What is read at the same time comes in any order.
                rows += said if number else sorted(set(said))
            if not requests and not only:
                state = fold_all(Inspection(source=source), events)
                rows += [f"  {said}\n" for said in _properties(state)]
    finally:
        await port.close()
    text = _DIGITS.sub(r"\1…", "".join(rows))
    return text.replace(str(folder), "FOLDER") if folder.is_absolute() else text


def _text(event: Any) -> str:
    """An event in a line; in place of a path of the service's own what stands in that file."""
    said = re.sub(r"'[^']*/xpkgtui-[^']*'", "SCRATCH", shown(event))
    path = Path(getattr(event, "path", "") or "gone")
    if type(event).__name__ == "TextReady" and path.is_file():
        text = path.read_bytes()[:2_000].decode("utf-8", "replace")
        said = f"{said.replace(repr(str(path)), 'SCRATCH')} {text!r}"
    return said[:_LONGEST]
