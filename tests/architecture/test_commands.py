"""Every command that a text of the program can print is of a program and a verb that are there."""

import ast
import re
from collections.abc import Iterator

from architecture.trees import MODULES, SOURCE, nodes

from xpkgtui.cli.calls import COMMANDS, DEFAULT
from xpkgtui.commands import PROGRAMS, Unknown, spelled

OWN = "xpkgtui"
QUOTED = re.compile(r"`([^`\n]+)`")
TYPED = re.compile(r"[a-z-]+ [a-z-]+ .*(-[a-zA-Z]\b|--)")
HOLE = "X"
"""What stands for a value that is put into a text."""
SENTENCES = {
    "xpkgtui reads at most 512 MiB of a layer as it is stored",
    "kind is immutable",
    "operator-sdk and OLM v1 accept it too",
    "opm accepts it",
    "opm 1.60, OLM v1",
}
"""Texts in backticks that only begin with the name of a program."""
COMMANDS_MODULE, SUMMARY_MODULE = "xpkgtui.commands", "xpkgtui.formats.summary"
"""Who imports one of these may have a tuple of words that is a command."""
NAMES = {
    *PROGRAMS,
    "regclient",
    "docker-compose",
    "podman",
    "buildah",
    "oc",
    "oc-mirror",
    "kind",
    "kustomize",
    "yq",
    "ko",
}
"""Programs by which a text in backticks is seen to be a command."""


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the program with its module; a value in it is a hole."""
    for path in MODULES:
        parts: set[int] = set()
        for node in nodes(path):
            if isinstance(node, ast.JoinedStr):
                parts |= {id(part) for part in node.values}
                said = (str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
                yield path.relative_to(SOURCE).as_posix(), "".join(said)
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                yield path.relative_to(SOURCE).as_posix(), node.value
    for path in sorted(SOURCE.rglob("*.md")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text()


def values() -> Iterator[tuple[str, str]]:
    """The commands that are made as values, with their modules; a value in one is a hole."""
    for path in MODULES:
        imports = {one.module for one in nodes(path) if isinstance(one, ast.ImportFrom)}
        for node in nodes(path):
            made = called(node, imports, is_copied=path.parent.name == "copy") or listed(node, imports)
            if made and not made.startswith(HOLE):
                yield path.relative_to(SOURCE).as_posix(), made


def called(node: ast.AST, imports: set[str | None], *, is_copied: bool) -> str:
    """The command that a call makes; what can be copied is made by a `command` of its own."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or COMMANDS_MODULE not in imports:
        return ""
    makers = {"quoted", "spelled"} | (set() if is_copied else {"command"})
    return " ".join(map(spelled_out, node.args)) if node.func.id in makers else ""


def listed(node: ast.AST, imports: set[str | None]) -> str:
    """The command whose words a tuple has."""
    if not isinstance(node, ast.Tuple) or len(node.elts) < 2 or not {COMMANDS_MODULE, SUMMARY_MODULE} & imports:
        return ""
    return " ".join(map(spelled_out, node.elts)) if is_command(node.elts) else ""


def is_command(words: list[ast.expr]) -> bool:
    """Whether a tuple begins with the name of a program."""
    return isinstance(words[0], ast.Constant) and words[0].value in PROGRAMS


def spelled_out(node: ast.expr) -> str:
    """A text with holes."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else HOLE


def printed() -> set[str]:
    """Every command of a text: in backticks, or as it is typed at a prompt."""
    found = set()
    for _, text in texts():
        flowing = re.sub(r"\s*\n\s+", " ", text)
        for quoted in QUOTED.findall(flowing):
            words = quoted.split()
            if len(words) > 1 and words[0] in NAMES and quoted not in SENTENCES:
                found.add(quoted)
        if text.startswith(tuple(f"{name} " for name in PROGRAMS if name != OWN)) and re.match(
            r"[a-z-]+ [a-z-]+ .*(-[a-zA-Z]\b|--)", text
        ):
            found.add(text)
    return found


def fault(text: str) -> str | None:
    """What is wrong with a command; None where its program and its verb are known."""
    try:
        made = spelled(text.replace("{", HOLE).replace("}", ""))
        verbs = made.verbs
    except (Unknown, ValueError) as error:
        return f"{text}: {error}"
    verb = next((word for word in made.words[1:] if not word.startswith("-")), "")
    if made.program == OWN and verb.islower() and verb not in PROGRAMS[OWN]:
        return f"{text}: there is no command {verb}"
    return None if verbs else text


def test_every_printed_command_is_of_a_known_program_and_verb() -> None:
    every = printed() | {text for _, text in values()}
    assert len(every) > 100
    assert sorted(filter(None, map(fault, every))) == []


def test_every_program_and_verb_of_the_table_is_printed() -> None:
    every = printed() | {text for _, text in values()}
    wanted = {f"{program} {verb}".strip() for program, verbs in PROGRAMS.items() for verb in verbs if program != OWN}
    assert {one for one in wanted if not any(f"| {one} " in f"| {text} " for text in every)} == set()


def test_the_table_has_the_commands_of_this_program() -> None:
    assert {"", DEFAULT, *COMMANDS} <= set(PROGRAMS[OWN])
