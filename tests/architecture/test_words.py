"""The words that users and developers read: plain technical English, without the phrases that a table replaces."""

import ast
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path

from architecture.trees import nodes, nodes_of
from builders.cases import each_row

PROGRAM = Path(__file__).parents[2] / "xpkgtui"
NOT_WORDS = ("sources/demo/", "documents/yaml/", "formats/definitions/", "formats/go_decoding/")
"""Texts of the built-in package, and messages that Crossplane and Kubernetes print."""
INSTEAD = {
    r"nobody|no one": "say what does not do it: Crossplane ignores, no tool reads",
    r"somebody|someone|anybody|whoever": "you, a user, a tool",
    r"of our own|of one's own": "xpkgtui's, your own",
    r"mend(ed|s)?": "fix",
    r"tells? of|told": "report, list",
    r"wish(es|ed)?": "request",
    r"inflat(e|es|ed|ing)": "decompress",
    r"heir": "subclass",
    r"there is to": "name the thing",
    r"pass(es|ing)? (it|them|over)( by)?": "ignore",
    r"nothing needs to be done": "no action needed",
    r"take(s|n)? no notice": "ignore",
    r"without a word": "silently",
    r"the other way round": "the reverse",
    r"breaks? off": "ends early",
    r"is (there )?meant|perhaps": "did you mean …?",
    r"wanted is|is wanted|known is": "expected, did you mean …?",
    r"(is|are) not as many": "there are more, fewer",
    r"look(s|ed)? (at it|which|how)": "check",
    r"labelled|colours?|lower-case": "labeled, color, lowercase",
    r"behaviours?|catalogues?|(?:un)?recognis\w+|organis\w+|neighbours?|licences?": "behavior, catalog, recognize …",
    r"breaks? who uses (it|them)": "breaks its users",
    r"without a way out": "for an air-gapped install",
    r"every reader takes": "reads of bytes, accepts of a verdict",
    r"(Crossplane|opm|OLM|operator-sdk|RukPak|\{wording\.program\}) says": "prints",
    r"(?<!there )(is|are) no (?!longer|more)[\w-]+": "is not a …",
}
"""Phrases, and what to write instead."""
ODD = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in INSTEAD), re.IGNORECASE)

RIDDLES = re.compile(
    r"\b(?:nobody|no one|somebody|someone|anybody|whoever|of our own|mend(?:ed|s)?|told|there is to|what stands)\b",
    re.IGNORECASE,
)
"""Phrases that docstrings and comments do not have either."""
LIMP = re.compile(r'^\s*"""(None (?:where|if|for)|Of |The same|With |Whether it\b[^.]{0,25}\.""")', re.MULTILINE)
"""Beginnings of docstrings that do not name what they are about."""


def _remarks(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every docstring and comment in a module."""
    text = path.read_text()
    if RIDDLES.search(text) is None:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _docstrings(path: Path) -> set[ast.AST]:
    """The constants that are docstrings, but for those of rules, which are manual pages."""
    found: set[ast.AST] = set()
    for node in nodes(path):
        for field in ("body", "orelse"):
            rows = getattr(node, field, None)
            if isinstance(rows, list):
                found |= {row.value for row in rows if isinstance(row, ast.Expr) and not _is_rule(node)}
    return found


def _is_rule(node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(one, ast.Call) and getattr(one.func, "id", "") == "rule" for one in decorators)


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every sentence in a module; one word, or a pattern, is not a sentence."""
    skipped = _docstrings(path)
    for node in nodes_of(path, ast.Constant):
        if not isinstance(node.value, str) or node in skipped:
            continue
        if " " in node.value.strip() and "\\" not in node.value:
            yield node.lineno, " ".join(node.value.split())


def _modules() -> list[Path]:
    names = {path: path.relative_to(PROGRAM).as_posix() for path in sorted(PROGRAM.rglob("*.py"))}
    return [path for path, name in names.items() if not name.startswith(NOT_WORDS)]


def _found(
    paths: Iterable[Path], texts: Callable[[Path], Iterator[tuple[int, str]]], odd: re.Pattern[str]
) -> list[str]:
    """Each text that has an odd phrase, with its place."""
    return [
        f"{path.relative_to(PROGRAM)}:{line}: {text[:100]}"
        for path in paths
        for line, text in texts(path)
        if odd.search(text)
    ]


def test_people_read_plain_words() -> None:
    assert _found(_modules(), _texts, ODD) == []


def test_docstrings_and_comments_have_plain_words() -> None:
    assert _found(sorted(PROGRAM.rglob("*.py")), _remarks, RIDDLES) == []


def test_docstrings_name_what_they_are_about() -> None:
    names = {path: path.relative_to(PROGRAM).as_posix() for path in sorted(PROGRAM.rglob("*.py"))}
    texts = {name: path.read_text() for path, name in names.items()}
    assert [
        f"{name}:{text.count(chr(10), 0, limp.start(1)) + 1}: {limp[1]}"
        for name, text in texts.items()
        for limp in LIMP.finditer(text)
    ] == []


@each_row(
    "text",
    [
        "It is the manifest that has it; nobody looks there",
        "Inflates the layer",
        "the Crossplane version is no constraint: >a0.13.0",
        "Mend the document at the line that is named",
        "layer 1 breaks off after 1 entries",
        "Nothing needs to be done, where the values are meant",
    ],
)
def test_the_table_finds_what_it_replaces(text: str) -> None:
    assert ODD.search(text)
