"""What people expect of every command: quiet, colors, a pager, hints, and a code where nothing can be written."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from builders.cases import each_row
from builders.gate import few
from builders.program.declared import commands
from builders.program.terminals import written_to_terminal
from click.testing import CliRunner

from xpkgtui.cli.calls import COMMANDS
from xpkgtui.cli.output import paint
from xpkgtui.cli.program import program

ROOM = Path(__file__).parents[2]
SET = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: a}\nspec: {package: acme/nop:v1}\n"
DEFINITION = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata: {name: a}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.org}
spec:
  group: example.org
  names: {kind: A, listKind: AList, plural: as, singular: a}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {KEYS}}}
"""
WRITES = {
    "check": "demo",
    "why": "demo",
    "diff": "demo demo",
    "show": "demo",
    "ls": "demo",
    "cat": "demo",
    "explain": "demo Berth",
    "examples": "demo",
    "upgrades": "demo:catalog",
    "deps": "demo",
    "plan": "SET --offline",
    "outdated": "SET --offline",
    "images": "demo:bundle --to example.org/mirror",
    "rbac": "demo",
    "rules": "",
    "report": "demo -o -",
    "manual": "verdict",
    "schema": "check",
    "cache": "info",
    "config": "show",
    "completion": "bash",
    "": "--help",
    "demo": "",
}
NOTHING_TO_WRITE = {("plan", "yaml"), ("images", "imageconfig")}
WITHOUT_OUTPUT_HERE = {"save", "tags", "referrers"}
"""The first writes files; the others ask a registry."""


def run(*words: str, **environment: str) -> tuple[int, str, str]:
    ended = CliRunner().invoke(program, words, env=environment)
    return ended.exit_code, ended.stdout, ended.stderr


def forms_of(command: str) -> list[str]:
    """The values of `--format`, as they are completed; none where a command has no other form."""
    found = next(((context, one) for context, one in commands() if one.name == command), None)
    options = [one for one in found[1].params if "--format" in one.opts] if found and command in COMMANDS else []
    values = [item.value for one in options for item in one.shell_complete(found[0], "")] if found else []
    return [one for one in values if (command, one) not in NOTHING_TO_WRITE]


def test_every_command_is_tried_on_a_full_disk() -> None:
    assert WRITES.keys() - {""} | WITHOUT_OUTPUT_HERE == set(COMMANDS)


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("command", WRITES)
def test_a_disk_that_is_full_ends_with_74_in_every_form(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "set.yaml").write_text(SET)
    call = [one for one in (command, *WRITES[command].replace("SET", str(tmp_path / "set.yaml")).split()) if one]
    for more in [["--format", form] for form in few(forms_of(command), 2)] or [[]]:
        with open("/dev/full", "w", encoding="utf-8") as full, monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", full)
            with pytest.raises(SystemExit) as ended:
                program.main([*call, *more], "xpkgtui")
        said = capsys.readouterr().err
        assert (ended.value.code, "cannot write to standard output: No space left" in said) == (74, True), (
            more,
            said,
        )


@pytest.mark.usefixtures("forked")
def test_a_file_on_a_full_disk_ends_with_74() -> None:
    calls = ("check demo -o /dev/full", "report demo -o /dev/full", "check demo --format json=/dev/full")
    for call in (*calls, "check demo --format jsonl=/dev/full"):
        code, _, said = run(*call.split())
        assert (code, "cannot write /dev/full: No space left" in said) == (74, True), call


@pytest.mark.parametrize("words", ["--help", "show demo"])
def test_a_closed_standard_output_ends_with_74(words: str) -> None:
    command = f"exec {sys.executable} -m xpkgtui {words} >&-"
    done = subprocess.run(["sh", "-c", command], cwd=ROOM, text=True, check=False, stderr=subprocess.PIPE)
    assert (done.returncode, "standard output is closed" in done.stderr) == (74, True)


