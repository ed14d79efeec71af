"""How long until the program says something: ratios to a bare Textual app, and to Python that imports requests.

    python tests/benchmarks/starting.py [--json] [--rounds 9] [--only WORD] [--program PATH]

`paint` is the first frame on a terminal of its own, 120x40, from exec on; `keys` the first one of the running screen,
which names the keys that it takes; `verdict` the sentence that has it. Commands run to their end. `cpu` is the
processor time of the program and its children, which other work on the machine disturbs less than the clock. --only
measures the rows whose name has that word; --program measures another program, such as one of an older checkout.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, about, command, compare, drawn, options, tell
from benchmarks.packages import small

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("painted")

Bare().run()
"""
TEXTUAL, REQUESTS = "a bare Textual app", 'python -c "import requests"'
ROWS = (
    Row("start screen: paint", TEXTUAL, 1.25),
    Row("demo: paint", TEXTUAL, 1.25),
    Row("20 kB: paint", TEXTUAL, 1.25),
    Row("start screen: keys", TEXTUAL),
    Row("demo: keys", TEXTUAL),
    Row("demo: verdict", TEXTUAL, 2.0),
    Row("20 kB: verdict", TEXTUAL),
    Row("show 20 kB", REQUESTS, 1.5),
    Row("show --no-check 20 kB", REQUESTS),
    Row("check 20 kB", REQUESTS, 1.8),
    Row("check ten of 20 kB", REQUESTS, 2.2),
    Row("ls 20 kB", REQUESTS),
    Row("--version", REQUESTS),
    Row("--help", REQUESTS),
    Row("completion of a command", REQUESTS),
    Row("completion of a rule", REQUESTS),
)


def subjects(program: str, folder: Path) -> dict[str, Subject]:
    """What is measured, by name."""
    python = str(Path(program).with_name("python")) if Path(program).with_name("python").exists() else sys.executable
    ten = [str(small(folder, number)) for number in range(10)]
    one = ten[0]
    state = {name: str(folder) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR")}

    def completed(words: str) -> Subject:
        asked = {"_XPKGTUI_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        return command(program, environment={**state, **asked})

    return {
        TEXTUAL: drawn([python, "-c", BARE], b"painted"),
        REQUESTS: command(python, "-c", "import requests"),
        "start screen: paint": drawn([program], b"choose", state),
        "demo: paint": drawn([program, "demo"], b"Objects", state),
        "20 kB: paint": drawn([program, one], b"Objects", state),
        "start screen: keys": drawn([program], b"Quit", state),
        "demo: keys": drawn([program, "demo"], b"Quit", state),
        "demo: verdict": drawn([program, "demo"], b"accepts it", state),
        "20 kB: verdict": drawn([program, one], b"accepts it", state),
        "show 20 kB": command(program, "show", one, environment=state),
        "show --no-check 20 kB": command(program, "show", "--no-check", one, environment=state),
        "check 20 kB": command(program, "check", one, environment=state),
        "check ten of 20 kB": command(program, "check", *ten, environment=state),
        "ls 20 kB": command(program, "ls", one, environment=state),
        "--version": command(program, "--version", environment=state),
        "--help": command(program, "--help", environment=state),
        "completion of a command": completed("xpkgtui ch"),
        "completion of a rule": completed("xpkgtui check --select XPKG40"),
    }


def main() -> None:
    """Prints the rows."""
    asked = options(__doc__, rounds=9).parse_args()
    rows = [row for row in ROWS if asked.only in row.measure]
    with tempfile.TemporaryDirectory() as folder:
        found = compare(subjects(asked.program, Path(folder)), rows, asked.rounds)
    tell(found, about(asked.program), as_json=asked.json)


if __name__ == "__main__":
    main()
