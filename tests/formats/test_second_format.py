"""A second format is its object and a line in the table: it opens, lists, shows and is judged like the first."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import docker_archive, image, write_layout
from builders.oci.layers import file, gzip, layer, tar
from builders.packages.notebooks import COVER, NOTEBOOK
from builders.pilots import Shown
from builders.program.headless import headless, run
from builders.screens.port import application

from xpkgtui.formats import known
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.replies import FactsRead
from xpkgtui.inspection.requests import Judge, ReadFacts
from xpkgtui.reporting.sentence import verdict_sentence
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

NOTE = "apiVersion: notes/v1\nkind: Note\nmetadata: {{name: {name}}}\ntext: {text}\n"


@pytest.fixture(autouse=True)
def in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in the table."""
    monkeypatch.setattr(known, "FORMATS", (*known.FORMATS, NOTEBOOK))


@pytest.fixture
async def port() -> AsyncIterator[LocalPort]:
    """A port in this process."""
    made = LocalPort()
    yield made
    await made.close()


def notebook(folder: Path, second: str = '""') -> Path:
    (folder / COVER).write_text("apiVersion: notes/v1\nkind: Notebook\nmetadata: {name: diary}\n")
    (folder / "a.yaml").write_text(NOTE.format(name="monday", text="rain"))
    (folder / "b.yaml").write_text(f"# the second\n---\n{NOTE.format(name='tuesday', text=second)}")
    return folder


async def test_it_is_recognised_and_listed(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, notebook(tmp_path))
    assert (state.format.name, state.format.reasons) == ("notebook", ("3 documents are notes",))
    assert [(row.role.value, row.name, row.file, row.line) for row in state.rows] == [
        ("meta", "diary", "notebook.yaml", 1),
        ("object", "monday", "a.yaml", 1),
        ("object", "tuesday", "b.yaml", 3),
    ]


async def test_its_facts_are_shown(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, notebook(tmp_path))
    (facts,) = [one for one in await answers(port, ReadFacts(document=2)) if isinstance(one, FactsRead)]
    assert facts.facts[0] == ("says", "rain")


async def test_its_own_rule_judges_it_under_its_own_profile(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, notebook(tmp_path))
    assert state.case is not None
    state = fold_all(state, await answers(port, Judge(case=state.case)))
    (finding,) = state.findings
    assert (finding.rule, finding.place.file, finding.place.line) == ("NOTE001", "b.yaml", 6)
    assert [str(row.badge) for row in state.rows] == ["ok", "ok", "error"]
    assert verdict_sentence(state, "scribe", "1.0") == "Scribe 1.0 refuses it: b.yaml:6: the note tuesday is empty"


async def test_one_without_findings_is_accepted(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, notebook(tmp_path, "sun"))
    assert state.case is not None
    state = fold_all(state, await answers(port, Judge(case=state.case)))
    assert state.judged is not None
    assert state.judged.verdict.acceptance is Acceptance.ACCEPTED


def test_commands_serve_it(tmp_path: Path) -> None:
    folder = notebook(tmp_path)
    shown = headless("show", folder, "--profile", "scribe")
    assert shown.document["format"] == "notebook"
    assert [one["name"] for one in shown.document["objects"]] == ["diary", "monday", "tuesday"]
    checked = headless("check", folder, "--profile", "scribe")
    assert (checked.code, [one["rule"] for one in checked.result["findings"]]) == (1, ["NOTE001"])
    assert "a note has a text" in run("rules", "NOTE001").stdout


@pytest.mark.parametrize("form", ["image", "two layers", "tar", "tar.gz", "docker-save"])
async def test_it_opens_from_an_image_and_from_a_tar(form: str, tmp_path: Path, port: LocalPort) -> None:
    folder = notebook(tmp_path)
    notes = [file(path.name, path.read_bytes()) for path in sorted(folder.glob("*.yaml"))]
    path = tmp_path / "packed"
    match form:
        case "image":
            write_layout(path, image(layer(*notes)), tags=("v1",))
        case "two layers":
            covered = file("b.yaml", NOTE.format(name="covered", text="x"))
            write_layout(path, image(layer(notes[0], covered), layer(*notes[1:])), tags=("v1",))
        case "docker-save":
            path.write_bytes(docker_archive((image(layer(*notes)), ("a:b",)), style="docker"))
        case _:
            packed = tar(*notes)
            path.write_bytes(gzip(packed) if form == "tar.gz" else packed)
    state = await opened(port, path)
    assert state.format.name == "notebook"
    assert [(row.name, row.file, row.line) for row in state.rows] == [
        ("diary", "notebook.yaml", 1),
        ("monday", "a.yaml", 1),
        ("tuesday", "b.yaml", 3),
    ]
    assert state.reading is not None
    assert [one.name for one in state.reading.files] == ["a.yaml", "b.yaml", "notebook.yaml"]
    assert state.case is not None
    state = fold_all(state, await answers(port, Judge(case=state.case)))
    (finding,) = state.findings
    assert (finding.place.file, finding.place.line) == ("b.yaml", 6)


def test_a_crossplane_package_is_still_one(tmp_path: Path) -> None:
    package = tmp_path / "crossplane.yaml"
    package.write_text("apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: x}\n")
    assert headless("show", tmp_path).document["format"] == "xpkg"


async def test_the_screen_shows_it(tmp_path: Path, port: LocalPort) -> None:
    app = application(port, str(notebook(tmp_path)))  # type: ignore[arg-type]
    async with app.run_test(size=(120, 40)) as pilot:
        shown = Shown(app, port, pilot)
        port.hold = frozenset()  # type: ignore[attr-defined]
        await shown.settle()
        assert "✗ Scribe 2.4 refuses it: b.yaml:6: the note tuesday is empty" in shown.text
        await shown.press("p")
        judged = shown.app.inspection.judged
        assert judged is not None
        assert judged.profile == "scribe"
        for name in ("diary", "monday", "tuesday"):
            assert name in shown.text
