"""The kinds that the documents of a stream define, and the search over their fields.

Definitions are parsed when kinds or fields are first asked for, a slice at a time; what is kept are names and paths.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, parse
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import OddityKind
from xpkgtui.errors import NotFound
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.definitions.custom_resources import schema_of, version_of, versions_of
from xpkgtui.formats.definitions.fields.search import FieldOwner
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.schemas import FieldsFound, FoundField, KindRow, KindsListed, ListKinds, SearchFields
from xpkgtui.inspection.objects.defined_kinds import DefinedKinds
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.limits import OverLimit, ReachedLimit
from xpkgtui.untyped import field as at
from xpkgtui.untyped import text

_SLICE = 0.2
"""Seconds of parsing before an event says how far it is."""
_LARGEST = 64 << 20
"""Characters of a definition, aliases followed."""
_DEEPEST = 300
"""Lists and mappings inside each other in a definition that is shown; those of the largest known packages have 37."""
_DEEP = ReachedLimit(
    name="depth", most=_DEEPEST, fixed=f"xpkgtui shows at most {_DEEPEST} lists and mappings inside each other"
)
_VAST = ReachedLimit(
    name="aliases", most=_LARGEST, fixed=f"xpkgtui follows aliases to at most {_LARGEST >> 20} MiB of a definition"
)
_DEFINITION = "Definition"


async def list_kinds(stream: PackageStream, pool: Threads, _request: ListKinds, emit: Emit) -> None:
    """Emits the kinds, more and more of them."""
    known, is_whole = await _known(stream), False
    while not is_whole:
        await pool.run(lambda: _read_on(stream, known))
        with known.lock:
            is_whole, rows, unread = known.is_whole, tuple(known.rows), tuple(known.unread)
            listed = KindsListed(kinds=rows, done=known.done, total=len(known.waiting), unread=unread)
        await emit(listed)


async def search_fields(stream: PackageStream, pool: Threads, request: SearchFields, emit: Emit) -> None:
    """Emits what is found in the definitions that are known, again and again until all are."""
    known = await _known(stream)
    while True:
        is_whole = known.is_whole
        await emit(await pool.run(lambda: _found(known, request)))
        if is_whole:
            return
        await pool.run(lambda: _read_on(stream, known))


def definitions_json(stream: PackageStream, document: int) -> str:
    """All definitions that a document makes, as a list.

    Raises `NotFound` where it makes none, and `OverLimit` where it is not read that far.
    """
    chunk = stream.chunk(document)
    with mapped(stream.file) as data:
        parsed = parse(data, chunk, limits=stream.limits)
        if isinstance(parsed, BrokenDocument):
            if parsed.limit is not None:
                raise OverLimit(f"Document {document} was not parsed", parsed.limit)
            raise NotFound(f"Document {document} is broken: {parsed.message}")
        if parsed.depth > _DEEPEST:
            raise OverLimit(f"Document {document} is not shown as a schema", _DEEP)
        made = stream.format.custom_resources(parsed.value)
    if not made:
        raise NotFound(f"Document {document} defines no kind.", hint="Only definitions have a schema.")
    if any(one.kind is OddityKind.ALIAS for one in parsed.oddities) and is_vast(made):
        raise OverLimit(f"Document {document} is not shown as a schema", _VAST)
    return json.dumps(made, separators=(",", ":"))


def is_vast(value: object) -> bool:
    """Whether a value is very long once its aliases are followed."""
    left, waiting = _LARGEST, [value]
    while waiting:
        one = waiting.pop()
        left -= 8 + (len(one) if isinstance(one, str) else 0)
        if left <= 0:
            return True
        if isinstance(one, dict):
            waiting.extend((*one, *one.values()))
        elif isinstance(one, list):
            waiting.extend(one)
    return False


async def _known(stream: PackageStream) -> DefinedKinds:
    """What is known of the stream; kept with it."""
    await stream.listed()
    if stream.kinds is None:
        waiting = tuple(one for one in stream.chunks if _may_define(one))
        stream.kinds = DefinedKinds(waiting=waiting, effort=Effort.of_stream(stream.file.size, stream.limits))
    return stream.kinds


def _may_define(chunk: Chunk) -> bool:
    """Whether a document may be a definition; its first lines may be too expensive to read."""
    return chunk.kind.endswith(_DEFINITION) if chunk.kind else not chunk.empty and chunk.blob is None


def _read_on(stream: PackageStream, known: DefinedKinds) -> None:
    """Reads the next documents, for a while."""
    with known.lock, mapped(stream.file) as data:
        until = time.monotonic() + _SLICE
        while not known.is_whole and time.monotonic() < until:
            chunk = known.waiting[known.done]
            document = parse(data, chunk, limits=stream.limits, effort=known.effort, repeats=known.repeats)
            if isinstance(document, BrokenDocument):
                known.unread.append(chunk.number)
            else:
                _add(known, chunk.number, stream.format.custom_resources, document.value)
            known.done += 1
        if known.is_whole:
            known.repeats = None


def _add(
    known: DefinedKinds,
    document: int,
    custom_resources: Callable[[object], tuple[dict[str, Any], ...]],
    value: object,
) -> None:
    for made, definition in enumerate(custom_resources(value)):
        kind = defined_kind(definition)
        if len(kind.versions) < len(versions_of(definition)):
            known.unread.append(document)
        number = len(known.rows)
        known.rows.append(KindRow(document=document, made=made, kind=kind))
        stored, met = version_of(definition, ""), set[str]()
        # What another version has too is found in the stored one.
        for version in sorted(versions_of(definition), key=lambda one: one is not stored):
            owner = FieldOwner(number=number, group=kind.group, kind=kind.kind, version=text(at(version, "name")))
            if not known.index.add(owner, schema_of(version), met):
                known.unsearched.append(document)


def _found(known: DefinedKinds, request: SearchFields) -> FieldsFound:
    with known.lock:
        matches = known.index.search(request.words, request.most)
        rows = known.rows
        found = tuple(
            FoundField(document=rows[one.owner.number].document, made=rows[one.owner.number].made, match=one)
            for one in matches.best
        )
        done, total = known.done, len(known.waiting)
        unread = (*known.unread, *dict.fromkeys(known.unsearched))
    return FieldsFound(words=request.words, found=found, count=matches.count, done=done, total=total, unread=unread)
