"""The command line where something else was meant, or a word is nearly right."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.program.headless import run

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: acme}\n"
REFUSED = META + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: x}\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    path = tmp_path / "package.yaml"
    path.write_text(REFUSED)
    return path


@each_row(
    ("word", "meant"),
    [
        ("chek", "did you mean the command check?"),
        ("shwo", "did you mean the command show?"),
        ("Rules", "did you mean the command rules?"),
        ("help", "did you mean --help?"),
        ("version", "did you mean --version?"),
    ],
)
def test_a_word_that_is_nearly_a_command_names_it(word: str, meant: str) -> None:
    ended = run(word)
    assert (ended.exit_code, f"there is no command {word}; {meant}" in ended.stderr) == (2, True)


@each_row(("option", "near"), [("--bogus", ""), ("--formt", "'--format'"), ("--verbos", "'--verbose'")])
def test_an_option_is_suggested_only_where_it_is_nearly_what_was_typed(option: str, near: str) -> None:
    said = run("check", "demo", option).stderr
    assert ("Did you mean" in said, near in said) == (bool(near), True)


def test_a_missing_shell_is_asked_for_in_one_line() -> None:
    ended = run("completion")
    says = "Missing argument 'bash|zsh|fish|man'. Choose from: bash, zsh, fish, man"
    assert ended.stderr.splitlines()[0].endswith(says)


@pytest.mark.parametrize(("value", "said"), [("-1", "-1 is below 0."), ("x", "'x' is not a valid integer.")])
def test_a_layer_is_a_number_from_0(value: str, said: str) -> None:
    assert said in run("ls", "demo", "--layer", value).stderr


@each_row("words", [("merge", "demo", "demo"), ("pull", "demo"), ("store", "a.xpkg", "folder")])
def test_a_word_before_sources_that_is_no_command_is_called_so(words: tuple[str, ...]) -> None:
    ended = run(*words)
    assert f"there is no command {words[0]}; the commands are demo, check, " in ended.stderr
    assert (ended.exit_code, "did you mean" in ended.stderr) == (2, False)


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("a.xpkg", "why"), "; did you mean the command why? It comes first"), (("a.xpkg", "demo"), "")],
)
def test_a_command_behind_its_source_is_asked_back(words: tuple[str, ...], meant: str) -> None:
    ended = run(*words)
    assert (ended.exit_code, f"one SOURCE at a time, not 2{meant}\n" in ended.stderr) == (2, True)


def test_a_file_of_such_a_name_is_opened(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package.rename(package.parent / "chek")
    monkeypatch.chdir(package.parent)
    assert "Configuration acme" in run("chek").stdout


def test_a_path_named_demo_wins_over_the_built_in_package(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package.rename(package.parent / "demo")
    monkeypatch.chdir(package.parent)
    assert "Configuration acme" in run("show", "demo").stdout
    (package.parent / "demo").rename(package.parent / "demo:bundle")
    assert "Configuration acme" in run("show", "demo:bundle").stdout


@each_row("name", ["401", "XPKG401", "xpkg401"])
def test_a_rule_is_found_by_its_number(name: str) -> None:
    assert run("rules", name).stdout.startswith("XPKG401")


def test_rules_are_selected_by_numbers_too(package: Path) -> None:
    assert "XPKG702" in run("check", str(package), "--select", "702").stdout
    assert "XPKG605" not in run("check", str(package), "--select", "XPKG7").stdout


@pytest.mark.parametrize("form", ["text", "concise"])
def test_a_refusal_is_not_beside_the_words_no_findings(package: Path, form: str) -> None:
    printed = run("check", str(package), "--select", "XPKG4", "--format", form).stdout
    assert "refuses it" in printed
    assert "XPKG702 was not selected" in printed
    assert "no findings" not in printed


def test_cache_alone_prints_its_help() -> None:
    ended = run("cache")
    assert (ended.exit_code, "prune" in ended.stdout) == (0, True)


def test_a_format_in_place_of_a_file_is_asked_back(package: Path) -> None:
    ended = run("check", str(package), "-o", "json")
    assert (ended.exit_code, "Did you mean --format json?" in ended.stderr) == (2, True)


def test_output_never_replaces_a_source(package: Path) -> None:
    ended = run("check", str(package), "-o", str(package))
    assert (ended.exit_code, package.read_text()) == (2, REFUSED)


def test_standard_input_is_called_by_its_name() -> None:
    assert "standard input is an empty file, not a package" in run("check", "-").stderr


def test_every_line_of_concise_names_the_package() -> None:
    rows = run("check", "demo", "demo:bundle", "--format", "concise").stdout.splitlines()
    assert "demo: package.yaml:79:5: XPKG911 info: " in "\n".join(rows)
    assert [row for row in rows if not row.startswith(("demo: ", "demo:bundle: ", "2 sources: "))] == []


def test_concise_has_a_line_for_each_finding_and_a_total(package: Path) -> None:
    rows = run("check", str(package), "--format", "concise", "--select", "702").stdout.splitlines()
    assert rows[0].startswith(f"{package}:6:1: XPKG702 error: ")
    assert rows[1].startswith(f"{package}: Crossplane 2.4 refuses it")
    assert rows[2:] == ["1 source: 1 error, 0 warnings, 0 infos"]


def test_show_lists_without_judging(package: Path) -> None:
    ended = run("show", str(package), "--no-check")
    assert (ended.exit_code, "not checked" in ended.stdout, "acme" in ended.stdout) == (0, True, True)


def test_help_on_a_full_disk_is_a_sentence() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "xpkgtui", "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (ended.returncode, ended.stderr) == (
        74,
        "python -m xpkgtui: cannot write to standard output: No space left on device\n",
    )


def test_a_terminal_that_is_read_is_said(tmp_path: Path) -> None:
    screen, keyboard = pty.openpty()
    command = [sys.executable, "-m", "xpkgtui", "check", "-"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=keyboard, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        process.terminate()
        process.wait(30)
    os.close(screen)
    os.close(keyboard)
    assert said == b"note: reading a package from the terminal; ctrl+d ends it\n"


def test_a_rule_that_is_no_more_may_still_be_ignored(package: Path) -> None:
    ended = run("check", str(package), "--ignore", "XPKG807,xpkg612", "--fail-on", "never")
    assert (ended.exit_code, ended.stderr) == (0, "")


def test_a_rule_that_is_no_more_says_what_took_its_place() -> None:
    ended = run("rules", "XPKG801")
    assert ended.exit_code == 2
    assert "the rule XPKG801 is no more" in ended.stderr
    assert "XPKG817 took its place." in ended.stderr
