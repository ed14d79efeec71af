"""The tables of upstream's own tests about catalogs: reading, structure, the model, and ranges of versions."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.judged_folders import judged, judged_text
from builders.program.headless import run
from builders.upstream.catalogs import READING, STRUCTURE, Case
from builders.upstream.models import GRAPHS, MODEL, RANGES
from builders.upstream.tables import differs, told
from differential.catalogs.subject import write

from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.rules.finding import Severity, Stage


def refusing(case: Case, folder: Path) -> set[str]:
    """The rules that refuse a catalog for opm."""
    write(folder, case)
    return {one.rule for one in judged(CATALOG, folder, "opm").findings if one.severity is Severity.ERROR}


def parsing(text: str) -> set[str]:
    """The rules that refuse a file."""
    found = judged_text(CATALOG, text, "opm").findings
    return {one.rule for one in found if one.severity is Severity.ERROR and one.stage is Stage.PARSE}


def is_refused(table: str, name: str) -> bool:
    """Whether opm refuses it."""
    answer = told(table, name)
    return answer["load"] is None or "first" in answer or "every" in answer


@each_row("name", READING)
def test_reading(name: str) -> None:
    case, outcome = READING[name]
    assert told("reading", name)["load"] == (outcome if isinstance(outcome, list) else None)
    assert differs("reading", name) is None
    if isinstance(outcome, str):
        assert outcome in {rule for text in case["files"].values() for rule in parsing(text)}


def test_reading_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert run("check", str(tmp_path / "non/existent/dir")).exit_code == 3


@each_row("name", STRUCTURE)
def test_structure(name: str, tmp_path: Path) -> None:
    case, rule = STRUCTURE[name]
    assert is_refused("structure", name) is bool(rule)
    assert differs("structure", name) is None
    found = refusing(case, tmp_path)
    assert rule in found if rule else not found


@each_row("name", GRAPHS)
def test_the_graph_of_a_channel(name: str) -> None:
    says = GRAPHS[name][1]
    answer = told("graphs", name)
    assert [one for one in answer.get("every", []) if one == says] == ([says] if says else [])
    assert is_refused("graphs", name) is bool(says)
    assert differs("graphs", name) is None


@each_row("name", MODEL)
def test_the_model(name: str, tmp_path: Path) -> None:
    case, rule = MODEL[name]
    assert is_refused("model", name) is bool(rule)
    assert differs("model", name) is None
    found = refusing(case, tmp_path)
    assert rule in found if rule else not found


@each_row("name", RANGES)
def test_ranges(name: str) -> None:
    assert all(bool(error) is (name == "malformed") for error, _ in told("ranges", name)[0])
    assert differs("ranges", name) is None
