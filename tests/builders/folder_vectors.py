"""Folders of sources that are odd in one way each; `tests/oracle/folders.json` tells what a build makes of them."""

from builders.folders import META, composition

_A, _B = composition("aaa"), composition("bbb")
_BOM = "\ufeff"


def odd_folders() -> dict[str, dict[str, str]]:
    """Files by name, by what is odd about them; a meta object is in crossplane.yaml unless another text is."""
    odd = {
        "order": {"b.yaml": _B, "a.yml": composition("one"), "a/z.yaml": _A, "a-b.yaml": composition("two")},
        "hidden": {".git/x.yaml": _A, ".yaml": _B},
        "other endings": {"a.YAML": "[", "b.json": "[", "c.yaml.bak": "[", "yaml": "["},
        "a folder like a file": {"x.yaml/in.yaml": _A},
        "named like the examples": {"examples.yaml": "[", "examples2/a.yaml": "[", "sub/examples/b.yaml": _B},
        "nothing": {"a.yaml": "", "b.yaml": "\n", "c.yaml": "# c\n---\n---\n", "d.yaml": "...\n"},
        "no last line end": {"a.yaml": _A.rstrip(), "b.yaml": f"{_B}---"},
        "separators": {"a.yaml": f"---\n---\n{_A}---\n---  # b\n{_B}---\n"},
        "a separator with content": {"a.yaml": f"{_A}---\na: 1\n--- x\n", "b.yaml": _B},
        "CR LF": {"a.yaml": f"{_A}---\n{_B}".replace("\n", "\r\n")},
        "byte order marks": {"a.yaml": f"{_BOM}{_A}", "b.yaml": f"{_BOM}---\n{_B}"},
        "a byte order mark alone": {"a.yaml": f"{_BOM}\n"},
        "content behind the end": {"a.yaml": f"{_A}...\nhidden: 1\n"},
        "a directive": {"a.yaml": f"%YAML 1.1\n---\n{_A}"},
        "no object": {"a.yaml": "- a\n", "b.yaml": _B},
        "a kind that is not known": {"a.yaml": "apiVersion: v1\nkind: ConfigMap\n"},
        "two meta objects": {"a.yaml": META},
        "the meta object elsewhere": {"crossplane.yaml": _A, "z.yaml": f"{_B}---\n{META}"},
        "no meta object": {"crossplane.yaml": "# nothing\n", "a.yaml": _A},
        "examples": {"examples/a.yaml": "kind: A\n", "examples/b.yaml": "# b\n---\nkind: B\n", "examples/c.txt": "["},
        "an empty folder of examples": {"examples/a.txt": "["},
        "an example of comments": {"examples/a.yaml": "# nothing\n"},
        "an example that ends with a separator": {"examples/a.yaml": "kind: A\n---\n"},
        "an example without a kind": {"examples/a.yaml": "a: 1\n"},
        "a list as an example": {"examples/a.yaml": "- a\n"},
        "an example with a separator with content": {"examples/a.yaml": "kind: A\n--- x\n"},
    }
    return {case: {"crossplane.yaml": META, **files} for case, files in odd.items()}
