"""The programs that an image and the platforms of a source start: looked for in layers that are there, or cheap."""

import itertools
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import replace

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.filesystem.changeset import SCRIPT, UNKNOWN, ChangeSet
from xpkgtui.filesystem.tar.entry import Entry
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.node import FileNode, FileTree, NoNode
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.layers.opened_layers import ByteAllowance, OpenedLayers
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.limits import Limits
from xpkgtui.oci.descriptor import DEFAULT, Platform
from xpkgtui.oci.image import Image, ImageConfig, Layer
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Manifest
from xpkgtui.rules.case import ProgramFacts, StartFault
from xpkgtui.sources.source import ImageRoot
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformImage:
    """The image of an entry of the index."""

    image: Image
    described: bytes
    """Manifest and config, as their bytes stand."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that decide: the one that is marked, else all that are flattened."""
        return (self.image.base,) if self.image.base is not None else self.image.layers

    @property
    def digests(self) -> tuple[str, ...]:
        """What these layers are as they are stored."""
        return tuple(str(layer.descriptor.digest) for layer in self.layers)

    @property
    def diff_ids(self) -> tuple[str, ...]:
        """What they are when they are decompressed, as far as the config says it."""
        return tuple(layer.diff_id for layer in self.layers if layer.diff_id)

    @property
    def size(self) -> int:
        """The number of bytes of these layers."""
        return sum(layer.descriptor.size for layer in self.layers)


