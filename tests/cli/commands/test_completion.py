"""`completion`: the scripts of the shells, and that of bash as bash runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.program.headless import run
from click.testing import CliRunner

from xpkgtui.cli.commands.completion import for_kubectl
from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program

PROGRAM = "from xpkgtui.cli.program import program; program.main(prog_name='xpkgtui')"


def in_bash(folder: Path, line: str, *words: str) -> list[str]:
    """What bash offers behind a line that it takes apart into these words."""
    script = run("completion", "bash").stdout
    given = " ".join(f"'{word}'" for word in words)
    ask = f"""
xpkgtui() {{ :; }}
env() {{ command env "${{@:1:3}}" {sys.executable} -c "{PROGRAM}"; }}
compopt() {{ :; }}
{script}
COMP_WORDS=(xpkgtui {given}); COMP_CWORD={len(words)}; COMP_LINE='xpkgtui {line}'; COMP_WORDBREAKS=' :='
_xpkgtui_completion xpkgtui
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", ask],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    return done.stdout.split()


def test_bash_offers_files_beside_commands(tmp_path: Path) -> None:
    (tmp_path / "shelf.xpkg").touch()
    assert in_bash(tmp_path, "sh", "sh") == ["show", "shelf.xpkg"]


@pytest.mark.parametrize(
    ("line", "words", "offered"),
    [
        ("show demo:bu", ("show", "demo", ":", "bu"), ["bundle"]),
        ("show demo:", ("show", "demo", ":"), None),
        ("check a.yaml demo:bu", ("check", "a.yaml", "demo", ":", "bu"), ["bundle"]),
        ("demo:bu", ("demo", ":", "bu"), ["bundle"]),
        ("check --fail-on=wa", ("check", "--fail-on", "=", "wa"), ["warning"]),
        ("check --profile=opm demo:cat", ("check", "--profile", "=", "opm", "demo", ":", "cat"), ["catalog"]),
    ],
)
def test_bash_completes_behind_a_colon(
    tmp_path: Path, line: str, words: tuple[str, ...], offered: list[str] | None
) -> None:
    found = in_bash(tmp_path, line, *words)
    assert found == offered if offered else {"bundle", "catalog"} <= set(found)


@pytest.mark.parametrize(
    ("words", "rows", "end"),
    [
        (["show", "demo:bu"], ["demo:bundle"], ":0"),
        (["check", "--fail-on", "wa"], ["warning"], ":4"),
        (["ou"], ["outdated\tList the packages of a set that have newer versions."], ":0"),
    ],
)
def test_kubectl_is_answered_as_it_asks_a_plugin(
    words: list[str], rows: list[str], end: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert for_kubectl(words, CommandContext(environment={})) == 0
    assert capfd.readouterr().out.splitlines() == [*rows, end]


@each_row(
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
