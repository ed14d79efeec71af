"""Rules about deprecations: of what they speak, and that they say something."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, PACKAGE, Deprecations
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.formats.catalog.tools import DEPRECATED
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.rule import Problem, Where


@rule("FBC060", "deprecations of an unknown package, or several of one", "E - E", met=(DEPRECATED, 0))
def deprecated_packages(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.deprecations names a package of the catalog, and no other one names it.

    Why: Two of them could contradict each other.
    When it bites: When opm reads the catalog.
    Fix: Name the package, and write all its deprecations into one document.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    packages = catalog.model.package_names
    seen: set[str] = set()
    for number, one in enumerate(catalog.model.deprecations):
        if not one.package:
            yield Problem(
                message="Deprecations have no package",
                says=f"package name must be set for deprecation item {number}",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif one.package not in packages:
            says = f"cannot apply deprecations to an unknown package {quoted(one.package)}"
            message = f"Deprecations name the package {one.package}, which does not exist"
            yield Problem(message=message, says=says, where=Where(document=one.document), path=FieldPath.of("name"))
        elif one.package in seen:
            says = f"expected a maximum of one deprecation per package: {quoted(one.package)}"
            message = f"The package {one.package} has several documents of deprecations"
            yield Problem(message=message, says=says, where=Where(document=one.document), path=FieldPath.of("name"))
        seen.add(one.package)


@rule("FBC061", "a deprecation refers to nothing", "E - E", met=(DEPRECATED, 1))
def deprecated_references(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each entry refers to the package, or to one of its channels or bundles, and no other entry refers to the same.

    Why: No user sees a message about something that does not exist.
    When it bites: When opm reads the catalog.
    Fix: Correct schema and name. A reference to the package has no name.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    defaults: dict[str, set[str]] = {}
    for each in catalog.model.packages:
        defaults.setdefault(each.name, set()).add(each.default)
    for one in catalog.model.deprecations:
        channels = {channel.name for channel in catalog.model.channels_of.get(one.package, ())}
        channels |= defaults.get(one.package, set()) - {""}
        seen: set[tuple[str, str]] = set()
        for number, entry in enumerate(one.entries):
            if says := _reference_fault(catalog, one, number, channels, is_twice=(entry.schema, entry.name) in seen):
                message = f"The deprecation of {entry.schema or 'nothing'} {entry.name} in {one.package} is wrong"
                path = FieldPath.of("entries", number, "reference")
                yield Problem(message=message, says=says, where=Where(document=one.document), path=path)
            seen.add((entry.schema, entry.name))


def _reference_fault(
    catalog: CatalogSubject, one: Deprecations, number: int, channels: AbstractSet[str], *, is_twice: bool
) -> str:
    entry, of = one.entries[number], f"for package {quoted(one.package)}"
    shown = f"declcfg.PackageScopedReference{{Schema:{quoted(entry.schema)}, Name:{quoted(entry.name)}}}"
    if not entry.schema:
        return f"schema must be set for deprecation entry [{number}] {of}"
    if is_twice:
        return f"duplicate deprecation entry {shown} {of}"
    if entry.schema == BUNDLE:
        is_there = entry.name in catalog.model.bundles_of.get(one.package, {})
        return "" if is_there else f"cannot deprecate bundle {quoted(entry.name)} {of}: bundle not found"
    if entry.schema == CHANNEL:
        is_there = entry.name in channels
        return "" if is_there else f"cannot deprecate channel {quoted(entry.name)} {of}: channel not found"
    if entry.schema == PACKAGE:
        says = f"package name must be empty for deprecated package {quoted(one.package)}"
        return f"{says} (specified {quoted(entry.name)})" if entry.name else ""
    return f"cannot deprecate object {shown} referenced by entry {number} {of}: object schema unknown"


@rule("FBC062", "a deprecation has no message", "E - E")
def deprecated_messages(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each entry of deprecations has a message.

    Why: Users see this message.
    When it bites: When opm reads the catalog.
    Fix: Say what to use instead.
    Source: operator-registry, alpha/model/model.go (Deprecation.Validate).
    """
    for one in catalog.model.deprecations:
        for number, entry in enumerate(one.entries):
            if not entry.message:
                yield Problem(
                    message=f"The deprecation of {entry.schema} {entry.name} in {one.package} has no message",
                    says="invalid deprecation: message must be set",
                    where=Where(document=one.document),
                    path=FieldPath.of("entries", number),
                )
