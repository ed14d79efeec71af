"""The chapter of the manual that a screen opens."""

import importlib
import pkgutil

from xpkgtui.app import screens
from xpkgtui.app.screens import chapter
from xpkgtui.reporting.chapters import chapters


def test_every_screen_has_a_chapter_that_exists() -> None:
    assert set(chapter.OF_SCREENS.values()) <= {one.name for one in chapters()}


def test_the_screens_that_are_named_exist() -> None:
    modules = [
        importlib.import_module(f"{screens.__name__}.{one.name}") for one in pkgutil.iter_modules(screens.__path__)
    ]
    known = {name for module in modules for name in vars(module)}
    assert set(chapter.OF_SCREENS) <= known
