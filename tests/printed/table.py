"""The table of all commands that any text can print: `cd tests && python -m printed.table`."""

from printed.published import HOLE
from printed.test_collected import OWN, printed

from xpkgtui.commands import PROGRAMS, Verb, spelled, verb_of

HEAD = ("command", "flags", "since", "until", "needs", "writes over", "deletes", "first")


def rows() -> list[tuple[str, ...]]:
    """A row for each program and verb that a command has, with the flags with which it is printed."""
    found: dict[str, tuple[set[str], Verb]] = {}
    for text in sorted(printed()):
        for part in spelled(text.replace("{", HOLE).replace("}", "")).parts:
            if part[0] != OWN:
                row = verb_of(part)
                verb = [
                    word
                    for word in part[1:4]
                    if word.isascii() and word.replace("-", "").isalpha() and word[0] != "-"
                ]
                name = next(name for name in (" ".join((part[0], *verb[:n])) for n in (3, 2, 1, 0)) if is_verb(name))
                flags, _ = found.setdefault(name, (set(), row))
                flags |= {word.split("=")[0] for word in part if word.startswith("-") and word != "-"}
    return [
        (name, " ".join(sorted(flags)), row.since, row.until, row.needs, row.writes, row.deletes, row.first)
        for name, (flags, row) in sorted(found.items())
    ]


def is_verb(name: str) -> bool:
    """Whether a program and a verb are in the table as they stand."""
    program, _, verb = name.partition(" ")
    return verb in PROGRAMS[program] or not verb


if __name__ == "__main__":
    print(*("\t".join(row) for row in (HEAD, *rows())), sep="\n")
