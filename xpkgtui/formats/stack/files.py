"""The files of `.registry`, by what the package manager takes them for: their names say it, wherever they lie."""

from enum import StrEnum

REGISTRY = ".registry"
INSTALLED = "/ext-pkg/.registry"
"""The folder that the package manager copies the files to, as its messages name it."""
NO_PATH = "Behavior source path cannot be empty, '/', or '.'"
"""The message about a behavior without templates."""
ICONS = ("icon.svg", "icon.png", "icon.jpg", "icon.jpeg", "icon.gif")
"""Icons for every definition in their folder and below."""
UI_SCHEMAS = ("ui-schema.yaml",)


class Sort(StrEnum):
    """What a file is taken for."""

    APP = "app"
    BEHAVIOR = "behavior"
    GROUP = "group"
    RESOURCE = "resource"
    CRD = "crd"
    INSTALL = "install"
    ICON = "icon"
    UI = "ui-schema"


DECODED = (Sort.APP, Sort.BEHAVIOR, Sort.GROUP, Sort.RESOURCE, Sort.CRD, Sort.INSTALL)
"""What is read as YAML."""
_NAMES = {
    "app.yaml": Sort.APP,
    "behavior.yaml": Sort.BEHAVIOR,
    "group.yaml": Sort.GROUP,
    "install.yaml": Sort.INSTALL,
}
_ENDINGS = {"resource.yaml": Sort.RESOURCE, "crd.yaml": Sort.CRD, "ui-schema.yaml": Sort.UI}


def sorts_of(name: str) -> tuple[Sort, ...]:
    """What a file is taken for, in the order of the package manager's steps; nothing where it is not read."""
    last = name.rpartition("/")[2]
    found = {_NAMES[last]} if last in _NAMES else set()
    found |= {sort for ending, sort in _ENDINGS.items() if last.endswith(ending)}
    if "icon." in last:
        found.add(Sort.ICON)
    return tuple(sort for sort in Sort if sort in found) if found else ()


def inside(name: str) -> str:
    """The path below `.registry`."""
    return name.removeprefix(f"{REGISTRY}/")


def folder_of(path: str) -> str:
    """The folder of a path below `.registry`, as the package manager compares it: where it was copied to."""
    return f"{INSTALLED}/{path}".rpartition("/")[0]


def walk_order(name: str) -> tuple[bytes, ...]:
    """Sorts paths as they are walked: folder by folder, names by their bytes."""
    return tuple(part.encode("utf-8", "surrogateescape") for part in name.split("/"))
