"""Streams: what the parser, linters and validators of Crossplane 2.4 make of them, for each type of package."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from builders.packages.case_facts import case_about
from builders.packages.judgements import judge_stream as judge_by_rules
from differential.oracle import Oracle
from differential.random_documents import random_meta, random_object
from differential.subject import Subject
from differential.yaml_writing import written
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.streams import VECTORS

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import PACKAGES
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.tools.editions import BUILD, NEWEST
from xpkgtui.formats.xpkg.tools.linter import lint, not_package
from xpkgtui.formats.xpkg.tools.programs import Empty, Manager, decode
from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Finding, Severity, Stage
from xpkgtui.rules.verdict import conclude

_MISSING = re.compile(r"^(Object '\w+' is missing in )'.*'\Z", re.DOTALL)
_OTHER_KEYS = re.compile(r"^\"?(?!apiVersion|kind)(?i:apiversion|kind)\"?:", re.MULTILINE)
_LARGEST = 10_000
"""Characters of a text that is stored."""
_LONGEST = 1000
"""Characters of a message that are compared; kinds may be long."""
_SEPARATORS = (
    *["---\n"] * 40,
    *("--- \n", "---\t\n", "--- # note\n", "---\r\n", "---\n---\n", "---\n# note\n---\n"),
    *("---\n\n---\n", "...\n---\n", "\n...\n\n---\n", "...\n", "%YAML 1.1\n---\n"),
    *("---\n%TAG ! tag:x:\n---\n", "----\n", "--- {a: b}\n", "--- |\n", " ---\n", "---#note\n"),
    *("---\u00a0\n", "--- \ufeff\n", "---\n...\n---\n", "---\n \t\n---\n"),
)
_BEFORE = (
    *[""] * 20,
    *("---\n", "--- # x\n", "\ufeff", "# note\n", "# note\n---\n", "\n\n", "%YAML 1.2\n---\n"),
    *("\ufeff---\n", "...\n"),
)
_BEHIND = (
    *[""] * 20,
    *("---\n", "---", "...\n", "# note\n", "---\n\ufeff# note\n", "---\n...", "--- #", "---\n---\n"),
)
_LINES = ("# note\n", "\n", "...\n", "<<: {a: b}\n", "x: &a 1\n")


def _traps() -> Iterator[list[str]]:
    for text in (*VECTORS.values(), *META.values()):
        if len(text) < _LARGEST:
            yield [text]


def generated(chance: Random) -> list[str]:
    """The pieces of a stream: documents and what parts them."""
    trees = [random_object(chance) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
    for _ in range(chance.choice((0, *[1] * 12, 2))):
        trees.insert(chance.choice((0, 0, 0, len(trees))), random_meta(chance))
    pieces = [chance.choice(_BEFORE)]
    for number, tree in enumerate(trees):
        if number:
            pieces.append(chance.choice(_SEPARATORS))
        pieces.append(_spoilt(written(tree, chance).lstrip("\n") + "\n", chance))
    pieces.append(chance.choice(_BEHIND))
    if chance.random() < 0.03:
        pieces = [piece.replace("\n", "\r\n") for piece in pieces]
    if chance.random() < 0.05 and pieces[-1] == "":
        pieces[-2:] = [pieces[-2].rstrip("\n")]
    return pieces


def _spoilt(text: str, chance: Random) -> str:
    """The text, seldom with a line twice, a character too many, or one too few."""
    if chance.random() > 0.08:
        return text
    lines = text.splitlines(keepends=True)
    at = chance.randrange(len(text))
    match chance.randrange(5):
        case 0:
            line = chance.randrange(len(lines))
            return "".join([*lines[:line], lines[line], *lines[line:]])
        case 1:
            return text[:at] + chance.choice("{}[]&*!|>%@`#,:?-'\"\t \n\\~=\u0085\u2028") + text[at:]
        case 2:
            return text[:at] + text[at + 1 :]
        case 3:
            line = chance.randrange(len(lines) + 1)
            return "".join([*lines[:line], chance.choice(_LINES), *lines[line:]])
    return text[:at]


def _theirs(oracle: Oracle, case: list[str]) -> dict[str, Any]:
    return told(oracle.ask("packages", "streams", text="".join(case))["answer"])


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer about a stream, without the names of schemes and the text of documents."""
    if "panic" in answer:
        return answer
    listed = {
        part: [[one["apiVersion"], one["kind"], one["name"]] for one in answer[part]] for part in ("meta", "objects")
    }
    if "parseError" in answer:
        return {**listed, "parse": _short(answer["parseError"])}
    return {**listed, **{word: _brief(answer[word]) for word in ("lint", "validate")}}


