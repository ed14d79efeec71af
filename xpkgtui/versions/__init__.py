"""Versions and constraints as Masterminds/semver reads them, in both dialects that Crossplane carried."""

from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.crossplane import admits
from xpkgtui.versions.version import Dialect, Version, nearest, newest_release, sort_tags

__all__ = ["Constraint", "Dialect", "Version", "admits", "nearest", "newest_release", "sort_tags"]
