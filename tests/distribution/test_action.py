"""The GitHub Action: its steps, run as a runner runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from builders.oci.images import package, write_layout
from builders.packages.judgements import CRD, PROVIDER
from builders.program.declared import commands
from ruamel.yaml import YAML

FOLDER = Path(__file__).parents[2] / ".github" / "actions" / "check"
ACTION: dict[str, Any] = YAML(typ="safe").load((FOLDER / "action.yml").read_text())
OF_A_TERMINAL = ("help", "quiet", "color", "no-pager")
OWN = ["sources", "annotations", "summary", "sarif", "python", "cache"]
"""Inputs that are no options."""


def run(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """The step that checks, in a folder, with these inputs."""
    bin_folder = folder / "runner" / "xpkgtui" / "bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "xpkgtui").symlink_to(Path(sys.executable).parent / "xpkgtui")
    given = {name: str(one.get("default", "")) for name, one in ACTION["inputs"].items()}
    given |= {name.replace("_", "-"): value for name, value in inputs.items()}
    (step,) = (one for one in ACTION["runs"]["steps"] if one["name"] == "Check")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "RUNNER_TEMP": str(folder / "runner"),
        "GITHUB_ACTION_PATH": str(FOLDER),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "GITHUB_OUTPUT": str(folder / "outputs"),
        **{name: _filled(value, given) for name, value in step["env"].items()},
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def _filled(expression: str, given: dict[str, str]) -> str:
    word = expression.removeprefix("${{ ").removesuffix(" }}")
    return json.dumps(given) if word == "toJSON(inputs)" else given[word.removeprefix("inputs.")]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    folder = tmp_path / "good"
    folder.mkdir()
    (folder / "crossplane.yaml").write_text(PROVIDER)
    (folder / "crd.yaml").write_text(CRD)
    return folder


def test_every_option_of_check_is_an_input() -> None:
    (check,) = (command for context, command in commands() if context.info_name == "check")
    options = [one.opts[-1].removeprefix("--") for one in check.params if one.param_type_name == "option"]
    assert [*ACTION["inputs"]] == OWN + [name for name in options if name not in OF_A_TERMINAL]


def test_no_input_is_put_into_a_script() -> None:
    assert not any("${{" in step.get("run", "") for step in ACTION["runs"]["steps"])


def test_an_option_has_a_value_a_line_or_none(tmp_path: Path, good: Path) -> None:
    words = {"summary": "false", "select": "XPKG614\n XPKG207 ", "no_layers": "true", "verbose": "false"}
    done = run(tmp_path, sources="good\n", format="junit=a.xml\njson=b.json", **words)
    assert done.returncode == 0, done.stderr
    assert ((tmp_path / "a.xml").exists(), (tmp_path / "b.json").exists()) == (True, True)
    (tmp_path / "other").mkdir()
    refused = run(tmp_path / "other", sources="demo", select="XPKG614\nNOTHING1")
    assert (refused.returncode, "NOTHING1" in refused.stderr) == (2, True)


def test_a_folder_with_an_error_is_annotated_and_fails_the_job(tmp_path: Path, good: Path) -> None:
    (good / "crossplane.yaml").write_text(PROVIDER.replace("kind: Provider", "kind: Nothing"))
    done = run(tmp_path, sources=" good ", sarif="x.sarif")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=good/crossplane.yaml,line=")
    assert (tmp_path / "summary.md").read_text().startswith("### ✗ good")
    assert (tmp_path / "x.sarif").exists()
    assert (tmp_path / "outputs").read_text() == "exit-code=1\nsarif=x.sarif\n"


def test_several_sources_stand_on_lines_of_their_own(tmp_path: Path, good: Path) -> None:
    write_layout(tmp_path / "a layout", package(PROVIDER))
    done = run(tmp_path, sources="good\n\na layout\n", annotations="false", fail_on="never")
    assert done.returncode == 0, done.stderr
    assert "2 sources:" in done.stdout
    assert "::" not in done.stdout


def test_a_source_is_no_option_and_no_script(tmp_path: Path) -> None:
    done = run(tmp_path, sources="--help\n$(touch owned)", summary="false")
    assert done.returncode == 3
    assert not (tmp_path / "owned").exists()
    assert not (tmp_path / "summary.md").exists()
