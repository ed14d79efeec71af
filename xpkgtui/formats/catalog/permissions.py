"""A catalog grants nothing: what its bundles may do is in each of them."""

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import PackageInstallation, PackagePermissions, Permissions

_BUNDLES = "A catalog grants nothing, and runs nothing: ask for one of the bundles that it lists."


def _of_package(_package: PackageObjects, _installation: PackageInstallation) -> PackagePermissions:
    return PackagePermissions(remarks=(_BUNDLES,))


PERMISSIONS = Permissions(of_package=_of_package)
