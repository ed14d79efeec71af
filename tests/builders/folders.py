"""Folders of sources, written file by file."""

from collections.abc import Mapping
from pathlib import Path

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"


def composition(name: str) -> str:
    """An object that a configuration may hold, without any content."""
    return f"apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata:\n  name: {name}\n"


def definition(name: str) -> str:
    """A definition that the API server takes, of `{name}.example.org`."""
    kind = name.capitalize()
    return f"""\
apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata:
  name: {name}.example.org
spec:
  group: example.org
  scope: Namespaced
  names: {{kind: {kind}, plural: {name}}}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema: {{openAPIV3Schema: {{type: object}}}}
"""


def write_folder(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes the files, by name relative to the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
