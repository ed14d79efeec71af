"""Writes the messages that rules and readers know into the package: `python tests/messages.py`.

`observed` is what programs say of the packages that trip rules, and what manuals quote; `written` are the format
strings of the functions that rules, readers and the resolver consist of. Each leads to rules and commands.
"""
# ruff: noqa: E402 - the checkout is put on the path before the program is imported

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from architecture.trees import uncollected
from builders.messages import observed
from builders.messages.source import DEEPEST, collect, of_function, tree

from xpkgtui.formats.known import FORMATS, change_rules, set_rules
from xpkgtui.reporting.manual import pages
from xpkgtui.reporting.messages.matching import HOLE, STORED, answers, listed_messages, pieces_of, words_of
from xpkgtui.rules.rule import Manual
from xpkgtui.service.local import LocalPort

TABLE = ROOT / "xpkgtui" / "reporting" / "messages" / "messages.json"
COMMANDS = {
    "deps": ("formats/xpkg/dependencies/*.py", "formats/dependencies/operators/*.py"),
    "why": ("formats/xpkg/reader/*.py", "formats/*/reader.py", "readers/*.py"),
}
"""The modules whose messages lead to a command."""
_LEAST = 14
"""Letters of fixed text from which on a message counts."""
_LEAST_OF_TWO = 24
"""Letters from which on two words of the source count where no cause follows them: fewer are a name."""
_CAUSE = f": {HOLE}"
_MOST_SHARED = 8
"""Rules from which on a message says nothing."""
_OF_ALL = re.compile(
    "runtime error:.*|permission denied|no such file or directory|^Invalid value: .* in body must be of type .*"
)
"""What any program may say."""
_QUOTED = re.compile(r"`([^`]+)`")
_INSERTED = re.compile(r"<[^<>]*>|\{[^{}]*\}|…|\.\.\.|%[svqd]")
Found = dict[str, dict[str, int]]
"""Messages, and by rule or command a number: the smaller, the nearer."""


def observed_messages(said: Iterable[tuple[str, str]]) -> Found:
    """What programs say where a rule is tripped, by rule how often, and what manuals quote."""
    found: dict[str, Counter[str]] = {}
    for rule, message in said:
        for text in observed.general(message):
            found.setdefault(text, Counter())[rule] += 1
    manuals = (*(rule for known in FORMATS for rule in known.ruleset().rules), *change_rules(), *set_rules())
    for manual in manuals:
        for text in _quoted(manual):
            for general in {text, *observed.general(_INSERTED.sub(HOLE, text))}:
                found.setdefault(general, Counter())[manual.id] += 1
    return {text: {rule: -count for rule, count in counts.items()} for text, counts in found.items()}


async def _of_others() -> list[tuple[str, str]]:
    port = LocalPort()
    try:
        return [one async for one in observed.of_others(port)]
    finally:
        await port.close()


def _quoted(manual: Manual) -> Iterator[str]:
    for text in _QUOTED.findall(" ".join(f"{manual.bites} {manual.why}".split())):
        if not text.startswith(("--", "kubectl ", "crossplane ", "opm ", "docker ")):
            yield text


@uncollected()
def written_messages() -> Found:
    """The texts of rules, readers and the resolver, by how far they are from them.

    One that only wraps the words of another program leads where the manual says, to no rule.
    """
    found: Found = {}
    wrappers = {pieces_of(one.text.replace("…", HOLE)) for one in listed_messages() if not one.rules}

    def add(target: str, made: Iterable[tuple[str, int]]) -> None:
        for text, depth in made:
            text = _INSERTED.sub(HOLE, text) if HOLE not in text else text
            if text.endswith(_CAUSE) and pieces_of(text) in wrappers:
                continue
            depths = found.setdefault(text, {})
            depths[target] = min(depth, depths.get(target, depth))

    for rule in (rule for known in FORMATS for rule in known.ruleset().rules):
        add(rule.id, of_function(rule.check))
    for change in change_rules():
        add(change.id, of_function(change.sentences))
    for command, patterns in COMMANDS.items():
        for path in (path for pattern in patterns for path in sorted((ROOT / "xpkgtui").glob(pattern))):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            add(command, collect(module, tree(module), DEEPEST))
    return found


def everything_said() -> list[tuple[str, str]]:
    """What programs say of all packages and sets that trip rules, each with its rule."""
    return [*observed.of_crossplane(), *observed.of_streams(), *observed.of_sets(), *asyncio.run(_of_others())]


