"""What a program prints is written where a problem is found, and is read by people alone."""

import ast
from collections.abc import Iterable, Iterator

from architecture import trees
from architecture.trees import nodes_of
from builders.cases import each_row

FORMATS = trees.SOURCE / "formats"
MODULES = [path for path in trees.MODULES if path.is_relative_to(FORMATS)]
READING = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "find"}
READING |= {"rsplit", "index", "count", "replace"}
MATCHING = {"match", "fullmatch", "search", "findall", "finditer", "sub", "split"}


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression is what a program prints: `says`, `problem.says`, `(one.says or "")`."""
    match node:
        case ast.Name(id="says") | ast.Attribute(attr="says"):
            return True
        case ast.BoolOp(values=values):
            return any(map(is_sentence, values))
        case ast.Call(func=ast.Attribute(value=inner)):
            return is_sentence(inner)
    return False


def readings(every: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The places of a module that look into a sentence."""
    for node in every:
        match node:
            case ast.Call(func=ast.Attribute(value=inner, attr=name), args=args) if (
                name in READING and is_sentence(inner)
            ) or (name in MATCHING and any(map(is_sentence, args))):
                yield node
            case ast.Compare(ops=[ast.In() | ast.NotIn()], left=left, comparators=[right]) if is_sentence(
                right
            ) or is_sentence(left):
                yield node


@each_row(
    "code",
    [
        'one.says.startswith("panic")',
        '(one.says or "").partition(": ")',
        '"csv" in says',
        "says in REFUSED",
        "says.removeprefix(LEAD).startswith(ENDS)",
        "NAMES.findall(says)",
    ],
)
def test_it_would_be_found(code: str) -> None:
    assert list(readings(ast.walk(ast.parse(code))))


def test_no_sentence_is_read_back() -> None:
    looking = {path: readings(nodes_of(path, ast.Call, ast.Compare)) for path in MODULES}
    found = {f"{path.relative_to(FORMATS)}:{node.lineno}" for path, found in looking.items() for node in found}
    assert found == set()


def is_sought(node: ast.Compare) -> bool:
    """Whether a word is sought in a sentence of this program: what it means is known where it was written."""
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], left=ast.Constant(), comparators=[where]):
            names = {"sentence", "says", "title"}
            return any(getattr(one, "id", getattr(one, "attr", "")) in names for one in ast.walk(where))
    return False


@each_row("code", ['"person" in plan.sentence', '" a web page" in sentence', '"csv" not in (one.says or "")'])
def test_a_sought_word_would_be_found(code: str) -> None:
    assert any(isinstance(one, ast.Compare) and is_sought(one) for one in ast.walk(ast.parse(code)))


def test_no_word_is_sought_in_a_sentence() -> None:
    looking = {path: nodes_of(path, ast.Compare) for path in trees.MODULES}
    found = {
        f"{path.relative_to(trees.SOURCE)}:{node.lineno}: {ast.unparse(node)}"
        for path, nodes in looking.items()
        for node in nodes
        if isinstance(node, ast.Compare) and is_sought(node)
    }
    assert found == set()
