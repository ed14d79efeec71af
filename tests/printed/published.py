"""What published help says of the programs that commands are printed for: verbs and flags of each version.

    python tests/printed/published.py crane@0.21.8=PROGRAM operator-sdk@1.42.3=FOLDER... >tests/printed/published.txt

A PROGRAM is asked for the help of each verb of the table; a FOLDER holds its help as Markdown, as its source has it.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from xpkgtui.commands import PROGRAMS

FACTS = Path(__file__).with_name("published.txt")
HOLE = "X"
"""What stands for a value that is put into a text."""
PLUGIN = "xpkg"
"""The verb of kubectl that is this program."""
_FLAGS = re.compile(r"^ +(-\w)?(?:, )?(?: *(--(?:\[no-\])?[A-Za-z][\w-]*))?", re.MULTILINE)
_HIDDEN = {"cosign sign": "--new-bundle-format"}
"""Deprecated flags, which help leaves out: the program is asked whether it takes them."""
_UNKNOWN = re.compile(r"unknown (command|verb)|unexpected argument|no such command", re.IGNORECASE)


@cache
def facts() -> Mapping[str, Mapping[str, Mapping[str, frozenset[str]]]]:
    """Flags by program, version and verb."""
    found: dict[str, dict[str, dict[str, frozenset[str]]]] = {}
    for row in FACTS.read_text().splitlines():
        name, _, flags = row.partition(":")
        program, version, *verb = name.split()
        found.setdefault(program, {}).setdefault(version, {})[" ".join(verb)] = frozenset(flags.split())
    return found


def fault(program: str, words: Sequence[str]) -> str | None:
    """What published help does not know of a command; None where all versions that have its verb know its flags."""
    versions = facts().get(program, {})
    if program == "kubectl" and words[:1] == [PLUGIN]:
        return None
    verbs = {verb for known in versions.values() for verb in known}
    verb = next((" ".join(words[:count]) for count in (3, 2, 1, 0) if " ".join(words[:count]) in verbs), None)
    if not versions or verb is None:
        return None if not versions else f"{program} has no verb {' '.join(words[:2])}"
    given = [word for word in words[len(verb.split()) :] if re.match(r"--?[A-Za-z]", word)]
    for version, known in versions.items():
        for word in given if verb in known else ():
            if not _has(known[verb], word.split("=")[0]):
                return f"{program} {version} {verb} has no flag {word}"
    return None


def _has(flags: frozenset[str], flag: str) -> bool:
    """Whether a flag is one of them, or several short ones together, or ends in a value."""
    if flag in flags or flag.rstrip(HOLE) in flags:
        return True
    return not flag.startswith("--") and all(f"-{letter}" in flags for letter in flag[1:].rstrip(HOLE))


def rows(program: str, version: str, place: str) -> Iterator[str]:
    """A line for each verb that a program has."""
    for verb in sorted(PROGRAMS[program].keys() - {PLUGIN}):
        text = help_of(program, place, verb.split())
        flags = {one.replace("[no-]", "") for found in _FLAGS.findall(text) for one in found if one}
        if hidden := _HIDDEN.get(f"{program} {verb}"):
            asked = subprocess.run(
                [place, *verb.split(), f"{hidden}=false", "--help"], check=False, capture_output=True
            )
            flags |= set() if asked.returncode else {hidden}
        if flags:
            yield f"{f'{program} {version} {verb}'.strip()}: {' '.join(sorted(flags))}"


def help_of(program: str, place: str, verb: Sequence[str]) -> str:
    """The help of a verb, with that of the flags of all verbs; empty where there is no such verb."""
    if Path(place).is_dir():
        file = Path(place) / ("_".join((program, *verb)) + ".md")
        return file.read_text() if file.is_file() else ""
    asked = [[place, *verb, "--help"]] + ([[place, "options"]] if program == "kubectl" else [])
    texts = [subprocess.run(one, capture_output=True, text=True, check=False) for one in asked]
    text = "\n".join(one.stdout + one.stderr for one in texts)
    is_known = not verb or (texts[0].returncode == 0 and re.search(rf"\b{re.escape(verb[-1])}\b", text))
    return text if is_known and not _UNKNOWN.search(text) else ""


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        named, _, where = argument.partition("=")
        name, _, number = named.partition("@")
        print(*rows(name, number, where), sep="\n")
