"""The packages that one needs as a drawing: for Graphviz, or in Mermaid."""

from collections.abc import Iterator

from xpkgtui import visible
from xpkgtui.formats.dependencies.needed import TROUBLED, DependencyTree, NeededPackage
from xpkgtui.golang.printing import quoted
from xpkgtui.reporting.needed_packages import short_name


def dot(tree: DependencyTree) -> str:
    """The tree for Graphviz."""
    return "\n".join(_dot(tree)) + "\n"


def mermaid(tree: DependencyTree) -> str:
    """The tree in Mermaid, which GitHub draws."""
    return "\n".join(_mermaid(tree)) + "\n"


def _dot(tree: DependencyTree) -> Iterator[str]:
    yield "digraph dependencies {"
    yield "  rankdir=LR;"
    yield "  node [shape=box];"
    for one in tree.packages:
        color = ", color=red" if one.state in TROUBLED else ""
        label = visible.line("\n".join(_label(one))).replace("␊", "\n")
        yield f"  {_quoted(one.package)} [label={_quoted(label)}{color}];"
    for edge in tree.edges:
        color = ", color=red" if edge.is_met is False else ""
        yield f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(edge.constraint)}{color}];"
    yield "}"


def _mermaid(tree: DependencyTree) -> Iterator[str]:
    numbers = {one.package: f"p{number}" for number, one in enumerate(tree.packages)}
    yield "graph LR"
    for one in tree.packages:
        label = "<br/>".join(map(_entity, _label(one)))
        yield f'  {numbers[one.package]}["{label}"]'
    for edge in tree.edges:
        if edge.source in numbers and edge.target in numbers:
            arrow = "-.->" if edge.is_met is False else "-->"
            label = f'|"{_entity(edge.constraint)}"|' if edge.constraint else ""
            yield f"  {numbers[edge.source]} {arrow}{label} {numbers[edge.target]}"
    troubled = ",".join(numbers[one.package] for one in tree.packages if one.state in TROUBLED)
    if troubled:
        yield "  classDef trouble stroke:#d1242f,stroke-width:2px"
        yield f"  class {troubled} trouble"


def _label(one: NeededPackage) -> tuple[str, ...]:
    name = short_name(one.package)
    return (name,) if name.endswith(f":{one.version}") else tuple(filter(None, (name, one.version)))


def _quoted(text: str) -> str:
    """A text in double quotes, as Graphviz reads it."""
    return quoted(visible.line(text)) if "\n" not in text else quoted(text)


def _entity(text: str) -> str:
    """A text in which nothing is taken for a sign of Mermaid's or of HTML."""
    safe = visible.line(text)
    return "".join(one if one.isalnum() or one in " ._-/:@," else f"#{ord(one)};" for one in safe)
