"""An object as the API server stores it: unknown fields and nulls dropped, defaults set."""

import copy
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass

_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED = "x-kubernetes-embedded-resource"
META = frozenset({"apiVersion", "kind", "metadata"})
"""The fields that every object has, whatever its schema says."""
_MOST = 50_000
"""Values of an object that are looked at."""


_Path = tuple[Any, str]
"""The path above and the last part of it, linked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What is left of an object, and what was dropped."""

    value: Any
    unknown: tuple[str, ...]
    """The paths of unknown fields, in the API server's spelling."""
    defaulted: "tuple[_Path, ...]" = ()
    """The fields that were set to their defaults, also those within defaults."""
    nulls: "tuple[_Path, ...]" = ()
    """The fields that were dropped because they are null; `spelled` makes text of each."""
    is_whole: bool
    """Whether all of it was looked at."""

    @property
    def outer_defaults(self) -> list[str]:
        """The paths of the defaults that do not lie in another one."""
        known = {id(one) for one in self.defaulted}
        return [spelled(one) for one in self.defaulted if not _is_below(one, known)]


@dataclass(slots=True)
class _Waiting:
    """A value whose fields are still to be looked at."""

    value: Any
    schema: Node | None
    path: _Path
    keeps: bool
    """Whether unknown fields stay, as below a list whose unknown fields are preserved."""


def prepared(value: Node, schema: Node) -> Prepared:
    """The object without unknown fields and with its defaults; `value` is not changed."""
    return _Preparation(schema).run(copied(value))


class _Preparation:
    def __init__(self, schema: Node) -> None:
        self._schema = schema
        self._unknown: list[str] = []
        self._defaulted: list[_Path] = []
        self._nulls: list[_Path] = []
        self._waiting: list[_Waiting] = []

    def run(self, value: Node) -> Prepared:
        """Looks at all values."""
        self._waiting.append(_Waiting(value, self._schema | {_EMBEDDED: True}, (None, ""), keeps=False))
        left = _MOST
        while self._waiting and left:
            left -= 1
            one = self._waiting.pop()
            if isinstance(one.value, dict):
                self._prune(one, one.value)
            elif isinstance(one.value, list):
                self._items(one, one.value)
        return Prepared(
            value=value,
            unknown=tuple(sorted(self._unknown)),
            defaulted=tuple(self._defaulted),
            nulls=tuple(self._nulls),
            is_whole=not self._waiting,
        )

    def _prune(self, one: _Waiting, value: Node) -> None:
        schema = one.schema
        if schema is None:
            if not one.keeps:
                self._unknown.extend(spelled((one.path, _step(one.path, key))) for key in value)
                value.clear()
            return
        properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
        keeps = one.keeps or bool(schema.get(_PRESERVE))
        for key in list(value):
            is_meta = schema.get(_EMBEDDED) and key in META
            child: Node | None
            if key in properties:
                child = mapping(properties[key])
            elif additional is not None and not is_meta:
                child = additional if isinstance(additional, dict) else None
            elif keeps or is_meta:
                continue
            else:
                if key not in META or one.path[0] is not None:
                    self._unknown.append(spelled((one.path, _step(one.path, key))))
                del value[key]
                continue
            self._field(value, key, child, one, keeps=bool(is_meta))
        for key, child in properties.items():
            if child.get("default") is not None and key not in value:
                value[key] = copied(child["default"])
                path = (one.path, _step(one.path, key))
                self._defaulted.append(path)
                self._waiting.append(_Waiting(value[key], child, path, keeps=True))

    def _field(self, value: Node, key: str, child: Node | None, one: _Waiting, *, keeps: bool) -> None:
        if value[key] is None and child is not None and not child.get("nullable"):
            path = (one.path, _step(one.path, key))
            if child.get("default") is None:
                self._nulls.append(path)
                del value[key]
                return
            self._defaulted.append(path)
            value[key] = copied(child["default"])
        if isinstance(value[key], dict | list):
            self._waiting.append(_Waiting(value[key], child, (one.path, _step(one.path, key)), keeps=keeps))

    def _items(self, one: _Waiting, value: list[Any]) -> None:
        schema = one.schema
        if schema is None and one.keeps:
            return
        keeps = one.keeps or bool(mapping(schema).get(_PRESERVE))
        items = mapping(schema).get("items")
        items = items if isinstance(items, dict) else None
        for number, item in enumerate(value):
            if item is None and items is not None and not items.get("nullable"):
                value[number] = copied(items.get("default"))
            if isinstance(value[number], dict | list):
                self._waiting.append(_Waiting(value[number], items, (one.path, f"[{number}]"), keeps=keeps))


def _is_below(path: _Path, known: set[int]) -> bool:
    above = path[0]
    while above is not None and id(above) not in known:
        above = above[0]
    return above is not None


def _step(path: tuple[Any, str], key: str) -> str:
    return key if path[0] is None else f".{key}"


def spelled(path: _Path) -> str:
    """The text of a path, in the API server's spelling."""
    parts = []
    step: Any = path
    while step is not None:
        parts.append(step[1])
        step = step[0]
    return "".join(reversed(parts))


def copied(value: Any) -> Any:
    """A deep copy of JSON; unlike `copy.deepcopy`, it takes collections of any depth."""
    if not isinstance(value, dict | list):
        return value
    root = copy.copy(value)
    waiting: list[Any] = [root]
    while waiting:
        one = waiting.pop()
        for key, item in list(one.items() if isinstance(one, dict) else enumerate(one)):
            if isinstance(item, dict | list):
                one[key] = copy.copy(item)
                waiting.append(one[key])
    return root
