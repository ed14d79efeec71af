"""The facts of one layer, read on its own."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from xpkgtui.filesystem.compression.stored import StreamOddity
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.filesystem.tar.entry import clean as below_root
from xpkgtui.golang import paths as go_paths
from xpkgtui.limits import LIMITS, Limits, ReachedLimit
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a screen is sent facts, and reads no layer
    from xpkgtui.filesystem.changeset import ChangeSet

_FIRST_NAMES = 10
_MOST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmarks:
    """The files that a format looks for in a layer."""

    stream_file: str = ""
    """The last part of the name of a file that may hold the package."""
    paths: frozenset[str] = frozenset()
    """Files that other tools know by their path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A tar entry that is worth naming."""

    name: str
    """As the archive spells it."""
    type: EntryType
    order: int
    """Its number in the layer, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerFacts:
    """What was found in one layer; nothing is guessed of a layer that was not read."""

    index: int
    read: bool = False
    mismatch: str | None = None
    """Why the blob is not what its descriptor says (digest, size, missing)."""
    elsewhere: tuple[str, ...] = ()
    """The addresses of a foreign layer that its source does not have, an empty one if none is named."""
    inflate_error: str | None = None
    """Why it does not decompress."""
    is_refused: bool = False
    """Whether no reader decompresses it, though its bytes are whole."""
    trailing: bool = False
    """Whether other bytes follow its compressed data."""
    limit: ReachedLimit | None = None
    """The limit of this program it exceeds, so that the rest was not read, or nothing at all."""
    cut: tuple[ReachedLimit, ...] = ()
    """Limits of this program that keep some of its files out of every list, though all of it was read."""
    tar_error: str | None = None
    """Why its tar stops being readable, and after how many entries."""
    tar_error_after: int = 0
    """Entries that were read before `tar_error`."""
    compression: str | None = None
    """`gzip`, `zstd` or `none`, by its first bytes."""
    inflated: int | None = None
    """Bytes after inflating, where all of them were read."""
    actual_diff_id: str | None = None
    """Digest of the inflated bytes, where all of them were read."""
    entries: int | None = None
    """How many entries there are, of any type."""
    candidates: tuple[Candidate, ...] = ()
    """Entries whose last part is the name of the stream file, at any depth and of any type."""
    removals: tuple[str, ...] = ()
    """Names of the whiteouts that remove a file of that name from the layers below."""
    folder_removals: tuple[str, ...] = ()
    """Names of other marks that may remove the folder of such a file: whiteouts and opaque marks."""
    names: tuple[str, ...] = ()
    """Names of the first few files, to say what a layer holds instead."""
    unsafe: tuple[Candidate, ...] = ()
    """Entries at which go-containerregistry 0.21.8 stops flattening: `../x`, a leading backslash, a drive letter."""
    escaping_links: tuple[str, ...] = ()
    """Relative links that leave the root; they are dropped while flattening."""
    dot_entry: int | None = None
    """The place of an entry `./` (or `.`) among the entries, where there is one."""
    repeated: tuple[str, ...] = ()
    """Names that occur twice."""
    landmarks: tuple[str, ...] = ()
    """Files that other tools know by their path: `.registry/app.yaml`, `.up/examples.yaml`."""
    side_file_error: str | None = None
    """Why the file beside the package cannot be read; None where it can, and where it was not tried."""

    @property
    def is_no_tar(self) -> bool:
        """Whether it was read, and is something else than a tar, such as YAML: it is whole, but holds no files."""
        return self.tar_error is not None and self.inflate_error is None and not self.entries

    @property
    def root_file(self) -> Candidate | None:
        """The first file of the stream's name in the root folder; None where there is none."""
        return next((file for file in self.stream_files if "/" not in go_paths.clean(file.name)), None)

    @property
    def stream_files(self) -> tuple[Candidate, ...]:
        """The files of the stream's name, at any depth."""
        return tuple(candidate for candidate in self.candidates if candidate.type is EntryType.FILE)

    def removal_of(self, name: str) -> str | None:
        """The name of the mark that removes the file of this name from the layers below; None without one."""
        from xpkgtui.filesystem.changeset import Mark, mark_of, target

        path = below_root(name)
        for removal in (*self.removals, *self.folder_removals):
            mark = below_root(removal)
            removed = target(mark)
            is_above = not removed or path.startswith(f"{removed}/")
            if is_above or (path == removed and mark_of(mark) is Mark.FILE):
                return removal
        return None


