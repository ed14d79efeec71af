"""Folders of sources, written file by file; `tests/oracle/folders.json` holds what a build makes of the odd ones."""

from collections.abc import Mapping
from pathlib import Path

from builders.oci.images import image, write_layout
from builders.oci.layers import file, gzip, layer, tar

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


def odd_folders() -> dict[str, dict[str, str]]:
    """Files by name, by what is odd about them; a meta object is in crossplane.yaml unless another text is."""
    first, second, mark = composition("aaa"), composition("bbb"), "\ufeff"
    odd = {
        "order": {"b.yaml": second, "a.yml": composition("one"), "a/z.yaml": first, "a-b.yaml": composition("two")},
        "hidden": {".git/x.yaml": first, ".yaml": second},
        "other endings": {"a.YAML": "[", "b.json": "[", "c.yaml.bak": "[", "yaml": "["},
        "a folder like a file": {"x.yaml/in.yaml": first},
        "named like the examples": {"examples.yaml": "[", "examples2/a.yaml": "[", "sub/examples/b.yaml": second},
        "nothing": {"a.yaml": "", "b.yaml": "\n", "c.yaml": "# c\n---\n---\n", "d.yaml": "...\n"},
        "no last line end": {"a.yaml": first.rstrip(), "b.yaml": f"{second}---"},
        "separators": {"a.yaml": f"---\n---\n{first}---\n---  # b\n{second}---\n"},
        "a separator with content": {"a.yaml": f"{first}---\na: 1\n--- x\n", "b.yaml": second},
        "CR LF": {"a.yaml": f"{first}---\n{second}".replace("\n", "\r\n")},
        "byte order marks": {"a.yaml": f"{mark}{first}", "b.yaml": f"{mark}---\n{second}"},
        "a byte order mark alone": {"a.yaml": f"{mark}\n"},
        "content behind the end": {"a.yaml": f"{first}...\nhidden: 1\n"},
        "a directive": {"a.yaml": f"%YAML 1.1\n---\n{first}"},
        "no object": {"a.yaml": "- a\n", "b.yaml": second},
        "a kind that is not known": {"a.yaml": "apiVersion: v1\nkind: ConfigMap\n"},
        "two meta objects": {"a.yaml": META},
        "the meta object elsewhere": {"crossplane.yaml": first, "z.yaml": f"{second}---\n{META}"},
        "no meta object": {"crossplane.yaml": "# nothing\n", "a.yaml": first},
        "examples": {"examples/a.yaml": "kind: A\n", "examples/b.yaml": "# b\n---\nkind: B\n", "examples/c.txt": "["},
        "an empty folder of examples": {"examples/a.txt": "["},
        "an example of comments": {"examples/a.yaml": "# nothing\n"},
        "an example that ends with a separator": {"examples/a.yaml": "kind: A\n---\n"},
        "an example without a kind": {"examples/a.yaml": "a: 1\n"},
        "a list as an example": {"examples/a.yaml": "- a\n"},
        "an example with a separator with content": {"examples/a.yaml": "kind: A\n--- x\n"},
    }
    return {case: {"crossplane.yaml": META, **files} for case, files in odd.items()}


def packed(form: str, folder: Path, files: Mapping[str, str]) -> Path:
    """The files as a folder, an image of two layers, a tar or a compressed one, below `folder`."""
    path = folder / "packed"
    if form == "folder":
        return write_folder(path, files)
    members = [file(name, text) for name, text in files.items()]
    if form == "image":
        write_layout(path, image(layer(*members[:2]), layer(*members[2:])), tags=("v1",))
    else:
        path.write_bytes(gzip(tar(*members)) if form == "tar.gz" else tar(*members))
    return path
