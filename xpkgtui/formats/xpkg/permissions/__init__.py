"""What Crossplane grants to a package, what runs it, and what its definitions cost."""

from xpkgtui.formats.permissions.granted import Permissions
from xpkgtui.formats.xpkg.permissions.account import of_package
from xpkgtui.formats.xpkg.permissions.provider import family_of

PERMISSIONS = Permissions(of_package=of_package, family_of=family_of)