def test_an_output_that_is_open_for_reading_alone_ends_with_74() -> None:
    command = f"exec {sys.executable} -m xpkgtui show demo 1</dev/null"
    done = subprocess.run(["sh", "-c", command], cwd=ROOM, text=True, check=False, stderr=subprocess.PIPE)
    assert (done.returncode, "cannot write to standard output" in done.stderr) == (74, True), done.stderr


@pytest.mark.parametrize(
    "words", ["-q check demo:refused", "check demo:refused --quiet", "--color never -q check demo:refused"]
)
def test_a_quiet_check_has_errors_and_the_verdict(words: str) -> None:
    _, loud, _ = run("check", "demo:refused")
    code, said, noted = run(*words.split())
    assert (code, noted) == (1, "")
    assert "✗ XPKG401" in said
    assert "✗ Crossplane 2.4 refuses it" in said
    assert "\n·" in loud
    assert "\n·" not in said
    assert "\n! " not in said


def test_a_quiet_command_has_no_notes() -> None:
    loud, quiet = run("check", "demo", "--crossplane", "1.20"), run("check", "demo", "--crossplane", "1.20", "-q")
    assert "note:" in loud[2]
    assert quiet[2] == ""


def test_a_quiet_diff_has_what_breaks(tmp_path: Path) -> None:
    for name, keys in (("old", "a: {type: string}"), ("new", "a: {type: integer}, c: {type: string}")):
        (tmp_path / f"{name}.yaml").write_text(DEFINITION.replace("KEYS", keys))
    words = ("diff", str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml"))
    loud, quiet = run(*words)[1], run("-q", *words)[1]
    assert "Additions  1" in loud
    assert quiet == loud[: loud.index("\nAdditions")]
    assert "✗ CHG132" in quiet


@pytest.mark.parametrize("words", [("--color", "always", "show", "demo"), ("show", "demo", "--color=always")])
def test_colors_can_be_asked_for_in_a_pipe(words: tuple[str, ...]) -> None:
    assert "\x1b[" in run(*words, NO_COLOR="1")[1]


def test_no_colors_can_be_asked_for() -> None:
    assert "\x1b[" in run("show", "demo", FORCE_COLOR="1")[1]
    assert "\x1b[" not in run("show", "demo", "--color", "never", FORCE_COLOR="1")[1]


def test_a_word_for_colors_that_is_not_there_is_named() -> None:
    assert run("--color", "sometimes", "show", "demo")[0] == 2
    assert "requires an argument" in run("-q", "--color")[2]


@each_row(
    ("environment", "is_forced"),
    [
        ({"CLICOLOR_FORCE": "1"}, True),
        ({"CLICOLOR_FORCE": "0"}, False),
        ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_a_pipe_has_colors_where_clicolor_forces_them(environment: dict[str, str], is_forced: bool) -> None:
    assert paint(environment).colors is is_forced


def on_terminal(words: str, **environment: str) -> str:
    """What a call writes to a terminal of 24 rows, with little around it."""
    around = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "TERM": "xterm", **environment}
    return written_to_terminal(words.split(), around, ROOM)


@pytest.mark.parametrize("words", ["demo", "check demo", "why demo:refused", "-v show demo", "rules"])
def test_a_dumb_terminal_gets_no_escapes(words: str) -> None:
    shown = on_terminal(words, TERM="dumb")
    assert shown.strip()
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("environment", "has_colors"),
    [({}, True), ({"CLICOLOR": "0"}, False), ({"CLICOLOR": "1"}, True), ({"NO_COLOR": "1"}, False)],
)
def test_a_terminal_has_colors_unless_clicolor_is_0(environment: dict[str, str], has_colors: bool) -> None:
    assert ("\x1b[1m" in on_terminal("--no-pager show demo", **environment)) is has_colors


@pytest.mark.parametrize(
    ("words", "is_paged"),
    [
        ("show demo", True),
        ("why demo:refused", True),
        ("show demo --no-pager", False),
        ("--no-pager show demo", False),
        ("show demo --format json", False),
        ("check demo", False),
        ("cat demo", True),
    ],
)
def test_long_text_goes_through_a_pager(words: str, is_paged: bool, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\necho "paged with $LESS"\ncat\n')
    pager.chmod(0o755)
    assert ("paged with FRX" in on_terminal(words, PAGER=str(pager))) is is_paged


@each_row(
    ("source", "hint"),
    [
        ("docker-daemon:acme/nop:v1", "`docker save acme/nop:v1 -o image.tar`"),
        ("docker-daemon:a;b", "docker save 'a;b' -o"),
        ("containers-storage:localhost/nop", "`podman save --format oci-archive -o image.tar localhost/nop`"),
        ("file:///tmp/nowhere.xpkg", "Write /tmp/nowhere.xpkg"),
        ("file://localhost/a%20b", "Write /a b"),
        ("file:nowhere", "Write nowhere"),
    ],
)
@each_row("command", ["show", "check", "tags"])
def test_what_others_call_an_image_has_a_hint(command: str, source: str, hint: str) -> None:
    code, _, said = run(command, source)
    assert code == 2, said
    assert hint in said


@each_row(
    ("words", "hint"),
    [
        ("show demo --tls-verify=false", "--insecure HOST"),
        ("--tls-verify=false demo", "--insecure HOST"),
        ("images demo --src-tls-verify", "--plain-http HOST"),
        ("check demo --creds a:b", "--auth-file FILE"),
        ("check demo --cert-dir x", "--ca-file FILE"),
        ("show demo --no-color", "--color never"),
    ],
)
def test_an_option_of_another_program_names_ours(words: str, hint: str) -> None:
    code, _, said = run(*words.split())
    assert (code, hint in said.partition("hint")[2]) == (2, True), said


@each_row("name", [one for one in COMMANDS if one != "completion"])
def test_the_help_of_every_command_has_examples_that_its_parser_takes(name: str) -> None:
    text = run(name, "--help")[1].partition("Examples:\n")[2]
    calls = [row.strip() for row in text.splitlines()]
    assert calls
    for call in calls:
        words = shlex.split(call.rpartition("| ")[2])
        assert words[:2] == ["xpkgtui", name], call
        command = program.get_command(click.Context(program), name)
        assert command is not None
        if isinstance(command, click.Group):
            command, words = command.commands[words[2]], words[1:]
        command.make_parser(click.Context(command)).parse_args(words[2:])


WINDOWS = """
import os, signal, sys
for name in ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog"):
    sys.modules[name] = None
for name in ("SIGHUP", "SIGQUIT", "SIGTSTP", "SIGALRM", "SIGKILL", "SIGPIPE", "setitimer"):
    delattr(signal, name)
for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "getuid", "geteuid", "killpg", "pread"):
    delattr(os, name)
sys.platform, sys.argv = "win32", ["xpkgtui", *sys.argv[1:]]
from xpkgtui.__main__ import main
try:
    main()
finally:
    print(sorted(name for name in sys.modules if name.startswith("xpkgtui")))
"""


@each_row("words", ["--version", "", "check demo"])
def test_windows_is_refused_in_a_sentence_before_anything_is_imported(words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS, *words.split()], cwd=ROOM, text=True, check=False, capture_output=True
    )
    assert (done.returncode, done.stdout) == (2, "['xpkgtui', 'xpkgtui.__main__']\n")
    assert "use WSL" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("words", ["--help", "rules", "check demo:refused", "check demo:refused --format json=FILE"])
def test_a_reader_who_leaves_ends_as_sigpipe_does_and_files_are_whole(words: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as pipe:
        call = [sys.executable, "-m", "xpkgtui", *words.replace("FILE", str(file)).split()]
        more = ["--format", "text"] if "FILE" in words else []
        ended = subprocess.run([*call, *more], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (141, "")
    assert "FILE" not in words or json.loads(file.read_text())["results"]
