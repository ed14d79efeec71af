"""What the sources of one call say about each other: a dependency of one may be another."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from xpkgtui.errors import Malformed
from xpkgtui.rules.known_package import KnownDependency, KnownPackage

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.service.port import Port


async def known_package(port: "Port", state: "Inspection") -> KnownPackage:
    """What other packages may need to know of the package that is open."""
    from xpkgtui.cli.reading.port_client import meta_facts
    from xpkgtui.oci.reference import Reference

    facts = await meta_facts(port, state)
    dependencies = tuple(
        KnownDependency(repository=one.package, constraint=one.version or "")
        for one in ((facts.dependencies or ()) if facts else ())
        if one.package
    )
    kind = (state.meta.kind or "") if state.meta else ""
    known = KnownPackage(repository="", digest=state.digest or "", kind=kind, dependencies=dependencies)
    if state.resolved is None or not state.resolved.is_remote:
        return known
    try:
        reference = Reference.parse(state.resolved.reference)
    except Malformed:
        return known
    return KnownPackage(
        repository=reference.name,
        version=reference.tag or "",
        digest=known.digest,
        kind=kind,
        dependencies=dependencies,
    )


def is_concerned(one: KnownPackage, others: Iterable[KnownPackage]) -> bool:
    """Whether a package depends on one of the others."""
    wanted = {dependency.repository for dependency in one.dependencies}
    return any(other.repository in wanted for other in others if other is not one)