class PlatformImages:
    """The images of the entries of an index, beside the one that is shown."""

    def __init__(self, shown: OpenedImage, index: OpenedIndex) -> None:
        self._shown = shown
        self._index = index

    def name(self, number: int) -> str:
        """The platform of an entry as rows name it."""
        return str(self.stated(number) or DEFAULT)

    def stated(self, number: int) -> Platform | None:
        """The platform that the index gives an entry."""
        return self._index.index.manifests[number].platform

    async def of(self, number: int) -> PlatformImage:
        """The image of an entry, at first without its config; raises `XpkgError` or `Malformed`."""
        shown = self._shown
        if shown.entry is not None and shown.entry.number == number:
            return PlatformImage(image=shown.image, described=shown.manifest.data + shown.config.data)
        data = await shown.source.fetcher.manifest(self._index.index.manifests[number])
        return PlatformImage(image=self._image(Manifest.parse(data), None), described=data)

    async def with_config(self, platform: PlatformImage) -> PlatformImage:
        """Returns the platform with its config; unchanged if the blob is not the config of an image."""
        described = platform.image.manifest.config
        if platform.image.config is not None or described is None:
            return platform
        data = await self._shown.source.fetcher.small_blob(described, LARGEST)
        try:
            config = ImageConfig.parse(data)
        except Malformed:
            return platform
        return PlatformImage(image=self._image(platform.image.manifest, config), described=platform.described + data)

    def _image(self, manifest: Manifest, config: ImageConfig | None) -> Image:
        root = self._shown.source.root
        derive = isinstance(root, ImageRoot) and root.derive
        return self._shown.layers.images.marks.image_of(manifest, config, derive=derive)


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
    if shown.image.config is None or not shown.image.config.command:
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
    user = layers.images.pod_user
    if not config.command or platform.is_empty or user is None:
        return None
    source, change_sets, count = layers.source, dict(layers.change_sets), len(layers.image.layers)
    limits = source.options.limits
    found = await source.pool.run(lambda: started_program(config, count, change_sets, limits, user))
    if found is None:
        return None
    return ProgramFacts(
        number=number,
        os=platform.os,
        architecture=platform.architecture,
        path=found.path,
        layer=found.layer,
        kind=found.kind,
        fault=found.fault,
        cause=found.cause,
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
    layer: int | None = None
    """The layer that has it, or the folder that is closed."""
    kind: str = ""
    """`linux/arm64`, as `program_of` says; empty where its bytes say nothing."""
    fault: StartFault | None = None
    """Why it does not start; only said of an image whose layers were all read."""
    cause: str = ""
    """The loader that is absent, or the folder that is closed."""


def started_program(
    config: ImageConfig, layers: int, change_sets: Mapping[int, ChangeSet], limits: Limits, user: int
) -> StartedProgram | None:
    """The program of an image with so many layers; None where the layers that were read do not settle which it is.

    Only layers above which nothing is unread count: one that was not read may have another file of the same name.
    What is wrong with the program is said if all were read.
    """
    known = list(_from_above(layers, change_sets))
    tree = flatten(reversed(known), limits)
    folder = config.working_folder
    files = _Files(tree, dict(known), user)
    found = files.started(config.command[0], config.search_path, folder)
    if len(known) < layers or tree.cut:
        return None if found.fault in _OF_NO_FILE else replace(found, fault=None, cause="")
    if found.fault is None and folder:
        if not folder.startswith("/"):
            return replace(found, fault=StartFault.NO_ABSOLUTE_FOLDER, cause=folder)
        if closed := files.closed_folder(folder):
            return replace(found, fault=StartFault.CLOSED, cause=closed[0], layer=closed[1])
        node = tree.resolve(folder)
        if node is not None and not node.is_directory:
            return replace(found, fault=StartFault.NO_FOLDER, cause=folder, layer=node.layer)
    return found


_OF_NO_FILE = frozenset(StartFault) - {StartFault.NO_LOADER, StartFault.NO_PROGRAM}
"""Faults of a command for which no file was found that this user could start."""


def _from_above(layers: int, change_sets: Mapping[int, ChangeSet]) -> Iterator[tuple[int, ChangeSet]]:
    for index in reversed(range(layers)):
        changes = change_sets.get(index)
        if changes is None or changes.problem:
            return
        yield index, changes


_NO_NODES = {
    NoNode.MISSING: StartFault.ABSENT,
    NoNode.CIRCLE: StartFault.CIRCLE,
    NoNode.BELOW_FILE: StartFault.NO_FOLDER,
}
_NOT_FOUND = frozenset(_NO_NODES.values())
_MOST_SCRIPTS = 5
"""Scripts that are interpreters of each other, of which Linux executes as many."""


def _of_kind(kind: str) -> StartFault | None:
    return StartFault.NO_PROGRAM if kind == UNKNOWN else None


def _looked_up(interpreter: str, argument: str) -> str:
    """The command that `env` looks for; empty where it is another program, or changes what is looked through."""
    if posixpath.basename(interpreter) != "env":
        return ""
    is_split = argument.startswith("-S")
    words = argument.removeprefix("-S").split() if is_split else [argument]
    return words[0] if words and not words[0].startswith("-") and "=" not in words[0] else ""


class _Files:
    """The files of an image, as the user of its pod sees them."""

    def __init__(self, tree: FileTree, change_sets: Mapping[int, ChangeSet], user: int) -> None:
        self._tree = tree
        self._change_sets = change_sets
        self._user = user

    def started(self, command: str, search_path: str, folder: str) -> StartedProgram:
        """What the kernel executes for a command, and why it cannot."""
        found = self.find(command, search_path, folder)
        for _ in range(_MOST_SCRIPTS):
            if found.fault is not None:
                return found
            if not found.kind.startswith(SCRIPT):
                fault, cause = _of_kind(found.kind), self._absent_loader(found)
                return (
                    replace(found, fault=StartFault.NO_LOADER, cause=cause) if cause else replace(found, fault=fault)
                )
            script = found
            interpreter, _, argument = script.kind.removeprefix(SCRIPT).partition(" ")
            found = self.find(interpreter if "/" in interpreter else f"./{interpreter}", "", folder)
            if found.fault is StartFault.ABSENT:
                return replace(script, fault=StartFault.NO_LOADER, cause=interpreter)
            if found.fault is None and (name := _looked_up(interpreter, argument)):
                found = self.find(name, search_path, folder)
                if found.fault in (StartFault.ABSENT, StartFault.NOT_IN_PATH):
                    return replace(script, fault=StartFault.NO_LOADER, cause=name)
        return replace(found, fault=StartFault.CIRCLE)

    def find(self, command: str, search_path: str, folder: str) -> StartedProgram:
        """What a command is, and why it cannot be executed."""
        is_searched = "/" not in command
        folders = [one for one in search_path.split(":") if one.startswith("/")] if is_searched else [""]
        fault = StartedProgram(path=command or '""', fault=StartFault.NOT_IN_PATH)
        for one in folders if command else ():
            path = f"{one.rstrip('/')}/{command}" if one else posixpath.join("/", folder, command)
            found = self._program(path)
            if found.fault is None:
                return found
            if found.fault in _NOT_FOUND:
                fault = fault if is_searched else replace(found, path=command)
            elif fault.layer is None:
                fault = found
        return fault

    def _program(self, path: str) -> StartedProgram:
        """The file at a path."""
        node = self._tree.followed(path)
        if isinstance(node, NoNode):
            file = self._file_above(path) if node is NoNode.BELOW_FILE else ""
            return StartedProgram(path=path, fault=_NO_NODES[node], cause=file)
        if node.is_directory:
            return StartedProgram(path=path, layer=node.layer, fault=StartFault.NOT_EXECUTABLE)
        entry = self._entry(node)
        if entry is None or node.content is None:
            return StartedProgram(path=path, fault=StartFault.ABSENT)
        layer = node.content[0]
        if closed := self.closed_folder(path):
            return StartedProgram(path=path, layer=closed[1], fault=StartFault.CLOSED, cause=closed[0])
        fault = None if self._may_execute(entry) else StartFault.NOT_EXECUTABLE
        return StartedProgram(path=path, layer=layer, kind=entry.program, fault=fault)

    def _file_above(self, path: str) -> str:
        """The file on a path that goes on behind it."""
        above = itertools.accumulate(filter(None, path.split("/")), lambda one, name: f"{one}/{name}", initial="")
        return next((one for one in above if not (node := self._tree.resolve(one)) or not node.is_directory), "")

    def _absent_loader(self, found: StartedProgram) -> str:
        """The loader that a program needs and the image lacks; empty without one."""
        node = self._tree.resolve(found.path)
        entry = self._entry(node) if node is not None else None
        return entry.loader if entry and entry.loader and self._tree.resolve(entry.loader) is None else ""

    def closed_folder(self, path: str) -> tuple[str, int | None] | None:
        """The first folder on a path, wherever its links lead, that the user of the pod cannot enter; its layer."""
        entered: dict[str, FileNode] = {}
        self._tree.resolve(path, entered)
        entered.pop("/", None)  # containerd passes over what a layer says of the root
        closed = ((at, one) for at, one in entered.items() if one.entry and not self._may_execute(one.entry))
        return next(((at, one.layer) for at, one in closed), None)

    def _entry(self, node: FileNode) -> Entry | None:
        if node.content is None:
            return None
        layer, order = node.content
        entries = self._change_sets[layer].entries
        entry = entries[order] if order < len(entries) else None
        return entry if entry is not None and entry.order == order else None

    def _may_execute(self, entry: Entry) -> bool:
        """Whether the user may execute a file, or enter a folder."""
        shift = 6 if entry.uid == self._user else 3 if entry.gid == self._user else 0
        return bool(entry.mode >> shift & 1)
