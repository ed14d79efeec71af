"""The program as it is started."""

import subprocess
import sys
from pathlib import Path

import pytest
from builders.cases import each_row
from click.testing import CliRunner

from xpkgtui import __version__
from xpkgtui.cli.calls import called_name
from xpkgtui.cli.program import program

ROOM = Path(__file__).parents[2]


def started(*args: str, stdout: int = subprocess.PIPE) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "xpkgtui", *args]
    return subprocess.run(command, cwd=ROOM, text=True, check=False, stdout=stdout, stderr=subprocess.PIPE)


@each_row(
    ("path", "name"),
    [
        ("/usr/bin/xpkgtui", "xpkgtui"),
        ("/home/me/.krew/bin/kubectl-xpkg", "kubectl xpkg"),
        ("/somewhere/xpkgtui/__main__.py", "python -m xpkgtui"),
    ],
)
def test_name_is_the_one_it_was_called_by(path: str, name: str) -> None:
    assert called_name(path) == name


def test_module_runs() -> None:
    assert started("--version").stdout == f"xpkgtui {__version__}\n"


def test_version_needs_no_readable_config(tmp_path: Path) -> None:
    result = CliRunner().invoke(program, ["--version"], env={"XDG_CONFIG_HOME": str(tmp_path / "no")})
    assert result.exit_code == 0


def test_help_lists_every_command() -> None:
    shown = CliRunner().invoke(program, ["--help"]).stdout
    assert [
        name for name in ("demo", "check", "show", "ls", "cat", "rules", "cache") if f"  {name} " not in shown
    ] == []


def test_default_command_is_not_listed() -> None:
    commands = CliRunner().invoke(program, ["--help"]).stdout.partition("Commands:")[2].partition("\n\n")[0]
    assert "browse" not in commands


def test_options_of_a_bare_source_have_their_help() -> None:
    assert "--plain-http" in CliRunner().invoke(program, ["browse", "--help"]).stdout


def test_full_disk_is_reported_and_no_traceback() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with open("/dev/full", "wb") as full:
        done = started("--version", stdout=full.fileno())
    assert (done.returncode, "cannot write to standard output" in done.stderr) == (74, True)


def test_closed_output_is_reported_and_no_traceback() -> None:
    command = f"exec {sys.executable} -m xpkgtui --version >&-"
    done = subprocess.run(["sh", "-c", command], cwd=ROOM, text=True, check=False, stderr=subprocess.PIPE)
    assert (done.returncode, "Traceback" in done.stderr) == (74, False)


def test_everything_closed_is_survived() -> None:
    command = f"exec {sys.executable} -m xpkgtui --version <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], cwd=ROOM, check=False).returncode == 74


@each_row("words", [("demo",), ("demo:bundle",), ("browse", "demo")])
def test_what_opens_the_screen_takes_a_place(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(program, [*words, "--at", "nowhere"])
    assert (result.exit_code, "--at is 'nowhere'" in result.stderr) == (2, True)
