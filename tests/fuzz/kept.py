"""Targets of what the program sends to itself and keeps: frames, values as plain data, sealed files."""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from builders.oci.layers import file, tar
from fuzz.mutating import as_json, behind
from fuzz.target import Target

from xpkgtui.codec import Codec, Unreadable
from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.stream import Stream
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.fetching.cache.cache_folder import prepare
from xpkgtui.fetching.cache.disk import Learned
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.cache.tag_cache import CachedTag, KnownTags, TagCache, cached_references, known_tags
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.inspection.messages.events import ObjectsListed, PartFailed, Resolved
from xpkgtui.inspection.messages.requests import ListFiles, Open, View
from xpkgtui.inspection.objects.stream import StreamIndex
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.oci.descriptor import Digest
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.judging.documents import Account, Ledger
from xpkgtui.service.frames import ANSWERED, ASKED, FrameError, encode, frames, greeting
from xpkgtui.sources.source import SourceForm

_ROOMS = ("ledgers", "names")
_KINDS: tuple[Any, ...] = (Reading, Ledger, StreamIndex, ChangeSet, KnownTags, CachedTag)
_CODECS = tuple(Codec[Any](kind) for kind in _KINDS)
_LEARNED = Learned[Reading](Reading, lambda: "program")
_ABOUT = "a stream"
_LONGEST = 1 << 20


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _frames(data: bytes) -> None:
    """What the other side sends, as an event and as a request; what is read is written as it was."""
    for codec in (ANSWERED, ASKED):
        with contextlib.suppress(FrameError):
            _loop().run_until_complete(_received(data, codec))


async def _received(data: bytes, codec: Codec[Any]) -> None:
    reader = asyncio.StreamReader(limit=_LONGEST)
    reader.feed_data(data)
    reader.feed_eof()
    async for message in frames(reader, codec):
        again = codec.encode(message)
        assert codec.encode(codec.decode(again)) == again, "a message does not come back as it was"


def _plain(data: bytes) -> None:
    """Plain data of each type that is kept, as if its seal were right: the first byte says which."""
    codec = _CODECS[data[0] % len(_CODECS)] if data else _CODECS[0]
    again = codec.encode(codec.decode(data[1:]))
    assert codec.encode(codec.decode(again)) == again, "a value does not come back as it was"


@cache
def _cache() -> tuple[Path, dict[str, bytes]]:
    """A cache with one file of each kind, under a key of its own, and what each of them holds."""
    folder = Path(tempfile.mkdtemp(prefix="xpkgtui-fuzz-"))
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    prepare(folder / "cache")
    _LEARNED.keep(str(folder / "cache"), _ABOUT, Reading(reader="stream", size=3, sha256="ab"))
    store = Store(folder / "cache")
    TagCache(store, lambda: 0.0).keep(
        "a.io/b:c", digest=Digest.of(b""), media_type="m", reference="a.io/b:c", notes=()
    )
    files = [path for path in sorted((folder / "cache").rglob("*")) if path.is_file() and path.parent.name in _ROOMS]
    return folder / "cache", {str(path): path.read_bytes() for path in files}


def _files() -> Iterator[bytes]:
    yield from _cache()[1].values()


def _sealed(data: bytes) -> None:
    """A file of the cache with other bytes in it, or with those of another file: it is not there."""
    folder, files = _cache()
    for path, content in files.items():
        Path(path).write_bytes(data)
        found = (_LEARNED.find(str(folder), _ABOUT), cached_references(folder), known_tags(folder))
        whole = sum(map(bool, found))
        Path(path).write_bytes(content)
        assert data == content or whole < len(files), "a file is believed that this program did not write"


def _messages() -> Iterator[bytes]:
    yield encode(ANSWERED, (1, Resolved(form=SourceForm.STREAM, reference="r", digest=None)))
    yield encode(ANSWERED, (2, PartFailed(part=None, failure=Failure(kind=FailureKind.BUG, title="t", tried=("a",)))))
    yield encode(
        ANSWERED,
        (3, ObjectsListed(first=0, rows=(ObjectRow(document=1, line=1, first_line=1, start=0, end=9),), total=1)),
    )
    yield encode(ASKED, (4, Open(source="demo"))) + encode(
        ASKED, (5, ListFiles(view=View.FLATTENED, folder="a/\udcff"))
    )
    yield encode(ANSWERED, (6, None))
    yield greeting()


def _values() -> Iterator[bytes]:
    chunk = Chunk(number=1, start=0, end=9, first_line=1, line=1, kind="A")
    changes = read_changeset(BytesIO(tar(file("a/b"), file("package.yaml", "kind: A\n"))))
    stream = Stream(chunks=(chunk,))
    for number, value in enumerate(
        (
            Reading(reader="stream", size=9),
            Ledger(stream=stream, accounts=(Account(number=1, name=None, said=(), kept="[]"),)),
            StreamIndex(format="xpkg", chunks=(chunk,), outlines=(None,)),
            changes,
            KnownTags(repository="a.io/b", tags=("v1",), newest="v1", count=1),
            CachedTag(digest=Digest.of(b""), media_type="m", reference="a.io/b", notes=(), at=1.5),
        )
    ):
        yield bytes([number]) + _CODECS[number].encode(value)


KEPT = (
    Target(
        name="frames",
        check=_frames,
        seeds=_messages,
        mutated=behind(4, as_json),
        tokens='Resolved Open ObjectsListed null true 1e999 NaN -0.0 "\\ud800" [] {}',
    ),
    Target(
        name="kept",
        check=_plain,
        seeds=_values,
        expected=(Unreadable,),
        mutated=behind(1, as_json),
        tokens='null true 1e999 NaN Infinity "sha256: [] {} "\\ud800"',
    ),
    Target(name="sealed", check=_sealed, seeds=_files, largest=1024),
)
