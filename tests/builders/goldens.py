"""Whole screens, and whole outputs of commands, beside those that were agreed: `goldens/*.txt` of their floor."""

from collections.abc import Callable
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FOLDERS = tuple(TESTS / floor / "goldens" for floor in ("app", "cli", "inspection", "reporting", "rules", "settings"))
Golden = Callable[[str, str], None]


class Collector:
    """The plugin of `tests/goldens.py`: it keeps every text that a test would compare."""

    def __init__(self) -> None:
        self.drawn: dict[Path, str] = {}
        """The texts by the golden of each."""


def compare(path: Path, text: str) -> None:
    """Fails where a text is not its golden."""
    ways = f"`python tests/goldens.py {path.stem}` shows the difference, with --write it is kept"
    assert path.exists(), f"there is no golden {path.stem}: {ways}"
    assert text == path.read_text(), ways


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with the golden of a name."""
    folder = next(one for one in FOLDERS if one.parent in request.path.parents)
    collector = next((one for one in request.config.pluginmanager.get_plugins() if isinstance(one, Collector)), None)
    take = collector.drawn.__setitem__ if collector else compare
    return lambda name, text: take(folder / f"{name}.txt", text)
