"""The fields of `self` that a CEL rule speaks of."""

from typing import Any

from xpkgtui.cel.nodes import Call, Comprehension, Listed, Literal, Mapped, Message, Name, Select
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.formats.definitions.objects.typed import unescaped
from xpkgtui.values import dataclass

ITEMS = "[]"
"""The step into the items of a list, or the values of a map."""
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The fields and values in a rule."""

    paths: tuple[Path, ...]
    """The fields of `self`, and those of what a macro goes over."""
    literals: tuple[Any, ...]
    """The values that are written out; a whole number as JSON has it."""


def spoken_of(tree: Tree) -> Spoken:
    """What a rule speaks of."""
    paths: dict[Path, None] = {}
    literals: list[Any] = []
    waiting: list[tuple[Tree, dict[str, Path]]] = [(tree, {"self": ()})]
    while waiting:
        node, names = waiting.pop()
        match node:
            case Literal():
                value = node.value
                is_whole = isinstance(value, float) and value.is_integer()
                literals.append(int(value) if is_whole else value)
            case Select() | Name():
                path = path_of(node, names)
                if path:
                    paths[path] = None
                elif isinstance(node, Select):
                    waiting.append((node.operand, names))
            case Comprehension():
                over = path_of(node.range, names)
                bound = names if over is None else names | {node.variables[-1]: (*over, ITEMS)}
                waiting += [(node.range, names), *((one, bound) for one in node.arguments)]
            case _:
                waiting += [(one, names) for one in _inside(node)]
    return Spoken(paths=tuple(paths), literals=tuple(literals))


def _inside(node: Call | Listed | Mapped | Message) -> list[Tree]:
    """The nodes one level below."""
    match node:
        case Call():
            return [*([node.target] if node.target is not None else []), *node.arguments]
        case Listed():
            return list(node.items)
        case Mapped():
            return [one for pair in node.entries for one in pair]
        case Message():
            return [one for _, one in node.values]


def path_of(node: Tree, names: dict[str, Path]) -> Path | None:
    """The path of a field by names that stand for paths, such as `self`; None for anything else."""
    steps: list[str] = []
    while isinstance(node, Select):
        steps.append(unescaped(node.field) or node.field)
        node = node.operand
    if not isinstance(node, Name) or node.name not in names:
        return None
    return (*names[node.name], *reversed(steps))
