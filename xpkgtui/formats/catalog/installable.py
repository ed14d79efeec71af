"""The newest version of each package of a catalog that OLM v1 as released installs, and why not a newer one."""

from collections.abc import Iterable, Iterator

from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.releases import VersionRelease
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades, Release
from xpkgtui.formats.catalog.rules.install_modes import objections
from xpkgtui.formats.dependencies.operators.requirements import refused_by_v1
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.values import dataclass

_MOST = 100
"""Bundles of a package that are read, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installable:
    """What OLM v1 can install of a package."""

    package: str
    newest: str
    """The newest version in a channel; empty where there is none with a version."""
    version: str = ""
    """The newest one that OLM v1 installs; empty where there is none."""
    bundle: str = ""
    why: str = ""
    """What OLM v1 says of the newest one, where it refuses that."""
    is_known: bool = True
    """Whether all bundles that count were read."""


def installables(objects: PackageObjects, packages: Iterable[PackageUpgrades]) -> Iterator[Installable]:
    """One for each package, in their order."""
    heads = {one.document: one for one in objects.heads}
    for package in packages:
        yield _installable(objects, package, heads)


def _installable(objects: PackageObjects, package: PackageUpgrades, heads: dict[int, ObjectHead]) -> Installable:
    listed = {entry.name for channel in package.channels for entry in channel.entries}
    found = [(key, one) for one in package.releases.values() if one.name in listed and (key := _key(one))]
    newest = [one for _, one in sorted(found, key=lambda pair: pair[0], reverse=True)]
    if not newest:
        return Installable(package=package.name, newest="", is_known=not package.unread)
    why = ""
    for number, one in enumerate(newest[:_MOST]):
        refusal = _refusal(objects, one, heads)
        why = refusal if number == 0 else why
        if not refusal:
            return Installable(
                package=package.name, newest=newest[0].version, version=one.version, bundle=one.name, why=why
            )
    return Installable(
        package=package.name, newest=newest[0].version, why=why, is_known=len(newest) <= _MOST and not package.unread
    )


def _key(release: Release) -> VersionRelease | None:
    """The value by which OLM v1 orders bundles; None for one that it cannot read, or that is not there."""
    return None if release.document is None else parsed(VersionRelease.parse, release.version)


def _refusal(objects: PackageObjects, release: Release, heads: dict[int, ObjectHead]) -> str:
    """What OLM v1 says of a bundle; empty where it takes it, as far as the catalog tells."""
    if release.requires:
        return refused_by_v1(release.name, release.requires)
    head = heads.get(release.document or 0)
    value = objects.read(head) if head is not None else None
    return next((one.says for one in objections(value)), "") if isinstance(value, dict) else ""
