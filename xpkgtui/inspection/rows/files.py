"""Files as rows: entries of a layer or of the flattened tree."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from xpkgtui.errors import FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.values import dataclass
from xpkgtui.visible import plural


class Whiteout(StrEnum):
    """What a whiteout removes, as JSON spells it."""

    FILE = "file"
    OPAQUE = "opaque"
    """It removes everything that the layers below have in its folder."""


class FileChange(StrEnum):
    """What a layer does to a path, as JSON spells it."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class DeadEnd(StrEnum):
    """Why a link leads to no file."""

    NOWHERE = "nowhere"
    CIRCLE = "circle"


class GapKind(StrEnum):
    """Why files of a layer are missing in a list."""

    NO_FILES = "no-files"
    """It is not an archive: `reason` is its media type."""
    UNREAD = "unread"
    """The layer was not read; `reason` is empty if only its size speaks against it."""
    BROKEN = "broken"
    """The layer can be read up to some entry."""
    LIMIT = "limit"
    """It was read up to a limit of this program."""
    CUT = "cut"
    """It was read, and a limit of this program keeps some of its files out of the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What keeps a list of files from being whole."""

    layer: int
    kind: GapKind
    reason: str = ""
    after: int = 0
    """Entries that could be read before `BROKEN`."""
    failure: FailureKind = FailureKind.CORRUPT
    """The kind of failure that it is for a command."""
    advice: str = ""
    """The option that raises the limit, where it is one."""


_GAPS: Mapping[GapKind, str] = {
    GapKind.NO_FILES: "layer {layer} holds no files: it is {reason}",
    GapKind.UNREAD: "layer {layer} is not shown: {reason}",
    GapKind.BROKEN: "layer {layer} ends early, after {count}: {reason}",
    GapKind.LIMIT: "layer {layer} was not read to its end: {reason}",
    GapKind.CUT: "not all files are listed: {reason}",
}


def gaps_sentence(gaps: Iterable[Gap]) -> str:
    """What keeps a list of files from being whole; empty where it is."""
    return "; ".join(
        _GAPS[gap.kind].format(
            layer=gap.layer, reason=gap.reason or "it was not read", count=plural(gap.after, "entry", "entries")
        )
        for gap in gaps
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """Files that are covered or removed by layers above them, and their bytes."""

    files: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What a layer below has at the same path."""

    layer: int
    type: EntryType
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One entry of a layer or of the flattened tree."""

    path: str
    """Normalized, without a leading slash; undecodable bytes as surrogates."""
    type: EntryType
    """The type of the entry, or of what a removed entry removes; never `OTHER`."""
    size: int
    mode: int
    layer: int | None
    """Which layer supplies it, or removes it; None where it is a file of a folder, not of an image."""
    uid: int = 0
    gid: int = 0
    linkname: str = ""
    whiteout: Whiteout | None = None
    change: FileChange | None = None
    """The change against the layers below; None if nothing is changed, or nothing is known."""
    covers: tuple[Cover, ...] = ()
    """What layers below have there, the nearest first."""
    leads: EntryType | DeadEnd | None = None
    """What a link leads to; None where it was not followed."""
    target: str = ""
    """The path at which it ends, or the first one that is not there."""
    leaves: bool = False
    """Whether the link climbs out of the root."""
    children: int = 0
    """Entries directly inside a folder."""
    hidden_by: int | None = None
    """The layer that covers it or, where its change says so, removes it; None where it is seen."""
    decoy: bool = False
    """Named package.yaml, and not the one that is taken; or left out for `reason`."""
    reason: str = ""
    """Why a reader of the folder leaves it out, in words."""
    taken: bool = False
    """Whether the stream is read from this file."""
