"""The four states of a part of an inspection: waiting, loading, ready, failed."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from xpkgtui.errors import Failure

Value = TypeVar("Value")


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
