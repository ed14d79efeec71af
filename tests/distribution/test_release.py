"""`.ci/release`: the same commit gives the same bytes; its wheel holds all that the program opens, and no more."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from xpkgtui import __version__
from xpkgtui.cli.calls import COMMANDS
from xpkgtui.reporting import addresses
from xpkgtui.reporting.documents.schemas import DOCUMENTS, schema_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "xpkgtui"


def release(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / ".ci" / "release", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def released(folder: Path) -> Path:
    """A release in a folder, without an SBOM, for which a network is needed."""
    done = release(__version__, "--dry-run", "--local", "--directory", folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release."""
    return released(tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="module")
def wheel(made: Path) -> Path:
    """The wheel of this checkout."""
    (built,) = made.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> frozenset[str]:
    """The names of its members."""
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


@pytest.mark.whole
def test_two_builds_have_the_same_bytes(made: Path, tmp_path: Path) -> None:
    folders = (made, released(tmp_path))
    one, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert one == other


def test_the_checksums_are_those_of_the_files(made: Path) -> None:
    rows = (made / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, _, name in (row.partition("  ") for row in rows)}
    files = [path for path in made.iterdir() if path.name != "SHA256SUMS"]
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    assert {path.suffix for path in files} == {".whl", ".gz", ".md"}


def test_the_notes_are_the_section_of_the_changelog(made: Path) -> None:
    notes = (made / "NOTES.md").read_text()
    assert notes in (ROOT / "CHANGELOG.md").read_text()
    assert f"## {__version__}" not in notes


def test_another_version_is_refused() -> None:
    done = release("9.9.9", "--dry-run")
    assert (done.returncode, "has version" in done.stderr) == (1, True)


