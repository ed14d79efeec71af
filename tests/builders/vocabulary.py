"""What modules declare, in lines that can be compared: members of enums, fields of values with their defaults."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import ModuleType
from typing import Any

from builders.inspection.replies import is_default


def declared(*modules: ModuleType) -> str:
    """The enums and the values that modules define, in order."""
    return "".join(row for module in modules for row in _rows(module))


def _rows(module: ModuleType) -> Iterator[str]:
    for name, one in vars(module).items():
        if not inspect.isclass(one) or one.__module__ != module.__name__:
            continue
        if issubclass(one, Enum):
            yield f"{name}: {', '.join(f'{member.name}={member.value!r}' for member in one)}\n"
        elif is_dataclass(one):
            lane = getattr(one, "lane", None)
            yield f"{name}({', '.join(map(_field, fields(one)))})" + (f" in {lane}" if lane else "") + "\n"


def _field(one: Any) -> str:
    if one.default_factory is not MISSING:
        return f"{one.name}={_shown(one.default_factory())}"
    return one.name if one.default is MISSING else f"{one.name}={_shown(one.default)}"


def _shown(value: Any) -> str:
    """A default in a word: a member of an enum by its value, a collection item by item."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}:{value.value}"
    if is_dataclass(value):
        found = ((one, getattr(value, one.name)) for one in fields(value))
        said = (f"{one.name}={_shown(has)}" for one, has in found if not is_default(one, has))
        return f"{type(value).__name__}({', '.join(said)})"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(_shown, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(one)}" for key, one in sorted(value.items())) + "}"
    return repr(value)
