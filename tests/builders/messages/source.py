"""The texts that functions of the program make, found by reading their source; what is inserted becomes a hole."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from xpkgtui.reporting.messages.matching import HOLE

ROOT = Path(__file__).resolve().parents[3]
READ = ("xpkgtui.formats", "xpkgtui.versions", "xpkgtui.golang", "xpkgtui.documents", "xpkgtui.filesystem")
"""Where functions are followed to."""
DEEPEST = 6
_MOST_WAYS = 12
"""Texts that one expression is taken for."""
_ADVICE = ("fix", "more", "who", "first", "title", "hint")
"""Arguments that are not what an error says."""
_MUTE = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
_NO_MESSAGES = ("VersionFact", "spelled")
"""Calls that make rows of a table, and commands."""

Named = ast.AST | tuple[str, str]


@cache
def tree(module: str) -> ast.Module:
    """The source of a module of the program; empty where there is none."""
    path = ROOT / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text() if file.exists() else "")


@cache
def _statements(module: str) -> tuple[ast.stmt, ...]:
    """The statements of a module; most of a tree are expressions, in which nothing is imported or defined."""
    every: list[ast.AST] = [tree(module)]
    for node in every:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            every += getattr(node, name, ())
    return tuple(one for one in every if isinstance(one, ast.stmt))


@cache
def names(module: str) -> dict[str, Named]:
    """What the names of a module mean: a function, a class, a value, or a name of another module."""
    found: dict[str, Named] = {}
    for node in _statements(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xpkgtui"):
            found |= {one.asname or one.name: (node.module or "", one.name) for one in node.names}
    for node in tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
    return found


def meaning(module: str, node: ast.AST) -> tuple[str, ast.AST] | None:
    """What a name or `module.name` means, and in which module."""
    if isinstance(node, ast.Attribute):
        of = names(module).get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(of, tuple) and tree(".".join(of)).body:
            return _meaning(".".join(of), node.attr)
        return methods().get(node.attr)
    return _meaning(module, node.id) if isinstance(node, ast.Name) else None


@cache
def methods() -> dict[str, tuple[str, ast.AST] | None]:
    """The methods of all classes that have a name of their own; those of `Format` only lead to rooms."""
    found: dict[str, tuple[str, ast.AST] | None] = {}
    for path in sorted((ROOT / "xpkgtui" / "formats").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for kind in (one for one in tree(module).body if isinstance(one, ast.ClassDef) and one.name != "Format"):
            for one in kind.body:
                if isinstance(one, ast.FunctionDef):
                    found[one.name] = None if one.name in found else (module, one)
    return found


def _meaning(module: str, name: str) -> tuple[str, ast.AST] | None:
    for _ in range(DEEPEST):
        found = names(module).get(name)
        if not isinstance(found, tuple):
            return None if found is None else (module, found)
        module, name = found
    return None


def texts(module: str, node: ast.AST, depth: int = 0) -> list[str]:
    """The texts that an expression makes, with holes."""
    match node:
        case ast.Constant(value=str(value)):
            return [value]
        case ast.JoinedStr(values=values):
            made = [""]
            for part in values:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                made = [one + other for one in made for other in texts(module, inner, depth + 1)][:_MOST_WAYS]
            return made
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [one + other for one in texts(module, left, depth) for other in texts(module, right, depth)][
                :_MOST_WAYS
            ]
        case ast.IfExp(body=body, orelse=orelse):
            return [*texts(module, body, depth), *texts(module, orelse, depth)]
        case ast.Name() | ast.Attribute() if depth < DEEPEST:
            found = meaning(module, node)
            if found and isinstance(found[1], ast.Constant | ast.JoinedStr | ast.BinOp):
                return texts(*found, depth + 1)
    return [HOLE]


def collect(module: str, start: ast.AST, depth: int = 0) -> Iterator[tuple[str, int]]:
    """The texts of a function or a class, and of what it calls, each with the number of calls to it."""
    seen: set[int] = set()
    waiting: list[tuple[str | tuple[str, ast.AST], int]] = [((module, start), depth)]
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, str):
            yield one, depth
        elif id(one[1]) not in seen and depth <= DEEPEST:
            seen.add(id(one[1]))
            waiting += [(part, depth + (not isinstance(part, str))) for part in reversed(_parts(*one))]


@cache
def _parts(module: str, start: ast.AST) -> tuple[str | tuple[str, ast.AST], ...]:
    """The texts of a function or a class alone, and what it calls, in order."""
    found: list[str | tuple[str, ast.AST]] = []
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        if isinstance(node, ast.keyword) and node.arg in _ADVICE:
            continue
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "more":
            continue
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith(", more)"):
            waiting += node.value.elts[:1] if isinstance(node.value, ast.Tuple) else ()
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NO_MESSAGES:
            continue
        if isinstance(node, ast.JoinedStr | ast.Constant | ast.BinOp) and (made := texts(module, node)) != [HOLE]:
            found += made
            waiting += [one for one in ast.walk(node) if isinstance(one, ast.Call)]
            continue
        named = meaning(module, node)
        if named and named[0].startswith(READ):
            is_text = isinstance(named[1], ast.Constant | ast.JoinedStr | ast.BinOp)
            found += texts(*named) if is_text else [named]
        silent = {getattr(node, name, None) for name in ("annotation", "returns")}
        silent |= set(getattr(node, "decorator_list", ()))
        waiting.extend(one for one in ast.iter_child_nodes(node) if one not in silent and not isinstance(one, _MUTE))
    return tuple(found)


@cache
def _functions(module: str) -> tuple[ast.FunctionDef, ...]:
    return tuple(node for node in _statements(module) if isinstance(node, ast.FunctionDef))


def of_function(function: Callable[..., Any]) -> Iterator[tuple[str, int]]:
    """The texts of a function, and of what it was made with."""
    first = function.__code__.co_firstlineno
    for node in _functions(function.__module__):
        if node.name == function.__name__ and first in _lines(node):
            yield from collect(function.__module__, node)
    for cell in function.__closure__ or ():
        values = cell.cell_contents if isinstance(cell.cell_contents, tuple | list) else (cell.cell_contents,)
        for value in (getattr(one, "check", one) for one in values):
            if isinstance(value, str):
                yield value, 0
            elif isinstance(value, FunctionType) and value.__module__.startswith(READ):
                yield from of_function(value)


def _lines(node: ast.FunctionDef) -> set[int]:
    """The lines that a function may begin at: of itself, and of its decorators."""
    return {node.lineno, *(one.lineno for one in node.decorator_list)}
