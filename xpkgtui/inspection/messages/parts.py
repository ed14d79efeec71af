"""The parts of an inspection, and the states of each: waiting, loading; at the end ready, failed or absent."""

from enum import StrEnum
from typing import Generic, TypeVar

from xpkgtui.errors import Failure
from xpkgtui.values import dataclass

Value_co = TypeVar("Value_co", covariant=True)


class PartName(StrEnum):
    """What progresses or fails by itself."""

    PLATFORMS = "platforms"
    LAYERS = "layers"
    CONFIG = "config"
    FILES = "files"
    OBJECTS = "objects"
    FINDINGS = "findings"
    TEXT = "text"
    ENTRY = "entry"
    FACTS = "facts"
    SEARCH = "search"
    BACKGROUND = "background"
    READERS = "readers"
    """What other readers make of it."""
    TAGS = "tags"
    """The tags of a repository, which need not be that of the package."""
    DEPENDENCIES = "dependencies"
    """What the package depends on."""
    IMAGES = "images"
    """The images that must be there for it to run."""
    REFERRERS = "referrers"
    """What belongs to the image: signatures, attestations, SBOMs."""
    KINDS = "kinds"
    """The kinds that the package defines."""
    FIELDS = "fields"
    """The fields that are searched for."""
    EXAMPLES = "examples"
    """The examples of the package."""
    PERMISSIONS = "permissions"
    """What the package may do once it is installed."""
    SERVICE = "service"
    """The process that reads."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """It has not begun."""

    for_what: str = ""
    """What it waits for, in words: `layer 2`."""


@dataclass(frozen=True, slots=True)
class Loading:
    """It is under way."""

    what: str
    """In words: `Reading layer 2 (annotated base)`."""
    done: int = 0
    total: int | None = None
    """Bytes, or documents."""
    rate: float = 0
    """Documents a second; 0 while it is not known."""


@dataclass(frozen=True, slots=True)
class Ready(Generic[Value_co]):
    """It is there."""

    value: Value_co


@dataclass(frozen=True, slots=True)
class Failed:
    """It cannot be had."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class Absent:
    """It does not come: opening has ended without it."""


Part = Waiting | Loading | Ready[Value_co] | Failed | Absent
