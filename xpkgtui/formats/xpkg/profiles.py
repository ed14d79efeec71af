"""Profiles: the consumers that a package is judged for."""

from enum import StrEnum


class Profile(StrEnum):
    """A consumer of packages, as `--profile` names it."""

    CROSSPLANE = "crossplane"
    """The package manager of Crossplane, in the version that is asked for."""
    CROSSPLANE_1 = "crossplane-1"
    """The package manager of Crossplane 1, in its last version if no older one is asked for."""
    BUILD = "build"
    """`crossplane xpkg build`."""
    SPEC = "spec"
    """The xpkg specification v1.9, to the letter."""
    FORMAT_V2 = "format-v2"
    """The Package Format v2 design."""

    @property
    def is_document(self) -> bool:
        """Whether the consumer is a document and not a program."""
        return self in {Profile.SPEC, Profile.FORMAT_V2}


IBM_META_GROUP = "meta.pkg.ibm.crossplane.io"
PROFILES = tuple(Profile)
DEFAULT = Profile.CROSSPLANE
OWN = {IBM_META_GROUP: Profile.FORMAT_V2}
"""The default where the meta object has such a group."""
LAST_1 = "1.20"
"""The last Crossplane 1."""


def profile_of(name: str) -> Profile:
    """The profile of that name; the default for an unknown name."""
    return Profile(name) if name in PROFILES else DEFAULT
