"""The modules that a start imports, counted exactly as `-X importtime` counts them: it carries what it uses."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import package, xpkg

ROOM = Path(__file__).parents[2]
OURS = "xpkgtui"
MODULES = {"--version": 14, "first frame": 44, "show": 323, "check": 334, "why": 342}
"""Modules of the program. Who makes a start carry more says in the commit what it is for."""
OTHERS = {"--version": 91, "first frame": 95, "show": 214, "check": 214, "why": 215}
"""Modules of Python and of libraries, with those that Python looks for in vain; of Python 3.11."""
PROVIDER = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n"
DEFINITION = """---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: as.example.org
spec:
  group: example.org
  names: {kind: A, listKind: AList, plural: as, singular: a}
  scope: Cluster
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
"""
_SITE = ("sitecustomize", "usercustomize", "apport_python_hook", "_distutils_hack", "__editable__")
"""Modules that an environment adds to every start."""
_OF_NEWER = 40
"""Modules of its own that a newer Python may need more; no library of ours has as few."""
MAIN = "import sys; sys.argv[0] = 'xpkgtui'; from xpkgtui.__main__ import main; main()"
"""The console script."""
FRAME = """
import contextlib, os, xpkgtui.__main__
from xpkgtui.cli.calls import plain_call
from xpkgtui.cli.context import CommandContext

@contextlib.contextmanager
def shown(source, theme, environment):
    with CommandContext().take_terminal(source, theme, environment):
        os._exit(0)

def started(piped):
    import xpkgtui.service.spawning

call = plain_call(["demo"], CommandContext(take_terminal=shown, start_service=started), has_screen=lambda: True)
call()
"""
"""The screen, up to its first frame."""


def run(folder: Path, command: list[str]) -> str:
    """Runs a command of Python in a home of its own; returns what it says on standard error."""
    cached = {name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ}
    around = {"HOME": str(folder), "PATH": os.defpath, "LANG": "C.UTF-8", "TERM": "xterm-256color", **cached}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        cwd=ROOM,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stderr


def drawn(folder: Path) -> str:
    """Draws the first frame on a terminal of its own."""
    report = folder / "frame"
    pid, terminal = pty.fork()
    if pid == 0:
        os.dup2(os.open(report, os.O_WRONLY | os.O_CREAT), 2)
        os.environ["PYTHONPATH"] = str(ROOM)
        os.execv(sys.executable, [sys.executable, "-X", "importtime", "-c", FRAME])
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:  # Linux's way to say that the other side is closed
        pass
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert status == 0, report.read_text()[-2000:]
    return report.read_text()


def imported(folder: Path, start: str) -> list[str]:
    """The modules that a start imports, where the program ran before."""
    if start == "first frame":
        report = drawn(folder)
    else:
        path = folder / "a.xpkg"
        path.write_bytes(xpkg(package(PROVIDER + DEFINITION)))
        command = ["-c", MAIN, start, *([] if start.startswith("-") else [str(path)])]
        run(folder, command)
        report = run(folder, command)
    lines = (line.rpartition("|")[2].strip() for line in report.splitlines() if line.startswith("import time:"))
    found = [name for name in lines if name != "imported package" and not name.startswith(_SITE)]
    assert f"{OURS}.__main__" in found, report[-2000:]
    return found


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The modules of every start."""
    return {start: imported(tmp_path_factory.mktemp("home"), start) for start in MODULES}


def is_ours(name: str) -> bool:
    """Whether a module is the program's."""
    return name.partition(".")[0] == OURS


def test_a_start_imports_as_many_modules_of_the_program_as_was_agreed(
    starts: dict[str, list[str]], golden: Golden
) -> None:
    found = {start: sum(map(is_ours, names)) for start, names in starts.items()}
    # The list says which they are: its difference names what a start carries more.
    golden("start_modules", listed(starts))
    assert found == MODULES


def listed(starts: dict[str, list[str]]) -> str:
    """Every module of the program, below the starts that import it, a line for each folder."""
    users: dict[str, list[str]] = {}
    for start, names in starts.items():
        for name in filter(is_ours, names):
            users.setdefault(name, []).append(start)
    groups: dict[str, dict[str, list[str]]] = {}
    for name in sorted(users):
        folder, _, stem = name.rpartition(".")
        groups.setdefault(", ".join(users[name]), {}).setdefault(folder, []).append(stem)
    lines: list[str] = []
    for group in sorted(groups):
        lines += [f"{group}:", *(f"  {folder}: {' '.join(stems)}" for folder, stems in groups[group].items())]
    return "".join(f"{line}\n" for line in lines)


def test_a_start_imports_as_many_modules_of_python_and_libraries_as_was_agreed(starts: dict[str, list[str]]) -> None:
    found = {start: sum(not is_ours(name) for name in names) for start, names in starts.items()}
    if sys.version_info[:2] == (3, 11):
        assert found == OTHERS
    assert all(found[start] <= most + _OF_NEWER for start, most in OTHERS.items())
