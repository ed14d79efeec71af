"""Entries of an index looked into: what nested indexes list, and what attestations state."""

from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.inspection import platforms
from xpkgtui.inspection.events import Emit, PlatformsListed
from xpkgtui.inspection.session import Session
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Index, Manifest

PREDICATE = "in-toto.io/predicate-type"
"""The annotation of an attestation's layer that says what it states."""
_MOST_READ = 32
"""Nested indexes that are read."""
_LARGEST = 1 << 20
_MOST_PREDICATES = 20


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
    session.inner.looked.add(str(entry.digest))


def find(session: Session, digest: str) -> Descriptor | None:
    """The entry of that digest, of the index or of a nested one."""
    listed = (*((session.index,) if session.index else ()), *session.inner.nested.values())
    return next((entry for index in listed for entry in index.manifests if str(entry.digest) == digest), None)


def root_of(session: Session, digest: str) -> int | None:
    """The number of the index's own entry that has this one, itself or somewhere below."""
    wanted, seen = digest, {digest}
    while session.index is not None:
        numbers = [number for number, entry in enumerate(session.index.manifests) if str(entry.digest) == wanted]
        if numbers:
            return numbers[0]
        above = (
            name
            for name, index in session.inner.nested.items()
            if name not in seen and any(str(entry.digest) == wanted for entry in index.manifests)
        )
        found = next(above, None)
        if found is None:
            return None
        wanted = found
        seen.add(found)
    return None


async def tell(session: Session, emit: Emit) -> None:
    """Lists the platforms as they are known now."""
    if session.index is None:
        return
    inner = session.inner
    shown = session.shown if inner.shown is None else None
    rows = platforms.of_index(session.index, chosen=session.chosen, shown=shown, totals=session.totals)
    await emit(PlatformsListed(rows=platforms.with_nested(rows, inner), is_index=True))


async def _read(session: Session, entry: Descriptor) -> Manifest | Index | None:
    session.inner.looked.add(str(entry.digest))
    if entry.size > _LARGEST:
        return None
    try:
        return manifests.parse(await session.fetcher.manifest(entry), entry.media_type)
    except (XpkgError, Malformed):
        return None
