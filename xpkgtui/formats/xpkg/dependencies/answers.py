"""What registries answered so far, as Crossplane's resolver asks them."""

from collections.abc import Mapping
from dataclasses import field

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, PackageObject
from xpkgtui.values import dataclass


class Needs(Exception):
    """Something that has to be asked of a registry first."""

    def __init__(self, *, tags: str = "", contents: str = "", kind: str = "") -> None:
        super().__init__(tags or contents)
        self.tags = tags
        """The repository whose tags are needed, in the package's spelling."""
        self.contents = contents
        """The reference of the package whose dependencies are needed."""
        self.kind = kind
        """The kind that it is installed as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownContents:
    """What is known of one version of a package."""

    dependencies: tuple[LockDependency, ...] = ()
    fault: str = ""
    """Why its revision never joins the lock; empty where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAnswers:
    """What registries answered so far."""

    tags: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    """The tags of a repository, or the message why they cannot be listed."""
    contents: Mapping[str, KnownContents] = field(default_factory=dict)
    """By reference, as Crossplane writes it."""

    def tags_of(self, source: str) -> tuple[str, ...]:
        """The tags of a repository; raises `Needs`, or `Malformed` where they cannot be listed."""
        found = self.tags.get(source)
        if found is None:
            raise Needs(tags=source)
        if isinstance(found, str):
            raise Malformed(found)
        return found

    def contents_of(self, one: PackageObject) -> KnownContents:
        """What a package depends on; raises `Needs`."""
        found = self.contents.get(one.package)
        if found is None:
            raise Needs(contents=one.package, kind=one.kind)
        return found
