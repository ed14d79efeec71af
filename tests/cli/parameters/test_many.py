"""Many sources: where they are listed, one a line, and what is asked of them."""

import os
import sys
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.cli.parameters.many import ManySources, many_sources, read_sources, sources_in
from xpkgtui.cli.parameters.options import OutputFormat
from xpkgtui.cli.parameters.outputs import Output
from xpkgtui.errors import Usage

TEXT, LINES = Output(format=OutputFormat.TEXT), Output(format=OutputFormat.JSONL, file="r")


def asked(
    *outputs: Output, listed_in: str | None = None, jobs: int | None = None, resume: str | None = None
) -> object:
    return many_sources(outputs, ("b", "a", "b"), listed_in=listed_in, jobs=jobs, resume=resume)


def test_blank_lines_comments_and_repetitions_are_skipped() -> None:
    lines = [b"a\n", b"\n", b"  # b\n", b" c d \r\n", b"a\n", b"e", b"x" * 4_096]
    assert list(sources_in(lines)) == ["a", "c d", "e", "x" * 4_096]


@each_row(
    ("line", "said"),
    [
        (b"\xff\n", "line 2 is not UTF-8"),
        (b"x" * 4_097, "line 2 is longer than 4,096 bytes"),
        (b"-\n", "line 2 is -, and standard input has one package at most"),
    ],
)
def test_lines_that_cannot_be_sources_are_named(line: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"a\n" + line)
    with pytest.raises(Usage) as caught:
        read_sources(str(tmp_path / "list"))
    assert str(caught.value) == f"the sources in {tmp_path}/list cannot be read: {said}"


def test_a_list_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"a\nb\n")))
    assert read_sources("-") == ["a", "b"]


def test_one_package_is_checked_in_this_process() -> None:
    assert asked(TEXT, Output(format=OutputFormat.HTML, file="page")) is None


def test_several_processes_are_asked_for_in_four_ways(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("c\na\n")
    one = ManySources(sources=("b", "a"), jobs=len(os.sched_getaffinity(0)), text="-", lines=None, resume=None)
    assert asked(TEXT, jobs=3) == replace(one, jobs=3)
    assert asked(TEXT, listed_in=str(tmp_path / "list")) == replace(one, sources=("b", "a", "c"))
    assert asked(LINES) == replace(one, text=None, lines="r")
    assert asked(TEXT, LINES, resume="r") == replace(one, resume="r")
    assert asked(LINES, resume="r") == replace(one, text=None, resume="r")
    assert asked(TEXT, Output(format=OutputFormat.JSONL), resume="r") == replace(one, lines="-", resume="r")
    at_end = tuple(Output(format=form, file=form) for form in (OutputFormat.HTML, OutputFormat.SARIF))
    assert asked(TEXT, *at_end, jobs=3) == replace(one, jobs=3, at_end=at_end)
