"""The sibling formats of the corpus: folders that open, each in four forms.

siblings(corpus)                    # {"olm-plain-v0/valid": path, ...}
Forms(folder, registry).of(path)    # the names to open: folder, tar, tar.gz and an image in a registry
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.registry.registries import DebianRegistry

ROOTS = ("olm-registry-v1", "olm-fbc", "olm-plain-v0", "legacy-stacks")
FORMS = ("folder", "tar", "tar.gz", "image")
_CATALOGS = "olm-fbc"
_STACK = ".registry"


def siblings(corpus: Path) -> dict[str, Path]:
    """Every folder with a bundle, a catalog or a stack in it, by its path in the corpus."""
    found = sorted(one for root in ROOTS for one in _folders(corpus / root))
    return {str(path.relative_to(corpus)): path for path in found}


def _folders(root: Path) -> Iterator[Path]:
    if root.name == _CATALOGS:
        yield from (path for path in root.glob("*/*") if path.is_dir())
        return
    for path in root.rglob("*"):
        if path.is_dir() and (path.name == "manifests" or path.name == _STACK):
            yield path.parent


class Forms:
    """Makes the forms of folders, each in a folder of its own."""

    def __init__(self, folder: Path, registry: DebianRegistry) -> None:
        self._folder = folder
        self._registry = registry

    def of(self, path: Path, name: str, form: str) -> str:
        """What to open."""
        if form == "folder":
            return str(path)
        if form == "image":
            return self._pushed(path, name)
        packed = self._folder / f"{name}.{form}"
        subprocess.run(["tar", "-caf", packed, "-C", path, "."], check=True)
        return str(packed)

    def _pushed(self, path: Path, name: str) -> str:
        """The reference of an image with the files in one layer, pushed to the registry."""
        files = (one for one in sorted(path.rglob("*")) if one.is_file())
        built = image(layer(*(file(str(one.relative_to(path)), one.read_bytes()) for one in files)))
        layout = write_layout(self._folder / name, built, tags=("v1",))
        reference = f"{self._registry.host}/siblings/{name}:v1"
        self._registry.push_layout(f"siblings/{name}", "v1", layout)
        return reference
