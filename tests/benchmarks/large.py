"""How long until the objects of a large package are listed: ratios to a bare Textual app, and to counting separators.

    python tests/benchmarks/large.py [--json] [--rounds 5] [--only WORD] [--program PATH]

Needs the corpus in XPKGTUI_CORPUS: provider-azure, 80 MB with 1,540 documents, as a `.xpkg`. `list` is its first
group of objects in a terminal of 120x40, from exec on: cold without a cache, warm with what was left there by an
opening that came to its end. `objects` is all rows of the list, made of the bytes of package.yaml in a file, without
the start of Python.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, Took, about, command, compare, drawn, tell
from benchmarks.packages import archived, azure
from benchmarks.starting import BARE, TEXTUAL

COUNTING = "reading it and counting separators"
ROWS = (
    Row("80 MB: list, cold", TEXTUAL, 2.4),
    Row("80 MB: list, warm", TEXTUAL, 1.5),
    Row("80 MB: objects", COUNTING, 4.0),
)
_LISTED = b"alertsmanagement."
"""In the name of the first group of objects, and in nothing else that the screen shows."""
_TIMED = """
import json, sys, time
{imports}
path = sys.argv[1]
wall, cpu = time.perf_counter(), time.process_time()
{work}
print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]))
"""
_COUNT = _TIMED.format(imports="", work="print(open(path, 'rb').read().count(b'\\n---'), file=sys.stderr)")
_LIST = _TIMED.format(
    imports="""
import mmap
from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.objects.stream import row_of
package = format_of("xpkg")
""",
    work="""
with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
    effort = Effort.of_stream(len(data))
    outlines = ((chunk, package.outline(data, chunk, effort)) for chunk in split(data).chunks)
    rows = tuple(row_of(chunk, outline, package, AS_GIVEN) for chunk, outline in outlines)
""",
)


def timed(*words: str) -> Subject:
    """A subject: a program that prints seconds by the clock and of the processor."""

    def run() -> Took:
        told = subprocess.run(words, capture_output=True, check=True).stdout
        wall, cpu = json.loads(told)
        return Took(wall, cpu)

    return run


def listed(program: str, package: str, state: Path, *, warm: bool) -> Subject:
    """A subject: the list of objects is on the screen."""
    folders = {name: str(state) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    shown = drawn([program, package], _LISTED, folders)
    opened = command(program, "check", package, code=None, environment=folders)

    def run() -> Took:
        if not warm:
            shutil.rmtree(state, ignore_errors=True)
        elif not state.exists():
            opened()
        state.mkdir(exist_ok=True)
        return shown()

    return run


def python_of(program: str) -> str:
    """The interpreter beside a program."""
    beside = Path(program).with_name("python")
    return str(beside) if beside.exists() else sys.executable


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--program", default=shutil.which("xpkgtui", path=str(Path(sys.executable).parent)))
    asked = parser.parse_args()
    python = python_of(asked.program)
    with tempfile.TemporaryDirectory() as name:
        folder, text = Path(name), azure()
        stream = folder / "package.yaml"
        stream.write_bytes(text)
        package = str(archived(folder, "azure", text))
        subjects = {
            TEXTUAL: drawn([python, "-c", BARE], b"painted"),
            COUNTING: timed(python, "-P", "-c", _COUNT, str(stream)),
            "80 MB: list, cold": listed(asked.program, package, folder / "cold", warm=False),
            "80 MB: list, warm": listed(asked.program, package, folder / "warm", warm=True),
            "80 MB: objects": timed(python, "-P", "-c", _LIST, str(stream)),
        }
        rows = [row for row in ROWS if asked.only in row.measure]
        tell(compare(subjects, rows, asked.rounds), about(asked.program), as_json=asked.json)


if __name__ == "__main__":
    main()
