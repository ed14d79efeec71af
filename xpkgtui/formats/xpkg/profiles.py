"""Profiles: the consumers that a package is judged for."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xpkgtui.versions.version import Dialect


class Profile(StrEnum):
    """A consumer of packages, as `--profile` names it."""

    CROSSPLANE = "crossplane"
    """The package manager of Crossplane 2.2 and later."""
    CROSSPLANE_1 = "crossplane-1"
    """The package managers of Crossplane 1.14 to 2.1."""
    BUILD = "build"
    """`crossplane xpkg build`."""
    SPEC = "spec"
    """The xpkg specification v1.9, to the letter."""
    FORMAT_V2 = "format-v2"
    """The Package Format v2 design."""

    @property
    def dialect(self) -> "Dialect":
        """The dialect in which this consumer reads constraints on versions."""
        # The command line and the screen name profiles and judge nothing.
        from xpkgtui.versions.version import Dialect

        return Dialect.V1 if self is Profile.CROSSPLANE_1 else Dialect.V3

    @property
    def is_document(self) -> bool:
        """Whether the consumer is a document and not a program."""
        return self in {Profile.SPEC, Profile.FORMAT_V2}


PROFILES = tuple(Profile)
DEFAULT = Profile.CROSSPLANE
OLDEST = "2.2"
"""The oldest Crossplane that the default profile speaks for."""


def profile_of(name: str) -> Profile:
    """The profile of that name; the default for an unknown name."""
    return Profile(name) if name in PROFILES else DEFAULT
