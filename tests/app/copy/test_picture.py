"""The picture of the screen: it needs no network, and lies over nothing that is there."""

import re
from pathlib import Path

import pytest
from rich._export_format import CONSOLE_SVG_FORMAT

from xpkgtui.app.copy.picture import save, self_contained


def test_it_names_no_address_but_that_of_its_format() -> None:
    picture = self_contained(CONSOLE_SVG_FORMAT)
    assert "://" in CONSOLE_SVG_FORMAT.replace("http://www.w3.org/2000/svg", "")
    assert "://" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert "@font-face" not in picture
    assert "Fira Code" not in picture


def test_text_of_the_screen_stays_as_it_is() -> None:
    text = "</style><text>@font-face { font-family: Fira Code } <!-- x --></text></svg>"
    assert self_contained(f"<svg><style>{text}") == f"<svg><style>{text}"


def test_every_picture_is_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = [Path(save(f"<svg>{number}</svg>").removeprefix("Saved ")) for number in range(3)]
    assert [one.read_text() for one in files] == ["<svg>0</svg>", "<svg>1</svg>", "<svg>2</svg>"]
    assert [one for one in files if not re.fullmatch(r"xpkgtui-\d{8}-\d{6}(-[12])?\.svg", one.name)] == []