def table(said: Iterable[tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Both, as they are stored: the rules and commands of a message in a line, the nearest first."""
    return {"observed": rows(observed_messages(said), {}), "written": rows(written_messages(), COMMANDS)}


def rows(found: Found, always: Iterable[str]) -> dict[str, str]:
    """The rules and commands of each message, in one text."""
    found_rows: dict[str, str] = {}
    every = (rule for known in FORMATS for rule in known.ruleset().rules)
    ranks = {rule.id: -max((rank for each in rule.severities.values() for rank in each), default=0) for rule in every}
    for text, numbers in sorted(found.items()):
        message = " ".join(text.split())
        targets = [*(one for one in numbers if one in always), *nearest(numbers, always)] if always else list(numbers)
        least = _LEAST_OF_TWO if always and _CAUSE not in message else _LEAST
        if _is_telling(_OF_ALL.sub("", message), least) and len(targets) <= _MOST_SHARED:
            found_rows[message] = " ".join(sorted(targets, key=lambda one: (numbers[one], ranks.get(one, 0), one)))
    return {
        text: found_rows[text] for targets, texts in grouped(found_rows).items() for text in _general(targets, texts)
    }


def _general(targets: str, texts: list[str]) -> Iterator[str]:
    """Messages without those of which another one of the same targets says less, as one with a hole for a name.

    Rules about changes and sets count less, so that a name may decide for them.
    """
    pieces = {text: pieces_of(text) for text in texts}
    for text in texts:
        if targets.startswith(("CHG", "SET")) or not any(
            _is_in(other, pieces[text]) for other in pieces.values() if other != pieces[text]
        ):
            yield text


def _is_in(wanted: tuple[str, ...], pieces: tuple[str, ...]) -> bool:
    """Whether a message of these pieces has others in their order."""
    pattern = ".*".join(map(re.escape, wanted))
    return bool(wanted) and re.search(pattern, HOLE.join(pieces), re.DOTALL) is not None


def nearest(numbers: dict[str, int], always: Iterable[str]) -> list[str]:
    """The rules nearest to a message, and those farther while all of one distance have room.

    A call more or less between a rule and its message, as by a function that is inlined, loses no rule.
    """
    found: list[str] = []
    rules = sorted((one for one in numbers if one not in always), key=lambda one: numbers[one])
    room = _MOST_SHARED - (len(numbers) - len(rules))
    for _, group in groupby(rules, key=lambda one: numbers[one]):
        equal = list(group)
        if found and len(found) + len(equal) > room:
            break
        found += equal
    return found


def _is_telling(message: str, least_of_two: int) -> bool:
    """Whether a message has enough fixed text to be known by: one name is not."""
    words = [words_of(piece) for piece in pieces_of(message)]
    is_sentence = any(len(one) > 1 and " " in piece for one, piece in zip(words, pieces_of(message), strict=True))
    least = least_of_two if sum(map(len, words)) <= 2 else _LEAST
    return is_sentence and sum(len(word) for one in words for word in one) >= least


def grouped(rows: dict[str, str]) -> dict[str, list[str]]:
    """Messages by what they lead to, which takes a tenth less in a wheel than each with its own."""
    found: dict[str, list[str]] = {}
    for text, targets in sorted(rows.items(), key=lambda one: (one[1], one[0])):
        found.setdefault(targets, []).append(text)
    return found


def stored(kind: str) -> dict[str, str]:
    """The rules and commands of each message, as the package has them."""
    by_targets: dict[str, list[str]] = json.loads(TABLE.read_text().replace(STORED, "\\u0000"))[kind]
    return {text: targets for targets, texts in by_targets.items() for text in texts}


if __name__ == "__main__":
    everything = everything_said()
    whole = table(everything)
    by_targets = {kind: grouped(rows) for kind, rows in whole.items()}
    text = json.dumps(by_targets, indent=0, ensure_ascii=False, separators=(",", ":"))
    TABLE.write_text(text.replace("\\u0000", STORED) + "\n")
    print(f"{sum(map(len, whole.values())):,} messages, {TABLE.stat().st_size:,} bytes")
    leads = {one: answers(one[1], pages()) for one in set(everything)}
    lost = [one for one, found in leads.items() if not any(one[0] in f"{lead.target} {lead.title}" for lead in found)]
    print(f"{len(leads) - len(lost)} of {len(leads)} texts lead to their rule", *lost, sep="\n")
