"""What the sources of one call say about each other: a dependency of one may be another, an object may be in both."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from xpkgtui.errors import Malformed
from xpkgtui.rules.case import KnownDependency, KnownObject, KnownPackage, is_beside
from xpkgtui.rules.finding import Badge

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.service.port import Port

_MOST = 1_000
"""Objects of one source that are compared with those of others."""


async def known_package(port: "Port", state: "Inspection", *, are_local: bool = False) -> KnownPackage:
    """What other packages may need to know of the package that is open.

    Where all of them `are_local`, none is a dependency of another: only what comes from a registry has a name there.
    """
    from xpkgtui.cli.reading.port_client import meta_facts
    from xpkgtui.oci.reference import Reference

    facts = None if are_local else await meta_facts(port, state)
    dependencies = tuple(
        KnownDependency(repository=dependency.package, constraint=dependency.version or "")
        for dependency in ((facts.dependencies or ()) if facts else ())
        if dependency.package
    )
    known = KnownPackage(
        source=state.source,
        repository="",
        digest=state.digest or "",
        kind=(state.meta.kind or "") if state.meta else "",
        name=(state.meta.name or "") if state.meta else "",
        definitions=_definitions(state),
        dependencies=dependencies,
        objects=await _objects(port, state),
    )
    if state.resolved is None or not state.resolved.is_remote:
        return known
    try:
        reference = Reference.parse(state.resolved.reference)
    except Malformed:
        return known
    return replace(known, repository=reference.name, version=reference.tag or "")


def _definitions(state: "Inspection") -> tuple[str, ...]:
    """The names of the definitions, where no other package may have them."""
    rows = state.listed if state.format.documents.compares_definitions else ()
    return tuple(dict.fromkeys(row.name for row in rows if row.defines and row.name))


async def _objects(port: "Port", state: "Inspection") -> tuple[KnownObject, ...]:
    """The objects with fields that nothing may change, where they are created: those without an error."""
    from xpkgtui.cli.reading.port_client import object_facts

    kinds = state.format.documents.fixed_kinds
    rows = [one for one in state.listed if one.kind in kinds and one.badge is not Badge.ERROR] if kinds else []
    found = []
    for row in rows[:_MOST]:
        facts = await object_facts(port, state, row.document)
        if facts is not None and facts.fixed:
            found.append(KnownObject(kind=row.kind or "", name=row.name or "", fixed=facts.fixed))
    return tuple(found)


def compared(packages: Iterable[tuple[int, KnownPackage]]) -> tuple[tuple[int, KnownPackage], ...]:
    """The packages, each with those of its definitions that another source has too."""
    every = tuple(packages)
    sources: dict[str, set[int]] = {}
    for number, package in every:
        for name in package.definitions:
            sources.setdefault(name, set()).add(number)
    shared = {name for name, found in sources.items() if len(found) > 1}
    return tuple((number, _defining(one, shared)) for number, one in every)


def known_to(one: int, packages: Sequence[tuple[int, KnownPackage]]) -> tuple[KnownPackage, ...]:
    """What source number `one` of the call knows of all of them, given by their numbers."""
    own = {name for number, package in packages if number == one for name in package.definitions}
    known = (
        (number, _defining(package, own))
        for number, package in packages
        if number != one or package.repository or package.objects
    )
    return tuple(
        replace(package, is_earlier=True) if package.objects and number < one else package
        for number, package in known
        if package.repository or package.objects or package.definitions
    )


def _defining(package: KnownPackage, names: Collection[str]) -> KnownPackage:
    """The package with no definitions but these: itself where there are no others, as in most."""
    definitions = tuple(name for name in package.definitions if name in names)
    return package if definitions == package.definitions else replace(package, definitions=definitions)


def is_concerned(one: KnownPackage, others: Iterable[KnownPackage]) -> bool:
    """Whether a package depends on one of the others, or has a definition or an object that another one has too."""
    wanted = {dependency.repository for dependency in one.dependencies}
    named = {(each.kind, each.name) for each in one.objects}
    return any(
        other.repository in wanted
        or (other.definitions and is_beside(other, one))
        or (other.is_earlier and any((each.kind, each.name) in named for each in other.objects))
        for other in others
        if other is not one
    )
