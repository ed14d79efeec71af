"""`--format NAME[=FILE]`: what is written where."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.program.headless import run

from xpkgtui.cli.parameters.options import OutputFormat
from xpkgtui.cli.parameters.outputs import Output, gather
from xpkgtui.errors import Usage

FORMATS = (OutputFormat.TEXT, OutputFormat.JSON)


def test_the_form_without_a_file_goes_to_the_output() -> None:
    asked = Output(format=OutputFormat.TEXT), Output(format=OutputFormat.JSON, file="a.json")
    assert gather(asked, "x", FORMATS) == (Output(format=OutputFormat.TEXT, file="x"), asked[1])


@each_row(
    ("asked", "output"),
    [
        ((Output(format=OutputFormat.TEXT), Output(format=OutputFormat.JSON)), "-"),
        ((Output(format=OutputFormat.TEXT, file="x"), Output(format=OutputFormat.JSON)), "x"),
        ((Output(format=OutputFormat.TEXT, file="x"),), "y"),
        ((Output(format=OutputFormat.TEXT),), "json"),
        ((Output(format=OutputFormat.TEXT, file="x"), Output(format=OutputFormat.JSON, file="./x")), "-"),
    ],
)
def test_two_forms_never_share_a_place(asked: tuple[Output, ...], output: str) -> None:
    with pytest.raises(Usage):
        gather(asked, output, FORMATS)


BEGINNINGS = {
    "json": '{\n  "crossplane": "2.4",\n  "profile": "crossplane"',
    "sarif": '{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json"',
    "junit": "<?xml",
    "github": "::",
    "gitlab": "[]",
    "markdown": "### ",
}


def test_several_forms_are_written_at_once(tmp_path: Path) -> None:
    words = [word for form in BEGINNINGS for word in ("--format", f"{form}={tmp_path / form}")]
    done = run("check", "demo", "--format", "text", *words)
    assert done.exit_code == 0
    assert "accepts it" in done.stdout
    assert {form: (tmp_path / form).read_text()[: len(begins)] for form, begins in BEGINNINGS.items()} == BEGINNINGS


def test_changes_are_written_in_the_same_forms(tmp_path: Path) -> None:
    report = tmp_path / "x.xml"
    done = run("diff", "demo", "demo", "--format", "github", "--format", f"junit={report}")
    assert done.exit_code == 0
    assert done.stdout.startswith("✓ demo to demo")
    assert report.read_text().startswith("<?xml")


def test_an_unknown_form_names_those_that_there_are() -> None:
    done = run("check", "demo", "--format", "html5=x")
    assert done.exit_code == 2
    assert "'sarif'" in done.stderr


def test_a_form_that_names_no_file_is_refused() -> None:
    assert run("check", "demo", "--format", "sarif=").exit_code == 2
