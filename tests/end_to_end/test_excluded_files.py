"""Files left out of a folder of sources: `--exclude`, xpkgtui.toml, and what the repository's build ignores."""

from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        ("Makefile", "build:\n\tcrossplane xpkg build --ignore=.github/*,x.yaml -o out\n", 2),
        ("Makefile", "XPKG_IGNORE = .github/*,x.yaml # both\n", 1),
        ("Makefile", "export XPKG_IGNORE ?= .github/*,x.yaml\n", 1),
        (".github/workflows/ci.yml", 'run: crossplane xpkg build --ignore ".github/*,x.yaml"\n', 1),
    ],
)
def test_what_the_repositorys_build_ignores_is_said_with_the_option(
    file: str, text: str, line: int, tmp_path: Path
) -> None:
    folder = repository(tmp_path / "p", **{file: text})
    sentence = (
        f"The build of this repository ignores files ({file}:{line}): open it with --exclude '.github/*,x.yaml'."
    )
    ended = run("show", str(folder))
    assert sentence in ended.stdout + ended.stderr
    again = run("show", str(folder), "--exclude", ".github/*,x.yaml")
    assert "The build of this repository" not in again.stdout + again.stderr


def test_patterns_made_of_variables_are_not_guessed(tmp_path: Path) -> None:
    folder = repository(tmp_path / "p", Makefile="build:\n\txpkg build --ignore=$(IGNORED)\n")
    ended = run("show", str(folder))
    assert "The build of this repository" not in ended.stdout + ended.stderr
