"""`-o` never replaces what is read."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout
from builders.program.headless import run

from xpkgtui.cli.parameters.outputs import require_destination, require_folder
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


REPLACED = "-o would replace the package that is read"
PART = "-o would replace a file of the package that is read"
NEW = "-o would be a file of the package that is read"


@pytest.mark.parametrize(
    ("source", "output", "said"),
    [
        ("p.yaml", "p.yaml", REPLACED),
        ("p.yaml", "hard", REPLACED),
        ("p.yaml", "soft", REPLACED),
        ("soft", "p.yaml", REPLACED),
        ("layout", "layout/index.json", PART),
        ("layout", "layout/oci-layout", PART),
        ("layout", "index", PART),
        ("layout", "blob", PART),
        ("oci:layout", "layout/index.json", PART),
        ("layout:v1", "layout/index.json", PART),
        ("src", "src/crossplane.yaml", PART),
        ("src", "linked.txt", PART),
        ("src", "src/new.yaml", NEW),
        ("src", "src/new.yml", NEW),
    ],
)
def test_a_source_is_never_replaced(
    folder: Path, source: str, output: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(Usage, match=f"^{said}$") as caught:
        require_destination(output, ["https://nowhere.example", source])
    assert caught.value.hint == "Name another file."


@pytest.mark.parametrize("words", [("diff", "src", "p.yaml", "-o", "p.yaml"), ("check", "src", "-o", "src/new.yaml")])
def test_nothing_becomes_part_of_what_is_read(
    folder: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    done = run(*words, "--no-cache")
    assert (done.exit_code, "-o would " in done.stderr, contents(folder)) == (2, True, before)


@pytest.mark.parametrize(
    ("target", "is_refused"), [("layout/sub", True), ("layout", True), ("src/sub", False), ("beside", False)]
)
def test_nothing_is_saved_into_an_image_that_is_read(folder: Path, target: str, is_refused: bool) -> None:
    sources = [folder / "layout", folder / "src", folder / "p.yaml", folder / "gone"]
    found = []
    for source in sources:
        with suppress(Usage):
            require_folder(str(folder / target), str(source))
            found.append(source)
    assert found == (sources[1:] if is_refused else sources)
    with pytest.raises(Usage, match=r"^DIR lies in the image that is read$") as caught:
        require_folder(str(folder / "layout"), f"oci:{folder / 'layout'}")
    assert caught.value.hint == "Name another folder."


def test_a_file_without_a_folder_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(Usage) as caught:
        require_destination(str(tmp_path / "a" / "b.json"), ())
    said = f"cannot write {tmp_path}/a/b.json: there is no folder {tmp_path}/a"
    assert (str(caught.value), caught.value.hint) == (said, "Make the folder first.")


@pytest.mark.parametrize("output", ["src/report.txt", "src/new.json", "elsewhere.json", "layout/new", "-"])
def test_any_other_file_is_written(folder: Path, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    require_destination(output, ["src", "layout", "gone"])
