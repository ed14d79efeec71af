"""The program that an image starts, found in the layers that were read."""

from collections.abc import Iterator, Mapping

from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.programs import SCRIPT
from xpkgtui.filesystem.tar.entry import Entry
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.limits import Limits
from xpkgtui.oci.image import ImageConfig
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedProgram:
    """A file that is executed first, or the interpreter of a script that is."""

    path: str
    """As the config or the script names it."""
    layer: int
    kind: str
    """`linux/arm64`, as `program_of` says; empty where its bytes say nothing."""


def command_of(config: ImageConfig | None) -> str:
    """The first word of what an image starts; empty where it starts nothing."""
    words = (*config.entrypoint, *config.cmd) if config else ()
    return words[0] if words else ""


def started_program(
    config: ImageConfig, layers: int, change_sets: Mapping[int, ChangeSet], limits: Limits
) -> StartedProgram | None:
    """The program of an image with so many layers; None where the layers that were read do not settle which it is.

    Only layers above which nothing is unread count: one that was not read may have another file of the same name.
    """
    known = list(_from_above(layers, change_sets))
    tree = flatten(reversed(known), limits)
    entries = dict(known)
    found = _find(tree, entries, command_of(config), config.search_path)
    if found is not None and found.kind.startswith(SCRIPT):
        return _find(tree, entries, found.kind.removeprefix(SCRIPT), "")
    return found


def _from_above(layers: int, change_sets: Mapping[int, ChangeSet]) -> Iterator[tuple[int, ChangeSet]]:
    for index in reversed(range(layers)):
        changes = change_sets.get(index)
        if changes is None or changes.problem:
            return
        yield index, changes


def _find(
    tree: FileTree, change_sets: Mapping[int, ChangeSet], command: str, search_path: str
) -> StartedProgram | None:
    """What a command is; a path that is relative to a working folder is not looked for."""
    if command.startswith("/"):
        folders = [""]
    elif "/" in command or not command:
        return None
    else:
        folders = [folder for folder in search_path.split(":") if folder.startswith("/")]
    for folder in folders:
        path = f"{folder.rstrip('/')}/{command}" if folder else command
        node = tree.resolve(path)
        if node is None or node.content is None:
            continue
        layer, order = node.content
        entry = _entry(change_sets[layer], order)
        if entry is not None and (entry.is_executable or folder == ""):
            return StartedProgram(path=path, layer=layer, kind=entry.program)
    return None


def _entry(changes: ChangeSet, order: int) -> Entry | None:
    found = changes.entries[order] if order < len(changes.entries) else None
    return found if found is not None and found.order == order else None
