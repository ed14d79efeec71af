"""How long the judgement of 80 MB takes: ratios to Crossplane's own parser and linter, and to the first time.

    python tests/benchmarks/judging.py --oracle PROGRAM [--json] [--rounds 3] [--only WORD] [--program PATH]

PROGRAM is built from the Go sources that ask Crossplane's libraries: it reads `{"id", "file"}`, and parses and lints
that stream, here on one core. XPKGTUI_CORPUS names the corpus. `check` is the whole command; `judgement` is the time
from a case that is ready to its verdict, in the process of a command, with all of its judges.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, Took, about, command, compare, options, tell
from benchmarks.packages import azure, stream

TIMED = """
import asyncio, sys, time
from contextlib import aclosing
from xpkgtui.__main__ import hurry
hurry()
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.service.local import LocalPort

async def main(source, cache):
    port = LocalPort()
    began = ended = 0.0
    async with aclosing(port.ask(Open(source=source, options=Options(cache_dir=cache or None)))) as events:
        async for event in events:
            if isinstance(event, CaseReady):
                began = time.perf_counter()
            if isinstance(event, VerdictReached):
                ended = time.perf_counter()
    await port.close()
    print(ended - began)

asyncio.run(main(*sys.argv[1:]))
"""
GO = "Crossplane's parser and linter"
FIRST = "judgement of 80 MB"
ROWS = (
    Row("check 80 MB", GO, 0.45),
    Row(FIRST, GO, 0.45),
    Row("judgement of 80 MB again", FIRST, 0.05),
    Row("judgement of 1,500 documents", "judgement of 150 documents", 11.0),
)


def timed(python: str, source: Path, cache: Path | None) -> Subject:
    """A subject: the judgement alone, as the runner times it."""

    def run() -> Took:
        words = [python, "-c", TIMED, str(source), str(cache or "")]
        began = time.perf_counter()
        told = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
        return Took(float(told.stdout), time.perf_counter() - began)

    return run


def asked(oracle: str, source: Path) -> Subject:
    """A subject: the Go program on one core."""
    question = json.dumps({"id": "1", "file": str(source)})
    return command("sh", "-c", f"echo '{question}' | GOMAXPROCS=1 \"$0\" streams", oracle)


def main() -> None:
    """Prints the rows."""
    parser = options(__doc__)
    parser.add_argument("--oracle", required=True)
    chosen = parser.parse_args()
    python = str(Path(chosen.program).with_name("python"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        large, many, few = folder / "large.yaml", folder / "many.yaml", folder / "few.yaml"
        large.write_bytes(azure())
        many.write_text(stream(definitions=1499))
        few.write_text(stream(definitions=149))
        subjects = {
            GO: asked(chosen.oracle, large),
            "check 80 MB": command(chosen.program, "check", "--no-cache", str(large)),
            FIRST: timed(python, large, None),
            "judgement of 80 MB again": timed(python, large, folder / "cache"),
            "judgement of 1,500 documents": timed(python, many, None),
            "judgement of 150 documents": timed(python, few, None),
        }
        rows = [row for row in ROWS if chosen.only in row.measure]
        tell(compare(subjects, rows, chosen.rounds), about(chosen.program), as_json=chosen.json)


if __name__ == "__main__":
    main()
