"""The small faults that a module can be given: each replaces one expression."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
_OPAQUE = (ast.JoinedStr, ast.Import, ast.ImportFrom)
"""Left alone; what stands in an f-string has no place of its own in Python 3.11."""


@dataclass(frozen=True)
class Fault:
    """One change of a module."""

    module: str
    """Its path below the package."""
    kind: str
    line: int
    before: str
    after: str
    start: int
    """The first byte of what is replaced."""
    end: int
    once: bool
    """Whether the line runs as the module is imported."""

    def plant(self, data: bytes) -> bytes:
        """The module with the fault."""
        return data[: self.start] + self.after.encode() + data[self.end :]

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.before[:70]}  ->  {self.after[:70]}"


def faults(module: str, data: bytes) -> Iterator[Fault]:
    """Every fault that a module can be given."""
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(data)
    later = {id(node) for made in ast.walk(tree) for node in _later(made)}
    for kind, place, after in _changes(tree):
        start = starts[place.lineno - 1] + place.col_offset
        end = starts[(place.end_lineno or 0) - 1] + (place.end_col_offset or 0)
        before = " ".join(data[start:end].decode().split())
        once = id(place) not in later
        yield Fault(module, kind, place.lineno, before, after, start, end, once)


def _later(made: ast.AST) -> Iterator[ast.AST]:
    """What a function holds, which runs when it is called."""
    if isinstance(made, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        for part in made.body if isinstance(made.body, list) else [made.body]:
            yield from ast.walk(part)


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.expr, str]]:
    """The kind of each change in a tree, the expression that it replaces, and what takes its place."""
    if isinstance(node, _OPAQUE) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return
    yield from _own_changes(node)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in ("annotation", "returns"):
                yield from _changes(child)


def _own_changes(node: ast.AST) -> Iterator[tuple[str, ast.expr, str]]:
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=right):
            for turned in _TURNED[type(operator)]:
                changed = ast.unparse(ast.Compare(left=left, ops=[turned()], comparators=right))
                yield "comparison", node, f"({changed})"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.comprehension(ifs=[test, *_]) if (
            ast.unparse(test) != "TYPE_CHECKING"
        ):
            yield "condition", test, f"(not ({ast.unparse(test)}))"
        case ast.BoolOp(op=operator, values=values):
            swapped = ast.BoolOp(op=ast.Or() if isinstance(operator, ast.And) else ast.And(), values=values)
            yield "and/or", node, f"({ast.unparse(swapped)})"
        case ast.Return(value=ast.Constant(value=bool(said)) as value):
            yield "return", value, str(not said)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return", value, "None"
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield "number", node, str(number + 1)
        case ast.Constant(value=str(text)) if text:
            yield "string", node, '""'
