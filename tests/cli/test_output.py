"""Colors: on a terminal, in a pipe that wants them, never in a file."""

import os

import pytest
from builders.cases import each_row

from xpkgtui.cli import output
from xpkgtui.cli.output import columns, paint
from xpkgtui.errors import Failure, FailureKind


@each_row(
    ("environment", "colors"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_a_pipe_has_colors_where_they_are_forced(environment: dict[str, str], colors: bool) -> None:
    assert paint(environment).colors is colors


def test_a_file_never_has_colors() -> None:
    assert not paint({"FORCE_COLOR": "1"}, "report.txt").colors


@each_row(("wanted", "found"), [("80", 80), ("200", 200), ("201", 200)])
def test_lines_are_as_wide_as_their_terminal_and_at_most_200(
    wanted: str, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", wanted)
    terminal, handle = os.openpty()
    with os.fdopen(handle, "w") as stream:
        assert columns(stream) == found
    os.close(terminal)


@each_row(
    ("text", "failure", "is_terminal", "written"),
    [
        ("✗ not there\n", Failure(title="not there", kind=FailureKind.NOT_FOUND), True, False),
        ("✗ not there\n", Failure(title="not there", kind=FailureKind.NOT_FOUND), False, True),
        ("not all\n\n  row\n", Failure(title="not all", kind=FailureKind.UNDECIDED), True, True),
        ("all\n", None, True, True),
    ],
)
def test_an_error_stands_once_on_a_terminal(
    text: str,
    failure: Failure | None,
    is_terminal: bool,
    written: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda _: is_terminal)
    monkeypatch.setattr(output, "knows_escapes", lambda _: False)
    output.write_answer(text, failure)
    assert capsys.readouterr().out == (text if written else "")
