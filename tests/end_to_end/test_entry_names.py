"""An entry that is not called just package.yaml is named as it is, wherever the package is spoken of."""

import re
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.gate import few
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.packages.judgements import PROVIDER
from builders.program.headless import headless, run
from builders.screens.opened import open_screen

ODD = ("x/package.yaml", "./package.yaml", "/package.yaml")
_BARE = re.compile(r"(?<![\w./])package\.yaml")


def layout(folder: Path, name: str, stream: str = f"---\n{PROVIDER}---\n") -> str:
    return str(write_layout(folder / "layout", image(layer(file(name, stream), base=True))))


@each_row("name", ODD)
def test_show_names_the_entry(name: str, tmp_path: Path) -> None:
    text = run("show", layout(tmp_path, name)).stdout
    assert f"accepts it: {name} from layer 0 (annotated base)" in text
    assert f"supplies {name}" in text
    assert not _BARE.search(text)


@each_row("name", ODD)
def test_json_names_the_entry(name: str, tmp_path: Path) -> None:
    found = headless("show", layout(tmp_path, name)).document
    assert found["package"]["entry"] == name
    assert f"{name} from layer 0" in found["reason"]


def test_findings_about_the_stream_name_the_entry(tmp_path: Path) -> None:
    text = run("check", layout(tmp_path, "x/package.yaml", "---\n")).stdout
    assert "XPKG511  x/package.yaml holds no document" in text


def test_the_place_of_a_second_package_yaml_is_the_entry_that_is_taken(tmp_path: Path) -> None:
    twice = image(layer(file("x/package.yaml", PROVIDER), file("package.yaml", PROVIDER), base=True))
    answer = headless("check", write_layout(tmp_path / "layout", twice))
    (found,) = [each for each in answer.result["findings"] if each["rule"] == "XPKG404"]
    assert found["location"]["path"] == "x/package.yaml"


@pytest.mark.pilot
@pytest.mark.parametrize("name", few(ODD, 2))
async def test_the_screen_names_the_entry(name: str, tmp_path: Path) -> None:
    async with open_screen(layout(tmp_path, name), size=(120, 40)) as shown:
        assert "1.20" in shown.text.split("\n")[1]
        assert name in shown.text.split("\n")[1]
        await shown.press("right_square_bracket")
        assert f"{name} · line" in shown.text
        await shown.press("2")
        assert f"supplies {name}" in shown.text
        await shown.choose_reader("Crossplane 2.4")
        await shown.press("enter", *"jjjjjj")
        assert f"Reads {name}" in shown.text


def test_an_entry_of_a_long_name_is_named_by_its_end(tmp_path: Path) -> None:
    text = run("show", layout(tmp_path, "a" * 2_000 + "/package.yaml")).stdout
    assert "aaa/package.yaml from layer 0" in text
    assert "a" * 100 not in text