def test_a_folder_with_files_is_never_emptied(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    done = release(__version__, "--dry-run", "--local", "--directory", tmp_path)
    assert (done.returncode, (tmp_path / "mine").exists()) == (1, True)


def test_every_module_and_data_file_is_in_the_wheel(names: frozenset[str]) -> None:
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    assert wanted - names == set()


def test_every_stylesheet_is_inside_the_package(names: frozenset[str]) -> None:
    sheets = {f"xpkgtui/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "tcss").rglob("*.tcss")}
    assert sheets - names == set()


def test_every_stylesheet_that_the_app_names_is_inside_the_package(names: frozenset[str]) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (PACKAGE / "app").rglob("*.py")]
    named = {name for source in sources for name in re.findall(r'"([a-z_/]+\.tcss)"', source)}
    assert {name for name in named if not any(each.endswith(f"/{name}") for each in names)} == set()


def test_only_the_package_and_its_metadata_are_in_the_wheel(names: frozenset[str]) -> None:
    assert {re.sub(r"-[^/]*", "", name.partition("/")[0]) for name in names} == {"xpkgtui"}


def test_both_commands_and_the_license_are_in_the_wheel(wheel: Path, names: frozenset[str]) -> None:
    (entry_points,) = [name for name in names if name.endswith("/entry_points.txt")]
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(entry_points).decode()
    assert "xpkgtui = xpkgtui.__main__:main" in text
    assert "kubectl-xpkg = xpkgtui.__main__:main" in text
    assert "kubectl_complete-xpkg = " in text
    assert [name for name in names if name.endswith("/licenses/LICENSE")]


def test_the_description_is_readme_with_its_pictures_and_links_at_whole_addresses(
    wheel: Path, names: frozenset[str]
) -> None:
    (member,) = [name for name in names if name.endswith("/METADATA")]
    with zipfile.ZipFile(wheel) as archive:
        found = message_from_string(archive.read(member).decode())
    assert found["Description-Content-Type"] == "text/markdown"
    assert (found.get_all("Project-URL") or []) == [", ".join(one) for one in addresses.HOME.urls.items()]
    description = found.get_payload()
    assert isinstance(description, str)
    tree = f"{addresses.HOME.project}/v{__version__}"
    pages = f"https://github.com/{addresses.HOME.project}/blob/v{__version__}"
    assert f"](https://raw.githubusercontent.com/{tree}/screenshots/demo.png)" in description
    assert f"[ci]({pages}/xpkgtui/manual/ci.md)" in description
    readme = (ROOT / "README.md").read_text(encoding="utf-8").strip()
    assert re.sub(rf"{pages}/|https://raw.githubusercontent.com/{tree}/", "", description).strip() == readme


@pytest.mark.whole
def test_any_build_has_the_time_of_the_commit(made: Path, tmp_path: Path) -> None:
    with tarfile.open(next(made.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    build: list[str | Path] = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        tmp_path,
    ]
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run(build, cwd=source, env=environment, check=True, capture_output=True)
    wheels = [next(folder.glob("*.whl")).read_bytes() for folder in (made, tmp_path)]
    assert wheels[0] == wheels[1]


def test_no_release_is_made_while_the_project_has_no_address_or_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    loader = SourceFileLoader("release", str(ROOT / ".ci" / "release"))
    check = module_from_spec(spec_from_loader("release", loader) or pytest.fail("no module"))
    loader.exec_module(check)
    with pytest.raises(SystemExit, match=r"the project is at OWNER/REPOSITORY: .*owner's decision"):
        check.check_home(addresses.Home(owner="OWNER", name="REPOSITORY"))
    monkeypatch.setenv("GITHUB_REPOSITORY", "Acme/xpkgtui")
    check.check_home(addresses.Home(owner="acme", name="xpkgtui"))
    with pytest.raises(SystemExit, match=r"this is Acme/xpkgtui, and .* says acme/other"):
        check.check_home(addresses.Home(owner="acme", name="other"))


def test_the_wheel_has_a_schema_of_each_document(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        made = json.loads(archive.read("xpkgtui/schemas.json"))
    assert made == {name: schema_of(name) for name in DOCUMENTS}


def test_the_wheel_has_a_man_page_of_each_command(names: frozenset[str]) -> None:
    pages = {name.partition(".data/data/share/man/man1/")[2] for name in names} - {""}
    assert pages == {"xpkgtui.1", *(f"xpkgtui-{name}.1" for name in COMMANDS)}


def test_schemas_are_made_where_only_the_build_tool_is_installed() -> None:
    make = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from xpkgtui.reporting.documents import schemas; "
    make += "print(sum(len(schemas.schema_of(name)['properties']) for name in schemas.DOCUMENTS))"
    done = subprocess.run([sys.executable, "-I", "-S", "-B", "-c", make], capture_output=True, text=True, check=False)
    assert (done.stderr, int(done.stdout) > 100) == ("", True)


def test_wheel_stays_small(wheel: Path) -> None:
    assert wheel.stat().st_size < 2_870_000  # 26,000 of them are man pages


def test_it_runs_from_an_archive(wheel: Path, tmp_path: Path) -> None:
    archive = tmp_path / "xpkgtui.pyz"
    with zipfile.ZipFile(wheel) as built, zipfile.ZipFile(archive, "w") as packed:
        for name in built.namelist():
            packed.writestr(name, built.read(name))
        packed.writestr("__main__.py", FROM_ARCHIVE)
    run = [sys.executable, str(archive), "show", "demo:catalog"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VerdictReached\nTrue\n")
    assert "  OLM catalog  " in done.stdout


# The children of the screen, with another package, and its stylesheets; then the call itself.
FROM_ARCHIVE = """
import asyncio
from xpkgtui.__main__ import main
from xpkgtui.app.themes import sheets
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.service.client import connect
from xpkgtui.service.spawning import ChildRole, spawn

async def last():
    port = connect(spawn(ChildRole.SERVICE_AND_JUDGE))
    names = [type(event).__name__ async for event in port.ask(Open(source="demo", options=Options(price=-1)))]
    await port.close()
    return names[-1]

print(asyncio.run(last()))
print(all(sheet.read_text() for sheet in sheets()), flush=True)
main()
"""
