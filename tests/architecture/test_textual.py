"""Private names of Textual stand in one module, so that an update of Textual has one page to read."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from architecture.trees import MODULES, SOURCE, nodes
from builders.cases import each_row
from textual.events import Event
from textual.message_pump import MessagePump
from textual.screen import Screen

from xpkgtui.app import textual_private

SCREEN = [path for path in MODULES if path.is_relative_to(SOURCE / "app")]
PAGE = Path(textual_private.__file__)
PRIVATE = re.compile(r"_[a-z]\w*")
OF_INSTANCES = re.compile(r"self\.(_[a-z]\w*)\s*(?::[^=\n]+)?=[^=]")


class Replacing(Screen[None]):
    """A class that replaces a private name."""

    def _forward_event(self, event: Event) -> None:
        pass


def made(code: Iterable[ast.AST]) -> Iterator[str]:
    """The names that a module gives to something."""
    for node in code:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def taken(code: Iterable[ast.AST]) -> Iterator[str]:
    """The names that a module takes from something: attributes, also by their text, and modules of Textual."""
    for node in code:
        match node:
            case ast.Attribute(value=ast.Name(id="os")):
                pass
            case ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr"), args=[_, ast.Constant(value=str(name)), *_]
            ):
                yield name
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("textual"):
                yield from (*module.split("."), *(each.name for each in names))


def foreign(code: Iterable[ast.AST], own: set[str]) -> set[str]:
    """The private names that a module takes from something that is not ours."""
    return {name for name in taken(code) if PRIVATE.fullmatch(name) and name not in own}


@cache
def names_of(kind: type) -> set[str]:
    """The names that a class gives to something, in itself and in its instances."""
    return {*vars(kind), *OF_INSTANCES.findall(sources(kind.__module__)[kind.__name__])}


@cache
def sources(module: str) -> dict[str, str]:
    """The text of each class of a module: `inspect` would parse the module for each."""
    text = inspect.getsource(import_module(module))
    lines = text.splitlines()
    kinds = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))
    return {node.name: "\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in kinds}


def replaced(kind: type) -> set[str]:
    """The private names of Textual that a class gives to something else; not what Textual gives to every class."""
    bases = [base for base in kind.__mro__[1:] if base.__module__.partition(".")[0] == "textual"]
    theirs = set().union(*map(names_of, bases))
    ours = names_of(kind)
    given = vars(type("_Plain", (bases[0],), {}))
    return {
        name for name in ours & theirs - set(given) if PRIVATE.fullmatch(name) and not name.startswith("_default_")
    }


def classes(path: Path) -> Iterator[type]:
    """The classes of a module that Textual sends messages to."""
    module = import_module(".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"))
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, MessagePump) and kind.__module__ == module.__name__:
            yield kind


def test_private_names_of_textual_are_used_in_one_module() -> None:
    own = {name for path in SCREEN if path != PAGE for name in made(nodes(path))}
    found = {path.stem: names for path in SCREEN if path != PAGE and (names := foreign(nodes(path), own))}
    assert found == {}
    assert {"_compositor", "_key_thread", "_exit", "_parse_cache"} <= foreign(nodes(PAGE), own)


def test_no_class_of_another_module_replaces_a_private_name_of_textual() -> None:
    found = {
        kind.__name__: names for path in SCREEN if path != PAGE for kind in classes(path) if (names := replaced(kind))
    }
    assert found == {}
    assert replaced(Replacing) == {"_forward_event"}


@each_row(
    ("code", "names"),
    [
        ("screen._compositor.update_widgets(1)", {"_compositor"}),
        ("self._mine = 1\nself._mine", set()),
        ("def _mine(self): pass\nself._mine()", set()),
        ("setattr(screen, '_layout_required', True)", {"_layout_required"}),
        ("from textual._compositor import Compositor", {"_compositor"}),
        ("import os\nos._exit(1)", set()),
        ("super()._refresh_layout()", {"_refresh_layout"}),
    ],
)
def test_private_names_are_found_where_they_are(code: str, names: set[str]) -> None:
    tree = tuple(ast.walk(ast.parse(code)))
    assert foreign(tree, set(made(tree))) == names
