"""What is odd about the names and kinds of a layer's entries."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xpkgtui.filesystem.changeset import Mark, mark_of
from xpkgtui.filesystem.tar.entry import Entry, EntryType

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Oddity:
    """One entry, and why it is worth a look."""

    order: int
    name: str
    reason: str


def oddities(entries: Iterable[Entry], most: int = 100) -> tuple[Oddity, ...]:
    """The first `most` odd entries, in their order."""
    found: list[Oddity] = []
    seen: dict[str, Entry] = {}
    composed: dict[str, str] = {}
    for entry in entries:
        reasons = _reasons(entry, seen, composed)
        found.extend(Oddity(order=entry.order, name=entry.name, reason=reason) for reason in reasons)
        if len(found) >= most:
            break
    return tuple(found[:most])


def _reasons(entry: Entry, seen: dict[str, Entry], composed: dict[str, str]) -> Iterator[str]:
    path = entry.path
    if entry.name.startswith("/"):
        yield "its name is absolute"
    if ".." in entry.name and ".." in entry.name.split("/"):
        yield "its name has a .. in it"
    if _CONTROL.search(entry.name):
        yield "its name has control characters or is no UTF-8"
    if not path and entry.type is not EntryType.DIRECTORY:
        yield "it has no name below the root"
    if entry.type is EntryType.OTHER:
        yield "its type is unknown"
    yield from _mark_reasons(entry, mark_of(path))
    yield from _name_reasons(entry, path, seen, composed)


def _mark_reasons(entry: Entry, mark: Mark | None) -> Iterator[str]:
    if mark is Mark.INVALID:
        yield "it is a whiteout of nothing"
    elif mark is Mark.AUFS:
        yield "it belongs to aufs and has no effect"
    elif mark is not None and (entry.type is not EntryType.FILE or entry.size):
        yield "it is a whiteout, and no empty file"


def _name_reasons(entry: Entry, path: str, seen: dict[str, Entry], composed: dict[str, str]) -> Iterator[str]:
    before = seen.get(path)
    if before and not before.type is entry.type is EntryType.DIRECTORY:
        yield "its name occurs twice; the last one counts"
    seen[path] = entry
    if not path.isascii():
        form = unicodedata.normalize("NFC", path) if len(path) < 4096 else path
        if composed.setdefault(form, path) != path:
            yield "its name differs from another's by composed characters only"
