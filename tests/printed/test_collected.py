"""Every command that a text can print is of a program, a verb and flags that are there in the versions in use."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from architecture.trees import MODULES, SOURCE, nodes_of
from builders.cases import each_row
from builders.program.declared import commands as declared_commands
from printed.published import HOLE, PLUGIN, facts
from printed.published import fault as unpublished

from xpkgtui.cli.calls import COMMANDS, DEFAULT
from xpkgtui.commands import PROGRAMS, PrintedCommand, Unknown, spelled

OWN = "xpkgtui"
WITHOUT_HELP = {OWN, "cat", "grep", "mkdir", "sed", "tar", "up"}
"""Programs whose help is not kept: this one, those of every system, and those that are named beside one that is."""
QUOTED = re.compile(r"`([^`\n]+)`")
TYPED = re.compile(r"[a-z-]+ [a-z-]+ .*(-[a-zA-Z]\b|--)")
FENCED = re.compile(r"^```.*\n((?:.*\n)*?)^```", re.MULTILINE)
LINE = re.compile(r"^(?: *\$ | *(?:- )?run: )?(\S.*)$", re.MULTILINE)
"""A line that may be a command, with or without a prompt."""
README = SOURCE.parent / "README.md"
SENTENCES = {
    "xpkgtui reads at most 512 MiB of a layer as it is stored",
    "crossplane CLI (version …) might be out of date",
    "kind is immutable",
    "operator-sdk and OLM v1 accept it too",
    "opm accepts it",
    "opm 1.60, OLM v1",
}
"""Texts in backticks that only begin with the name of a program."""
ASKED = {"line", "command", "words"}
"""What adds the flags by which registries were asked to a command."""
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
    "yq",
    "ko",
}
"""Programs by which a text in backticks is seen to be a command."""


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text of the program with its module; a value in it is a hole."""
    return (
        *(each for path in MODULES for each in texts_of(path)),
        *(
            (path.relative_to(SOURCE.parent).as_posix(), path.read_text())
            for path in (README, *sorted(SOURCE.rglob("*.md")))
        ),
    )


def texts_of(path: Path) -> Iterator[tuple[str, str]]:
    """Every text of a module with its place."""
    place = path.relative_to(SOURCE).as_posix()
    parts: set[int] = set()
    for joined in nodes_of(path, ast.JoinedStr):
        parts |= {id(part) for part in joined.values}
        yield place, spelled_out(joined)
    for node in nodes_of(path, ast.Constant):
        if isinstance(node.value, str) and id(node) not in parts:
            yield place, node.value


def values() -> Iterator[tuple[str, str]]:
    """The commands that are made as values, with their modules; a value in one is a hole."""
    for path in MODULES:
        imports = {one.module for one in nodes_of(path, ast.ImportFrom)}
        place, is_copied = path.relative_to(SOURCE).as_posix(), path.parent.name == "copy"
        for node in (*nodes_of(path, ast.Call), *nodes_of(path, ast.Tuple), *nodes_of(path, ast.List)):
            made = called(node, imports, is_copied=is_copied) or listed(node, imports)
            if made and not made.startswith(HOLE):
                yield place, made


def called(node: ast.AST, imports: set[str | None], *, is_copied: bool) -> str:
    """The command that a call makes; what can be copied is made by a `command` of its own."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKED:
        return " ".join(map(spelled_out, node.args)) if node.args and is_command(node.args) else ""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or COMMANDS_MODULE not in imports:
        return ""
    makers = {"quoted", "spelled"} | (set() if is_copied else {"command"})
    return " ".join(map(spelled_out, node.args)) if node.func.id in makers else ""


def listed(node: ast.AST, imports: set[str | None]) -> str:
    """The command whose words a tuple has."""
    if (
        not isinstance(node, ast.Tuple | ast.List)
        or len(node.elts) < 2
        or not {COMMANDS_MODULE, SUMMARY_MODULE} & imports
    ):
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


@cache
def printed() -> frozenset[str]:
    """Every command of a text: in backticks, as a value, or as it is typed at a prompt."""
    found = {text for _, text in values()}
    for _, text in texts():
        flowing = re.sub(r"\s*\n\s+", " ", text)
        for quoted in QUOTED.findall(flowing):
            words = quoted.split()
            if len(words) > 1 and words[0] in NAMES and quoted not in SENTENCES:
                found.add(quoted)
        if text.startswith(tuple(f"{name} " for name in PROGRAMS if name != OWN)) and TYPED.match(text):
            found.add(text)
        found |= set(typed(text))
    return frozenset(found)


def typed(text: str) -> Iterator[str]:
    """The commands in the blocks of a page; what follows the comment of one is left out."""
    for block in FENCED.findall(text):
        for row in LINE.findall(re.sub(r" *\\\n *", " ", block)):
            said = re.split(r"  +# |  +(?=[^a-z-])", row)[0]
            if said.split()[0] in NAMES and said not in SENTENCES:
                yield said


@cache
def own() -> dict[str, frozenset[str]]:
    """The flags of this program by command, those of groups' commands with them."""
    flags: dict[str, set[str]] = {}
    for context, command in declared_commands():
        names = context.command_path.split()[1:]
        known = {
            flag
            for one in command.params
            if isinstance(one, click.Option)
            for flag in (*one.opts, *one.secondary_opts)
        }
        flags.setdefault(names[0], set()).update(known, context.find_root().help_option_names)
    return {name: frozenset(known) for name, known in flags.items()}


