"""One entry of a folder, as rules about files see it."""

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderEntry:
    """An entry of a folder, as rules about files see it."""

    name: str
    """Relative to the folder that was opened, with `/`."""
    type: EntryType = EntryType.FILE
    size: int = 0
    linkname: str = ""
    """Where a link points, as written."""
    left_out: str = ""
    """The reason why the reader leaves it out, in words; empty where it is read."""
    holds: str = ""
    """What a file that is left out would have been read as."""
    unread: str = ""
    """Why its bytes, or the rest of them, are not in the stream: the message of what reads it, or in words."""
    fails: bool = False
    """Whether a program that reads the folder fails there as well."""
    layer: int | None = None
    """The layer of an image that supplies it."""
    form: str | None = None
    """What the bytes of a picture are, as `PNG`; empty where that is unknown, None where they were not read."""
    measures: tuple[str, str] | None = None
    """Width and height of such a picture, where it says them."""
    lacks: str = ""
    """A path that it names, and that is not there, or no file."""
