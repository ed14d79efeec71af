"""What Crossplane 1 refuses of a native Composition: by its definition's schema, and by its webhook.

Written after composition_validation.go, composition_patches.go and composition_common.go at v1.12.0 to v1.20.0.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.objects.faults import path_of
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames
from xpkgtui.formats.definitions.objects.preparing import prepared
from xpkgtui.formats.xpkg.compositions.decoded_inputs import InputFault
from xpkgtui.formats.xpkg.compositions.patch_inputs import items, transform_faults
from xpkgtui.formats.xpkg.tools.facts import COMPOSITIONS_VALIDATED, NATIVE_SCHEMAS, PATCH_SETS_KNOWN
from xpkgtui.golang.printing import quoted
from xpkgtui.untyped import field, listing, mapping, text

_Node = dict[str, Any]
_PARTS = ("mode", "resources", "patchSets")
_NAMES = ObjectNames(group="apiextensions.crossplane.io", kind="Composition", is_namespaced=False)
_MIXED = "cannot mix named and anonymous resources, all resources must have a name or none must have a name"
_WANTED = {
    "CombineFromComposite": ("combine", "toFieldPath"),
    "CombineToComposite": ("combine", "toFieldPath"),
    "CombineFromEnvironment": ("combine", "toFieldPath"),
    "CombineToEnvironment": ("combine", "toFieldPath"),
    "PatchSet": ("patchSetName",),
}


@cache
def _schema(since: str) -> _Node:
    path = Path(__file__).with_name("native_schemas.json")
    spec = json.loads(path.read_text(encoding="utf-8"))[since]
    return {"type": "object", "properties": {"spec": spec}}


def native_faults(spec: _Node, name: str, crossplane: str) -> Iterator[InputFault]:
    """Each thing for which a version refuses the native part of a spec; one that it leaves open says nothing."""
    since = next((one.since for one in NATIVE_SCHEMAS if one.holds(crossplane)), "")
    if not since:
        return
    value = {"apiVersion": f"{_NAMES.group}/v1", "kind": _NAMES.kind, "metadata": {"name": name or "a"}}
    value["spec"] = {part: spec[part] for part in _PARTS if part in spec}
    schema = _schema(since)
    judged = ObjectJudge(_NAMES, {"name": "v1", "schema": {"openAPIV3Schema": schema}}).judge(value)
    for one in judged.errors:
        yield InputFault(path_of(one.field), one.message, str(one))
    if not judged.errors and judged.undecided:
        yield InputFault(FieldPath.of("spec"), judged.undecided)
    if not judged.errors and COMPOSITIONS_VALIDATED.holds(crossplane):
        yield from _invalid(mapping(prepared(value, schema).value["spec"]), crossplane)


def _required(at: FieldPath, detail: str) -> InputFault:
    return InputFault(at, detail, f"{at}: Required value: {detail}")


def _wrong(at: FieldPath, value: str, detail: str) -> InputFault:
    return InputFault(at, detail, f"{at}: Invalid value: {quoted(value)}: {detail}")


def _invalid(spec: _Node, crossplane: str) -> Iterator[InputFault]:
    """What the webhook refuses of a spec that its schema takes."""
    sets, resources = FieldPath.of("spec", "patchSets"), FieldPath.of("spec", "resources")
    for one, at in items(spec.get("patchSets"), sets):
        for patch, path in items(one.get("patches"), at.child("patches")):
            if patch.get("type") == "PatchSet":
                yield _wrong(path.child("type"), "PatchSet", "cannot use patches within patches")
            else:
                yield from _patch(patch, path)
    known = {text(one.get("name")) for one in map(mapping, listing(spec.get("patchSets")))}
    yield from _named(listing(spec.get("resources")), resources)
    for one, at in items(spec.get("resources"), resources):
        for patch, path in items(one.get("patches"), at.child("patches")):
            yield from _patch(patch, path)
            name = patch.get("patchSetName")
            is_known = name in known or patch.get("type") != "PatchSet" or name is None
            if not is_known and PATCH_SETS_KNOWN.holds(crossplane):
                detail = "patchSetName must be the name of a declared patchSet"
                yield _wrong(path.child("patchSetName"), text(name), detail)
        for check, path in items(one.get("readinessChecks"), at.child("readinessChecks")):
            yield from _check(check, path)


def _patch(one: _Node, at: FieldPath) -> Iterator[InputFault]:
    """The first fault of a patch."""
    kind = text(one.get("type")) or "FromCompositeFieldPath"
    for name in _WANTED.get(kind, ("fromFieldPath",)):
        if one.get(name) is None:
            yield _required(at.child(name), f"{name} must be set for patch type {kind}")
            return
    yield from transform_faults(one.get("transforms"), at.child("transforms"))


def _check(one: _Node, at: FieldPath) -> Iterator[InputFault]:
    """The first fault of a readiness check; what is empty counts as absent."""
    kind = text(one.get("type"))
    if kind == "None":
        return
    if kind == "MatchCondition":
        condition, inner = one.get("matchCondition"), at.child("matchCondition")
        empty = next((key for key in ("type", "status") if not field(condition, key)), None)
        if condition is not None and empty:
            yield _required(inner.child(empty), "cannot be empty for type MatchCondition")
    elif kind == "MatchString" and not one.get("matchString"):
        yield _required(at.child("matchString"), "cannot be empty for type MatchString")
    elif kind == "MatchInteger" and not one.get("matchInteger"):
        yield _required(at.child("matchInteger"), "cannot be 0 for type MatchInteger")
    elif not one.get("fieldPath"):
        yield _required(at.child("fieldPath"), "cannot be empty")


def _named(resources: list[Any], at: FieldPath) -> Iterator[InputFault]:
    """Either all resources have a name of their own, or none has one."""
    seen: set[str] = set()
    for number, one in enumerate(map(mapping, resources)):
        name, path = text(one.get("name")), at.child(number).child("name")
        if not name:
            if seen:
                yield _required(path, _MIXED)
        elif name in seen:
            yield InputFault(
                path, f"another resource is named {name} too", f"{path}: Duplicate value: {quoted(name)}"
            )
        elif number and not seen:
            yield _wrong(path, name, _MIXED)
        else:
            seen.add(name)
