"""The tree of an expression; each node has the place at which cel-go reports it."""

from collections.abc import Sequence
from typing import Any

from xpkgtui.values import dataclass

RESULT = "@result"
"""What the value is called that a macro makes, item by item."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Literal:
    """A value that is written out."""

    offset: int
    type: str
    value: Any = None
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Name:
    """A variable, or the name of a type; with a dot in front it is none that a macro binds."""

    offset: int
    name: str
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Select:
    """A field of something."""

    offset: int
    operand: "Node"
    field: str
    is_test: bool = False
    """Whether only its presence is asked."""
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Call:
    """A function, an operator, or a method of a target."""

    offset: int
    function: str
    target: "Node | None" = None
    arguments: Sequence["Node"] = ()
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Listed:
    """A list that is written out."""

    offset: int
    items: Sequence["Node"] = ()
    optional: frozenset[int] = frozenset()
    """The numbers of the items that may be missing."""
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mapped:
    """A map that is written out."""

    offset: int
    entries: Sequence[tuple["Node", "Node"]] = ()
    optional: frozenset[int] = frozenset()
    """The numbers of the entries that may be missing."""
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Message:
    """A message of protobuf."""

    offset: int
    name: str
    values: Sequence[tuple[int, "Node"]] = ()
    """The place and the value of each field."""
    depth: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Comprehension:
    """What becomes of a macro that goes over a list or a map, or that gives a value a name."""

    offset: int
    macro: str
    range: "Node"
    variables: Sequence[str]
    """What each item is called; of two the first one is its number or key."""
    arguments: Sequence["Node"]
    """What the macro is given behind the names."""
    start: "Node"
    step: "Node"
    result: "Node"
    bound: str = RESULT
    """What the value is called that the steps make, and that the result is made of."""
    depth: int = 1


Node = Literal | Name | Select | Call | Listed | Mapped | Message | Comprehension


def deeper(*nodes: "Node | None") -> int:
    """The depth of a node above these."""
    return 1 + max((node.depth for node in nodes if node is not None), default=0)


def call(offset: int, function: str, *arguments: Node, target: Node | None = None) -> Call:
    """A call of a function with these arguments."""
    return Call(
        offset=offset, function=function, target=target, arguments=arguments, depth=deeper(target, *arguments)
    )


def balanced(operator: str, terms: Sequence[Node], marks: Sequence[int], low: int, high: int) -> Node:
    """Many terms between one operator, as a tree that is nowhere deep."""
    middle = (low + high + 1) // 2
    left = terms[middle] if middle == low else balanced(operator, terms, marks, low, middle - 1)
    right = terms[middle + 1] if middle == high else balanced(operator, terms, marks, middle + 1, high)
    return call(marks[middle], operator, left, right)


def identity(part: Any) -> Any:
    """A tree as a value without places: equal for expressions that differ in blanks alone."""
    if isinstance(part, Literal):
        return "literal", part.type, part.value
    if isinstance(part, Name | Select | Call | Listed | Mapped | Message | Comprehension):
        names = (name for name in type(part).__slots__ if name not in ("offset", "depth"))
        return type(part).__name__, *(identity(getattr(part, name)) for name in names)
    return tuple(map(identity, part)) if isinstance(part, list | tuple) else part
