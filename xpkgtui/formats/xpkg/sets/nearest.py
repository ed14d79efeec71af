"""The versions of a package that are there, and that would do."""

from difflib import get_close_matches

from xpkgtui.errors import parsed
from xpkgtui.formats.xpkg.dependencies.choosing import versions_in_order
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.sets.case import SetCase
from xpkgtui.formats.xpkg.sets.controllers.state import ClusterPackage
from xpkgtui.formats.xpkg.sets.manifests import version_of
from xpkgtui.versions.constraint import Constraint

_NEAREST = 3


def nearest(case: SetCase, package: ClusterPackage) -> tuple[str, ...]:
    """The tags that are most like the one that is absent, the likest first; the highest where none is alike."""
    tags = tags_of(case, package.manifest.package)
    if near := get_close_matches(version_of(package.manifest.package), tags, _NEAREST, 0.6):
        return tuple(near)
    return highest(case, package.manifest.package)


def highest(case: SetCase, source: str) -> tuple[str, ...]:
    """The highest versions that are there, the highest first."""
    versions = versions_in_order(tags_of(case, source), case.best.cluster.crossplane.flags.reading.dialect)
    return tuple(one.original for one in reversed(versions[-_NEAREST:]))


def highest_for_all(case: SetCase, source: str) -> str:
    """The highest version, or the one digest, that all who ask for a source accept; empty where there is none."""
    dialect = case.best.cluster.crossplane.flags.reading.dialect
    asked = {one for _, one in case.asked_by(source)}
    if len(asked) == 1 and is_digest(digest := asked.pop()):
        return digest
    constraints = [parsed(Constraint.parse, one, dialect) for _, one in case.asked_by(source)]
    for version in reversed(versions_in_order(tags_of(case, source), dialect)):
        if version.is_incomplete or version.prerelease:
            continue
        if all(one is not None and one.allows(version) for one in constraints):
            return version.original
    return ""


def tags_of(case: SetCase, source: str) -> tuple[str, ...]:
    """The tags of a repository, where they were listed."""
    found = case.tags.get(case.pulled_repository(source) or "")
    return found.tags if found is not None else ()
