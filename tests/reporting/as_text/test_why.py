"""The readers of a package in a table, each with how it reads."""

import re

import pytest
from builders.program.headless import run


@pytest.fixture(scope="module")
def rows() -> dict[str, list[str]]:
    """The cells of each reader's row."""
    lines = run("why", "demo", COLUMNS="160").stdout.splitlines()
    cells = [re.split(r" {2,}", line.strip()) for line in lines[: lines.index("", 3)] if line.startswith("  ")]
    return {first: rest for first, *rest in cells}


def test_a_reader_says_which_layers_and_folders_it_reads(rows: dict[str, list[str]]) -> None:
    assert rows["Crossplane 1.0 – 1.6"] == ["✗ refuses", "layer 2", "package.yaml", "always all", "root only"]


def test_a_reader_that_looks_for_no_file_has_no_folder(rows: dict[str, list[str]]) -> None:
    assert rows["crossplane resource validate"][-2:] == ["labeled in config", "-"]
