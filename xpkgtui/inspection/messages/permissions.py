"""What is asked and said of what a package may do once it is installed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.permissions.granted import AccessObject, InstalledMember, PackagePermissions

LATE_TYPES = {
    "AccessObject": "xpkgtui.formats.permissions.granted",
    "InstalledMember": "xpkgtui.formats.permissions.granted",
    "PackagePermissions": "xpkgtui.formats.permissions.granted",
}
"""Where `codec` finds them."""

_TEXTS = 20_000
"""Texts in the rules of one event: a role may have thousands."""
_OBJECTS = 1_000
"""Other objects of one event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPermissions:
    """Read what the package that is shown may do once it is installed."""

    lane: ClassVar[Lane] = Lane.PERMISSIONS
    namespace: str = ""
    """The namespace that it is installed in; empty for the usual one."""
    members: "tuple[InstalledMember, ...]" = ()
    """Packages that are installed too: those of its family share their resources with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionsRead:
    """A part of the reply; grants and other objects come in several."""

    part: "PackagePermissions"
    is_first: bool = True
    """Whether this part replaces what was there."""

    def after(self, before: "PackagePermissions | None") -> "PackagePermissions":
        """The reply so far."""
        if self.is_first or before is None:
            return self.part
        return replace(before, grants=before.grants + self.part.grants, others=before.others + self.part.others)


def parts(whole: "PackagePermissions") -> Iterator[PermissionsRead]:
    """The events that carry a reply."""
    from xpkgtui.formats.permissions.granted import PackagePermissions

    size, is_first = 0, True
    part = replace(whole, grants=(), others=())
    for one in whole.grants:
        part = replace(part, grants=(*part.grants, one))
        size += _texts(one.role)
        if size >= _TEXTS:
            yield PermissionsRead(part=part, is_first=is_first)
            size, is_first, part = 0, False, PackagePermissions()
    for number in range(0, len(whole.others), _OBJECTS):
        yield PermissionsRead(part=replace(part, others=whole.others[number : number + _OBJECTS]), is_first=is_first)
        is_first, part = False, PackagePermissions()
    if is_first or part.grants:
        yield PermissionsRead(part=part, is_first=is_first)


def _texts(one: "AccessObject") -> int:
    lists = (each for rule in one.rules for each in (rule.resources, rule.resource_names, rule.verbs, rule.urls))
    return 10 + len(one.subjects) + sum(len(each) for each in lists)
