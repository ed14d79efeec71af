"""Facts of compositions: the composed kind and the functions."""

import re
from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, brief, first, spec, text
from xpkgtui.formats.package_objects import PackageObjects, location
from xpkgtui.formats.xpkg.dependencies import Dependency, dependencies_of
from xpkgtui.formats.xpkg.facts.pipelines import functions, of_steps, resources_in_words
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import listing, mapping

_NO_LABEL = re.compile(r"[^a-z0-9-]")
_LABEL = 63


def of_composition(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a Composition."""
    wanted = spec(value)
    composed = mapping(wanted.get("compositeTypeRef"))
    kind, version = brief(composed.get("kind")) or "(no kind)", brief(composed.get("apiVersion")) or "no apiVersion"
    yield "composes", f"{kind} ({version})"
    yield "defined by", _definition(composed, package)
    yield "mode", _mode(wanted)
    yield from of_steps(wanted.get("pipeline"))
    yield from uses(wanted.get("pipeline"), package)
    if "resources" in wanted:
        yield "resources", resources_in_words(wanted["resources"])
    if sets := listing(wanted.get("patchSets")):
        yield "patch sets", f"{len(sets):,}"
    if namespace := brief(wanted.get("writeConnectionSecretsToNamespace")):
        yield "secrets", f"go to namespace {namespace}"


def uses(pipeline: object, package: PackageObjects) -> Iterator[Fact]:
    """Each function that is called, and the dependency that installs it."""
    names = functions(pipeline)
    if not names:
        return
    known = tuple(dependencies_of(spec(package.meta_value())))
    facts = (("uses", _origin(name, known, package)) for name in names)
    yield from first(facts, len(names), "uses", "functions")


def installed_as(dependency: Dependency) -> str:
    """The name that Crossplane gives to a dependency: its repository without the host as a label of DNS."""
    host, slash, path = dependency.repository.partition("/")
    name = path if slash and ("." in host or ":" in host or host == "localhost") else dependency.repository
    return _NO_LABEL.sub("-", name.lower())[:_LABEL].strip("-")


def _origin(name: str, known: tuple[Dependency, ...], package: PackageObjects) -> str:
    shown = brief(name, 120)
    if package.meta is None:
        return shown
    for dependency in known:
        if installed_as(dependency) == name:
            return f"{shown}: from dependency {brief(dependency.package)}"
    for dependency in known:
        if dependency.repository.rpartition("/")[2] == name:
            return f"{shown}: dependency {brief(dependency.package)} is installed as {installed_as(dependency)}"
    return f"{shown}: not among the dependencies"


def _mode(wanted: Mapping[str, object]) -> str:
    mode = wanted.get("mode")
    if mode is None:
        return "Resources, by default" if "resources" in wanted else "Pipeline, by default"
    return "Resources: without functions, as up to Crossplane 1.20" if mode == "Resources" else brief(mode)


def _definition(composed: Mapping[str, object], package: PackageObjects) -> str:
    group, _, version = text(composed.get("apiVersion")).rpartition("/")
    for row in package.of_kind("CompositeResourceDefinition", EXTENSIONS):
        if row.defines is not None and row.defines == composed.get("kind") and row.group == group:
            doubt = "" if version in row.versions else f", but without version {brief(version, 60)}"
            return f"{row.name} of this package ({location(row)}){doubt}"
    return "no definition of this package"
