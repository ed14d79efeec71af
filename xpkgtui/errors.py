"""Errors that stop an inspection, each with what was tried and what a person can do."""

import errno
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar, ParamSpec, TypeVar

from xpkgtui.values import dataclass

Given = ParamSpec("Given")
Value = TypeVar("Value")


class Malformed(ValueError):
    """Text or bytes that violate their grammar; the caller decides whether it is an error or a finding."""


def parsed(parse: Callable[Given, Value], *given: Given.args, **named: Given.kwargs) -> Value | None:
    """What is parsed; None where it is malformed."""
    try:
        return parse(*given, **named)
    except Malformed:
        return None


def malformation(parse: Callable[Given, object], *given: Given.args, **named: Given.kwargs) -> str | None:
    """What is wrong with what is parsed; None where that is nothing."""
    try:
        parse(*given, **named)
    except Malformed as error:
        return str(error)
    return None


class FailureKind(StrEnum):
    """The kinds of failures, as JSON output spells them."""

    BUG = "bug"
    USAGE = "usage"
    NOT_FOUND = "not-found"
    NOT_A_PACKAGE = "not-a-package"
    AUTHENTICATION = "authentication"
    NETWORK = "network"
    CORRUPT = "corrupt"
    UNDECIDED = "undecided"
    """Not everything was read, so that the answer is not whole."""
    PRICE = "price"
    """More is to be fetched than may be fetched without consent; only the screen shows it."""
    STOPPED = "stopped"
    """A person stopped it; only the screen shows it."""
    OUTPUT = "output"
    """The output cannot be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An error as a value, which travels between processes and is shown."""

    kind: FailureKind
    title: str
    tried: tuple[str, ...] = ()
    hint: str = ""
    suggestions: tuple[str, ...] = ()
    """Existing names that are similar (tags, choices of an archive), the nearest first."""
    details: tuple[str, ...] = ()
    """What each suggestion is, in words; empty, or one for each."""
    limit: str = ""
    """The name of the limit that is the reason; empty where none is."""
    is_set: bool = False
    """Whether it is a set of manifests, which is planned instead."""

    @property
    def is_question(self) -> bool:
        """Whether nothing is wrong: one of several images is to be chosen."""
        return self.kind is FailureKind.USAGE and bool(self.suggestions)


class Obstructed(StrEnum):
    """What Crossplane's library does not get from a registry, in the order in which it is asked for."""

    ALL = "all"
    """The registry's login stands in the way of whatever is asked for."""
    IMAGE = "image"
    INDEX = "index"
    """It takes an index for the manifest of an image without layers."""
    LAYER = "layer"
    CODED_LAYER = "coded layer"
    """It decompresses a layer on the way, so that its digest differs."""
    TAGS = "tags"


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why Crossplane's library does not get from a registry what xpkgtui gets."""

    what: Obstructed
    cause: str
    """The cause in a clause."""
    says: str = ""
    """What the library prints; empty where its caller says it, differently in each version."""
    before: str | None = None
    """What the library of Crossplane before 2.4 prints, where that differs; empty where it gets there."""
    digest: str = ""
    """The layer that it is about."""


class XpkgError(Exception):
    """An error that stops the inspection: a title, what was tried in which order, and the next step."""

    kind: ClassVar[FailureKind] = FailureKind.BUG
    usual_hint: ClassVar[str] = ""
    """The next step unless `hint` names a better one."""
    printed = ""
    """What Crossplane's library prints of the answer that is the reason; empty where that is not known."""
    is_of_all = False
    """Whether the registry answers so to each client, whatever its login is."""

    def __init__(
        self,
        title: str,
        *,
        hint: str = "",
        tried: tuple[str, ...] = (),
        suggestions: tuple[str, ...] = (),
        details: tuple[str, ...] = (),
    ) -> None:
        super().__init__(title)
        self.title = title
        self.hint = hint or self.usual_hint
        self.tried = tried
        self.suggestions = suggestions
        self.details = details

    def failure(self) -> Failure:
        """The error as a value."""
        return Failure(
            kind=self.kind,
            title=self.title,
            tried=self.tried,
            hint=self.hint,
            suggestions=self.suggestions,
            details=self.details,
        )


class Usage(XpkgError):
    """The request makes no sense: a bad reference, a missing choice, bad settings."""

    kind = FailureKind.USAGE


class Unwritable(XpkgError):
    """The output cannot be written: the disk is full, a file may not be replaced, the stream is closed."""

    kind = FailureKind.OUTPUT


class NotFound(XpkgError):
    """Nothing has that name."""

    kind = FailureKind.NOT_FOUND


class NotAPackage(XpkgError):
    """The source exists, but it is not a package in any known form."""

    kind = FailureKind.NOT_A_PACKAGE


class ManifestFolder(NotAPackage):
    """The folder holds manifests that install packages."""

    def failure(self) -> Failure:
        """The error as a value, by which the screen shows the plan instead."""
        return replace(super().failure(), is_set=True)


class Unauthorized(XpkgError):
    """The registry requires credentials, or other ones."""

    kind = FailureKind.AUTHENTICATION


class Unreachable(XpkgError):
    """The registry does not answer, or what it answers is refused by this client alone, for its form or its limits.

    Nothing is known then of what another client gets from there, Crossplane's least of all.
    """

    kind = FailureKind.NETWORK


class Silent(Unreachable):
    """The registry gave no answer: it let a request wait, or cannot be reached."""


class Corrupt(XpkgError):
    """Bytes do not match their digest, size or format, or exceed a limit."""

    kind = FailureKind.CORRUPT
    usual_hint = "get it again from where it came, or build it again"


class DigestMismatch(Corrupt):
    """Bytes have another digest or size than their descriptor."""


class MissingBlob(Corrupt):
    """A layout or an archive lacks a blob that its manifest names."""

    usual_hint = "a layout may lack blobs; copy the image again with all blobs"

    def __init__(self, name: str, digest: object, tried: tuple[str, ...] = ()) -> None:
        super().__init__(f"{name} does not hold the blob {digest}", tried=tried)


class OutOfMemory(XpkgError):
    """The system gives no more memory."""

    kind = FailureKind.UNDECIDED
    usual_hint = "Raise the limit on memory (ulimit -v, or that of the container), or read fewer packages at once."

    def __init__(self) -> None:
        super().__init__("There is not enough memory to read this package.")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether the system gave no memory, or no room to map a file."""
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


class Cancelled(Exception):
    """The work was stopped because its result is no longer needed; never shown."""


def blames_package(error: XpkgError) -> bool:
    """Whether the bytes are to blame, and not the way to them (network, credentials)."""
    return isinstance(error, Corrupt | NotFound)
