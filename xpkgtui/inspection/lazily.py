"""Modules that are loaded when they are first asked for: a command or a first paint that needs none loads none."""

from types import ModuleType


def listing() -> ModuleType:
    """Trees of files are not loaded where no list of them is asked for, as by `show` and `check`."""
    from xpkgtui.inspection.files import listing

    return listing


def searching() -> ModuleType:
    """The same holds for a search."""
    from xpkgtui.inspection.objects import search

    return search


def texts() -> ModuleType:
    """A parser of YAML is not loaded before the list of objects is on the screen, which needs none."""
    from xpkgtui.inspection.files import texts

    return texts


def comparing() -> ModuleType:
    """The same holds for all readers but the deciding one."""
    from xpkgtui.inspection.readings import compare

    return compare


def describing() -> ModuleType:
    """The same holds for facts."""
    from xpkgtui.inspection.objects import describe

    return describe
