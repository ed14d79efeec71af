"""Sentences are read by people alone, and say how much they leave out."""

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


CUTTING = {
    # The number stands before the names, or all of them are offered elsewhere.
    "app/changes/bands.py",
    "app/examples/list.py",
    "app/tags/list.py",
    # What other programs print.
    "documents/yaml/go_syntax.py",
    "formats/xpkg/dependencies/revisions.py",
    # Two of several ways out.
    "formats/xpkg/dependencies/account.py",
    # They say what they leave out in words of their own.
    "formats/definitions/changes/sentences.py",
    "reporting/as_text/explain.py",
    "reporting/contents/differences.py",
}


def is_cut(node: ast.Call) -> bool:
    """Whether the first of several names are joined, and nothing counts the others."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join"), args=[names]):
            slices = (one for one in ast.walk(names) if isinstance(one, ast.Subscript))
            return between.strip() in {",", ";", "and", "or", "->"} and any(map(is_beginning, slices))
    return False


def is_beginning(node: ast.Subscript) -> bool:
    """Whether it is the first ones of a list: `names[:3]`, but not `names[:-1]`, nor letters of a digest."""
    match node.slice:
        case ast.Slice(lower=None, upper=ast.Constant(value=int(most))):
            return most < 19
        case ast.Slice(lower=None, upper=ast.Name()):
            return True
    return False


@each_row("code", ['", ".join(names[:3])', '" and ".join(map(str, names[:_FEW]))', '", ".join([*names][:most])'])
def test_a_cut_list_would_be_found(code: str) -> None:
    assert any(isinstance(one, ast.Call) and is_cut(one) for one in ast.walk(ast.parse(code)))


def test_a_list_of_names_is_cut_where_the_others_are_counted() -> None:
    cutting = {
        str(path.relative_to(trees.SOURCE))
        for path in trees.MODULES
        for node in nodes_of(path, ast.Call)
        if isinstance(node, ast.Call) and is_cut(node)
    }
    assert cutting == CUTTING


SETS = FORMATS / "xpkg" / "sets"
ENDS = (".", "`", '"')


def endings(node: ast.expr) -> Iterator[str]:
    """The last letters of a text that is written here, of each one that it may be."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text[-1]
        case ast.JoinedStr(values=[*_, ast.Constant(value=str(text))]):
            yield text[-1]
        case ast.IfExp(body=one, orelse=other):
            yield from (*endings(one), *endings(other))
        case ast.BoolOp(values=values):
            yield from (end for one in values for end in endings(one))
        case ast.BinOp(right=right):
            yield from endings(right)


def fixes(every: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The lines with the fix of a finding, and how it ends."""
    for node in every:
        match node:
            case ast.Call(keywords=keywords):
                found = [one.value for one in keywords if one.arg == "fix"]
            case ast.Assign(targets=[ast.Name(id="fix")], value=value):
                found = [value]
            case _:
                found = []
        yield from ((one.lineno, end) for one in found for end in endings(one))


@each_row("code", ['Problem(fix="Do it")', 'fix = f"{name} is it" if name else ""', 'fix = word or "a" "b"'])
def test_a_fix_without_an_end_would_be_found(code: str) -> None:
    assert not {end for _, end in fixes(ast.walk(ast.parse(code)))} <= {*ENDS}


def test_a_fix_ends_as_a_sentence_does() -> None:
    """In a set it is a clause, behind which a command or a name may stand."""
    found = {
        f"{path.relative_to(FORMATS)}:{line}"
        for path in MODULES
        for line, end in fixes(nodes_of(path, ast.Call, ast.Assign))
        if (end == "." if path.is_relative_to(SETS) else end not in ENDS)
    }
    assert found == set()
