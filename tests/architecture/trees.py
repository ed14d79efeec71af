"""The modules of the program as trees; each is read once, for all tests that look at them."""

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "xpkgtui"
MODULES = sorted(SOURCE.rglob("*.py"))


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector, which would look through a million nodes again and again: three quarters of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@cache
def _trees() -> dict[Path, tuple[ast.Module, tuple[ast.AST, ...]]]:
    """Every module as Python reads it, and all nodes of it."""
    found = {}
    with uncollected():
        for path in MODULES:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found[path] = (tree, tuple(ast.walk(tree)))
    gc.freeze()
    return found


def parsed(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return _trees()[path][0]


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return _trees()[path][1]
