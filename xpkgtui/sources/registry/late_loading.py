"""Modules that are loaded when they are used."""

import importlib
import sys
from types import ModuleType


def load_late(name: str) -> None:
    """Puts a stand-in in the place of a module that is not loaded; the first name that is looked up in it loads it.

    `importlib.util.LazyLoader` does not wait so long: the next `import` of the module loads it.
    """
    if name in sys.modules:
        return
    stand_in = ModuleType(name)

    def look_up(attribute: str) -> object:
        if sys.modules.get(name) is stand_in:
            del sys.modules[name]
        return getattr(importlib.import_module(name), attribute)

    stand_in.__getattr__ = look_up  # type: ignore[method-assign]
    sys.modules[name] = stand_in
