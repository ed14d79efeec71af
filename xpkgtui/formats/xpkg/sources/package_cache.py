"""The cache of Crossplane's package manager: the name of a package's file, and what a Provider must say to use it."""

from xpkgtui.formats.source_knowledge import CachedPackage
from xpkgtui.formats.xpkg.dependencies.references import dns_label
from xpkgtui.rules.wording import is_older

_FOLDER = "/cache/xpkg"
_BY_DIGEST = "2.2"
"""The first version that names files by source and digest, whatever the pull policy."""
_LONGEST_NAME, _LONGEST_HASH = 50, 12


def cached_package(repository: str, digest: str, version: str) -> CachedPackage:
    """The file of `repository@digest` for a version of Crossplane.

    With the pull policy Never, versions before 2.2 look for the text of `spec.package`; from 2.2 on the name is made
    of repository and digest. From then on a tag would be resolved by the registry: only a digest needs none.
    """
    package = f"{repository}@{digest}"
    name = package if is_older(version, _BY_DIGEST) else friendly_id(repository, digest)
    return CachedPackage(
        file=_with_ending(name),
        folder=_FOLDER,
        spec=(("package", package), ("packagePullPolicy", "Never")),
    )


def friendly_id(name: str, digest: str) -> str:
    """A DNS label made of a name and a digest, as Crossplane's `FriendlyID` makes it."""
    return dns_label(f"{_cut(name, _LONGEST_NAME)}-{_cut(digest, _LONGEST_HASH)}")


def _cut(text: str, longest: int) -> str:
    """The first bytes of a text."""
    return text.encode("utf-8", "surrogatepass")[:longest].decode("utf-8", "ignore")


def _with_ending(name: str) -> str:
    """The path with `.gz` in place of its ending, which in Go begins at the last dot of the last name."""
    folder, slash, last = name.rpartition("/")
    stem, dot, _ = last.rpartition(".")
    return f"{folder}{slash}{stem if dot else last}.gz"