def fault(text: str) -> str | None:
    """What is wrong with a command; None where its program, its verb and its flags are known."""
    try:
        made = spelled(text.replace("{", HOLE).replace("}", ""))
        verbs = made.verbs
    except (Unknown, ValueError) as error:
        return f"{text}: {error}"
    verb = next((word for word in made.words[1:] if not word.startswith("-")), "")
    if made.program == OWN and verb.isidentifier() and verb.islower() and verb not in PROGRAMS[OWN]:
        return f"{text}: there is no command {verb}"
    return (flags_of(made) if verbs else None) or (None if verbs else text)


def flags_of(made: PrintedCommand) -> str | None:
    """The first flag of a command that is not one of its program; None where there is none."""
    for program, *words in made.parts:
        if program == OWN:
            verb = words[0] if words else ""
            if verb.startswith("-") and set(words) & set(COMMANDS):
                return f"{' '.join(made.words)}: the command comes first"
            every = frozenset().union(*own().values())
            known = own().get(verb, every if verb == HOLE else own()[DEFAULT])
            wrong = next(
                (one for one in words if one.startswith("--") and one != "--" and one.split("=")[0] not in known),
                None,
            )
            if wrong:
                return f"{' '.join(made.words)}: {wrong} is no flag"
        elif said := unpublished(program, words):
            return f"{' '.join(made.words)}: {said}"
    return None


def test_every_printed_command_is_of_a_known_program_verb_and_flags() -> None:
    assert len(printed()) > 200
    assert sorted(filter(None, map(fault, printed()))) == []


@each_row(
    ("text", "said"),
    [
        ("crane copy X --lable a=b", "crane 0.21.8 copy has no flag --lable"),
        ("crossplane composition convert pipeline-composition a.yaml", "composition convert pipeline-composition"),
        ("kubectl get pods -A | kubectl replace --recurse", "replace has no flag --recurse"),
        ("kubectl get pods -Az", "get has no flag -Az"),
        ("docker save --all", "docker 28.2.2 save has no flag --all"),
        ("xpkgtui deps SOURCE --resolves", "--resolves is no flag"),
        ("xpkgtui -v show SOURCE", "the command comes first"),
        ("skopeo inspekt a", "skopeo inspekt a"),
        ("carne pull a", "carne pull a"),
    ],
)
def test_a_command_that_no_version_has_is_seen(text: str, said: str) -> None:
    assert said in str(fault(text))


def test_commands_of_pages_are_collected_with_and_without_a_prompt() -> None:
    page = "```sh\n$ crane pull a \\\n  b.tar   # the archive\nskopeo inspect a\n- run: oras pull a\n```\ncrane x\n"
    assert list(typed(page)) == ["crane pull a b.tar", "skopeo inspect a", "oras pull a"]


def test_every_program_and_verb_of_the_table_is_printed() -> None:
    wanted = {f"{program} {verb}".strip() for program, verbs in PROGRAMS.items() for verb in verbs if program != OWN}
    assert {one for one in wanted if not any(f"| {one} " in f"| {text} " for text in printed())} == set()


def test_every_verb_of_the_table_is_in_the_published_help_of_the_versions_that_it_names() -> None:
    wrong = []
    for program, versions in facts().items():
        for verb, row in PROGRAMS[program].items():
            for version, known in versions.items():
                asked = numbers(version)
                is_there = numbers(row.since or "0") <= asked and (not row.until or asked[:2] <= numbers(row.until))
                if is_there != (verb in known) and (program, verb) != ("kubectl", PLUGIN):
                    wrong.append(f"{program} {version} {verb}")
    assert wrong == []


def numbers(version: str) -> tuple[int, ...]:
    """A version to compare."""
    return tuple(map(int, version.split(".")))


def test_a_text_names_the_last_version_that_has_what_newer_ones_lack() -> None:
    gone = {f"{program} {verb}": row.until for program, verbs in PROGRAMS.items() for verb, row in verbs.items()}
    named = [
        (module, text, until)
        for module, text in texts()
        for one, until in gone.items()
        if until and f"`{one}" in text
    ]
    assert len(named) > 2
    assert [module for module, text, until in named if until not in text] == []


def test_help_is_stored_of_every_program_that_publishes_it() -> None:
    assert set(PROGRAMS) - set(facts()) == WITHOUT_HELP
    assert set(facts()["crossplane"]) == {"1.20.0", "2.5.0"}


def test_the_table_has_the_commands_of_this_program() -> None:
    assert {"", DEFAULT, *COMMANDS} <= set(PROGRAMS[OWN])


def test_what_deletes_says_what_comes_first_and_what_asks_a_cluster_needs_it() -> None:
    rows = {f"{program} {verb}": row for program, verbs in PROGRAMS.items() for verb, row in verbs.items()}
    assert [name for name, row in rows.items() if row.deletes and not row.first] == []
    assert [name for name, row in rows.items() if row.writes.startswith("the tag") and not row.needs] == []
