"""The shape of the code: modules say what they are for, stay small and are needed; colors have names of their own."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from architecture.trees import MODULES, nodes_of, parsed
from builders.cases import each_row
from textual._color_constants import COLOR_NAME_TO_RGB

ROOT = Path(__file__).parents[2]
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
NO_NAMES = {"utils", "util", "helpers", "helper_functions", "common", "base", "manager", "info", "misc"}
OF_PYTHON = {"cache", "classmethod", "property", "staticmethod"}
"""Decorators that register nothing."""
SAME_ROLE = {"DocumentSubject", "Examination"}
"""Classes of several formats that are the same part of each."""
DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+)(?=[;}])")
RAW_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(")
COLOR_NAMES = COLOR_NAME_TO_RGB.keys() - {"transparent"}


def relative(path: Path) -> str:
    """As a person names it."""
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module, methods and inner ones too."""
    yield from nodes_of(path, ast.FunctionDef)
    yield from nodes_of(path, ast.AsyncFunctionDef)


def test_nothing_is_left_at_the_top() -> None:
    found = {path.name for path in ROOT.iterdir() if path.is_file() and not path.name.startswith(".")}
    wanted = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "constraints.txt", "pyproject.toml"}
    assert {name for name in found - wanted if not name.endswith(".whl")} == set()


