"""`report`: one page, where it is written, and what a call may not name."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.program.headless import run


def test_the_page_is_written_to_standard_output_or_into_a_file(tmp_path: Path) -> None:
    ended = run("report", "demo:plain", XPKGTUI_NO_CACHE="1")
    assert ended.exit_code == 0
    assert ended.stdout.startswith("<!DOCTYPE html>")
    target = tmp_path / "page.html"
    written = run("report", "demo:plain", "-o", str(target), XPKGTUI_NO_CACHE="1")
    assert (written.exit_code, written.stdout, target.read_text().startswith("<!DOCTYPE html>")) == (0, "", True)


def test_what_cannot_be_opened_is_told_and_the_worst_decides(tmp_path: Path) -> None:
    ended = run("report", "demo:plain", str(tmp_path / "gone"), XPKGTUI_NO_CACHE="1")
    assert ended.exit_code == 3
    assert "gone" in ended.stderr
    assert ended.stdout.count("<h1") >= 1


@pytest.mark.usefixtures("forked")
def test_results_of_check_are_joined(tmp_path: Path) -> None:
    results = tmp_path / "a.jsonl"
    results.write_text(run("check", "demo:plain", "--format", "jsonl", XPKGTUI_NO_CACHE="1").stdout)
    ended = run("report", str(results))
    assert (ended.exit_code, "demo:plain" in ended.stdout) == (0, True)
    mixed = run("report", str(results), "demo:plain")
    assert (mixed.exit_code, "demo:plain was not written by check" in mixed.stderr) == (2, True)


@each_row("words", [("-", "-"), ("demo", "-o", "gone/page.html"), ("demo", "--profile", "nothing")])
def test_a_mistake_in_the_call_ends_with_2(words: tuple[str, ...]) -> None:
    assert run("report", *words).exit_code == 2
