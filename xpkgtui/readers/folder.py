"""Folders of sources: the port of an open folder, and the reading that a format makes of one."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import BinaryIO, Protocol, runtime_checkable

from xpkgtui.documents.origins import Origins
from xpkgtui.limits import Limits, ReachedLimit
from xpkgtui.readers.reader import FolderEntry, Step
from xpkgtui.values import dataclass

NO_FILE = "no such file or directory"
"""What a system says of a link that leads nowhere."""


class OmissionReason(Enum):
    """The reason why something is left out."""

    EXCLUDED = auto()
    """Its name begins with the excluded prefix, which is the detail."""
    LINK_TO_NOTHING = auto()
    """A link that leads nowhere, or back to itself, as the detail says then."""
    LINK_TO_FOLDER = auto()
    LINK_OUTSIDE = auto()
    """A link that leads out of the folder."""
    LINK_TO_SPECIAL = auto()
    """A link to something else than a file or folder; the detail is what it leads to."""
    SPECIAL = auto()
    """Neither file, folder nor link; the detail is what it is."""
    NOT_SEEN = auto()
    """Its attributes cannot be read; the detail is the system's error."""
    NOT_ENTERED = auto()
    """A folder that cannot be listed; the detail is the system's error."""
    NOT_READ = auto()
    """A file that cannot be opened; the detail is the error."""
    SEPARATOR = auto()
    """Another separator with content; the detail is its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something in the folder that is not read."""

    name: str
    reason: OmissionReason
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file to read."""

    name: str
    """Relative to the folder that was opened, with `/`."""
    is_link: bool = False


PROJECT_FILE = "xpkgtui.toml"
"""The file of a folder that says which of its files are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """The result of a walk."""

    files: tuple[SourceFile, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    matched: tuple[str, ...] = ()
    """Files that were left out because the user said so."""
    by_project: tuple[str, ...] = ()
    """Files that were left out because a file beside them says so."""
    stopped: bool = False
    """Whether the folder has more entries than are walked."""


class SourceFolder(Protocol):
    """A folder that is open; names in it are relative, with `/`, and nothing is read outside of it.

    It is a folder of this machine, or the files of an image.
    """

    @property
    def name(self) -> str:
        """The folder as it was typed."""
        ...

    @property
    def exclude(self) -> tuple[str, ...]:
        """Patterns of files that the user leaves out."""
        ...

    @property
    def limits(self) -> Limits:
        """The limits of what is read."""
        ...

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the image; empty for a folder of this machine."""
        ...

    def entries(self, folder: str = "") -> tuple[FolderEntry, ...]:
        """Everything below `folder`, as many as are walked: files, folders, links and the rest, in order of names."""
        ...

    def has_file(self, name: str) -> bool:
        """Whether the folder has a file of this name; links are followed."""
        ...

    def has_folder(self, name: str) -> bool:
        """Whether the folder has a folder of this name; links are followed."""
        ...

    def is_link(self, name: str) -> bool:
        """Whether this name is a link; an empty name is the folder itself."""
        ...

    def walk(
        self, folder: str = "", *, endings: tuple[str, ...], excluded: str = "", patterns: tuple[str, ...] = ()
    ) -> Walk:
        """Every file below `folder` whose name has one of the `endings`, in the order of names, hidden ones too.

        Empty files are skipped. Names that begin with `excluded` are left out, and those that one of the
        `patterns` matches as they are below `folder`. Folders that are links are not entered; files that are links
        are read where they do not lead out of the folder.
        """
        ...

    def read(self, file: SourceFile, most: int) -> bytes:
        """At most `most` bytes of a file; raises `XpkgError` where it cannot be read."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderStep:
    """A step, and a sentence about it for output that does not list steps."""

    step: Step
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderReading:
    """The reading of a folder: the origins of the stream's lines, and the steps."""

    origins: Origins
    steps: tuple[FolderStep, ...] = ()
    truncated: bool = False
    """Whether the files have more than 200 MiB, of which Crossplane reads no more."""
    reached: tuple[ReachedLimit, ...] = ()
    """Limits of this program that kept files from being read."""
    files: tuple[FolderEntry, ...] = ()
    """What the reader looked at, for rules about files."""
    build_error: str | None = None
    """The reason why a build of the folder stops although the stream is whole; begins with a file and a line."""


class FolderReader(Protocol):
    """The reader of a format that makes one stream of a folder."""

    in_images: bool
    """Whether such folders lie in images and tars too; else they are sources to build."""
    marks: tuple[str, ...]
    """Files and folders of which most such folders have one: where there is none, the rest is not looked at."""
    hint: str
    """A clause about what such a folder has: `a plain bundle manifests/`; empty where it goes unsaid."""

    def place(self, folder: SourceFolder) -> str | None:
        """The subfolder that has the sources, empty for the folder itself; None where they are not of this format."""
        ...

    def read(self, folder: SourceFolder, place: str, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
        """Writes the stream to `sink`; `spool` is an empty file for documents that come later."""
        ...


@runtime_checkable
class FileReader(Protocol):
    """A reader of folders that also reads a single file, as a folder of that file alone."""

    def takes(self, head: bytes) -> bool:
        """Whether it reads a file that begins with these bytes."""
        ...


def sentences(steps: tuple[FolderStep, ...]) -> Iterator[str]:
    """The sentences, in order."""
    return (step.sentence for step in steps if step.sentence)
