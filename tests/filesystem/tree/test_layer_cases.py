"""Every layer case, against the tree that the OCI specification asks for (reviewed by hand, in `trees.json`)."""

import io
import json
from pathlib import Path

from builders.cases import failing
from builders.oci.layer_cases import CASES

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.node import FileNode

TREES: dict[str, list[str]] = json.loads(Path(__file__).with_name("trees.json").read_text())
PROBLEMS = {
    "gzip-truncated": "its gzip data ends too early, after 30,000 bytes",
    "gzip-bad-checksum": "its gzip checksum is wrong",
    "tar-truncated": "it ends within a file",
    "tar-bad-checksum": "a header has a checksum that is not a number",
}
NOTES = {
    "gzip-then-zeros": "zeros after the compressed stream",
    "gzip-then-garbage": "other bytes after the compressed stream",
    "zstd-skippable-frame": "a zstd frame to be skipped comes first",
    "tar-then-garbage": "other bytes after the end of the tar",
    "tars-concatenated": "other bytes after the end of the tar",
    "estargz-like": "other bytes after the end of the tar",
}


def test_layers_flatten_as_the_specification_says() -> None:
    assert failing(CASES, is_flattened) == {}


def is_flattened(case: str) -> None:
    assert [row(path, node) for path, node in flatten(enumerate(changes(case))).walk()] == TREES[case]


def test_damage_is_reported_and_nothing_else_is() -> None:
    assert failing(CASES, has_its_damage) == {}


def has_its_damage(case: str) -> None:
    assert [each.problem for each in changes(case) if each.problem] == ([PROBLEMS[case]] if case in PROBLEMS else [])


def test_odd_bytes_are_noted_and_nothing_else_is() -> None:
    assert failing(CASES, has_its_notes) == {}


def has_its_notes(case: str) -> None:
    assert [note for each in changes(case) for note in each.notes] == ([NOTES[case]] if case in NOTES else [])


def test_every_case_has_its_tree() -> None:
    assert CASES.keys() == TREES.keys()


def changes(case: str) -> list[ChangeSet]:
    """The change sets of a case."""
    return [read_changeset(io.BytesIO(each.blob)) for each in CASES[case]]


def row(path: str, node: FileNode) -> str:
    """A node as `trees.json` spells it: `a/ @1` a folder, `a -> b @0` a link, `b = 0.3 @1` a hard link."""
    what = f" ({node.type})"
    if node.type is EntryType.FILE:
        what = ""
    elif node.type is EntryType.DIRECTORY:
        what = "/"
    elif node.type is EntryType.SYMLINK:
        what = f" -> {node.linkname}"
    elif node.type is EntryType.HARDLINK:
        what = " = nothing" if node.content is None else f" = {node.content[0]}.{node.content[1]}"
    return f"{path}{what} @{node.layer}"
