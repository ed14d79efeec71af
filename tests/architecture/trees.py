"""The modules of the program as trees; each is read once, for all tests that look at them."""

import ast
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "xpkgtui"
MODULES = sorted(SOURCE.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return tuple(ast.walk(parsed(path)))
