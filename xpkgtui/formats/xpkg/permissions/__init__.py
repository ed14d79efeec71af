"""What Crossplane grants to a package, what runs it, and what its definitions cost."""

from xpkgtui.formats.permissions.granted import Permissions
from xpkgtui.formats.xpkg.permissions.account import of_package

PERMISSIONS = Permissions(of_package=of_package)
