"""Whole screens as text, beside those that were agreed: `tests/app/goldens/*.txt`."""

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "app" / "goldens"
Golden = Callable[[str, str], None]


class Collector:
    """The plugin of `tests/goldens.py`: it keeps every screen that a test would compare."""

    def __init__(self) -> None:
        self.drawn: dict[str, str] = {}
        """The screens by name."""

    def keep(self, name: str, text: str) -> None:
        """Takes the place of `compare`."""
        self.drawn[name] = text


def compare(name: str, text: str) -> None:
    """Fails where a screen is not its golden."""
    path = FOLDER / f"{name}.txt"
    ways = f"`python tests/goldens.py {name}` shows the difference, with --write it is kept"
    assert path.exists(), f"there is no golden {name}: {ways}"
    assert text == path.read_text(), ways


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> Golden:
    """Compares a screen with the golden of a name."""
    collectors = [one for one in pytestconfig.pluginmanager.get_plugins() if isinstance(one, Collector)]
    return collectors[0].keep if collectors else compare