def facts_of(index: int, changes: "ChangeSet", landmarks: Landmarks, limits: Limits = LIMITS) -> LayerFacts:
    """The facts of layer `index`."""
    entries = changes.entries
    files = [entry for entry in entries if entry.has_body]
    named = [entry for entry in entries if go_paths.last(entry.name) == landmarks.stream_file]
    unsafe, escaping_links, dot_entry = _flattening_faults(entries)
    return LayerFacts(
        index=index,
        read=True,
        compression=changes.compression.value,
        inflated=changes.inflated if not changes.inflate_problem and not changes.limit else None,
        entries=len(entries),
        inflate_error=changes.inflate_problem,
        is_refused=changes.is_refused,
        trailing=not {StreamOddity.TRAILING_DATA, StreamOddity.TRAILING_ZEROS}.isdisjoint(changes.notes),
        limit=changes.limit,
        cut=(*_cut(entries, limits), *_cut_candidates(named)),
        tar_error=changes.tar_problem,
        tar_error_after=len(entries) if changes.tar_problem else 0,
        actual_diff_id=changes.diff_id,
        candidates=tuple(_candidate(entry) for entry in named[:_MOST]),
        removals=tuple(islice(_removals(entries, landmarks.stream_file), _MOST)),
        folder_removals=tuple(islice(_folder_removals(entries, landmarks.stream_file), _MOST)),
        names=tuple(entry.name for entry in files[:_FIRST_NAMES]),
        unsafe=tuple(_candidate(entry) for entry in unsafe[:_MOST]),
        escaping_links=tuple(escaping_links[:_MOST]),
        dot_entry=dot_entry,
        repeated=_repeated(entries),
        landmarks=tuple(sorted({path for entry in files if (path := entry.path) in landmarks.paths})),
    )


def _flattening_faults(entries: Iterable[Entry]) -> tuple[list[Entry], list[str], int | None]:
    """Unsafe entries, names of links that leave the root, and the place of the first `./`."""
    unsafe: list[Entry] = []
    escaping_links: list[str] = []
    dot_entry = None
    for entry in entries:
        cleaned = go_paths.clean(entry.name)
        if cleaned == ".":
            dot_entry = entry.order if dot_entry is None else dot_entry
        elif go_paths.is_unsafe(cleaned):
            unsafe.append(entry)
        elif entry.type in (EntryType.SYMLINK, EntryType.HARDLINK) and go_paths.escapes(cleaned, entry.linkname):
            escaping_links.append(entry.name)
    return unsafe, escaping_links, dot_entry


def _removals(entries: Iterable[Entry], stream_file: str) -> Iterator[str]:
    from xpkgtui.filesystem.changeset import Mark, mark_of, target

    for entry in entries:
        if mark_of(entry.path) is Mark.FILE and go_paths.last(target(entry.path)) == stream_file:
            yield entry.name


def _folder_removals(entries: Iterable[Entry], stream_file: str) -> Iterator[str]:
    from xpkgtui.filesystem.changeset import Mark, mark_of, target

    for entry in entries if stream_file else ():
        mark = mark_of(entry.path)
        is_file = mark is Mark.FILE and go_paths.last(target(entry.path)) == stream_file
        if mark in (Mark.FILE, Mark.OPAQUE) and not is_file:
            yield entry.name


def _repeated(entries: Iterable[Entry]) -> tuple[str, ...]:
    seen: set[str] = set()
    repeated: dict[str, None] = {}
    for entry in entries:
        if entry.name in seen:
            repeated[entry.name] = None
        seen.add(entry.name)
    return tuple(repeated)[:_MOST]


def _cut(entries: Iterable[Entry], limits: Limits) -> Iterator[ReachedLimit]:
    """The limits of lists that these entries exceed."""
    paths = [entry.path for entry in entries]
    if any(len(path) > limits.name for path in paths):
        yield limits.reached("name")
    seen: set[str] = set()
    for path in paths:
        while path and len(path) <= limits.name and path not in seen:
            if len(seen) == limits.files:
                yield limits.reached("files")
                return
            seen.add(path)
            path = path.rpartition("/")[0]


def _cut_candidates(named: Sequence[Entry]) -> Iterator[ReachedLimit]:
    """The limit of files that may hold the package: one that is not kept may be what a reader refuses."""
    if len(named) > _MOST:
        most = f"xpkgtui looks at the first {_MOST:,} entries of a layer that have the name of the package's file"
        yield ReachedLimit(name="candidates", most=_MOST, needed=len(named), fixed=most)


def _candidate(entry: Entry) -> Candidate:
    return Candidate(name=entry.name, type=entry.type, order=entry.order)
