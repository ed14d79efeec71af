"""What a result is about: what was asked, of which bytes, and by which program; only equal ones are believed."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from xpkgtui import __version__
from xpkgtui.cli.many.messages import ORDERED, CheckOrder, KnownContent
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.reporting.documents.check import AskedObject
from xpkgtui.service.frames import encode
from xpkgtui.service.port import Port
from xpkgtui.sources.access import Access
from xpkgtui.sources.demos import is_demo
from xpkgtui.sources.source import Prefix
from xpkgtui.untyped import mapping

_MOST_FILES = 200_000
_UNSEEN = frozenset((".git",))
"""Folders that belong to no package."""


def asked_of(order: CheckOrder) -> AskedObject:
    """What is asked of each source, as its results say it; how it is fetched is left out."""
    asked = order.options
    named = dict.fromkeys(("profile", "asked_profile", "crossplane", "asked_crossplane", "platform"), "")
    plain = replace(asked, access=Access(), cache_dir=None, **named)  # type: ignore[arg-type]
    rest = replace(order, options=plain, select=(), ignore=(), checkout="")
    return AskedObject(
        profile=asked.asked_profile or None,
        crossplane=asked.crossplane,
        platform=asked.platform or None,
        select=tuple(sorted(set(order.select))),
        ignore=tuple(sorted(set(order.ignore))),
        options=hashlib.sha256(encode(ORDERED, rest)).hexdigest()[:16],
        xpkgtui=__version__,
    )


_WORDS = {
    "profile": "profile",
    "crossplane": "version of Crossplane",
    "platform": "platform",
    "select": "--select",
    "ignore": "--ignore",
    "xpkgtui": "version of xpkgtui",
}


def unlike(asked: AskedObject, result: Mapping[str, Any]) -> str:
    """What keeps a result from answering the question, as `another profile`; empty where nothing does."""
    found = result.get("asked")
    if not isinstance(found, dict):
        return "nothing that says what was asked"
    for name in AskedObject.__slots__:
        wanted, has = getattr(asked, name), found.get(name)
        if (list(wanted) if isinstance(wanted, tuple) else wanted) != has:
            return f"another {_WORDS.get(name, 'set of options')}"
    return ""


def question_of(result: Mapping[str, Any]) -> str:
    """What was asked of a result, whichever version of xpkgtui answered."""
    found = mapping(result.get("asked")) or {key: result.get(key) for key in ("profile", "crossplane")}
    return json.dumps({key: one for key, one in found.items() if key != "xpkgtui"}, sort_keys=True)


def local_content(source: str) -> str:
    """A hash of all bytes of a local source; empty where it is none, or cannot be read whole."""
    path = source if os.path.lexists(source) else _behind_prefix(source)
    if not path:
        return ""
    total = hashlib.sha256()
    try:
        for number, (name, file) in enumerate(_files(Path(path))):
            if number >= _MOST_FILES:
                return ""
            total.update(f"{len(os.fsencode(name))}:".encode() + os.fsencode(name))
            total.update(os.fsencode(os.readlink(file)) if name and file.is_symlink() else _hash(file))
    except OSError:
        return ""
    return f"sha256:{total.hexdigest()}"


def _behind_prefix(source: str) -> str:
    """The path of a source that says its form: `oci:PATH:TAG`."""
    local = (Prefix.OCI_LAYOUT, Prefix.OCI_ARCHIVE, Prefix.DOCKER_ARCHIVE, Prefix.DIR)
    prefix = next((one.value for one in local if source.startswith(one.value)), "")
    rest = source.removeprefix(prefix)
    return next((one for one in (rest, rest.rpartition(":")[0]) if prefix and one and os.path.lexists(one)), "")


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    """The files of a folder in order, each with its path within; a file has none."""
    if not root.is_dir():
        yield "", root
        return
    for folder, folders, files in os.walk(root, onerror=_raised):
        folders[:] = sorted(one for one in folders if one not in _UNSEEN)
        links = (one for one in folders if os.path.islink(os.path.join(folder, one)))
        for name in sorted((*files, *links)):
            file = Path(folder, name)
            if file.is_symlink() or file.is_file():
                yield str(file.relative_to(root)), file


def _raised(error: OSError) -> None:
    raise error


def _hash(file: Path) -> bytes:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").digest()


async def is_unchanged(port: Port, source: str, known: KnownContent, options: Options) -> bool:
    """Whether a source still has the bytes of which there is a result; a registry is asked for the manifest."""
    if known.content:
        return local_content(source) == known.content
    if is_demo(source):  # it belongs to the program
        return True
    return bool(known.digest) and await _digest(port, source, options.asking) == known.digest


async def _digest(port: Port, source: str, options: Options) -> str:
    """The digest that a name points at now; empty where it is not known."""
    with suppress(Exception):  # then it is checked again, which says why
        async with aclosing(port.ask(Open(source=source, options=options))) as events:
            async for event in events:
                if isinstance(event, Resolved):
                    return "" if event.stale else event.digest or ""
    return ""
