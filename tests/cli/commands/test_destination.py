"""`-o` never replaces what is read."""

import os
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout
from builders.program.headless import run

from xpkgtui.cli.parameters.destination import require_destination
from xpkgtui.errors import Usage

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: p\n---\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stream with links to it, a layout with links into it, and a folder of sources."""
    (tmp_path / "p.yaml").write_text(STREAM)
    os.link(tmp_path / "p.yaml", tmp_path / "hard")
    (tmp_path / "soft").symlink_to("p.yaml")
    layout = write_layout(tmp_path / "layout", package(STREAM))
    blob = min((layout / "blobs" / "sha256").iterdir())
    os.link(blob, tmp_path / "blob")
    (tmp_path / "index").symlink_to("layout/index.json")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "crossplane.yaml").write_text(STREAM)
    (tmp_path / "src" / "report.txt").write_text("old")
    os.link(tmp_path / "src" / "crossplane.yaml", tmp_path / "linked.txt")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("p.yaml", "p.yaml"),
        ("p.yaml", "hard"),
        ("p.yaml", "soft"),
        ("soft", "p.yaml"),
        ("layout", "layout/index.json"),
        ("layout", "layout/oci-layout"),
        ("layout", "index"),
        ("layout", "blob"),
        ("oci:layout", "layout/index.json"),
        ("layout:v1", "layout/index.json"),
        ("src", "src/crossplane.yaml"),
        ("src", "linked.txt"),
    ],
)
def test_a_source_is_never_replaced(folder: Path, source: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    done = run("check", source, "-o", output, "--no-cache")
    assert (done.exit_code, "-o would replace" in done.stderr, contents(folder)) == (2, True, before)


@pytest.mark.parametrize("words", [("diff", "src", "p.yaml", "-o", "p.yaml"), ("check", "src", "-o", "src/new.yaml")])
def test_nothing_becomes_part_of_what_is_read(
    folder: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    done = run(*words, "--no-cache")
    assert (done.exit_code, "-o would " in done.stderr, contents(folder)) == (2, True, before)


def test_a_file_without_a_folder_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(Usage, match="there is no folder"):
        require_destination(str(tmp_path / "a" / "b.json"), ())


@pytest.mark.parametrize("output", ["src/report.txt", "src/new.json", "elsewhere.json", "layout.json"])
def test_any_other_file_is_written(folder: Path, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    run("check", "src", "--format", "json", "-o", output, "--no-cache")
    assert "xpkgtui.check/v1" in Path(output).read_text()
