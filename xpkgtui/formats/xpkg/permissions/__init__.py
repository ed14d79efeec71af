"""What Crossplane grants to a package, what runs it, and what its definitions cost."""

from xpkgtui.formats.permissions.granted import Permissions
from xpkgtui.formats.xpkg.permissions.account import family_of, of_package

PERMISSIONS = Permissions(of_package=of_package, family_of=family_of)
