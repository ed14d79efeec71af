"""CONTRIBUTING names what is there, and draws the house as its contracts hold it."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROOMS = ("rules", "cli/commands", "app", "formats", "readers", "sources", "inspection", "service", "reporting")
"""Rooms whose docstrings have recipes, or say what flows."""
RECIPES = {
    room: ast.get_docstring(ast.parse((ROOT / "xpkgtui" / room / "__init__.py").read_text())) for room in ROOMS
}
PROSE = re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL) + "\n".join(map(str, RECIPES.values()))
PICTURES = re.findall(r"\n\n```\n(.*?)\n```", TEXT, re.DOTALL)[:2]
"""The house, and the app in it."""
EXAMPLE = re.compile(r"(^|/)(test_)?x\.")
PATHS = [path for path in re.findall(r"`([\w./-]+)`", PROSE) if "/" in path or path.endswith(".py")]
PATHS = [path for path in PATHS if not EXAMPLE.search(path)]
KNOWN = [
    f"/{path.relative_to(ROOT).with_suffix(end).as_posix()}"
    for room in (".ci", ".github", "screenshots", "tcss", "tests", "xpkgtui")
    for path in (ROOT / room, *(ROOT / room).rglob("*"))
    for end in {"", path.suffix}
]


def layers(container: str) -> list[set[str]]:
    """The layers of a contract, the top one first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (found,) = (one for one in contracts if one["type"] == "layers" and one["containers"] == [container])
    return [set(layer.split(" | ")) for layer in found["layers"]]


def drawn(picture: str) -> list[set[str]]:
    """The names at the beginning of each line that is not indented further."""
    heads = [line[1:].split("  ")[0] for line in picture.splitlines() if re.match(r" \w", line)]
    return [{name.rstrip("/") for name in head.split(" ")} for head in heads]


def test_every_path_is_there() -> None:
    assert [path for path in PATHS if not any(known.endswith(f"/{path.rstrip('/')}") for known in KNOWN)] == []


@pytest.mark.parametrize(("container", "picture"), zip(("xpkgtui", "xpkgtui.app"), PICTURES, strict=True))
def test_picture_has_the_floors_of_the_contract(container: str, picture: str) -> None:
    assert drawn(picture) == layers(container)


def test_contributing_is_read_in_ten_minutes() -> None:
    assert len(TEXT.encode()) <= 12_000


def test_the_table_of_additions_names_rooms_that_have_a_recipe() -> None:
    named = re.findall(r"^\| a .*? \| `([\w/]+)/__init__\.py` \|", TEXT, re.MULTILINE)
    assert [room for room in named if "o add a" not in str(RECIPES[room])] == []
    assert len(named) == 7


def test_the_recipe_of_a_rule_names_all_that_a_new_rule_needs() -> None:
    recipe = str(RECIPES["rules"])
    assert [one for one in ("rule_cases.py", "goldens.py", "messages.py", "RETIRED") if one not in recipe] == []
