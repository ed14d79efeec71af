"""The field paths that patches name: of native compositions, and of the input of function-patch-and-transform."""

from collections.abc import Iterator
from enum import Enum, auto
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

MOST = 20_000
"""Fields that are taken of one composition."""
_LONGEST = 1_000
"""Characters of a field path that is looked up."""


class _Side(Enum):
    """What a patch reads or writes."""

    COMPOSITE = auto()
    COMPOSED = auto()
    ENVIRONMENT = auto()


_XR, _CD, _ENV = _Side.COMPOSITE, _Side.COMPOSED, _Side.ENVIRONMENT
_DEFAULT = "FromCompositeFieldPath"
_OF_RESOURCES = {
    "FromCompositeFieldPath": (_XR, _CD),
    "ToCompositeFieldPath": (_CD, _XR),
    "CombineFromComposite": (_XR, _CD),
    "CombineToComposite": (_CD, _XR),
    "FromEnvironmentFieldPath": (_ENV, _CD),
    "ToEnvironmentFieldPath": (_CD, _ENV),
    "CombineFromEnvironment": (_ENV, _CD),
    "CombineToEnvironment": (_CD, _ENV),
}
"""What a patch of a composed resource reads and writes, by its type."""
_OF_ENVIRONMENT = {
    "FromCompositeFieldPath": (_XR, _ENV),
    "ToEnvironmentFieldPath": (_XR, _ENV),
    "CombineFromComposite": (_XR, _ENV),
    "ToCompositeFieldPath": (_ENV, _XR),
    "FromEnvironmentFieldPath": (_ENV, _XR),
    "CombineToComposite": (_ENV, _XR),
}
"""What a patch of the environment reads and writes, by its type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchedKind:
    """The kind of object whose fields a patch names."""

    api_version: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldReference:
    """A field that a patch, a connection detail or a readiness check names."""

    text: str
    """The field path as it is written."""
    path: FieldPath
    """The field of the composition that holds it."""
    target: PatchedKind
    is_composite: bool
    """Whether the composite resource has the field, and not a composed one."""
    is_written: bool = False
    resource: str = ""
    """The name of the composed resource."""
    patch_set: str = ""
    """The name of the patch set, for a patch that a resource takes from one."""


def references_of(spec: dict[str, Any]) -> tuple[FieldReference, ...]:
    """The fields that patches name, of objects whose kind is known; one behind `MOST` where there are more."""
    type_ref = mapping(spec.get("compositeTypeRef"))
    composite = _target(type_ref)
    return tuple(islice(_all(spec, composite), MOST + 1))


def _all(spec: dict[str, Any], composite: PatchedKind | None) -> Iterator[FieldReference]:
    native = {**spec, "apiVersion": "", "kind": ""}
    yield from _Patches(native, FieldPath.of("spec"), composite).references()
    for number, step in enumerate(listing(spec.get("pipeline"))):
        given = mapping(mapping(step).get("input"))
        group = text(given.get("apiVersion")).partition("/")[0]
        # Forks of the function have groups of their own, such as conditional-pt.fn.crossplane.io.
        if given.get("kind") == "Resources" and group.endswith("pt.fn.crossplane.io"):
            yield from _Patches(given, FieldPath.of("spec", "pipeline", number, "input"), composite).references()


def _target(value: dict[str, Any]) -> PatchedKind | None:
    api_version, kind = text(value.get("apiVersion")), text(value.get("kind"))
    return PatchedKind(api_version=api_version, kind=kind) if api_version and kind else None


class _Patches:
    """The patches of one composition or input: those of its resources, its patch sets and its environment."""

    def __init__(self, value: dict[str, Any], at: FieldPath, composite: PatchedKind | None) -> None:
        self._value = value
        self._at = at
        self._composite = composite

    def references(self) -> Iterator[FieldReference]:
        sets: dict[str, tuple[FieldPath, list[Any]]] = {}
        for number, one in enumerate(listing(self._value.get("patchSets"))):
            path = self._at.child("patchSets").child(number).child("patches")
            patches = listing(field(one, "patches"))
            sets[text(field(one, "name"))] = path, patches
            for index, patch in enumerate(patches):
                # A set by itself has no composed resource; that side is looked at for each resource that takes it.
                yield from self._of_patch(patch, path.child(index), None, _OF_RESOURCES)
        path = self._at.child("environment").child("patches")
        for index, patch in enumerate(listing(field(self._value, "environment", "patches"))):
            yield from self._of_patch(patch, path.child(index), None, _OF_ENVIRONMENT)
        for number, one in enumerate(listing(self._value.get("resources"))):
            yield from self._of_resource(mapping(one), self._at.child("resources").child(number), sets)

    def _of_resource(
        self, resource: dict[str, Any], at: FieldPath, sets: dict[str, tuple[FieldPath, list[Any]]]
    ) -> Iterator[FieldReference]:
        composed, name = _target(mapping(resource.get("base"))), text(resource.get("name"))
        for number, one in enumerate(listing(resource.get("patches"))):
            patch, path = mapping(one), at.child("patches").child(number)
            if patch.get("type") != "PatchSet":
                yield from self._of_patch(patch, path, composed, _OF_RESOURCES, resource=name)
                continue
            taken = text(patch.get("patchSetName"))
            for inner in sets.get(taken, (path, []))[1]:
                for found in self._of_patch(inner, path, composed, _OF_RESOURCES, resource=name, patch_set=taken):
                    if not found.is_composite:
                        yield found
        if composed is None:
            return
        for word, key in (("connectionDetails", "fromFieldPath"), ("readinessChecks", "fieldPath")):
            for number, one in enumerate(listing(resource.get(word))):
                if value := text(field(one, key)):
                    path = at.child(word).child(number).child(key)
                    yield FieldReference(text=value, path=path, target=composed, is_composite=False, resource=name)

    def _of_patch(
        self,
        value: Any,
        at: FieldPath,
        composed: PatchedKind | None,
        sides: dict[str, tuple[_Side, _Side]],
        *,
        resource: str = "",
        patch_set: str = "",
    ) -> Iterator[FieldReference]:
        """The fields that one patch reads, and the one that it writes."""
        patch = mapping(value)
        known = sides.get(text(patch.get("type")) or _DEFAULT)
        if known is None:
            return
        read = list(_read(patch, at))
        # Without toFieldPath a patch writes the field that it reads.
        target = text(patch.get("toFieldPath"))
        written = [(target, at.child("toFieldPath"))] if target else read if "combine" not in patch else []
        for side, fields, is_written in ((known[0], read, False), (known[1], written, True)):
            kind = {_XR: self._composite, _CD: composed}.get(side)
            for name, path in fields if kind is not None else ():
                if 0 < len(name) <= _LONGEST and kind is not None:
                    yield FieldReference(
                        text=name,
                        path=at if patch_set else path,
                        target=kind,
                        is_composite=side is _XR,
                        is_written=is_written,
                        resource=resource,
                        patch_set=patch_set,
                    )


def _read(patch: dict[str, Any], at: FieldPath) -> Iterator[tuple[str, FieldPath]]:
    if text(patch.get("type")).startswith("Combine"):
        path = at.child("combine").child("variables")
        for number, one in enumerate(listing(field(patch, "combine", "variables"))):
            yield text(field(one, "fromFieldPath")), path.child(number).child("fromFieldPath")
    else:
        yield text(patch.get("fromFieldPath")), at.child("fromFieldPath")
