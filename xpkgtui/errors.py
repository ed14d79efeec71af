"""What stops an inspection: few errors, each with what was tried and what a person can do."""

from dataclasses import dataclass
from typing import ClassVar


class Malformed(ValueError):
    """Text or bytes that break their grammar; the caller decides whether it is an error or a finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An error as a value, fit to travel between processes and to be shown."""

    kind: str
    """One of the `kind`s below, as JSON output spells them."""
    title: str
    tried: tuple[str, ...] = ()
    hint: str = ""
    suggestions: tuple[str, ...] = ()
    """Names that exist and were perhaps meant (tags, choices of an archive), nearest first."""
    details: tuple[str, ...] = ()
    """What each of these is, in words; none, or as many as there are."""
    exit_code: int = 70


class XpkgError(Exception):
    """An error that ends the inspection: a title, what was tried in which order, and the next step."""

    kind: ClassVar[str] = "bug"
    exit_code: ClassVar[int] = 70
    usual_hint: ClassVar[str] = ""
    """The next step where whoever raises it knows no better one."""

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
        """The same as a value."""
        return Failure(
            kind=self.kind,
            title=self.title,
            tried=self.tried,
            hint=self.hint,
            suggestions=self.suggestions,
            details=self.details,
            exit_code=self.exit_code,
        )


class Usage(XpkgError):
    """What was asked for cannot be meant: a bad reference, a choice that was not made, bad settings."""

    kind, exit_code = "usage", 2


class NotFound(XpkgError):
    """There is nothing of that name."""

    kind, exit_code = "not-found", 3


class NotAPackage(XpkgError):
    """There is something, and it is no package in any form that is known."""

    kind, exit_code = "not-a-package", 3


class Unauthorized(XpkgError):
    """The registry wants other credentials, or some."""

    kind, exit_code = "authentication", 4


class Unreachable(XpkgError):
    """The registry does not answer, or not as the distribution specification asks."""

    kind, exit_code = "network", 5


class Corrupt(XpkgError):
    """Bytes are not what their digest, size or format promises, or exceed a limit."""

    kind, exit_code = "corrupt", 6
    usual_hint = "get it again from where it came, or build it again"


class Cancelled(Exception):
    """The work was stopped because nobody waits for it any more; never shown."""
