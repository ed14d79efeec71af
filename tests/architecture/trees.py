"""The modules of the program as trees; each is read once, for all tests that look at them."""

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)
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
def _trees() -> dict[Path, tuple[ast.Module, dict[type[ast.AST], list[ast.AST]]]]:
    """Every module as Python reads it, and all nodes of it by their kinds."""
    found = {}
    with uncollected():
        for path in MODULES:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            kinds: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
            for node in ast.walk(tree):
                kinds[type(node)].append(node)
            found[path] = (tree, dict(kinds))
    gc.freeze()
    return found


def parsed(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return _trees()[path][0]


def nodes(path: Path) -> Iterator[ast.AST]:
    """Every node of a module, kind by kind."""
    return chain.from_iterable(_trees()[path][1].values())


def nodes_of(path: Path, *kinds: type[Node]) -> Iterator[Node]:
    """The nodes of a module that are of these kinds."""
    for kind in kinds:
        yield from _trees()[path][1].get(kind, ())  # type: ignore[misc]
