"""What `save` makes of a package's documents: one YAML for each object, or the file of Crossplane's package cache."""

import asyncio
import gzip
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import BinaryIO

from xpkgtui.formats.role import Role
from xpkgtui.inspection.files.destination import Destination, folded
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.limits import PIECE
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_UNSAFE = late(r"[^A-Za-z0-9._-]+")
_LONGEST = 100
"""Characters of a kind or a name that are kept."""
_FASTEST = 1
"""The level of compression of Crossplane's cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedStream:
    """The files that were made of the documents."""

    files: int
    size: int
    """Bytes, before any compression."""


def object_names(rows: Iterable[ObjectRow]) -> Iterator[tuple[str, ObjectRow]]:
    """The name of the file of each object, `provider_acme.yaml`; those that are alike are numbered from 2 on.

    Documents that are empty have no file.
    """
    taken: Counter[str] = Counter()
    used: set[str] = set()
    for row in rows:
        if row.role is Role.EMPTY:
            continue
        words = _safe(row.kind or "").lower(), _safe(row.name or row.package or "")
        stem = "_".join(filter(None, words)) or f"document_{row.document}"
        while True:
            taken[folded(stem)] += 1
            number = taken[folded(stem)]
            name = f"{stem}.yaml" if number == 1 else f"{stem}_{number}.yaml"
            if folded(name) not in used:
                break
        used.add(folded(name))
        yield name, row


async def save_objects(path: str, named: list[tuple[str, ObjectRow]], folder: str, *, force: bool) -> SavedStream:
    """Saves each document of the stream at `path` as it stands; raises `Usage` before anything is written."""
    size = 0
    with closing(_free(folder, [name for name, _ in named], force=force)) as destination, _opened(path) as stream:
        for name, row in named:
            # Lets ctrl+c in.
            await asyncio.sleep(0)
            stream.seek(row.start)
            data = stream.read(row.end - row.start)
            with destination.new(name) as file:
                file.write(data if data.endswith(b"\n") else data + b"\n")
            size += len(data)
    return SavedStream(files=len(named), size=size)


async def save_cached(path: str, name: str, folder: str, *, force: bool) -> SavedStream:
    """Saves the stream at `path` as the package cache has it: compressed, without a tar; raises `Usage` before."""
    size = 0
    with (
        closing(_free(folder, [name], force=force)) as destination,
        _opened(path) as stream,
        destination.new(name) as file,
        # Without a time and a name, the same package gives the same bytes.
        gzip.GzipFile("", "wb", _FASTEST, file, mtime=0) as packed,
    ):
        while data := stream.read(PIECE):
            packed.write(data)
            size += len(data)
            await asyncio.sleep(0)
    return SavedStream(files=1, size=size)


def _opened(path: str) -> BinaryIO:
    return open(path, "rb")


def _free(folder: str, names: list[str], *, force: bool) -> Destination:
    destination = Destination(folder)
    destination.require_free(names, force=force)
    destination.make()
    return destination


def _safe(text: str) -> str:
    """The text as a part of a name: letters, digits, dots and dashes; it begins with neither dot nor dash."""
    return re.sub(r"^[.-]+", "", _UNSAFE.sub("-", text)[:_LONGEST])
