"""The cost of an expression, estimated before it runs, as cel-go and the library of Kubernetes estimate it.

The sources are checker/cost.go of cel-go 0.26 and pkg/cel/library/cost.go of k8s.io/apiserver 0.35. cel-go 0.30 also
estimates `matches(text, pattern)` by the sizes of both, which an API server of these versions does not.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xpkgtui.cel import NEWEST, calls
from xpkgtui.cel.calls import Argument
from xpkgtui.cel.checking import Checked
from xpkgtui.cel.nodes import RESULT, Call, Comprehension, Listed, Literal, Mapped, Message, Name, Node, Select
from xpkgtui.cel.ranges import ALL, HIGHEST, NONE, ONE, Range, plus, times, union
from xpkgtui.cel.types import DYN, Type

Sizes = Callable[[Sequence[str]], int | None]
"""The most elements of what a path leads to: fields, `@items`, `@values`, `@keys`; None where that is not known."""
_SELECTED = frozenset({"map", "object"})
_ENTRY_COSTS = {"list": (10, 10), "map": (30, 30), "message": (40, 40)}
_SCALARS = frozenset({"bool", "double", "duration", "int", "timestamp", "uint"})
_CHECKED_ONCE = frozenset({"all"})
"""Macros that look at what they have so far before each item, and those that look at its opposite."""
_CHECKED_TWICE = frozenset({"exists"})


_KNOWS_LOOPS = 30
"""The release that knows the size of what a macro gives."""
_KNOWS_MORE = 33
"""The release that knows the sizes of items, of what has a name and below `dyn`, and how its own types compare."""


class _Entries(NamedTuple):
    """The sizes of the keys and values of a list or a map."""

    is_list: bool
    key: Range
    value: Range


class _Path:
    """A path to a value. Its end may change when another path is made of the same one, as slices do in Go."""

    __slots__ = ("_parts", "_room", "length")

    def __init__(self, parts: list[str], length: int, room: int) -> None:
        self._parts = parts
        self.length = length
        self._room = room

    def to(self, part: str) -> "_Path":
        """The path with one more part: in place where there is room, else in a copy with twice the room."""
        if self.length < self._room:
            self._parts[self.length :] = [part]
            return _Path(self._parts, self.length + 1, self._room)
        return _Path([*self._parts[: self.length], part], self.length + 1, max(1, self._room * 2))

    @property
    def parts(self) -> list[str]:
        """The parts, the variable first."""
        return self._parts[: self.length]


_NOWHERE = _Path([], 0, 0)


class _Local(NamedTuple):
    """What a macro has given a name."""

    path: _Path
    size: Range | None
    entries: _Entries | None


def estimated_cost(tree: Node, checked: Checked, sizes: Sizes, release: int = NEWEST) -> int:
    """The most that an expression can cost in a minor release of Kubernetes, at most 2^64 - 1."""
    return _Coster(checked, sizes, release).cost(tree)[1]


class _Coster:
    """Goes over a tree once, and remembers paths and sizes of what it saw."""

    def __init__(self, checked: Checked, sizes: Sizes, release: int) -> None:
        self._release = release
        self._is_older = release < _KNOWS_MORE
        self._checked = checked
        self._sizes = sizes
        self._paths: dict[int, _Path] = {}
        self._known: dict[int, Range] = {}
        self._entries: dict[int, _Entries] = {}
        self._locals: dict[str, list[_Local]] = {}

    def cost(self, node: Node) -> Range:
        """The least and the most that a node costs."""
        match node:
            case Literal():
                return NONE
            case Name():
                local = self._local(node)
                self._paths[id(node)] = local.path if local else _Path([node.name], 1, 1)
                return ONE
            case Select():
                return self._of_field(node)
            case Call():
                return self._of_call(node)
            case Listed():
                return self._of_list(node)
            case Mapped():
                return self._of_map(node)
            case Message():
                return plus(_ENTRY_COSTS["message"], *(self.cost(value) for _, value in node.values))
            case Comprehension():
                return self._of_bound(node) if node.macro == "bind" else self._of_loop(node)

    def _local(self, node: Name) -> _Local | None:
        scopes = self._locals.get(node.name)
        return scopes[-1] if scopes else None

    def _path(self, node: Node) -> _Path:
        if isinstance(node, Name) and (local := self._local(node)):
            return local.path
        return self._paths.get(id(node), _NOWHERE)

    def _of_field(self, node: Select) -> Range:
        operand = self.cost(node.operand)
        if node.is_test:
            return operand
        is_counted = self._checked.type_of(node.operand)[0] in _SELECTED
        self._paths[id(node)] = self._path(node.operand).to(node.field)
        return plus(operand, ONE) if is_counted else operand

    def _of_call(self, node: Call) -> Range:
        if node.function == "dyn" and not self._is_older:
            (argument,) = node.arguments
            cost = self.cost(argument)
            self._copy_sizes(node, argument)
            return plus(ONE, cost)
        costs: list[Range] = []
        arguments: list[Argument] = []
        for one in node.arguments:
            costs.append(self.cost(one))
            arguments.append(self._argument(one))
        overloads = self._checked.overloads(node)
        if not overloads:
            return NONE
        spent, target = NONE, None
        if node.target is not None:
            spent = self.cost(node.target)
            target = self._argument(node.target)
        found: Range = (HIGHEST, 0)
        size: Range | None = None
        for overload in overloads:
            estimate = calls.estimated(node, overload, target, arguments, costs)
            found = union(found, estimate.cost)
            if estimate.size is not None and not (self._is_older and node.function == "url"):
                size = estimate.size if size is None else union(size, estimate.size)
            size = self._of_overload(node, overload.takes, size)
            if size is None and not self._is_older:
                size = self._size(node)
        if size is not None:
            self._known[id(node)] = size
        return plus(spent, found)

    def _of_overload(self, node: Call, takes: Sequence[Type], size: Range | None) -> Range | None:
        """The size of what an overload gives, as far as it is that of its arguments; paths and entries are kept."""
        if node.function == "_[_]" and takes[0][0] in ("list", "map"):
            entries = self._entry_sizes(node.arguments[0])
            part = "@items" if takes[0][0] == "list" else "@values"
            self._paths[id(node)] = self._path(node.arguments[0]).to(part)
            return entries.value if entries else None
        if node.function == "_?_:_" or calls.is_joined(node, takes):
            first, second = (self._entry_sizes(one) for one in node.arguments[-2:])
            if first and second:
                key, value = union(first.key, second.key), union(first.value, second.value)
                self._entries[id(node)] = first._replace(key=key, value=value)
        return size

    def _of_list(self, node: Listed) -> Range:
        total, item = NONE, (HIGHEST if node.items else 0, 0)
        for one in node.items:
            total = plus(total, self.cost(one))
            item = union(item, self._size_or_all(one))
        self._entries[id(node)] = _Entries(is_list=True, key=ONE, value=item)
        return plus(total, _ENTRY_COSTS["list"])

    def _of_map(self, node: Mapped) -> Range:
        total = NONE
        keys = values = (HIGHEST if node.entries else 0, 0)
        for key, value in node.entries:
            total = plus(total, self.cost(key))
            total = plus(total, self.cost(value))
            keys, values = union(keys, self._size_or_all(key)), union(values, self._size_or_all(value))
        self._entries[id(node)] = _Entries(is_list=False, key=keys, value=values)
        return plus(total, _ENTRY_COSTS["map"])

    def _of_bound(self, node: Comprehension) -> Range:
        total = plus(self.cost(node.range), self.cost(node.start))
        self._push(node.bound, node.start)
        total = plus(total, self.cost(node.result))
        self._locals[node.bound].pop()
        if self._is_older:
            self._known[id(node)] = NONE
        else:
            self._copy_sizes(node, node.result)
        return total

    def _of_loop(self, node: Comprehension) -> Range:
        total = plus(self.cost(node.range), self.cost(node.start))
        self._push(node.bound, node.start)
        self._push_items(node)
        looked_at: Range = (2, 2) if node.macro in _CHECKED_ONCE else (3, 3) if node.macro in _CHECKED_TWICE else NONE
        step = self.cost(node.step)
        for name in node.variables:
            self._locals[name].pop()
        total = plus(total, self.cost(node.result))
        self._locals[node.bound].pop()
        count = self._size_or_all(node.range)
        total = plus(total, times(count, plus(step, looked_at)))
        if self._is_older:
            if self._release >= _KNOWS_LOOPS:
                self._known[id(node)] = count
        elif isinstance(node.start, Literal):
            size = self._size(node.start)
            if size is not None:
                self._known[id(node)] = size
        elif isinstance(node.start, Listed | Mapped):
            self._known[id(node)] = count
            if entries := self._entry_sizes(node.step):
                self._entries[id(node)] = entries
        return total

    def _push(self, name: str, value: Node) -> None:
        local = _Local(self._path(value), self._size(value), self._entry_sizes(value))
        if self._is_older:
            local = _Local(_Path([name], 1, 1), None, None)
        self._locals.setdefault(name, []).append(local)

    def _push_items(self, node: Comprehension) -> None:
        """Gives the items, or keys and values, of a list or map their names."""
        entries = self._entry_sizes(node.range)
        is_list = entries.is_list if entries else self._checked.type_of(node.range)[0] == "list"
        key, value = (entries.key, entries.value) if entries else (None, None)
        given: list[tuple[str, Range | None]] = [("@items", value) if is_list else ("@keys", key)]
        if len(node.variables) == 2:
            given = [("@indices", key), ("@items", value)] if is_list else [("@keys", key), ("@values", value)]
        for name, (part, size) in zip(node.variables, given, strict=True):
            local = _Local(self._path(node.range).to(part), size, None)
            self._locals.setdefault(name, []).append(local)

    def _argument(self, node: Node) -> Argument:
        path = self._path(node)
        is_known = path.length and path.parts[0] not in (RESULT, "__result__")
        parts = path.parts if is_known else None
        kind = self._checked.type_of(node)
        if self._is_older and kind[0] in calls.OBJECTS:
            kind = DYN
        return Argument(node=node, type=kind, size=self._size(node), items=self._items(node, parts))

    def _items(self, node: Node, path: list[str] | None) -> tuple[Type, Range] | None:
        """The type and the size of the items of a list, or of the keys of a map, by its path alone."""
        parameters = self._checked.type_of(node)[1:]
        if not parameters or self._checked.type_of(node)[0] == "object":
            return None
        most = self._sizes([*path, "@items"][1:]) if path is not None else None
        return parameters[0], ALL if most is None else (0, most)

    def _size_or_all(self, node: Node) -> Range:
        found = self._size(node)
        return ALL if found is None else found

    def _size(self, node: Node) -> Range | None:
        """The size of a value, as far as the expression, the schema or its type says it."""
        if (known := self._known.get(id(node))) is not None:
            return known
        if (written := _written(node)) is not None:
            return written, written
        path = self._path(node)
        if self._is_older and path.length and path.parts[0] in (RESULT, "__result__"):
            path = _NOWHERE
        if path.length and (most := self._sizes(path.parts[1:])) is not None:
            self._known[id(node)] = (0, most)
            return 0, most
        if _is_scalar(self._checked.type_of(node)):
            return ONE
        local = self._local(node) if isinstance(node, Name) else None
        return local.size if local else None

    def _entry_sizes(self, node: Node) -> _Entries | None:
        if self._is_older:
            return None
        if (known := self._entries.get(id(node))) is not None:
            return known
        local = self._local(node) if isinstance(node, Name) else None
        return local.entries if local else None

    def _copy_sizes(self, node: Node, source: Node) -> None:
        if (size := self._size(source)) is not None:
            self._known[id(node)] = size
        if (entries := self._entry_sizes(source)) is not None:
            self._entries[id(node)] = entries


def _written(node: Node) -> int | None:
    """The size of a value that is written out."""
    match node:
        case Literal():
            return len(node.value) if node.type in ("string", "bytes") else 1
        case Listed():
            return len(node.items)
        case Mapped():
            return len(node.entries)
    return None


def _is_scalar(found: Type) -> bool:
    return _is_scalar(found[1]) if found[0] == "optional_type" else found[0] in _SCALARS