def _short(message: str) -> str:
    return _MISSING.sub(r"\1'…'", message)[:_LONGEST]


def _brief(messages: dict[str, str]) -> str | list[str]:
    """The messages about a package installed as each type; one where they are the same."""
    short = ["not this type" if messages[kind] == not_package(kind) else messages[kind] for kind in PACKAGES]
    return short[0] if len(set(short)) == 1 else short


def _ours(case: list[str]) -> dict[str, Any]:
    return judged("".join(case).encode())


def judged(data: bytes) -> dict[str, Any]:
    """The same of ours: what the newest manager parses and says, and the rules where they say anything else."""
    manager = _parsed(data)
    outcome = manager.outcome
    answer: dict[str, Any] = {
        part: [[one.api_version, one.kind, one.name] for one in outcome.objects if one.role is role]
        for part, role in (("meta", Role.META), ("objects", Role.OBJECT))
    }
    expected: list[list[str | None]] = []
    if outcome.refusal is not None:
        message = outcome.refusal.message[:_LONGEST]
        answer["parse"] = message
        expected += [["parse", message]] * 2
    else:
        for word, edition in (("lint", BUILD), ("validate", NEWEST)):
            messages = {kind: lint(manager.contents, edition, kind) for kind in (*PACKAGES, "")}
            said = {kind: complaint[0] if complaint else "" for kind, complaint in messages.items()}
            answer[word] = _brief({kind: said[kind] for kind in PACKAGES})
            expected.append(["lint" if said[""] else None, said[""] or None])
    by_rules = [_by_rules(data, profile) for profile in ("build", "crossplane")]
    return answer if by_rules == expected else {**answer, "rules": by_rules}


def _parsed(data: bytes) -> Manager:
    """The newest manager where it has parsed the stream and linted nothing."""
    manager, cut, effort = Manager(NEWEST), split(data), Effort.of_stream(len(data))
    for chunk in cut.chunks:
        if manager.is_stopped:
            return manager
        if chunk.empty:
            manager.skip(Empty(data, chunk, effort, LIMITS))
        else:
            manager.take(decode(data, chunk, effort=effort, guesses=0))
    if cut.problem is not None and not manager.is_stopped:
        manager.outcome.separator(cut.problem)
    return manager


def _by_rules(data: bytes, profile: str) -> list[str | None]:
    """The stage and the message of the finding by which the rules refuse the package; nothing where they do not."""
    errors = [
        one for one in judge_by_rules(data, profile).findings if one.severity is Severity.ERROR and _is_asked(one)
    ]
    culprit = conclude(case_about("package.yaml"), errors, RULESET).culprit
    if culprit is None:
        return [None, None]
    return ["parse" if culprit.stage is Stage.PARSE else "lint", culprit.says and culprit.says[:_LONGEST]]


def _is_asked(one: Finding) -> bool:
    """Whether the finding is the parser's or the linter's; the version of Crossplane and the cluster come later."""
    return one.rule != "XPKG611" and (one.stage in {Stage.PARSE, Stage.LINT} or one.rule == "XPKG701")


def _excused(case: list[str], ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    """Objects that are recognized and then lose their names."""
    rest = [{key: value for key, value in each.items() if key not in {"meta", "objects"}} for each in (ours, theirs)]
    pairs = [pair for part in ("meta", "objects") for pair in zip(ours[part], theirs[part], strict=False)]
    odd = _OTHER_KEYS.search("".join(case)) is not None
    lost = all(
        other in (mine, ["", "", ""]) or (odd and other[2] == mine[2]) or "" in other[:2] for mine, other in pairs
    )
    if rest[0] == rest[1] and lost:
        return "an object whose apiVersion or kind has other capitals, or no field in its type, is decoded without it"
    return None


STREAMS = Subject(
    name="streams", traps=_traps, generated=generated, theirs=_theirs, ours=_ours, excused=_excused, kept=120
)
