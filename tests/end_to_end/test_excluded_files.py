"""Files left out of a folder of sources: `--exclude`, xpkgtui.toml, and what the repository's build ignores."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.packages.folders import META, composition, write_folder
from builders.program.headless import headless, run

BROKEN = "{{ not: yaml"


def repository(folder: Path, **more: str) -> Path:
    files = {"crossplane.yaml": META, "apis/a.yaml": composition("a"), ".github/ci.yml": "on: push\n"}
    return write_folder(folder, {**files, **more})


def kept(folder: Path, *options: str) -> list[str]:
    return [one["name"] for one in headless("show", folder, *options).document["objects"]]


def test_a_repository_with_other_yaml_is_accepted_without_it(tmp_path: Path) -> None:
    folder = repository(tmp_path / "p", **{"hack/chart.yaml": BROKEN})
    assert headless("check", folder, "--profile", "build").result["verdict"] == "refused"
    checked = headless("check", folder, "--profile", "build", "--exclude", ".github/*", "--exclude", "hack/*")
    assert checked.result["verdict"] == "accepted"
    assert kept(folder, "--exclude", ".github/*,hack/*") == ["acme", "a"]


def test_patterns_are_matched_below_the_folder_that_is_built(tmp_path: Path) -> None:
    files = {
        "package/crossplane.yaml": META,
        "package/x/a.yaml": composition("a"),
        "package/b.yaml": composition("b"),
    }
    folder = write_folder(tmp_path / "p", files)
    assert kept(folder, "--exclude", "x/*") == ["acme", "b"]
    assert kept(folder, "--exclude", "package/x/*") == ["acme", "b", "a"]


def test_examples_are_not_touched_by_patterns(tmp_path: Path) -> None:
    folder = repository(tmp_path / "p", **{"examples/e.yaml": "# nothing\n---\n"})
    without = headless("check", folder, "--profile", "build", "--exclude", ".github/*,*.yaml")
    assert "XPKG411" in {one["rule"] for one in without.result["findings"]}


def test_what_was_left_out_is_said(tmp_path: Path) -> None:
    ended = run("show", str(repository(tmp_path / "p")), "--exclude", ".github/*")
    assert "1 file left out by --exclude: .github/ci.yml" in ended.stdout + ended.stderr


def test_the_project_says_it_once_for_all(tmp_path: Path) -> None:
    folder = repository(tmp_path / "p", **{"xpkgtui.toml": 'exclude = [".github/*"]\n'})
    assert kept(folder) == ["acme", "a"]


@each_row(
    ("text", "said"),
    [
        ("exclud = []", "Did you mean exclude?"),
        ("exclude = 3", "is not a list of patterns"),
        ('exclude = ["["]', "is not a pattern"),
        ("exclude", "is not TOML"),
    ],
)
def test_a_project_file_that_cannot_be_meant_is_refused(text: str, said: str, tmp_path: Path) -> None:
    ended = run("show", str(repository(tmp_path / "p", **{"xpkgtui.toml": text})))
    assert (ended.exit_code, said in ended.stderr) == (2, True)


def test_a_pattern_that_go_calls_bad_is_refused(tmp_path: Path) -> None:
    ended = run("check", str(repository(tmp_path / "p")), "--exclude", "[")
    assert (ended.exit_code, "is not a pattern" in ended.stderr) == (2, True)


@each_row("form", ["text", "concise", "json", "sarif", "html", "markdown", "github", "junit", "gitlab"])
def test_what_the_folder_itself_leaves_out_is_said_by_its_file(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # GitLab is told of files of the checkout
    folder = repository(tmp_path / "p", **{"xpkgtui.toml": 'exclude = [".github/*"]\n'})
    ended = run("check", str(folder), "--format", form)
    assert ".github/ci.yml" in ended.stdout
    assert "xpkgtui.toml" in ended.stdout or '"excluded"' in ended.stdout
    assert "left out by xpkgtui.toml" in ended.stderr
    assert "--exclude" not in ended.stderr
    without = run("check", str(folder), "--format", form, "--exclude", ".github/*")
    assert "xpkgtui.toml" not in without.stdout + without.stderr


ANSWERS = ["show", "why", "deps", "rbac", "images", "explain", "examples", "diff"]


@each_row("command", ANSWERS)
def test_each_answer_in_json_says_what_the_folder_leaves_out(command: str, tmp_path: Path) -> None:
    folder = repository(tmp_path / "p", **{"xpkgtui.toml": 'exclude = ["apis/*"]\n'})
    more = {"diff": (str(folder),), "examples": (str(folder),)}.get(command, ())
    document = headless(command, folder, *more).document
    (found,) = document.get("results", [document])
    sides = [found["old"], found["new"]] if command == "diff" else [found]
    assert [one["excluded"] for one in sides] == [["apis/a.yaml"]] * len(sides)
