"""How long until the objects of a large package are listed: ratios to what its bytes cost others.

    python tests/benchmarks/large.py [--json] [--rounds 5] [--only WORD] [--program PATH] [--folder FOLDER]

Needs docker-registry, skopeo and crane, and the corpus in XPKGTUI_CORPUS: provider-azure, 80 MB with 1,540 documents.
`show` reads it out of a registry on loopback and does not judge it; `list` is a `.xpkg` in a terminal of 120x40, from
exec until its first group of objects is drawn, until the list says how many there are, and until all bytes are
verified and what they define is counted: cold without a cache, warm with what was left there by an opening that came
to its end. `objects` is all rows of the list, made of the bytes of package.yaml in a file, without the start of
Python. With `--folder` the packages are made once, and stay there.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, Took, about, command, compare, drawn, options, python_of, tell, timed
from benchmarks.packages import archived, azure, laid_out, noisy, small
from benchmarks.starting import BARE, REQUESTS, TEXTUAL
from benchmarks.transferring import pushed, registry, shown

BYTES, COUNTING = "requests and isal: its bytes, hashed", "reading it and counting separators"
EXPORT, EXPORT_BADLY = "crane export of it", "crane export of these"
ROWS = (
    Row("show 80 MB, cold", BYTES, 1.8),
    Row("show 120 MB that hardly compress, cold", EXPORT_BADLY, 1.2),
    Row("show 80 MB, warm", EXPORT, 1.8),
    Row("80 MB: list, cold: first rows", TEXTUAL),
    Row("80 MB: list, cold: counted", TEXTUAL, 2.4),
    Row("80 MB: list, cold: verified", TEXTUAL),
    Row("80 MB: list, warm: first rows", TEXTUAL),
    Row("80 MB: list, warm: counted", TEXTUAL, 2.2),
    Row("80 MB: list, warm: verified", TEXTUAL),
    Row("80 MB: objects", COUNTING, 4.0),
    Row("show 20 kB", REQUESTS, 1.7),
)
_FIRST = b"alertsmanagement."
"""In the name of the first group of objects, and in nothing else that the screen shows."""
_COUNTED = b"1,540"
"""What the list says once all objects are counted; before, it says a smaller number with `+`."""
_VERIFIED = b"1,539 definitions"
"""What the screen says once all bytes are verified, and what they define is known."""
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


def listed(program: str, package: str, state: Path, mark: bytes, *, warm: bool) -> Subject:
    """A subject: the screen has drawn `mark`."""
    folders = {name: str(state) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    listing = drawn([program, package], mark, folders)
    opened = command(program, "check", package, code=None, environment=folders)

    def run() -> Took:
        if not warm:
            shutil.rmtree(state, ignore_errors=True)
        elif not state.exists():
            opened()
        state.mkdir(exist_ok=True)
        return listing()

    return run


def made(folder: Path, name: str, text: Callable[[], bytes]) -> Path:
    """The layout of a package, which is made once."""
    path = folder / name
    return path if path.exists() else laid_out(folder, name, text())


def subjects(program: str, folder: Path, address: str) -> dict[str, Subject]:
    """What is measured, by its name in `ROWS`."""
    python, crane, states = python_of(program), shutil.which("crane"), folder / "states"
    if crane is None:
        raise SystemExit("crane is not on PATH")
    stream, package = folder / "package.yaml", folder / "azure.xpkg"
    if not stream.exists():
        stream.write_bytes(azure())
        archived(folder, "azure", stream.read_bytes())
    well = pushed(address, made(folder, "well", azure))
    badly = pushed(address, made(folder, "badly", lambda: noisy(120_000_000)))
    shutil.rmtree(states, ignore_errors=True)
    states.mkdir()
    bare_bytes = str(Path(__file__).with_name("bare_bytes.py"))
    found = {
        TEXTUAL: drawn([python, "-c", BARE], b"painted"),
        REQUESTS: command(python, "-c", "import requests"),
        BYTES: command(python, bare_bytes, well),
        EXPORT: command(crane, "export", "--insecure", well, "/dev/null"),
        EXPORT_BADLY: command(crane, "export", "--insecure", badly, "/dev/null"),
        COUNTING: timed(python, "-P", "-c", _COUNT, str(stream)),
        "80 MB: objects": timed(python, "-P", "-c", _LIST, str(stream)),
        "show 80 MB, cold": shown(program, well, states / "cold"),
        "show 80 MB, warm": shown(program, well, states / "warm", warm=True),
        "show 120 MB that hardly compress, cold": shown(program, badly, states / "badly"),
        "show 20 kB": shown(program, str(small(folder)), states / "small", warm=True),
    }
    marks = (("first rows", _FIRST), ("counted", _COUNTED), ("verified", _VERIFIED))
    for heat, (what, mark) in product(("cold", "warm"), marks):
        state = states / f"list-{heat}"
        name = f"80 MB: list, {heat}: {what}"
        found[name] = listed(program, str(package), state, mark, warm=heat == "warm")
    return found


def main() -> None:
    """Prints the rows."""
    parser = options(__doc__, rounds=5)
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder: Path = asked.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        with registry(folder) as address:
            rows = [row for row in ROWS if asked.only in row.measure]
            compared = compare(subjects(asked.program, folder, address), rows, asked.rounds)
        tell(compared, about(asked.program), as_json=asked.json)


if __name__ == "__main__":
    main()
