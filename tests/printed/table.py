"""The table of all commands that any text can print: `cd tests && python -m printed.table`."""

import atexit
from collections.abc import Iterable
from contextlib import suppress

from printed.published import HOLE
from printed.test_collected import printed

from xpkgtui.commands import PROGRAMS, Verb, spelled, verb_of, without_environment

RUN: set[str] = set()
"""The rows that were run."""
HELP_ALONE = {
    "docker": "needs its daemon",
    "operator-sdk": "has its help compared alone",
    "up": "is published as a program alone",
    "podman run": "needs a machine that may start containers",
    "crossplane composition render": "needs Docker, or the functions as programs",
}
"""Why programs, or verbs of them, are not run."""
HEAD = ("command", "flags", "since", "until", "needs", "writes over", "deletes", "first")


def rows() -> list[tuple[str, ...]]:
    """A row for each program and verb that a command has, with the flags with which it is printed."""
    found: dict[str, tuple[set[str], Verb]] = {}
    for text in sorted(printed()):
        for part in spelled(text.replace("{", HOLE).replace("}", "")).parts:
            flags, _ = found.setdefault(name_of(part), (set(), verb_of(part)))
            flags |= {word.split("=")[0] for word in part if word.startswith("-") and word != "-"}
    return [
        (name, " ".join(sorted(flags)), row.since, row.until, row.needs, row.writes, row.deletes, row.first)
        for name, (flags, row) in sorted(found.items())
    ]


def name_of(part: tuple[str, ...]) -> str:
    """The row of a command: its program, with as many words of its verb as the table has."""
    words = without_environment(part)
    names = (" ".join(words[:count]) for count in (4, 3, 2, 1))
    return next(name for name in names if name.partition(" ")[2] in PROGRAMS[words[0]] or " " not in name)


def run_rows(lines: Iterable[str]) -> None:
    """Counts the rows of lines that are run, and prints them at the end; a line may also prepare, or look."""
    for line in lines:
        with suppress(ValueError, KeyError):
            RUN.update(map(name_of, spelled(line).parts))


def tell() -> None:
    """Prints which rows were run, and which were not, where any was."""
    if not RUN:
        return
    every = {name for name, *_ in rows()}
    print(f"{len(RUN & every)} of {len(every)} rows of the table were run:", *sorted(RUN & every), sep="\n  ")
    left = {one: HELP_ALONE.get(one) or HELP_ALONE.get(one.partition(" ")[0]) for one in sorted(every - RUN)}
    print("not run:", *(f"{name}: {why}" if why else name for name, why in left.items()), sep="\n  ")


atexit.register(tell)

if __name__ == "__main__":
    print(*("\t".join(row) for row in (HEAD, *rows())), sep="\n")
