"""The Overview of a meta object: description, requirements, icon and readme."""

from typing import TYPE_CHECKING

from xpkgtui.formats.xpkg.overview.meta import meta_facts

if TYPE_CHECKING:
    from xpkgtui.formats.overview import Overview
    from xpkgtui.formats.package_objects import PackageObjects

__all__ = ["meta_facts", "overview"]


def overview(value: object, target: str, package: "PackageObjects") -> "Overview":
    """The Overview of a Provider, Configuration or Function."""
    # Who asks for dependencies draws no readme.
    from xpkgtui.formats.xpkg.overview.meta import of_meta

    return of_meta(value, target, package)
