"""`completion`: the scripts of the shells, and that of bash as bash runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from builders.program.headless import run
from click.testing import CliRunner

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program

PROGRAM = "from xpkgtui.cli.program import program; program.main(prog_name='xpkgtui')"


def test_bash_offers_files_beside_commands(tmp_path: Path) -> None:
    (tmp_path / "shelf.xpkg").touch()
    script = run("completion", "bash").stdout
    ask = f"""
xpkgtui() {{ :; }}
env() {{ command env "${{@:1:3}}" {sys.executable} -c "{PROGRAM}"; }}
compopt() {{ :; }}
{script}
COMP_WORDS=(xpkgtui sh); COMP_CWORD=1
_xpkgtui_completion xpkgtui
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", ask],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["show", "shelf.xpkg"], done.stderr


@pytest.mark.parametrize(
    ("shell", "begins"),
    [("bash", "_xpkgtui_completion() {"), ("zsh", "#compdef xpkgtui"), ("fish", "function _xpkgtui_")],
)
def test_every_shell_has_a_script(shell: str, begins: str) -> None:
    done = run("completion", shell)
    assert (done.exit_code, done.stdout.strip().startswith(begins)) == (0, True)
    assert "_XPKGTUI_COMPLETE" in done.stdout


def test_a_name_of_two_words_cannot_be_completed() -> None:
    around = CommandContext(environment={})
    done = CliRunner().invoke(program, ["completion", "bash"], obj=around, prog_name="kubectl xpkg")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "kubectl xpkg: a shell completes commands of one word, not kubectl xpkg\n  hint   Call xpkgtui completion.\n"
    )
    done = CliRunner().invoke(program, ["completion", "zsh"], obj=around, prog_name="kubectl-xpkg")
    assert "_KUBECTL_XPKG_COMPLETE" in done.stdout


def test_the_man_page_is_that_of_the_program() -> None:
    done = run("completion", "man")
    assert (done.exit_code, done.stdout.split(" ")[0]) == (0, ".TH")
