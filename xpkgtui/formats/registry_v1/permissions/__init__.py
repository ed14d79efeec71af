"""What OLM v0 and OLM v1 grant to an operator, what runs, and what its definitions cost."""

from xpkgtui.formats.permissions.granted import Permissions
from xpkgtui.formats.registry_v1.permissions.account import of_package

PERMISSIONS = Permissions(of_package=of_package)
