"""The tests themselves: they stand where what they test stands, and know it by its public names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from architecture.trees import MODULES, SOURCE, nodes_of, uncollected
from builders.cases import each_row

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
OF_THE_WHOLE = {
    *("printed", "architecture", "benchmarks", "builders", "differential", "distribution", "end_to_end", "fuzz"),
    *("oracle", "terminal"),
}
"""Folders whose tests are of no room in particular, or hold no tests."""
OF_A_LIBRARY = {
    "app/test_textual_private.py",
    "benchmarks/framed.py",
    "benchmarks/paced.py",
    "builders/program/forked.py",
    "builders/program/resting.py",
}
"""Looks at private names of asyncio, atexit and Textual, of which the program has namesakes."""


def is_private(name: str) -> bool:
    """Whether a name is its module's or class's own; Python's `__names__` are not."""
    return name.startswith("_") and name != "_" and not name.startswith("__")


def private_names() -> frozenset[str]:
    """The private functions, classes, variables and attributes of the program."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Attribute, ast.Name)
    found = {name for path in MODULES for node in nodes_of(path, *kinds) if (name := bound_name(node))}
    return frozenset(name for name in found if is_private(name))


def bound_name(node: ast.AST) -> str | None:
    """What a definition or an assignment gives a value to."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name
        case ast.Attribute(ctx=ast.Store()):
            return node.attr
        case ast.Name(ctx=ast.Store()):
            return node.id
    return None


def named(text: str) -> set[str]:
    """The words of a module that may be private names."""
    return set(re.findall(r"\b_\w+", text))


def private_uses(tree: ast.AST, private: frozenset[str]) -> Iterator[str]:
    """Private names that are imported, are attributes of others than `self`, or stand in text (for a patch)."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] == "xpkgtui":
                words = [*module.split("."), *(alias.name for alias in names)]
                yield from (f"{node.lineno}: {word}" for word in words if is_private(word))
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                continue
            case ast.Attribute(attr=name) | ast.Constant(value=str(name)) if name.rpartition(".")[2] in private:
                yield f"{node.lineno}: {name}"


def test_every_folder_of_tests_names_what_it_tests() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    rooms = sorted(folder for folder in folders if folder.parts and folder.parts[0] not in OF_THE_WHOLE)
    # A module with many tests has a folder of them.
    homeless = [room for room in rooms if not (SOURCE / room).is_dir() and not (SOURCE / f"{room}.py").is_file()]
    assert [room.as_posix() for room in homeless] == []


def test_every_floor_has_tests_of_its_name() -> None:
    floors = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert floors - {path.name for path in TESTS.iterdir()} == set()


def test_tests_beside_the_folders_are_named_after_a_module() -> None:
    names = {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")}
    assert names - {path.stem for path in SOURCE.glob("*.py")} == set()


def test_no_test_looks_at_a_private_name() -> None:
    private, found = private_names(), {}
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text("utf-8")
        # A module without such a word need not be parsed.
        if path != Path(__file__) and (re.search(r"xpkgtui[.\w]*(\._| import .*\b_)", text) or named(text) & private):
            with uncollected():
                found[path.relative_to(TESTS).as_posix()] = list(private_uses(ast.parse(text), private))
    assert {name: uses for name, uses in found.items() if uses and name not in OF_A_LIBRARY} == {}


@each_row(
    ("code", "uses"),
    [
        ("from xpkgtui.errors import _known", True),
        ("from xpkgtui._own import known", True),
        ("from asyncio import _known", False),
        ("errors._known", True),
        ("self._known", False),
        ("patch('xpkgtui.errors._known')", True),
        ("errors._unknown + errors.known + errors.__name__", False),
    ],
)
def test_private_names_are_found_where_they_are(code: str, uses: bool) -> None:
    assert bool(list(private_uses(ast.parse(code), frozenset({"_known"})))) is uses
