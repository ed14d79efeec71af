"""What shells complete, asked as a shell asks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.oci.images import index, package, write_layout
from click.shell_completion import ShellComplete

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: p\n---\n"
WATCHED = """
import atexit, sys
atexit.register(lambda: print(*[name for name in ("textual", "rich", "requests", "asyncio") if name in sys.modules],
                              file=sys.stderr))
from xpkgtui.cli.program import program
program.main(prog_name="xpkgtui")
"""


def completed(*words: str) -> subprocess.CompletedProcess[str]:
    asked = {"_XPKGTUI_COMPLETE": "bash_complete", "COMP_WORDS": "\n".join(["xpkgtui", *words])}
    environment = {**os.environ, **asked, "COMP_CWORD": str(len(words)), "XDG_STATE_HOME": "/nowhere"}
    return subprocess.run(
        [sys.executable, "-c", WATCHED], env=environment, capture_output=True, text=True, check=False
    )


def offered(*words: str, state: Path = Path("/nowhere")) -> list[str]:
    """What click offers for these words, the last of which is begun."""
    around = {"obj": CommandContext(environment={"XDG_STATE_HOME": str(state)})}
    found = ShellComplete(program, around, "xpkgtui", "_XPKGTUI_COMPLETE").get_completions([*words[:-1]], words[-1])
    return [f"{one.type},{one.value}" for one in found]


@each_row(
    ("words", "expected"),
    [
        (("sh",), ["plain,show", "file,sh"]),
        (("show", "--profile", "sp"), ["plain,spec"]),
        (("check", "--fail-on", "w"), ["plain,warning"]),
        (("check", "--format", "c"), ["plain,concise"]),
        (("check", "--format", "sarif=a"), ["file,sarif=a"]),
        (("diff", "--ignore", "chg10"), [f"plain,CHG10{number}" for number in range(1, 9)]),
        (("rules", "no"), []),
        (("show", "demo"), ["file,demo"]),
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


def test_platforms_of_a_layout_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = index((package(STREAM), "linux/amd64"), (package(STREAM, platform="linux/arm64"), "linux/arm64"))
    folder = write_layout(tmp_path / "layout", built)
    odd = [{"platform": {"os": "linux", "architecture": "arm", "variant": "v7"}}, 7, {"platform": 7}]
    odd += [
        {"platform": {"os": "linux", "architecture": ["arm"]}},
        {"platform": {"os": "unknown", "architecture": "unknown"}},
    ]
    (tmp_path / "index.json").write_text(json.dumps({"manifests": odd}))
    monkeypatch.setenv("COMP_WORDS", f"xpkgtui show {folder} {tmp_path} --platform")
    assert offered("show", "--platform", "") == [
        "plain,all",
        "plain,linux/amd64",
        "plain,linux/arm64",
        "plain,linux/arm/v7",
        "plain,linux",
    ]
    assert offered("show", "--platform", "linux/am") == ["plain,linux/amd64"]


def test_of_an_index_a_few_entries_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[dict[str, object]] = [{}] * 199 + [{"platform": {"os": "linux"}}, {"platform": {"os": "plan9"}}]
    (tmp_path / "index.json").write_text(json.dumps({"manifests": listed}))
    monkeypatch.setenv("COMP_WORDS", f"xpkgtui show {tmp_path} --platform")
    assert offered("show", "--platform", "") == ["plain,all", "plain,linux"]


@each_row("text", ["", "[]", "{", '{"manifests": 7}', '{"manifests": [{"platform": {"os": ["a"]}}]}'])
def test_a_broken_layout_completes_nothing(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.json").write_text(text)
    monkeypatch.setenv("COMP_WORDS", f"xpkgtui show {tmp_path} --platform")
    assert offered("show", str(tmp_path), "--platform", "") == ["plain,all"]


def test_recent_sources_are_completed_and_hostile_ones_are_not(tmp_path: Path) -> None:
    hostile = ["a b", "a;rm -rf", "a$(id)", "a`id`", "a\nplain,x", "a\x1b[31m", "a'b", "a*", "a~"]
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "recents.json").write_text(json.dumps(["a.example/b:v1", *hostile, "b.example/c"]))
    assert offered("show", "a", state=tmp_path) == ["file,a", "plain,a.example/b:v1"]


@pytest.mark.parametrize("words", [("",), ("show", ""), ("check", "--select", "X"), ("show", "x", "--platform", "")])
def test_nothing_slow_is_loaded(words: tuple[str, ...]) -> None:
    done = completed(*words)
    assert done.returncode == 0
    assert (done.stderr.strip(), bool(done.stdout)) == ("", True)
