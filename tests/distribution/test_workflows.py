"""Workflows: actions by hash and at the versions that pages name, rights by job, and what the hook installs."""

import re
import tomllib
from pathlib import Path
from typing import Any

from builders.cases import each_row
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
FILES = (*sorted(FOLDER.glob("*.yml")), ROOT / ".github" / "actions" / "check" / "action.yml")
JOBS: dict[str, dict[str, Any]] = {
    f"{path.stem} {name}": job
    for path in FILES[:-1]
    for name, job in YAML(typ="safe").load(path.read_text())["jobs"].items()
}
PINNED = re.compile(r"([\w.-]+/[\w./-]+)@([0-9a-f]{40}) # v([0-9]+)\.[0-9]+\.[0-9]+")


def used() -> dict[str, set[tuple[str, str]]]:
    """The actions of other people, each with its hashes and main versions."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in FILES:
        for name, digest, version in PINNED.findall(path.read_text()):
            found.setdefault(name, set()).add((digest, version))
    return found


def test_every_action_is_pinned_by_hash_and_everywhere_by_one() -> None:
    words = [line for path in FILES for line in re.findall(r"uses: (.*)", path.read_text())]
    assert [line for line in words if not line.startswith("./") and not PINNED.fullmatch(line)] == []
    assert {name for name, versions in used().items() if len(versions) > 1} == set()


def test_pages_name_the_versions_of_actions_that_the_workflows_use() -> None:
    versions = {name: version for name, ((_, version),) in used().items()}
    pages = (ROOT / "README.md", *(ROOT / "xpkgtui" / "manual").glob("*.md"))
    named = {
        (name, version)
        for page in pages
        for name, version in re.findall(r"uses: ([\w./-]+)@v(\d+)\s", page.read_text())
    }
    assert {"actions/checkout", "github/codeql-action/upload-sarif"} <= {name for name, _ in named}
    assert {(name, versions.get(name)) for name, _ in named} == named


@each_row("name", JOBS)
def test_a_job_that_may_write_runs_nothing_of_the_checkout(name: str) -> None:
    job = JOBS[name]
    rights = {right for right, level in job["permissions"].items() if level == "write"}
    words = [str(step.get("run", "")) + str(step.get("uses", "")) for step in job["steps"]]
    runs_code = [word for word in words if re.search(r"checkout@|tests/run|\.ci/|pip ", word)]
    assert not rights or not runs_code or (name, rights) == ("test action", {"security-events"})


def test_what_is_published_was_tested_and_built_before() -> None:
    release = {name.removeprefix("release "): job for name, job in JOBS.items() if name.startswith("release ")}
    assert {"test", "build"} <= {*release["provenance"]["needs"]}
    assert {name: release[name]["needs"] for name in ("index", "image")} == dict.fromkeys(
        ("index", "image"), "provenance"
    )
    assert "environment" in release["index"]
    assert {name for name, job in release.items() if "if" in job} == {"test", "build"}


def test_a_pull_request_is_tested_on_every_python_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    matrix = JOBS["test fast"]["strategy"]["matrix"]
    assert (matrix["python"], matrix["system"]) == (named, ["ubuntu-latest", "macos-latest"])


def test_the_hook_installs_what_constraints_name() -> None:
    (hook,) = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["language"], hook["additional_dependencies"]) == ("python", ["--constraint=constraints.txt"])
