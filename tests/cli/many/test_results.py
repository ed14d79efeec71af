"""Files of results: whole lines count, a torn one does not."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.cli.many.results import ResultsFile, keep_whole_lines, read_results
from xpkgtui.errors import Usage


def line(source: str, platform: str | None = None) -> str:
    return json.dumps({"source": source, "verdict": "accepted", "platform": platform}) + "\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def sources(path: Path) -> list[str]:
    return [one["source"] for one in read_results(str(path))]


def test_results_are_added(tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", line("a"))
    file = ResultsFile(str(path))
    file.add(line("b") + line("x").replace("x", "\udcff"))
    file.close()
    assert sources(path) == ["a", "b", "?"]


@each_row("cut", [1, 5, len(line("b")) - 1])
def test_a_torn_last_line_is_cut_off(cut: int, tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", line("a") + line("b")[:cut])
    keep_whole_lines(str(path), grouped=False)
    assert path.read_text() == line("a")


def test_with_a_torn_line_all_platforms_of_its_source_are_cut_off(tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", line("a") + line("b", "linux/amd64") + line("b", "linux/arm64")[:9])
    keep_whole_lines(str(path), grouped=True)
    assert path.read_text() == line("a")


def test_a_whole_file_stays_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", line("a") + line("b"))
    keep_whole_lines(str(path), grouped=True)
    assert sources(path) == ["a", "b"]


def test_a_file_that_is_not_there_yet_is_fine(tmp_path: Path) -> None:
    keep_whole_lines(str(tmp_path / "r.jsonl"), grouped=False)
    assert list(tmp_path.iterdir()) == []


def test_another_file_without_an_end_of_line_is_not_cut(tmp_path: Path) -> None:
    path = written(tmp_path / "VERSION", "1.0")
    with pytest.raises(Usage):
        keep_whole_lines(str(path), grouped=False)
    assert path.read_text() == "1.0"


@each_row("text", ["[]\n", "{}\n", "x\n", '{"source": 1, "verdict": null}\n', "[" * 100_000 + "\n"])
def test_another_file_is_usage_that_names_the_line(text: str, tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", line("a") + text)
    with pytest.raises(Usage, match="line 2 of"):
        sources(path)
