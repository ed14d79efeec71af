"""What is odd about a set of packages as a whole: two owners of one definition, one package under two names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from xpkgtui.errors import parsed
from xpkgtui.formats.dependencies.needed import DefinitionClash, DependencyRemark, NeededPackage
from xpkgtui.formats.dependencies.questions import PackageOpened
from xpkgtui.formats.xpkg.dependencies.families import LABEL, asks_elsewhere, home
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label
from xpkgtui.formats.xpkg.tools.facts import FUNCTION_DEFINITIONS
from xpkgtui.untyped import field, text
from xpkgtui.values import dataclass

_NOT_CONTROLLED = (
    "cannot apply rendered composite resource claim CustomResourceDefinition: "
    "existing object is not controlled by UID"
)
"""The message about claims whose definition another one has made; without what names the object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledPackage:
    """A package of the lock in the end, and what is in it."""

    name: str
    """The name by which a person knows it."""
    locked: LockPackage
    opened: PackageOpened | None
    """Is None if it was not opened."""


Owners = Mapping[str, Sequence[InstalledPackage]]
"""Packages by the names of what they define."""


def clashes(installed: Iterable[InstalledPackage], crossplane: str = "") -> Iterator[DefinitionClash]:
    """The definitions that several packages hold: the first one to be installed gets them.

    `crossplane` is the version that installs them; it may leave out those of functions.
    """
    owners: dict[str, list[InstalledPackage]] = {}
    makers: dict[str, list[InstalledPackage]] = {}
    for one in installed:
        if one.opened is None or (one.locked.kind == "Function" and not FUNCTION_DEFINITIONS.holds(crossplane)):
            continue
        for name in dict.fromkeys(one.opened.definitions):
            owners.setdefault(name, []).append(one)
        for name in dict.fromkeys(one.opened.makes):
            makers.setdefault(name, []).append(one)
    yield from _clashes(owners, makers)


def _clashes(owners: Owners, makers: Owners) -> Iterator[DefinitionClash]:
    for name, owning in owners.items():
        if len(owning) > 1:
            first = owning[0]
            says = f"{name} is already controlled by the {first.locked.kind}Revision of {first.name}"
            yield DefinitionClash(definition=name, packages=tuple(one.name for one in owning), says=says)
    for name, making in makers.items():
        both = tuple(dict.fromkeys(one.name for one in (*making, *owners.get(name, ()))))
        if len(both) > 1:
            yield DefinitionClash(definition=name, packages=both, says=_NOT_CONTROLLED)


def remarks(packages: Sequence[NeededPackage], installed: Iterable[InstalledPackage]) -> Iterator[DependencyRemark]:
    """All remarks; the first package is the one that was asked about."""
    yield from _twins(packages[1:])
    # A member whose family comes from elsewhere: the RBAC manager compares registry and organization.
    for one in installed:
        family = text(field(one.opened.meta if one.opened else None, "metadata", "labels", LABEL))
        for each in one.locked.dependencies:
            if asks_elsewhere(family, one.locked.source, each.package):
                name = one.name
                message = (
                    f"{name} is a member of {family}, which it asks for at {each.package}: Crossplane takes only "
                    "packages of one registry and organization for a family, and gives the member no rights on its "
                    "resources"
                )
                fix = f"Ask for the family at {'/'.join(home(one.locked.source))}/{family}."
                yield DependencyRemark(message=message, fix=fix, packages=(name, each.package))


def _twins(packages: Sequence[NeededPackage]) -> Iterator[DependencyRemark]:
    """One package under two names: another spelling, the same bytes, or the same name in the cluster."""
    spelled: dict[str, list[str]] = {}
    called: dict[tuple[str, str], list[str]] = {}
    same: dict[str, list[str]] = {}
    for one in packages:
        reference = parsed(PackageReference.parse, one.package)
        if reference is None:
            continue
        spelled.setdefault(reference.name, []).append(one.package)
        called.setdefault((one.kind, dns_label(reference.repository)), []).append(one.package)
        if one.image and one.image.digest:
            same.setdefault(one.image.digest, []).append(one.package)
    for names in spelled.values():
        if len(names) > 1:
            message = f"{' and '.join(names)} are one repository; Crossplane treats them as different packages"
            yield DependencyRemark(message=message, fix="Spell it alike everywhere.", packages=tuple(names))
    for (kind, name), names in called.items():
        if len(names) > 1:
            all_of_them = "both" if len(names) == 2 else "all"
            message = f"{' and '.join(names)} {all_of_them} become the {kind} {name}, so only the first is installed"
            yield DependencyRemark(message=message, fix="Ask for one of them everywhere.", packages=tuple(names))
    for digest, names in same.items():
        if len(names) > 1:
            message = f"{' and '.join(names)} are the same image ({digest[:19]})"
            yield DependencyRemark(message=message, fix="Ask for one of them everywhere.", packages=tuple(names))
