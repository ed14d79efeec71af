"""What is asked and said of what a package may do once it is installed."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.permissions.granted import InstalledMember, PackagePermissions

LATE_TYPES = {
    "InstalledMember": "xpkgtui.formats.permissions.granted",
    "PackagePermissions": "xpkgtui.formats.permissions.granted",
}
"""Where `codec` finds them."""


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
    """The reply."""

    whole: "PackagePermissions"
