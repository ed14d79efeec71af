"""The trees that views of files show, kept while they are looked at."""

from collections.abc import Iterable
from typing import TypeVar

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tree.differences import Comparison
from xpkgtui.filesystem.tree.flattening import flatten, single
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.inspection import surveys
from xpkgtui.inspection.events import Emit
from xpkgtui.inspection.requests import View
from xpkgtui.inspection.session import Session
from xpkgtui.oci.image import Layer
from xpkgtui.visible import size as in_words

Key = TypeVar("Key")
Value = TypeVar("Value")
_KEPT = 4


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
    key = flattened, tuple(wanted)
    assert session.image is not None
    for index in key[1]:
        media_type = session.image.layers[index].descriptor.media_type
        if media_type.endswith("json"):
            notes.append(f"layer {index} holds no files: it is {media_type}")
            continue
        changes = await surveys.change_set(session, index, emit, part)
        if changes is None:
            facts = session.facts.get(index)
            notes.append(f"layer {index} is not shown: {(facts.mismatch if facts else '') or 'it was not read'}")
            continue
        if changes.problem:
            notes.append(f"layer {index} breaks off after {len(changes.entries)} entries: {changes.problem}")
        found.append((index, changes))
    if (tree := session.trees.get(key)) is None:
        if not flattened and found:
            index, changes = found[0]
            tree = await session.pool.run(lambda: single(index, changes))
        else:
            tree = await session.pool.run(lambda: flatten(found))
        if len(found) == len(key[1]):
            _keep(session.trees, key, tree)
    return tree, "; ".join(notes)


async def compared(session: Session, view: View, layer: int, emit: Emit) -> Comparison | None:
    """The view of a layer beside the layers below it; None where those are not to be had for nothing."""
    key = str(view), layer
    if (found := session.comparisons.get(key)) is not None:
        return found
    lower = tuple(range(layer))
    if not lower or not await _is_free(session, lower):
        return None
    below, _ = await tree_of(session, lower, emit, flattened=True)
    alone = view is View.LAYER
    now, _ = await tree_of(session, layers_of(session, view, layer), emit, flattened=not alone)
    found = await session.pool.run(lambda: Comparison(now, below, layer=layer, alone=alone))
    if all(index in session.change_sets for index in (*lower, layer)):
        _keep(session.comparisons, key, found)
    return found


async def price(session: Session, wanted: Iterable[int]) -> Failure | None:
    """What reading these layers would cost, where that is more than may be fetched without asking."""
    if session.options.price < 0 or session.consented or session.form != "registry":
        return None
    dear = [layer for layer in await _missing(session, wanted) if layer.index not in session.agreed]
    total = sum(layer.descriptor.size for layer in dear)
    if total <= session.options.price:
        return None
    names = ", ".join(str(layer.index) for layer in dear)
    plural = "s" if len(dear) > 1 else ""
    return Failure(
        kind=FailureKind.PRICE,
        title=f"This reads layer{plural} {names}: {in_words(total)} to fetch.",
        hint="enter fetches them",
    )


async def _is_free(session: Session, wanted: tuple[int, ...]) -> bool:
    """Whether layers may be read though nobody asked for them."""
    if session.form != "registry" or all(index in session.change_sets for index in wanted):
        return True
    if session.options.price < 0:
        return False
    return sum(layer.descriptor.size for layer in await _missing(session, wanted)) <= session.options.price


async def _missing(session: Session, wanted: Iterable[int]) -> list[Layer]:
    """Those that were not read and are not in the store."""
    assert session.image is not None
    chosen = set(wanted)
    return [
        layer
        for layer in session.image.layers
        if layer.index in chosen
        and layer.index not in session.change_sets
        and not await session.fetcher.has(layer.descriptor)
    ]


def _keep(kept: dict[Key, Value], key: Key, value: Value) -> None:
    """The newest few, because a tree may be large."""
    kept[key] = value
    while len(kept) > _KEPT:
        kept.pop(next(iter(kept)))