def test_every_module_opens_with_what_it_is_for() -> None:
    assert [relative(path) for path in MODULES if not ast.get_docstring(parsed(path))] == []


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {relative(path): path.read_text("utf-8").count("\n") for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    lengths = {
        f"{relative(path)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in MODULES
        for node in functions(path)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_what_may_be_complex_is_one_match() -> None:
    found = [
        f"{relative(path)}:{node.name}" for path in MODULES for node in complex_ones(path) if not is_dispatch(node)
    ]
    assert found == []


def complex_ones(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module that the limit on complexity does not hold for."""
    lines = path.read_text("utf-8").splitlines()
    if any("C901" in line for line in lines):
        yield from (node for node in functions(path) if "C901" in lines[node.lineno - 1])


def is_dispatch(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is one `match`, whatever simple statements stand around it."""
    kinds = Counter(type(one) for one in node.body)
    return kinds.pop(ast.Match, 0) == 1 and kinds.keys() <= {ast.Expr, ast.Assign, ast.Return}


@each_row(
    ("code", "is_one"),
    [
        ("'Says.'\n a = b\n match a:\n  case 1: return 1\n return 2", True),
        ("match a:\n  case 1: return 1\n if a: return 2", False),
        ("match a:\n  case 1: return 1\n match a:\n  case 2: return 1", False),
        ("return 1", False),
    ],
)
def test_a_dispatch_is_told_from_what_is_only_long(code: str, is_one: bool) -> None:
    (node,) = ast.parse(f"def f(a, b):\n {code}").body
    assert isinstance(node, ast.FunctionDef)
    assert is_dispatch(node) is is_one


def test_no_class_name_exists_twice() -> None:
    names = Counter(node.name for path in MODULES for node in nodes_of(path, ast.ClassDef))
    assert {name for name, count in names.items() if count > 1 and not name.startswith("_")} == SAME_ROLE


def test_no_module_is_named_after_nothing() -> None:
    assert [relative(path) for path in MODULES if path.stem in NO_NAMES or path.parent.name in NO_NAMES] == []


def test_no_stylesheet_names_a_raw_color() -> None:
    found = [
        f"{relative(path)}: {name}: {value.strip()}"
        for path in sorted((ROOT / "tcss").rglob("*.tcss"))
        for name, value in declarations(path.read_text("utf-8"))
        if not name.startswith("$") and (RAW_COLOR.search(value) or COLOR_NAMES & set(value.split()))
    ]
    assert found == []


def test_no_style_is_hidden_in_python() -> None:
    found = [
        f"{relative(path)}: {node.targets[0].id}"
        for path in MODULES
        for node in nodes_of(path, ast.Assign)
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in ("CSS", "DEFAULT_CSS")
    ]
    assert found == []


def test_nothing_is_there_for_tests_alone() -> None:
    made = {name: relative(path) for path in MODULES for name in names_made(parsed(path).body)}
    kinds = (ast.Name, ast.Attribute, ast.MatchClass, ast.Constant)
    used = {name for path in MODULES for node in nodes_of(path, *kinds) for name in names_used(node)}
    assert {name: path for name, path in made.items() if name not in used and not name.startswith("__")} == {}


def names_made(body: list[ast.stmt]) -> Iterator[str]:
    """What a module gives names to, and its classes; not what a decorator takes, or a class above may call."""
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield name
                yield from () if node.bases else names_made(node.body)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if all(isinstance(one, ast.Name) and one.id in OF_PYTHON for one in node.decorator_list):
                    yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def names_used(node: ast.AST) -> Iterator[str]:
    """The names that are read; words of a text as well, because some are looked up by it."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
            yield name
        case ast.MatchClass(kwd_attrs=names):
            yield from names
        case ast.Constant(value=str(text)):
            yield from re.findall(r"\w+", text)


@each_row(
    ("code", "unused"),
    [
        ("def one(): pass\none()", set()),
        ("def one(): pass\nfrom here import one", {"one"}),
        ("class A:\n @property\n def one(self): pass\n two: int = 0", {"A", "one", "two"}),
        ("class A(B):\n def one(self): pass\nA().two", set()),
        ("@rule('X')\ndef one(): pass", set()),
        ("class A:\n one: int\nmatch A():\n case A(one=1): pass", set()),
        ("TABLE = 1\nrun('module:TABLE')", set()),
    ],
)
def test_names_that_nobody_reads_are_found(code: str, unused: set[str]) -> None:
    tree = ast.parse(code)
    assert set(names_made(tree.body)) - {name for node in ast.walk(tree) for name in names_used(node)} == unused


def declarations(sheet: str) -> list[tuple[str, str]]:
    """The declarations of a stylesheet, comments left out."""
    return DECLARATION.findall(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))


@each_row(
    ("sheet", "raw"),
    [
        ("A { color: #fff; }", True),
        ("A { border: round red }", True),
        ("A { background: rgb(1,2,3); }", True),
        ("A:hover { color: $accent; &.-red { width: 1fr; } }", False),
        ("#fade { background: transparent; } /* color: red; */", False),
    ],
)
def test_raw_colors_are_found_where_they_are(sheet: str, raw: bool) -> None:
    values = [value for _, value in declarations(sheet)]
    assert any(RAW_COLOR.search(value) or COLOR_NAMES & set(value.split()) for value in values) is raw


def test_no_class_gives_a_name_that_its_fields_types_have() -> None:
    # Python 3.14 reads the types of fields after the class, where its own names come before those of the module.
    classes = (node for path in MODULES for node in nodes_of(path, ast.ClassDef))
    hidden = [f"{node.name}: {name}" for node in classes for name in _named_in_types(node) & _given(node)]
    assert hidden == []


def _named_in_types(node: ast.ClassDef) -> set[str]:
    types = (one.annotation for one in node.body if isinstance(one, ast.AnnAssign))
    return {each.id for one in types for each in ast.walk(one) if isinstance(each, ast.Name)}


def _given(node: ast.ClassDef) -> set[str]:
    """What stands in a class after its body; a field without a default does not."""
    methods = {
        one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    targets: list[ast.expr] = [
        one.target for one in node.body if isinstance(one, ast.AnnAssign) and one.value is not None
    ]
    targets += [target for one in node.body if isinstance(one, ast.Assign) for target in one.targets]
    return methods | {target.id for target in targets if isinstance(target, ast.Name)}


def test_no_module_reads_data_that_could_be_code() -> None:
    unsafe = {"pickle", "shelve", "marshal", "dill", "copyreg"}
    found = {
        relative(path)
        for path in MODULES
        for node in (*nodes_of(path, ast.Import), *nodes_of(path, ast.ImportFrom))
        if (isinstance(node, ast.Import) and unsafe & {one.name for one in node.names})
        or (isinstance(node, ast.ImportFrom) and node.module in unsafe)
    }
    assert found == set()
