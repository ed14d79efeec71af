"""Entries of an index looked into: what nested indexes list, and what attestations state."""

from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.inspection import platforms
from xpkgtui.inspection.events import Emit, PlatformsListed
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.inspection.session import Session
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import PREDICATE, REFERENCE_DIGEST, Descriptor
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.visible import clip

_MOST_READ = 32
"""Nested indexes that are read."""
_LARGEST = 1 << 20
_MOST_PREDICATES = 20
_LONGEST = 160
"""Letters of a verdict."""


async def read_nested(session: Session) -> None:
    """Reads the indexes that the index lists, and those that they list."""
    if session.index is None:
        return
    todo = [entry for entry in reversed(session.index.manifests) if platforms.is_nested(entry)]
    while todo and len(session.inner.nested) < _MOST_READ:
        entry = todo.pop()
        digest = str(entry.digest)
        if digest in session.inner.looked:
            continue
        parsed = await _read(session, entry)
        if isinstance(parsed, Index):
            session.inner.nested[digest] = parsed
            todo.extend(inner for inner in reversed(parsed.manifests) if platforms.is_nested(inner))


async def look_into(session: Session, digest: str, emit: Emit) -> None:
    """Reads the manifest of an entry and tells what it states; one that cannot be read states nothing."""
    entry = find(session, digest)
    if entry is not None and digest not in session.inner.looked:
        learn(session, entry, await _read(session, entry))
    await tell(session, emit)


def learn(session: Session, entry: Descriptor, parsed: Manifest | Index | None) -> None:
    """Takes down what a manifest that was read says of its attestations."""
    if isinstance(parsed, Manifest):
        found = dict.fromkeys(layer.annotations.get(PREDICATE, "") for layer in parsed.layers)
        session.inner.predicates[str(entry.digest)] = tuple(text for text in found if text)[:_MOST_PREDICATES]
        if parsed.subject is not None and entry.is_attestation and REFERENCE_DIGEST not in entry.annotations:
            session.inner.subjects[str(entry.digest)] = str(parsed.subject.digest)
    session.inner.looked.add(str(entry.digest))


def find(session: Session, digest: str) -> Descriptor | None:
    """The entry of that digest, of the index or of a nested one."""
    listed = (*((session.index,) if session.index else ()), *session.inner.nested.values())
    return next((entry for index in listed for entry in index.manifests if str(entry.digest) == digest), None)


def look_at(session: Session, digest: str, place: str) -> bool:
    """Makes an entry the one that is looked at, of several the one at `place`; False where none is listed."""
    if digest == session.manifest_digest and not place:
        return True
    found = [row for row in _rows(session) if row.digest == digest and place in ("", row.place)]
    if not found or session.index is None:
        return False
    where = min(found, key=lambda row: row.depth).place
    numbers = [int(number) for number in where.split(".")]
    entry = session.index.manifests[numbers[0]]
    for number in numbers[1:]:
        entry = session.inner.nested[str(entry.digest)].manifests[number]
    is_own = len(numbers) == 1
    session.shown = numbers[0]
    session.inner.shown, session.inner.place = (None, "") if is_own else (entry, where)
    return True


def apart(session: Session) -> str:
    """What the entry that is looked at is instead of a package, in words; empty where Crossplane would read it."""
    row = next((row for row in _rows(session) if row.selected), None)
    if row is None or not row.is_not_a_package:
        return ""
    stated = ", ".join(predicate.partition("://")[2] or predicate for predicate in row.predicates)
    return clip(f"this is an {row.role}, {row.note}{f': {stated}' if stated else ''}", _LONGEST)


async def tell(session: Session, emit: Emit) -> None:
    """Lists the platforms as they are known now."""
    if session.index is None:
        return
    await emit(PlatformsListed(rows=_rows(session), is_index=True))


def _rows(session: Session) -> tuple[PlatformRow, ...]:
    if session.index is None:
        return ()
    shown = session.shown if session.inner.shown is None else None
    rows = platforms.of_index(session.index, chosen=session.chosen, shown=shown, totals=session.totals)
    return platforms.with_nested(rows, session.inner)


async def _read(session: Session, entry: Descriptor) -> Manifest | Index | None:
    session.inner.looked.add(str(entry.digest))
    if entry.size > _LARGEST:
        return None
    try:
        return manifests.parse(await session.fetcher.manifest(entry), entry.media_type)
    except (XpkgError, Malformed):
        return None
