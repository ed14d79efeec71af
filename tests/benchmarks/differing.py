"""How long the comparison of two packages of 80 MB takes: ratios to listing and to checking one of them.

    python tests/benchmarks/differing.py [--json] [--rounds 3] [--only WORD] [--program PATH]

XPKGTUI_CORPUS names the corpus. The second package has one field of another type in each twentieth definition.
`first changes` and `all changes` are the times from two cases that are ready to the first and the last change, in the
process of a command; `judgement` is the same for the verdict about one of them. Processor time is that of its
own process: of a judgement, that of the helper is not in it.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, Took, about, command, compare, options, tell
from benchmarks.packages import azure

TIMED = """
import asyncio, sys, time
from time import process_time
from contextlib import aclosing
from xpkgtui.__main__ import hurry
hurry()
from xpkgtui.inspection.messages.comparing import ChangesFound, Compare, ComparisonEnded
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.requests import Judge, Open, Options
from xpkgtui.service.local import LocalPort

async def opened(port, source):
    async with aclosing(port.ask(Open(source=source, options=Options()))) as events:
        async for event in events:
            if isinstance(event, CaseReady):
                return event.case

async def main(what, old, new):
    port = LocalPort()
    cases = await opened(port, old), await opened(port, new)
    began, spent, ended = time.perf_counter(), process_time(), 0.0
    request = Judge(case=cases[0]) if what == "judgement" else Compare(old=cases[0], new=cases[1])
    async with aclosing(port.ask(request)) as events:
        async for event in events:
            if isinstance(event, VerdictReached | ComparisonEnded):
                ended = time.perf_counter()
            if what == "first" and isinstance(event, ChangesFound) and event.changes:
                ended = time.perf_counter()
                break
    print(ended - began, process_time() - spent)
    await port.close()

asyncio.run(main(*sys.argv[1:]))
"""
LIST, CHECK, JUDGEMENT = "show --no-check", "check of one", "judgement of one"
ROWS = (
    Row("diff, the whole command", CHECK, 1.5),
    Row("all changes", CHECK, 0.5),
    Row("all changes", JUDGEMENT),
    Row("first changes", LIST, 1.5),
)


def timed(python: str, what: str, old: Path, new: Path) -> Subject:
    """A subject: one part of the work, as the runner times it."""

    def run() -> Took:
        words = [python, "-c", TIMED, what, str(old), str(new)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        wall, cpu = map(float, done.stdout.split()[-2:])
        return Took(wall=wall, cpu=cpu)

    return run


def changed(text: str) -> str:
    """The package with one type changed in each twentieth definition."""
    chance, documents = random.Random(1), text.split("\n---\n")
    return "\n---\n".join(
        one.replace("type: boolean", "type: string", 1) if chance.random() < 0.05 else one for one in documents
    )


def main() -> None:
    """Runs the subjects in turn and prints the ratios."""
    chosen = options(__doc__).parse_args()
    python = str(Path(chosen.program).parent / "python")
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder, "old.yaml"), Path(folder, "new.yaml")
        old.write_bytes(azure())
        new.write_text(changed(old.read_text("utf-8")), "utf-8")
        subjects = {
            LIST: command(chosen.program, "show", "--no-check", "--no-cache", str(old)),
            CHECK: command(chosen.program, "check", "--no-cache", str(old), code=None),
            JUDGEMENT: timed(python, "judgement", old, new),
            "diff, the whole command": command(chosen.program, "diff", "--no-cache", str(old), str(new)),
            "all changes": timed(python, "all", old, new),
            "first changes": timed(python, "first", old, new),
        }
        rows = [row for row in ROWS if chosen.only in row.measure]
        tell(compare(subjects, rows, chosen.rounds), about(chosen.program), as_json=chosen.json)


if __name__ == "__main__":
    main()
