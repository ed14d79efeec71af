"""A second format is its object and a line in the table: it opens, lists, shows and is judged like the first."""

from pathlib import Path

import click
import pytest
from builders.cases import each_row
from builders.inspection.inspections import answers, opened
from builders.oci.images import docker_archive, image, write_layout
from builders.oci.layers import file, gzip, layer, tar
from builders.packages.notebook.format import NOTEBOOK
from builders.packages.notebook.summary import COVER
from builders.program.headless import headless, run
from builders.screens.opened import open_screen

from xpkgtui.cli.parameters import completions
from xpkgtui.formats import known
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import Judge, ReadFacts
from xpkgtui.reporting.sentence import verdict_sentence
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

NOTE = "apiVersion: notes/v1\nkind: Note\nmetadata: {{name: {name}}}\ntext: {text}\n"


@pytest.fixture(autouse=True)
def in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in the table."""
    monkeypatch.setattr(known, "FORMATS", (*known.FORMATS, NOTEBOOK))


def notebook(folder: Path, second: str = '""') -> Path:
    (folder / COVER).write_text("apiVersion: notes/v1\nkind: Notebook\nmetadata: {name: diary}\n")
    (folder / "a.yaml").write_text(NOTE.format(name="monday", text="rain"))
    (folder / "b.yaml").write_text(f"# the second\n---\n{NOTE.format(name='tuesday', text=second)}")
    return folder


async def test_it_is_recognized_and_listed(tmp_path: Path, port: LocalPort) -> None:
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
    refused = "Scribe 1.0 refuses it: b.yaml:6: the note tuesday is empty"
    assert verdict_sentence(state, "scribe", "1.0") == f"{refused}; The Press 3 accepts it"


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


def secretive(folder: Path) -> Path:
    """A notebook that Scribe accepts and The Press refuses, by a rule that Scribe does not know."""
    notebook(folder, "rain and rain and rain")
    (folder / "c.yaml").write_text(NOTE.format(name="secret", text="sun"))
    return folder


TOLD = "Scribe 1.0 accepts it; The Press 3 refuses it: c.yaml:1: the note is a secret"


def test_text_tells_both_verdicts_and_for_whom_a_finding_is_an_error(tmp_path: Path) -> None:
    told = run("check", str(secretive(tmp_path))).stdout
    assert f"✓ {TOLD}\n" in told
    assert "  refused  by The Press 3\n" in told
    assert "NOTE003" not in told
    assert f"✓ {TOLD}\n" in run("show", str(tmp_path)).stdout


def test_json_has_the_other_verdicts(tmp_path: Path) -> None:
    checked = headless("check", secretive(tmp_path))
    refused = {
        "profile": "press",
        "verdict": "refused",
        "reason": "c.yaml:1: the note is a secret",
        "rule": "NOTE003",
        "archived": False,
    }
    assert (checked.code, checked.result["profile"], checked.result["verdict"]) == (0, "scribe", "accepted")
    assert checked.result["others"] == [refused]
    assert [(one["rule"], one["refused_by"]) for one in checked.result["findings"]] == [("NOTE002", ["press"])]
    shown = headless("show", tmp_path).document
    assert (shown["profile"], shown["reason"], shown["others"]) == ("scribe", TOLD, [refused])


def test_a_verdict_that_all_share_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    told = run("check", str(notebook(tmp_path / "one", "sun"))).stdout
    assert "Scribe 1.0 accepts it: notes.yaml put together from this folder; The Press 3 accepts it too" in told


@pytest.mark.parametrize(("asked", "profile"), [("press", "press"), ("build", "scribe"), ("spec", "scribe")])
def test_a_profile_of_another_format_gives_way_to_the_default_and_is_named(
    asked: str, profile: str, tmp_path: Path
) -> None:
    checked = headless("check", secretive(tmp_path), "--profile", asked)
    assert checked.result["profile"] == profile
    said = f"note: {tmp_path}: notebook has no profile {asked}; scribe is used instead\n"
    assert (said in run("check", str(tmp_path), "--profile", asked).stderr) == (asked != profile)
    assert run("check", str(tmp_path)).stderr == ""


def test_a_profile_that_no_format_has_is_refused(tmp_path: Path) -> None:
    asked = run("check", str(notebook(tmp_path)), "--profile", "pres")
    assert asked.exit_code == 2
    assert "Did you mean press?" in asked.stderr


def test_rules_are_listed_by_format_with_its_own_profiles() -> None:
    text = run("rules").stdout
    heading, columns, *rows = text[text.index("\nnotebook\n") + 1 :].splitlines()
    assert (heading, columns.split()) == ("notebook", ["rule", "scribe", "press", "title"])
    assert rows[2] == "NOTE003  –       ✗      no secrets are printed"
    assert text.startswith("xpkg\nrule     crossplane  ")
    assert run("rules", "NOTE").stdout.splitlines()[0].split() == ["rule", "scribe", "press", "title"]
    assert "  press   ✗ error\n" in run("rules", "note003").stdout
    listed = headless("rules", "NOTE").document["rules"]
    assert [(one["id"], one["format"], one["severities"]) for one in listed] == [
        ("NOTE001", "notebook", {"scribe": ["error"], "press": ["warning"]}),
        ("NOTE002", "notebook", {"scribe": ["warning"], "press": ["error"]}),
        ("NOTE003", "notebook", {"scribe": [], "press": ["error"]}),
    ]


def test_a_shell_completes_its_profiles_and_rules() -> None:
    context, option = click.Context(click.Command("check")), click.Option(["--profile"])
    assert [one.value for one in completions.profiles(context, option, "pr")] == ["press"]
    assert [one.value for one in completions.rules(context, option, "note")] == ["NOTE001", "NOTE002", "NOTE003"]


@pytest.mark.parametrize("form", ["folder", "image"])
def test_why_lets_both_programs_speak(form: str, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    source = secretive(tmp_path / "notes")
    if form == "image":
        notes = [file(path.name, path.read_bytes()) for path in sorted(source.glob("*.yaml"))]
        source = tmp_path / "image"
        write_layout(source, image(layer(*notes)), tags=("v1",))
    readings = headless("why", source).result["readings"]
    assert [(one["reader"], one["verdict"], one["stage"], one["message"]) for one in readings] == [
        ("shelf", "accepted", None, None),
        ("press", "refused", "parse", "secrets are not printed"),
    ]


@each_row("form", ["folder", "image"])
@each_row("command", [("check",), ("show",), ("why",), ("ls",), ("cat",), ("cat", "--object", "Note/secret")])
def test_no_command_speaks_of_another_format(command: tuple[str, ...], form: str, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    source = secretive(tmp_path / "notes")
    if form == "image":
        notes = [file(path.name, path.read_bytes()) for path in sorted(source.glob("*.yaml"))]
        source = tmp_path / "image"
        write_layout(source, image(layer(*notes)), tags=("v1",))
    asked = run(command[0], str(source), *command[1:])
    told = f"{asked.stdout}{asked.stderr}"
    assert told
    if form != "empty image":
        assert [
            word for word in ("rossplane", "package.yaml", "xpkg") if word in told.replace(str(tmp_path), "")
        ] == []


async def test_why_on_the_screen_lists_the_other_verdicts(tmp_path: Path) -> None:
    async with open_screen(secretive(tmp_path), size=(120, 40)) as shown:
        assert "! Accepted by Scribe 1.0, refused by The Press 3: the note is a secret" in shown.text
        await shown.press("x")
        rows = [line.split("  ") for line in shown.text.split("\n")]
        assert any("The Press 3" in "".join(row) and "✗ refuses" in "".join(row) for row in rows)
        await shown.press("j")
        assert "Steps of The Press 3" in shown.text
        assert "✗ The Press 3 refuses it" in shown.text


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (120, "! Accepted by Scribe 1.0, refused by The Press 3: the note is a secret"),
        (80, "! Scribe 1.0 accepts, The Press 3 refuses: the note is a secret"),
    ],
)
async def test_the_verdict_line_gives_the_cause_before_the_place(width: int, line: str, tmp_path: Path) -> None:
    async with open_screen(secretive(tmp_path), size=(width, 30)) as shown:
        assert line in shown.text.splitlines()[1]


def test_a_crossplane_package_is_still_one(tmp_path: Path) -> None:
    package = tmp_path / "crossplane.yaml"
    package.write_text("apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: x}\n")
    assert headless("show", tmp_path).document["format"] == "xpkg"


async def test_the_screen_shows_it(tmp_path: Path) -> None:
    async with open_screen(notebook(tmp_path), size=(120, 40)) as shown:
        assert "✗ Scribe 1.0 refuses it: b.yaml:6: the note tuesday is empty; The Press 3 accepts it" in shown.text
        profiles = []
        for _ in range(2):
            await shown.press("p")
            await shown.settle()
            assert shown.app.inspection.judged is not None
            profiles.append(shown.app.inspection.judged.profile)
        assert profiles == ["press", "scribe"]
        for name in ("diary", "monday", "tuesday"):
            assert name in shown.text
