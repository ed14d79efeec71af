"""What shells complete, asked as a shell asks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from builders.oci.images import index, package, write_layout

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: p\n---\n"
PROGRAM = "from xpkgtui.cli.program import program; program.main(prog_name='xpkgtui')"
WATCHED = f"""
import atexit, sys
atexit.register(lambda: print(*[name for name in ("textual", "rich", "requests", "asyncio") if name in sys.modules],
                              file=sys.stderr))
{PROGRAM}
"""


def completed(*words: str, state: Path | None = None, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "_XPKGTUI_COMPLETE": "bash_complete",
        "COMP_WORDS": "\n".join(["xpkgtui", *words]),
        "COMP_CWORD": str(len(words)),
        "XDG_STATE_HOME": str(state or "/nowhere"),
    }
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )


def offered(*words: str, state: Path | None = None) -> list[str]:
    return completed(*words, state=state).stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("sh",), ["plain,show", "file,sh"]),
        (("show", "--profile", "sp"), ["plain,spec"]),
        (("check", "--fail-on", "w"), ["plain,warning"]),
        (("check", "--format", "c"), ["plain,concise"]),
        (("check", "--select", "xpkg40"), [f"plain,XPKG40{number}" for number in range(1, 10)]),
        (("rules", "401"), ["plain,XPKG401"]),
        (("check", "--ca-file", "a"), ["file,a"]),
        (("ls", "--cache-dir", "a"), ["dir,a"]),
        (("completion", "z"), ["plain,zsh"]),
        (("cache", "p"), ["plain,prune"]),
        (("demo", "--format", "b"), ["plain,bundle"]),
        (("show", "demo:c"), ["file,demo:c", "plain,demo:catalog"]),
    ],
)
def test_names_are_completed(words: tuple[str, ...], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_options_of_a_bare_source_are_completed() -> None:
    assert "plain,--platform" in offered("--pla")


def test_platforms_of_a_layout_are_completed(tmp_path: Path) -> None:
    built = index((package(STREAM), "linux/amd64"), (package(STREAM, platform="linux/arm64"), "linux/arm64"))
    folder = write_layout(tmp_path / "layout", built)
    assert offered("show", str(folder), "--platform", "linux/") == ["plain,linux/amd64", "plain,linux/arm64"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"manifests": 7}', '{"manifests": [{"platform": {"os": ["a"]}}]}'])
def test_a_broken_layout_completes_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "index.json").write_text(text)
    assert offered("show", str(tmp_path), "--platform", "") == ["plain,all"]


def test_recent_sources_are_completed_and_hostile_ones_are_not(tmp_path: Path) -> None:
    hostile = ["a b", "a;rm -rf", "a$(id)", "a`id`", "a\nplain,x", "a\x1b[31m", "a'b", "a*", "a~"]
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "recents.json").write_text(json.dumps(["a.example/b:v1", *hostile, "b.example/c"]))
    assert offered("show", "a", state=tmp_path) == ["file,a", "plain,a.example/b:v1"]


@pytest.mark.parametrize("words", [("",), ("show", ""), ("check", "--select", "X"), ("show", "x", "--platform", "")])
def test_nothing_slow_is_loaded(words: tuple[str, ...]) -> None:
    done = completed(*words, program=WATCHED)
    assert (done.stderr.strip(), bool(done.stdout)) == ("", True)


def test_bash_offers_files_beside_commands(tmp_path: Path) -> None:
    (tmp_path / "shelf.xpkg").touch()
    script = subprocess.run(
        [sys.executable, "-c", PROGRAM, "completion", "bash"], capture_output=True, text=True, check=True
    ).stdout
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


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, "completion", shell], capture_output=True, check=False)
    assert (done.returncode, b"_XPKGTUI_COMPLETE" in done.stdout) == (0, True)
