"""Made-up plain bundles of RukPak: their files, by a sentence about each."""

from pathlib import Path

Files = dict[str, str]


def thing(name: str = "one", kind: str = "ConfigMap", api_version: str = "v1", more: str = "") -> str:
    """An object of Kubernetes."""
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: {name}}}\n{more}"


CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.sea.example.org}
spec:
  group: sea.example.org
  names: {kind: Boat, plural: boats}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
"""
BOAT = thing("titanic", "Boat", "sea.example.org/v1")
LIST = """apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- {apiVersion: v1, kind: Secret, metadata: {name: b, namespace: c}}
"""
_JSON = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}'
CASES: dict[str, Files] = {
    "one object": {"manifests/a.yaml": thing()},
    "two files": {"manifests/b.yaml": thing("b"), "manifests/a.yaml": thing("a")},
    "no manifests": {"other/a.yaml": thing()},
    "empty manifests": {"manifests/": ""},
    "an empty file": {"manifests/a.yaml": "", "manifests/b.yaml": thing()},
    "an empty file alone": {"manifests/a.yaml": ""},
    "a comment alone": {"manifests/a.yaml": "# nothing\n"},
    "a comment and an object": {"manifests/a.yaml": "# nothing\n---\n" + thing()},
    "null": {"manifests/a.yaml": "null\n", "manifests/b.yaml": thing()},
    "a folder": {"manifests/a.yaml": thing(), "manifests/deeper/b.yaml": thing()},
    "an empty folder": {"manifests/a.yaml": thing(), "manifests/deeper/": ""},
    "a broken file before a folder": {"manifests/a.yaml": "a: [\n", "manifests/deeper/b.yaml": thing()},
    "a hidden file": {"manifests/a.yaml": thing(), "manifests/.gitignore": "*.tmp\n"},
    "a README": {"manifests/a.yaml": thing(), "manifests/README.md": "# Boats\n\nAll about boats.\n"},
    "a readme of headings": {"manifests/a.yaml": thing(), "manifests/README.md": "# Boats\n"},
    "not YAML": {"manifests/a.yaml": "a: b: c\n"},
    "not YAML in the second document": {"manifests/a.yaml": thing() + "---\na: [\n"},
    "a list at the top": {"manifests/a.yaml": "- a\n"},
    "a word": {"manifests/a.yaml": "word\n"},
    "a number": {"manifests/a.yaml": "5\n"},
    "no kind": {"manifests/a.yaml": "apiVersion: v1\nmetadata: {name: a}\n"},
    "no apiVersion": {"manifests/a.yaml": "kind: ConfigMap\nmetadata: {name: a}\n"},
    "no name": {"manifests/a.yaml": "apiVersion: v1\nkind: ConfigMap\n"},
    "a kind that is a number": {"manifests/a.yaml": "apiVersion: v1\nkind: 5\nmetadata: {name: a}\n"},
    "a name that is a number": {"manifests/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 5}\n"},
    "metadata that are a list": {"manifests/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: []\n"},
    "an apiVersion with two slashes": {"manifests/a.yaml": "apiVersion: a/b/c\nkind: X\nmetadata: {name: a}\n"},
    "a List": {"manifests/a.yaml": LIST},
    "a List without items": {"manifests/a.yaml": "apiVersion: v1\nkind: List\nitems: []\n"},
    "a List of nothing": {"manifests/a.yaml": "apiVersion: v1\nkind: List\n"},
    "a List with an item without a kind": {"manifests/a.yaml": "apiVersion: v1\nkind: List\nitems: [{a: b}]\n"},
    "a List with an item of a group without a version": {
        "manifests/a.yaml": "apiVersion: v1\nkind: List\n"
        "items: [{apiVersion: x/, kind: Z}, {apiVersion: /v1, kind: Z}]\n"
    },
    "an object of a group without a version": {"manifests/a.yaml": "apiVersion: x/\nkind: Z\nmetadata: {name: a}\n"},
    "a list with a large number as a key": {
        "manifests/a.yaml": "? [18446744073709551615, 9223372036854775807]\n: 1\n"
    },
    "a ConfigMapList": {"manifests/a.yaml": LIST.replace("kind: List", "kind: ConfigMapList")},
    "a List in a List": {
        "manifests/a.yaml": "apiVersion: v1\nkind: List\nitems:\n"
        "- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]}\n"
    },
    "JSON": {"manifests/a.json": '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}'},
    "two JSON objects": {
        "manifests/a.json": '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}\n'
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}'
    },
    "a JSON object, then a separator": {"manifests/a.json": _JSON + "\n---\n", "manifests/b.yaml": "a: [\n"},
    "JSON objects with a separator between them": {"manifests/a.json": f"{_JSON}\n---\n{_JSON}"},
    "two JSON objects, then a separator and another": {"manifests/a.json": f"{_JSON}{_JSON}\n---\n{_JSON}"},
    "JSON, then a comment": {"manifests/a.json": _JSON + "\n# end\n"},
    "JSON that ends too early": {"manifests/a.json": _JSON[:-1]},
    "JSON with a key that is not quoted": {"manifests/a.json": "{a: b}"},
    "JSON behind a line, with a comma too many": {"manifests/a.json": '\n {"a": [1,]}'},
    "a JSON object without a kind, then text": {"manifests/a.json": '{"a": 1} x'},
    "a brace behind a separator": {"manifests/a.yaml": "\n---\n{kind: Y}\n"},
    "a brace behind many blanks": {"manifests/a.yaml": " " * 4095 + "{kind: Y}\n"},
    "a brace behind too many blanks": {"manifests/a.yaml": " " * 4096 + "{kind: Y}\n"},
    "an apiVersion that is a number": {"manifests/.hidden": "apiVersion: 9\nkind: O"},
    "no kind in a long object": {"manifests/a.yaml": "apiVersion: v1\na: " + "word " * 200 + "\n"},
    "a file with odd letters": {"manifests/a b\t'\".yaml": "- a\n"},
    "a separator with text": {"manifests/a.yaml": thing("a") + "--- # next\n" + thing("b")},
    "a separator with an object": {
        "manifests/a.yaml": thing("a") + "--- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n"
    },
    "a separator with an object, and another file": {
        "manifests/a.yaml": thing("a") + "--- {a: b}\n" + thing("b"),
        "manifests/b.yaml": thing("c"),
    },
    "twice the same": {"manifests/a.yaml": thing(), "manifests/b.yaml": thing()},
    "an object whose definition is here": {"manifests/a.yaml": BOAT, "manifests/b.yaml": CRD},
    "an object whose definition is not here": {"manifests/a.yaml": BOAT},
    "more beside manifests": {"manifests/a.yaml": thing(), "tests/a.yaml": "a: [\n"},
}
"""Each is asked of the oracle."""


def write(folder: Path, files: Files) -> Path:
    """Writes a bundle into `folder`; names with a slash at the end are folders. `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
