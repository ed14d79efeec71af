"""Words that several rules about sets use, and the versions of a package that would do."""

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from xpkgtui.errors import parsed
from xpkgtui.formats.xpkg.dependencies.choosing import versions_in_order
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.sets.case import Guesses, SetCase
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterPackage
from xpkgtui.formats.xpkg.sets.manifests import source_of, version_of
from xpkgtui.versions.constraint import Constraint
from xpkgtui.visible import all_of, few

_FEW = 3


def named(case: SetCase, package: ClusterPackage, what: str) -> str:
    """What becomes of a package, and of those that ask for it."""
    asking = [one.manifest.name for one, _ in case.asked_by(source_of(package.manifest.package))]
    beside = f" {they_ask(asking)} for it." if asking else ""
    if case.first_missing() == source_of(package.manifest.package):
        beside += " Crossplane installs nothing that is missing after it."
    return f"{package.manifest.name} {what}.{beside}"


def with_waiting(case: SetCase, package: ClusterPackage) -> tuple[str, ...]:
    """The name of a package, and of those that ask for it and fail."""
    asking = (one.manifest for one, _ in case.asked_by(source_of(package.manifest.package)))
    return (package.manifest.name, *(one.name for one in asking if case.said(one.key)))


def did_you_mean(guesses: Guesses, name: str, names: Iterable[str], otherwise: str = "") -> str:
    """The name that was meant, as advice; other advice where none is near."""
    near = guesses.nearest(name, names)
    return f"Did you mean {near}?" if near else otherwise


def kind_meant(guesses: Guesses, wanted: tuple[str, str], known: Collection[tuple[str, str]], otherwise: str) -> str:
    """The kind that was meant, as advice; by its own name first, since groups are alike. Pairs of group and kind."""
    near = guesses.nearest(wanted[1], (kind for _, kind in known))
    group = guesses.nearest(wanted[0], (each for each, kind in known if kind == near), 0.0) if near else ""
    return f"Did you mean {near} of {group}?" if group else otherwise


def they_ask(names: Collection[str]) -> str:
    """`apple and plum ask`"""
    return f"{together(names)} ask{'s' if len(names) == 1 else ''}"


def together(names: Iterable[str]) -> str:
    """Names in a sentence: `a, b and c`; of many the first, and how many more there are."""
    listed = list(dict.fromkeys(names))
    return few(listed, _FEW) if len(listed) > _FEW + 1 else all_of(listed)


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
