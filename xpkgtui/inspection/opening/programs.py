"""The programs that an image and the platforms of a source start: looked for in layers that are there, or cheap."""

from collections.abc import Iterator, Mapping

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.filesystem.changeset import SCRIPT, ChangeSet
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.layers.prices import ByteAllowance
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.opening.platform_images import PlatformImages
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.limits import Limits
from xpkgtui.oci.image import ImageConfig, Layer
from xpkgtui.oci.platform import Platform
from xpkgtui.rules.case import ProgramFacts
from xpkgtui.values import dataclass

_MOST = 32
"""Layers of one image that are looked through, the top one first: a program is in one of the last."""


async def program_shown(shown: OpenedImage) -> ProgramFacts | None:
    """The program of the image that is shown, in the layers that were read of it."""
    entry, config = shown.entry, shown.image.config
    if config is None:
        return None
    stated = entry.descriptor.platform if entry is not None else None
    return await _facts(config, shown.layers, entry.number if entry is not None else None, stated)


async def read_programs(
    shown: OpenedImage, index: OpenedIndex, allowance: ByteAllowance
) -> tuple[tuple[ProgramFacts, ...], tuple[Unread, ...]]:
    """The programs of the other platforms, and the layers that would have to be read for one and cost too much.

    Where the image that is shown starts nothing, the others are taken to start nothing either.
    """
    found: list[ProgramFacts] = []
    unread: list[Unread] = []
    if not command_of(shown.image.config):
        return (), ()
    own = shown.entry.number if shown.entry is not None else None
    others = [number for number in index.packages if number != own and index.was_read(number)]
    for number in others[: shown.source.options.limits.children]:
        try:
            program = await _program(shown, PlatformImages(shown, index), number, allowance)
        except Malformed:
            continue
        except XpkgError as error:
            if not blames_package(error):
                break
            continue
        if isinstance(program, ProgramFacts):
            found.append(program)
        elif program is not None:
            unread.append(_unread(program, PlatformImages(shown, index).name(number)))
    return tuple(found), tuple(unread)


async def _program(
    shown: OpenedImage, images: PlatformImages, number: int, allowance: ByteAllowance
) -> ProgramFacts | Layer | None:
    """The program of an entry, or the layer that is too large to look for it; raises `XpkgError` or `Malformed`."""
    platform = await images.of(number)
    layers: OpenedLayers | None = None
    for layer in platform.image.layers[: -_MOST - 1 : -1]:
        if not allowance.take(layer.descriptor.size):
            return layer
        if layers is None:
            platform = await images.with_config(platform)
            layers = OpenedLayers(shown.source, platform.image, shown.layers.images)
        if platform.image.config is None or await layers.change_set(layer.index, _silently) is None:
            return None
        program = await _facts(platform.image.config, layers, number, images.stated(number))
        if program is not None:
            return program
    return None


async def _facts(
    config: ImageConfig, layers: OpenedLayers, number: int | None, stated: Platform | None
) -> ProgramFacts | None:
    """The program as rules see it; that of an entry runs where the index says, else where the config does."""
    platform = config.platform if stated is None or stated.is_empty else stated
    if not command_of(config) or platform.is_empty:
        return None
    source, change_sets, count = layers.source, dict(layers.change_sets), len(layers.image.layers)
    limits = source.options.limits
    found = await source.pool.run(lambda: started_program(config, count, change_sets, limits))
    if found is None:
        return None
    return ProgramFacts(
        number=number,
        os=platform.os,
        architecture=platform.architecture,
        path=found.path,
        layer=found.layer,
        kind=found.kind,
    )


def _unread(layer: Layer, platform: str) -> Unread:
    descriptor = layer.descriptor
    return Unread(
        digest=str(descriptor.digest),
        size=descriptor.size,
        layer=layer.index,
        reason=UnreadReason.PROGRAM,
        platform=platform,
    )


async def _silently(_event: Event) -> None:
    """Looking for a program emits nothing."""


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
        entries = change_sets[layer].entries
        entry = entries[order] if order < len(entries) else None
        if entry is not None and entry.order == order and (entry.is_executable or folder == ""):
            return StartedProgram(path=path, layer=layer, kind=entry.program)
    return None
