"""Texts of several lines in files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from xpkgtui.app.drawing.lines.line_table import LineTable

Write = Callable[[str], LineTable]


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Write:
    """Writes a text, and makes a table of its lines."""
    path: Path = tmp_path_factory.mktemp("texts") / "text"

    def write(text: str) -> LineTable:
        path.write_bytes(text.encode())
        found = LineTable(str(path), 0, path.stat().st_size)
        while found.grow():
            pass
        return found

    return write
