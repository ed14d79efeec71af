"""A likely cause of what readers make of an image, and the commands that repair it."""

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageOrigin:
    """The names under which other programs find what was read."""

    repository: str = ""
    """The repository as `host/repository`; empty unless the image came from a registry."""
    tag: str = ""
    digest: str = ""
    """The digest of the image that was read."""
    path: str = ""
    """The path of an archive on this machine."""

    @property
    def image(self) -> str:
        """The image by its digest, or by its tag where it has none."""
        return f"{self.repository}@{self.digest}" if self.digest else self.target

    @property
    def target(self) -> str:
        """The name to push to."""
        return f"{self.repository}:{self.tag or 'TAG'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellCommand:
    """One command, as words that are still to be quoted."""

    words: tuple[str, ...]
    into: str = ""
    """The file that its output is written to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A cause, in one or two sentences, and what to do about it."""

    cause: str
    commands: tuple[ShellCommand, ...] = ()
    """The commands, in order; empty if no command can help."""
    effect: str = ""
    """What is true afterwards, in one sentence."""
