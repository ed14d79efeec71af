"""`.ci/release`: the same commit gives the same bytes, and a version that does not fit gives nothing."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from xpkgtui import __version__

ROOT = Path(__file__).parents[2]


def release(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / ".ci" / "release", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same release twice, without an SBOM, for which a network is needed."""
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    for folder in folders:
        done = release(__version__, "--dry-run", "--no-sbom", "--directory", folder)
        assert done.returncode == 0, done.stderr
    return folders


def test_two_builds_have_the_same_bytes(made: tuple[Path, Path]) -> None:
    one, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in made)
    assert one == other


def test_the_checksums_are_those_of_the_files(made: tuple[Path, Path]) -> None:
    rows = (made[0] / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, _, name in (row.partition("  ") for row in rows)}
    files = [path for path in made[0].iterdir() if path.name != "SHA256SUMS"]
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    assert {path.suffix for path in files} == {".whl", ".gz", ".md"}


def test_the_notes_are_the_section_of_the_changelog(made: tuple[Path, Path]) -> None:
    notes = (made[0] / "NOTES.md").read_text()
    assert notes in (ROOT / "CHANGELOG.md").read_text()
    assert f"## {__version__}" not in notes


def test_another_version_is_refused() -> None:
    done = release("9.9.9", "--dry-run")
    assert (done.returncode, "has version" in done.stderr) == (1, True)


def test_a_folder_with_files_is_never_emptied(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    done = release(__version__, "--dry-run", "--no-sbom", "--directory", tmp_path)
    assert (done.returncode, (tmp_path / "mine").exists()) == (1, True)
