"""One file of a layer, or of a folder of this machine, put where the asker can read it."""

import contextlib
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path

from xpkgtui.errors import Corrupt, NotFound
from xpkgtui.filesystem.contents import Copied, copy_entry
from xpkgtui.filesystem.tree.node import FileNode
from xpkgtui.inspection.files.trees import layers_of, names_of, tree_of
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ReadText, View
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.rows.files import gaps_sentence
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.limits import PIECE, Limits, ReachedLimit
from xpkgtui.readers.reader import LayerUnavailable
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.source import StreamRoot
from xpkgtui.values import dataclass
from xpkgtui.visible import size as in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedFile:
    """What was put into the file."""

    layer: int | None
    """The layer that the file comes from; None for a file of a folder."""
    facts: tuple[tuple[str, str], ...]
    incomplete: str
    """Why it is not the whole entry, in words."""
    limit: ReachedLimit | None
    """The limit of xpkgtui that this is."""


async def take(opened: OpenedImage, request: ReadText, target: Path, emit: Emit) -> ExtractedFile:
    """Writes the file that a path leads to, links followed inside the root; raises `NotFound` or `Corrupt`."""
    wanted = layers_of(opened, request.view, request.layer)
    flattened = request.view in (View.FLATTENED, View.UPTO)
    tree, gaps = await tree_of(opened, wanted, emit, flattened=flattened, part=PartName.TEXT)
    asked, node = tree.get(request.path), tree.resolve(request.path)
    if asked is None or node is None or node.mark is not None:
        for gap in gaps:
            if error := opened.layers.errors.get(gap.layer):
                raise error
        raise NotFound(_absent(request.path, asked), tried=(gaps_sentence(gaps),) if gaps else ())
    if node.is_directory:
        raise NotFound(f"{request.path} is a folder.", hint="`ls` lists what is in it.")
    if node.content is None:
        raise NotFound(f"{request.path} is a {node.type.value} and holds no bytes.")
    layer, order = node.content
    progress = Progress()
    try:
        blob = await progress.watch(opened.layers.blob(layer, progress), emit, PartName.TEXT)
    except LayerUnavailable as error:
        raise opened.layers.errors.get(layer) or Corrupt(f"Layer {layer} cannot be read: {error.reason}") from error
    limits = opened.source.options.limits

    def copy() -> Copied:
        with contextlib.closing(blob.open()) as source, target.open("wb") as sink:
            return copy_entry(source, order, sink, limit=limits.file, limits=limits, stop=stop)

    with Stop() as stop:
        copied = await opened.source.pool.run(copy)
    losses = tuple(_losses(copied))
    stored = node.entry.name if node.entry else request.path
    return ExtractedFile(
        layer=layer,
        facts=(*([("named", stored)] if stored != request.path else ()), *losses),
        incomplete="; ".join(text for _, text in losses),
        limit=limits.reached("file") if copied.truncated else copied.limit,
    )


def _absent(path: str, asked: FileNode | None) -> str:
    if asked is None:
        return f"There is no {path}."
    if asked.mark is not None:
        return f"{path} is a whiteout: it removes a file of the layers below."
    return f"{path} is a link that leads nowhere inside the image: {asked.linkname}"


def _losses(copied: Copied) -> Iterator[tuple[str, str]]:
    """What keeps the copy from being whole."""
    if copied.truncated:
        yield "cut", f"only the first {in_words(copied.size)} are shown"
    if copied.problem:
        yield "damaged", f"it ends early, after {copied.size:,} bytes: {copied.problem}"


def take_file(root: StreamRoot, path: str, target: Path, limits: Limits, *, examples: str = "") -> ExtractedFile:
    """Writes a file that was looked at, no link followed out of the folder; raises `XpkgError`.

    Those in the folder of `examples` lie beside the package: they can be read, although the list of files lacks them.
    """
    names = names_of(root)
    is_example = bool(examples) and path.startswith(f"{examples}/") and normpath(path) == path
    if root.folder is None or (path not in names and not is_example):
        if any(name.startswith(f"{path}/") for name in names):
            raise _is_folder(path)
        raise NotFound(f"there is no {path} among the files that were looked at.")
    if (root.folder / path).is_dir():
        raise _is_folder(path)
    size, is_cut = 0, False
    with FileBlob(open_regular(root.folder / path, root.folder)) as blob, target.open("wb") as sink:
        while data := blob.read(min(PIECE, limits.file - size + 1)):
            is_cut = size + len(data) > limits.file
            sink.write(data[: limits.file - size])
            size += len(data)
            if is_cut:
                break
    losses = (("cut", f"only the first {in_words(limits.file)} are shown"),) if is_cut else ()
    return ExtractedFile(
        layer=None,
        facts=losses,
        incomplete="; ".join(text for _, text in losses),
        limit=limits.reached("file") if is_cut else None,
    )


def _is_folder(path: str) -> NotFound:
    return NotFound(f"{path} is a folder.", hint="`ls` lists what is in it.")
