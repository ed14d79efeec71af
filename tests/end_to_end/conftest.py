"""What end-to-end tests share: real packages, opened once each."""

from collections.abc import Callable
from pathlib import Path

import pytest
from builders.corpus import content, packages
from builders.registry.faulty import faulty
from builders.screens.at_rest import every_frame, painting, resting, sheets_parsed_once

__all__ = ["every_frame", "faulty", "painting", "resting", "sheets_parsed_once"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Brings together the tests that look at one package, so that two workers do not both judge it."""
    places = [place for place, item in enumerate(items) if "look" in getattr(item, "fixturenames", ())]
    looking = sorted((items[place] for place in places), key=_package)
    for place, item in zip(places, looking, strict=True):
        items[place] = item


@pytest.fixture(scope="session")
def unpacked(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A package of the corpus as a file that can be opened; what is packed is unpacked once."""
    found, folder = packages(corpus), tmp_path_factory.mktemp("unpacked")

    def place(name: str) -> Path:
        path = found[name]
        if path.suffix != ".xz":
            return path
        plain: Path = folder / path.stem
        if not plain.exists():
            plain.write_bytes(content(path))
        return plain

    return place


def _package(item: pytest.Item) -> str:
    assert isinstance(item, pytest.Function)
    return str(item.callspec.params["name"])
