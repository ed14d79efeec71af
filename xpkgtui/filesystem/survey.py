"""What there is to tell about one layer without looking at the others."""

from dataclasses import dataclass

from xpkgtui.filesystem import go_paths
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.compression.stored import StreamOddity
from xpkgtui.filesystem.tar.entry import Entry, EntryType

_STREAM_FILE = "package.yaml"
_LANDMARKS = frozenset({".registry/app.yaml", ".up/examples.yaml"})
"""Files that other tools know by their path."""
_FIRST_NAMES = 10
_MOST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entry with its place, told in a few words."""

    name: str
    type: str
    order: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """The facts of a layer, named as the facts that rules look at."""

    index: int
    compression: str
    entries: int
    inflate_error: str | None = None
    trailing: bool = False
    """Whether other bytes follow its compressed data."""
    limit: str | None = None
    """Which limit it exceeds, so that the rest was left unread."""
    tar_error: str | None = None
    tar_error_after: int = 0
    actual_diff_id: str | None = None
    candidates: tuple[Candidate, ...] = ()
    """Entries whose last part is `package.yaml`, at any depth and of any type."""
    names: tuple[str, ...] = ()
    """The first few files."""
    unsafe: tuple[Candidate, ...] = ()
    """Entries at which go-containerregistry 0.21.8 stops flattening."""
    escaping_links: tuple[str, ...] = ()
    """Relative links that leave the root."""
    dot_entry: int | None = None
    """The place of an entry `./`."""
    repeated: tuple[str, ...] = ()
    """Names that occur twice, spelled alike."""
    landmarks: tuple[str, ...] = ()
    """Files that other tools know by their path, where they are."""


def survey(index: int, changes: ChangeSet) -> Survey:
    """The facts of layer `index`."""
    seen: set[str] = set()
    repeated: dict[str, None] = {}
    candidates: list[Candidate] = []
    unsafe: list[Candidate] = []
    escaping: list[str] = []
    names: list[str] = []
    landmarks: set[str] = set()
    dot_entry = None
    for entry in changes.entries:
        if entry.name in seen:
            repeated[entry.name] = None
        seen.add(entry.name)
        cleaned = go_paths.clean(entry.name)
        if go_paths.last(entry.name) == _STREAM_FILE:
            candidates.append(_candidate(entry))
        if cleaned == ".":
            dot_entry = entry.order if dot_entry is None else dot_entry
        elif go_paths.is_unsafe(cleaned):
            unsafe.append(_candidate(entry))
        elif entry.type in (EntryType.SYMLINK, EntryType.HARDLINK) and go_paths.escapes(cleaned, entry.linkname):
            escaping.append(entry.name)
        if entry.has_body and len(names) < _FIRST_NAMES:
            names.append(entry.name)
        if entry.has_body and entry.path in _LANDMARKS:
            landmarks.add(entry.path)
    return Survey(
        index=index,
        compression=changes.compression.value,
        entries=len(changes.entries),
        inflate_error=changes.inflate_problem,
        trailing=not {StreamOddity.TRAILING_DATA, StreamOddity.TRAILING_ZEROS}.isdisjoint(changes.notes),
        limit=changes.limit,
        tar_error=changes.tar_problem,
        tar_error_after=len(changes.entries) if changes.tar_problem else 0,
        actual_diff_id=changes.diff_id,
        candidates=tuple(candidates[:_MOST]),
        names=tuple(names),
        unsafe=tuple(unsafe[:_MOST]),
        escaping_links=tuple(escaping[:_MOST]),
        dot_entry=dot_entry,
        repeated=tuple(repeated)[:_MOST],
        landmarks=tuple(sorted(landmarks)),
    )


def _candidate(entry: Entry) -> Candidate:
    return Candidate(name=entry.name, type=entry.type.value, order=entry.order)
