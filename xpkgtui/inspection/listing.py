"""Files as rows: one layer, or all of them flattened, folder by folder."""

from collections.abc import Iterable, Iterator

from xpkgtui.errors import Failure
from xpkgtui.filesystem.changeset import Mark
from xpkgtui.filesystem.node import FileNode, FileTree
from xpkgtui.filesystem.tree import flatten, single
from xpkgtui.inspection import layers, surveys
from xpkgtui.inspection.events import ROWS, Emit, FilesListed, LayersChanged, PartFailed
from xpkgtui.inspection.requests import ListFiles, View
from xpkgtui.inspection.rows import FileRow
from xpkgtui.inspection.session import Session
from xpkgtui.visible import size as in_words

_STREAM_FILE = "package.yaml"


async def list_files(session: Session, request: ListFiles, emit: Emit) -> None:
    """Tells what is in one folder of a view (or below it); a layer that is dear is asked about first."""
    if session.image is None:
        await _without_image(session, request, emit)
        return
    wanted = layers_of(session, request.view, request.layer)
    if not request.consent and (price := await _price(session, wanted)) is not None:
        await emit(PartFailed(part="files", failure=price))
        return
    session.consented = session.consented or request.consent
    tree, note = await tree_of(session, wanted, emit, flattened=len(wanted) > 1)
    rows = await session.pool.run(lambda: tuple(_rows(session, tree, request)))
    for first in range(0, max(1, len(rows)), ROWS):
        await emit(_listed(request, rows, first, note))
    await emit(LayersChanged(layers=layers.rows(session.image, session.facts, session.reading)))


async def _without_image(session: Session, request: ListFiles, emit: Emit) -> None:
    if session.is_stream:
        await emit(_listed(request, (), note=no_files(session)))
        return
    why = session.manifest_error or "it is still being read"
    failure = Failure(kind="not-found", title=f"There is no image to list: {why}.", exit_code=3)
    await emit(PartFailed(part="files", failure=failure))


def no_files(session: Session) -> str:
    """Why a source without an image has no files to list."""
    if session.form == "folder":
        return f"A folder of sources has no layers before it is built: its files are in {session.root.reference}."
    return "A stream has no files: it is package.yaml itself."


def layers_of(session: Session, view: View, layer: int | None) -> tuple[int, ...]:
    """The layers that a view shows, the bottom one first."""
    assert session.image is not None
    count = len(session.image.layers)
    match view:
        case View.FLATTENED:
            return tuple(range(count))
        case View.UPTO if layer is not None:
            return tuple(range(min(layer + 1, count)))
        case View.LAYER if layer is not None and layer < count:
            return (layer,)
    base = session.image.base
    if base is not None:
        return (base.index,)
    if session.reading is not None and session.reading.layer is not None:
        return (session.reading.layer,)
    return (count - 1,) if count else ()


async def tree_of(
    session: Session, wanted: Iterable[int], emit: Emit, *, flattened: bool, part: str = "files"
) -> tuple[FileTree, str]:
    """The tree of these layers, and what keeps it from being whole."""
    found = []
    notes = []
    for index in wanted:
        changes = await surveys.change_set(session, index, emit, part)
        if changes is None:
            facts = session.facts.get(index)
            notes.append(f"layer {index} is not shown: {(facts.mismatch if facts else '') or 'it was not read'}")
            continue
        if changes.problem:
            notes.append(f"layer {index} breaks off after {len(changes.entries)} entries: {changes.problem}")
        found.append((index, changes))
    if not flattened and found:
        index, changes = found[0]
        tree = await session.pool.run(lambda: single(index, changes))
    else:
        tree = await session.pool.run(lambda: flatten(found))
    return tree, "; ".join(notes)


async def _price(session: Session, wanted: Iterable[int]) -> Failure | None:
    """What reading these layers would cost, where that is more than may be fetched without asking."""
    assert session.image is not None
    if session.options.price < 0 or session.consented or session.form != "registry":
        return None
    dear = [
        layer
        for layer in session.image.layers
        if layer.index in set(wanted)
        and layer.index not in session.change_sets
        and not await session.fetcher.has(layer.descriptor)
    ]
    total = sum(layer.descriptor.size for layer in dear)
    if total <= session.options.price:
        return None
    names = ", ".join(str(layer.index) for layer in dear)
    plural = "s" if len(dear) > 1 else ""
    return Failure(
        kind="price",
        title=f"This reads layer{plural} {names}: {in_words(total)} to fetch.",
        hint="enter fetches them",
    )


def _listed(request: ListFiles, rows: tuple[FileRow, ...], first: int = 0, note: str = "") -> FilesListed:
    return FilesListed(
        view=request.view,
        layer=request.layer,
        folder=request.folder,
        first=first,
        rows=rows[first : first + ROWS],
        total=len(rows),
        note=note,
    )


def _rows(session: Session, tree: FileTree, request: ListFiles) -> Iterator[FileRow]:
    folder = request.folder.strip("/")
    if request.recursive:
        inside = f"{folder}/" if folder else ""
        for path, node in tree.walk():
            if path == folder or path.startswith(inside):
                yield _row(session, path, node)
        return
    found = tree.resolve(folder)
    for node in tree.children(folder) if found is not None and found is tree.get(folder) else _sorted(found):
        yield _row(session, f"{folder}/{node.name}" if folder else node.name, node)


def _sorted(found: FileNode | None) -> tuple[FileNode, ...]:
    """The children of a folder that was reached through a link."""
    nodes = found.children.values() if found is not None else ()
    return tuple(sorted(nodes, key=lambda node: (not node.is_directory, node.name)))


def _row(session: Session, path: str, node: FileNode) -> FileRow:
    reading = session.reading
    is_named = node.name == _STREAM_FILE
    taken = bool(
        reading
        and reading.has_bytes
        and node.entry is not None
        and node.layer == reading.layer
        and node.entry.name == reading.entry
    )
    return FileRow(
        path=path,
        type=node.type.value if node.type.value != "other" else "device",
        size=node.size,
        mode=node.entry.mode & 0o7777 if node.entry else 0o755,
        layer=node.layer if node.layer is not None else 0,
        linkname=node.linkname if node.type.value in ("symlink", "hardlink") else "",
        whiteout=node.mark.value if node.mark in (Mark.FILE, Mark.OPAQUE) else None,
        children=len(node.children),
        decoy=is_named and not taken,
        taken=taken,
    )
