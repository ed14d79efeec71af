"""What is odd about a set of packages as a whole: two owners of one definition, one package under two names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from xpkgtui.errors import Malformed
from xpkgtui.formats.dependencies.needed import DefinitionClash, DependencyRemark, NeededPackage
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label
from xpkgtui.untyped import field, text

if TYPE_CHECKING:
    from xpkgtui.formats.xpkg.dependencies.account import Account

_FAMILY = "pkg.crossplane.io/provider-family"
_MOST = 1_000
"""Clashes that are listed."""


def clashes(packages: Sequence[NeededPackage], kinds: Mapping[str, str]) -> tuple[DefinitionClash, ...]:
    """The definitions that several packages hold: the first one to be installed gets them."""
    owners: dict[str, list[str]] = {}
    for one in packages:
        for name in one.image.definitions if one.image else ():
            owners.setdefault(name, []).append(one.package)
    found: list[DefinitionClash] = []
    for name, owning in owners.items():
        if len(owning) > 1 and len(found) < _MOST:
            says = f"{name} is already controlled by {kinds.get(owning[0]) or 'Provider'}Revision of {owning[0]}"
            found.append(DefinitionClash(definition=name, packages=tuple(owning), says=says))
    return tuple(found)


def remarks(packages: Sequence[NeededPackage], account: "Account") -> tuple[DependencyRemark, ...]:
    """All remarks."""
    return (*_twins(packages[1:]), *_families(account))


def _twins(packages: Sequence[NeededPackage]) -> Iterator[DependencyRemark]:
    """One package under two names: another spelling, the same bytes, or the same name in the cluster."""
    spelled: dict[str, list[str]] = {}
    called: dict[tuple[str, str], list[str]] = {}
    same: dict[str, list[str]] = {}
    for one in packages:
        try:
            reference = PackageReference.parse(one.package)
        except Malformed:
            continue
        spelled.setdefault(reference.name, []).append(one.package)
        called.setdefault((one.kind, dns_label(reference.repository)), []).append(one.package)
        if one.image and one.image.digest:
            same.setdefault(one.image.digest, []).append(one.package)
    for names in spelled.values():
        if len(names) > 1:
            message = f"{' and '.join(names)} are one repository; Crossplane takes them for different packages"
            yield DependencyRemark(message=message, fix="Spell it alike everywhere.", packages=tuple(names))
    for (kind, name), names in called.items():
        if len(names) > 1:
            message = f"{' and '.join(names)} both become the {kind} {name}, so only the first is installed"
            yield DependencyRemark(message=message, fix="Ask for one of them everywhere.", packages=tuple(names))
    for digest, names in same.items():
        if len(names) > 1:
            message = f"{' and '.join(names)} are the same image ({digest[:19]})"
            yield DependencyRemark(message=message, fix="Ask for one of them everywhere.", packages=tuple(names))


def _families(account: "Account") -> Iterator[DependencyRemark]:
    """A member whose family comes from elsewhere: the RBAC manager compares registry and organization."""
    for one in account.lock.values():
        opened = account.opened(one)
        family = text(field(opened.meta if opened else None, "metadata", "labels", _FAMILY))
        for each in one.dependencies:
            if family and each.package.rpartition("/")[2] == family and _home(each.package) != _home(one.source):
                name = account.name_of(one.source)
                message = (
                    f"{name} is a member of {family}, which it asks for at {each.package}: Crossplane takes only "
                    "packages of one registry and organization for a family, and gives the member no rights on its "
                    "resources"
                )
                fix = f"Ask for the family at {'/'.join(_home(one.source))}/{family}."
                yield DependencyRemark(message=message, fix=fix, packages=(name, each.package))


def _home(name: str) -> tuple[str, str]:
    """Registry and first part of the path."""
    try:
        reference = PackageReference.parse(name)
    except Malformed:
        return "", name
    return reference.registry, reference.repository.partition("/")[0]
