"""Compositions, and objects of a set, beside definitions: bases, fields of patches, inputs of functions."""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from xpkgtui.formats.dependencies.composed import ComposedFault, Compositions, DefinedKind, ForeignDefinition
from xpkgtui.formats.examples.example import ExampleVerdict
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.compositions.composed_objects import bases_of, inputs_of, object_faults
from xpkgtui.formats.xpkg.compositions.patches import references_of
from xpkgtui.formats.xpkg.compositions.scopes import ScopeOf, with_kubernetes
from xpkgtui.formats.xpkg.examples import EXAMPLES
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.rules.compositions.composed import base_problems, input_problems, patch_problem
from xpkgtui.formats.xpkg.rules.compositions.scopes import scope_problems
from xpkgtui.formats.xpkg.subject.subjects import SchemaLookup
from xpkgtui.rules.rule import Problem
from xpkgtui.untyped import field, mapping, same, text

_COMPOSITE = "CompositeResourceDefinition"
_MOST = 2_000
"""Faults of one package."""


def _composing(package: PackageObjects) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Document, title and spec of each Composition."""
    for head in package.of_kind("Composition", EXTENSIONS):
        title = f"Composition {head.name}" if head.name else f"Composition in document {head.document}"
        yield head.document, title, mapping(field(package.read(head), "spec"))


def _instances(package: PackageObjects) -> Iterator[ObjectHead]:
    """The objects that stand beside the package in a set: of kinds that Crossplane does not parse."""
    owner_of = EXAMPLES.owner_of(package)
    for head in package.heads:
        is_object = head.group and head.kind and not head.defines and head.role is not Role.META
        if is_object and owner_of(head.group or "", head.kind or "")[0] is not ExampleVerdict.BUILT_IN:
            yield head


def _own(package: PackageObjects, kinds: Collection[DefinedKind]) -> dict[DefinedKind, object]:
    """The package's own definitions of these kinds, of objects and claims, but for kinds of which several differ.

    Of those one is in effect, and it is not known which.
    """
    groups = {group for group, _ in kinds}
    found: dict[DefinedKind, object] = {}
    differing: set[DefinedKind] = set()
    for head in package.heads:
        own = head.group or "", head.defines or ""
        is_asked = own in kinds and own not in differing
        if own[0] not in groups or not (is_asked or head.kind == _COMPOSITE):
            continue
        if (value := package.read(head)) is not None:
            for one in (own, (own[0], text(field(value, "spec", "claimNames", "kind")))):
                if one in found and not same(field(found[one], "spec"), field(value, "spec")):
                    differing.add(one)
                elif one in kinds:
                    found[one] = value
    return {one: value for one, value in found.items() if one not in differing}


def _wanted(package: PackageObjects) -> dict[DefinedKind, bool]:
    own = {(head.group, head.defines) for head in package.heads if head.defines}
    owner_of = EXAMPLES.owner_of(package)
    found: dict[DefinedKind, bool] = {}
    if instances := {(head.group or "", head.kind or "") for head in _instances(package)}:
        found.update(dict.fromkeys(instances - _own(package, instances).keys(), True))
    for _, _, spec in _composing(package):
        type_ref = mapping(spec.get("compositeTypeRef"))
        composite = text(type_ref.get("apiVersion")), text(type_ref.get("kind"))
        for api_version, kind in (composite, *(one.kind for one in (*bases_of(spec), *inputs_of(spec)))):
            named = api_version.rpartition("/")[0], kind
            if kind and named not in own:
                found[named] = owner_of(*named)[0] is not ExampleVerdict.BUILT_IN
    return found


def _faults(package: PackageObjects, definitions: Mapping[DefinedKind, ForeignDefinition]) -> Iterator[ComposedFault]:
    kinds = list(definitions)
    schemas = SchemaLookup(
        lambda number: definitions[kinds[number]].value, {one: (number,) for number, one in enumerate(kinds)}
    )
    by = {one: definition.package for one, definition in definitions.items()}
    scopes = _scopes(package, definitions)
    every = (
        ComposedFault(
            rule=rule,
            message=problem.sentence,
            document=number,
            field=problem.path.parts if problem.path else (),
        )
        for number, title, spec in _composing(package)
        for rule, problem in _problems(spec, title, number, schemas, by, scopes)
    )
    return islice(chain(every, _of_instances(package, definitions)), _MOST)


def _scopes(package: PackageObjects, definitions: Mapping[DefinedKind, ForeignDefinition]) -> ScopeOf:
    """Whether kinds belong to namespaces: those of other packages, and the package's own composite resources."""
    own = list(package.of_kind(_COMPOSITE, EXTENSIONS))
    kinds = [*definitions, *((head.group or "", head.defines or "") for head in own)]
    numbers: dict[DefinedKind, list[int]] = {}
    for number, kind in enumerate(kinds):
        numbers.setdefault(kind, []).append(number)

    def parsed(number: int) -> object:
        foreign = definitions.get(kinds[number])
        return foreign.value if foreign is not None else package.read(own[number - len(definitions)])

    return SchemaLookup(parsed, numbers).is_namespaced


def _composite(spec: dict[str, Any]) -> DefinedKind:
    type_ref = mapping(spec.get("compositeTypeRef"))
    return text(type_ref.get("apiVersion")).rpartition("/")[0], text(type_ref.get("kind"))


def _of_instances(
    package: PackageObjects, definitions: Mapping[DefinedKind, ForeignDefinition]
) -> Iterator[ComposedFault]:
    """What the API server refuses of objects by their definitions."""
    instances = list(_instances(package))
    if not instances:
        return
    asked = {(head.group or "", head.kind or "") for head in instances}
    values = {**{kind: one.value for kind, one in definitions.items()}, **_own(package, asked)}
    kinds = list(values)
    schemas = SchemaLookup(lambda number: values[kinds[number]], {one: (number,) for number, one in enumerate(kinds)})
    for head in instances:
        value, judge = mapping(package.read(head)), schemas.judge_of(head.api_version or "", head.kind or "")
        for fault in object_faults(value, judge) if judge is not None else ():
            yield ComposedFault(
                rule="XPKG734",
                message=f"{fault.field}: {fault.message}" if fault.message else f'unknown field "{fault.field}"',
                document=head.document,
                field=fault.path.parts,
            )


def _problems(
    spec: dict[str, Any],
    title: str,
    number: int,
    schemas: SchemaLookup,
    by: Mapping[DefinedKind, str],
    scope_of: ScopeOf,
) -> Iterator[tuple[str, Problem]]:
    composite = _composite(spec)
    if (in_namespace := scope_of(*composite)) is not None:
        # What the package says of its own definitions, and of Kubernetes, is found without others.
        def foreign(group: str, kind: str) -> bool | None:
            return scope_of(group, kind) if (group, kind) in by else None

        asked = with_kubernetes(scope_of) if composite in by else foreign
        found = scope_problems(spec, title, number, asked, in_namespace)
        yield from (("XPKG739", one) for one in found)
    yield from (("XPKG734", one) for one in base_problems(spec, title, number, schemas, by))
    yield from (("XPKG735", one) for one in input_problems(spec, title, number, schemas, by))
    for one in references_of(spec):
        if (one.target.api_version.rpartition("/")[0], one.target.kind) in by:
            problem = patch_problem(schemas, title, number, one)
            if problem is not None:
                yield ("XPKG727" if one.is_composite else "XPKG728"), problem


COMPOSITIONS = Compositions(wanted=_wanted, faults=_faults)
