"""Facts of definitions of composite resources, and of the compositions that compose them."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, brief, first, listed, spec, text
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects, location
from xpkgtui.formats.xpkg.facts.definitions import conversion, defined, names, of_versions
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import field, listing, mapping

_SCOPES = {
    "LegacyCluster": "LegacyCluster: for the whole cluster, with claims",
    "Cluster": "Cluster: for the whole cluster, without claims",
    "Namespaced": "Namespaced: in namespaces, without claims",
}


def of_xrd(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a CompositeResourceDefinition."""
    wanted = spec(value)
    yield from defined(wanted)
    yield "serves as", "composite resource"
    yield "scope", _scope(field(value, "apiVersion"), wanted.get("scope"))
    if claim := mapping(wanted.get("claimNames")):
        yield "claims", f"{brief(claim.get('kind')) or '(no kind)'} ({brief(claim.get('plural')) or 'no plural'})"
    yield from names(wanted)
    yield from of_versions(wanted)
    yield from _references(wanted, package)
    if keys := listing(wanted.get("connectionSecretKeys")):
        yield "secret keys", listed(keys)
    yield from _composed_by(wanted, package)
    yield from conversion(wanted)


def _scope(api_version: object, scope: object) -> str:
    if scope is None:
        usual = "Namespaced" if str(api_version).endswith("/v2") else "LegacyCluster"
        return f"{_SCOPES[usual]}; its default"
    return _SCOPES.get(text(scope), brief(scope))


def _references(wanted: Mapping[str, object], package: PackageObjects) -> Iterator[Fact]:
    for label, key in (("by default", "defaultCompositionRef"), ("always", "enforcedCompositionRef")):
        if (found := mapping(wanted.get(key))) and (name := brief(found.get("name"))):
            here = any(row.name == name for row in package.of_kind("Composition", EXTENSIONS))
            yield label, f"composed by {name}, {'in' if here else 'which is not in'} this package"
    if policy := brief(wanted.get("defaultCompositionUpdatePolicy")):
        yield "revisions", f"{policy} update, by default"


def _composed_by(wanted: Mapping[str, object], package: PackageObjects) -> Iterator[Fact]:
    """Compositions of this package that name the kind."""
    kind, group = field(wanted, "names", "kind"), wanted.get("group")
    if not isinstance(kind, str) or not isinstance(group, str):
        return
    looked, found = 0, []
    for row, value in package.values("Composition", EXTENSIONS):
        looked += 1
        composed = mapping(spec(value).get("compositeTypeRef"))
        api_group, slash, version = text(composed.get("apiVersion")).rpartition("/")
        if composed.get("kind") == kind and slash and api_group == group:
            found.append((row, version))
    facts = (("composed by", _composition(row, version, wanted)) for row, version in found)
    yield from first(facts, len(found), "composed by", "compositions")
    if left := sum(1 for _ in package.of_kind("Composition", EXTENSIONS)) - looked:
        yield "composed by", f"{left:,} more compositions were not read: too many or too large"
    elif not found:
        yield "composed by", "no composition of this package"


def _composition(row: ObjectHead, version: str, wanted: Mapping[str, object]) -> str:
    known = [field(one, "name") for one in listing(wanted.get("versions"))]
    doubt = "" if version in known else f", as {version}, which is not defined here"
    return f"{row.name or '(no name)'} ({location(row)}){doubt}"
