"""The parts of an inspection, and the four states of each: waiting, loading, ready, failed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from xpkgtui.errors import Failure

Value = TypeVar("Value")


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


@dataclass(frozen=True, slots=True)
class Ready(Generic[Value]):
    """It is there."""

    value: Value


@dataclass(frozen=True, slots=True)
class Failed:
    """It cannot be had."""

    failure: Failure


Part = Waiting | Loading | Ready[Value] | Failed
