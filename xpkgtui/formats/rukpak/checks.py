"""What the definitions and the webhook of RukPak refuse in an object, by rule and in their words."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.rukpak.schema import CLASS, DEPLOYMENT, SPEC, Schema
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

Path = tuple[str | int, ...]
_CLASS = re.compile(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\Z")
_PATTERN = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
_SOURCES = {"git": "git", "image": "image", "configMaps": "configmaps"}
_LONGEST = {"Bundle": 52, "BundleDeployment": 45}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRefusal:
    """One thing that is refused."""

    rule: str
    message: str
    says: str
    path: FieldPath | None = None
    more: str = ""
    """`Problem.more`"""
    is_mistyped: bool = False
    """Whether a value has a type that Go's decoder refuses too."""


def of_bundle(value: object, frozen: Mapping[str, bool]) -> Iterator[CheckRefusal]:
    """What is refused in a Bundle; `frozen` says of each ConfigMap that is known whether it is immutable."""
    yield from of_name(value, "Bundle")
    found = [*_of_parts(value), *_of_spec(value, SPEC, unions=True)]
    yield from found
    if not any(one.is_mistyped for one in found):  # else it does not reach the webhook
        yield from _of_webhook(field(value, "spec", "source"), frozen)


def of_deployment(value: object) -> Iterator[CheckRefusal]:
    """What is refused in a BundleDeployment; the sources of its template are not counted."""
    yield from of_name(value, "BundleDeployment")
    yield from _of_parts(value)
    yield from _of_spec(value, DEPLOYMENT, unions=False)


def of_name(value: object, kind: str) -> Iterator[CheckRefusal]:
    """A name that is too long."""
    name, most = text(field(value, "metadata", "name")), _LONGEST[kind]
    if len(name) > most:
        says = f"metadata.name: Too long: may not be longer than {most}"
        message = f"The name has {len(name)} characters, of which a {kind} may have {most}"
        yield CheckRefusal(rule="RPK002", message=message, says=says, path=FieldPath.of("metadata", "name"))


def _of_parts(value: object) -> Iterator[CheckRefusal]:
    """Metadata or a status that is no mapping."""
    for name in ("metadata", "status"):
        found = mapping(value)
        if name in found and not isinstance(found[name], dict):
            yield _typed((name,), "object", found[name], "RPK002" if name == "metadata" else "RPK007")


def _of_spec(value: object, schema: Schema, *, unions: bool) -> Iterator[CheckRefusal]:
    """Where the spec does not fit its schema."""
    if "spec" not in mapping(value):
        yield _required(("spec",), schema.rule)
        return
    yield from _checked(mapping(value)["spec"], schema, ("spec",), unions=unions)


def _checked(value: object, schema: Schema, path: Path, *, unions: bool) -> Iterator[CheckRefusal]:
    kind = _kind(value)
    if kind != schema.type:
        yield _typed(path, schema.type, value, schema.rule)
        return
    if schema.items is not None:
        for number, one in enumerate(listing(value)):
            yield from _checked(one, schema.items, (*path, number), unions=unions)
    if path[-1] == CLASS and isinstance(value, str) and not _CLASS.match(value):
        where = _dotted(path)
        says = f"{where}: Invalid value: \"{value}\": {where} in body should match '{_PATTERN}'"
        message = f"provisionerClassName is {value}: it may have lowercase letters, digits and hyphens"
        yield CheckRefusal(rule=schema.rule, message=message, says=says, path=FieldPath(path))
    if isinstance(value, dict):
        yield from _fields(value, schema, path, unions=unions)


def _fields(value: Mapping[str, Any], schema: Schema, path: Path, *, unions: bool) -> Iterator[CheckRefusal]:
    for name in schema.required:
        if name not in value:
            yield _required((*path, name), schema.fields[name].rule)
    if unions and schema.one_of:
        yield from _union(value, schema.one_of, path, schema.rule, schema.noun)
    for name, one in schema.fields.items():
        if name in value:
            yield from _checked(value[name], one, (*path, name), unions=unions)


def _union(
    found: Mapping[str, Any], names: tuple[str, ...], path: Path, rule: str, noun: str
) -> Iterator[CheckRefusal]:
    given = [name for name in names if name in found]
    if len(given) == 1:
        return
    count = f"{len(given)} valid alternatives" if given else "none valid"
    says = f'<nil>: Invalid value: "": "{_dotted(path)}" must validate one and only one schema (oneOf). Found {count}'
    listed = f": {', '.join(given)}" if given else ""
    message = f"{_dotted(path)} has {len(given)} {noun}{listed}"
    yield CheckRefusal(rule=rule, message=message, more="it must have one", says=says, path=FieldPath(path))
    if not given:  # of alternatives none of which holds, the API server tells what the first one lacks
        where = _dotted((*path, names[0]))
        message = f"{where} is missing, the first of the {noun} that there are"
        yield CheckRefusal(rule=rule, message=message, says=f"{where}: Required value", path=FieldPath(path))


def _of_webhook(source: object, frozen: Mapping[str, bool]) -> Iterator[CheckRefusal]:
    kind = text(field(source, "type"))
    path = ("spec", "source")
    if kind in _SOURCES and not mapping(source).get(kind) and not isinstance(mapping(source).get(kind), dict):
        named = _SOURCES[kind]
        says = f'bundle.spec.source.{named} must be set for source type "{named}"'
        rule = "RPK006" if kind == "configMaps" else "RPK003"
        yield CheckRefusal(
            rule=rule, message=f"The type is {kind}, and there is no {kind}", says=says, path=FieldPath(path)
        )
    if kind == "git" and _cleaned(text(field(source, "git", "directory"))).startswith("../"):
        says = 'bundle.spec.source.git.directory begins with "../": directory must define path within the repository'
        message = "The directory leads out of the repository"
        yield CheckRefusal(rule="RPK004", message=message, says=says, path=FieldPath((*path, "git", "directory")))
    if kind == "configMaps":
        yield from _of_maps(listing(field(source, "configMaps")), frozen)


def _of_maps(maps: list[Any], frozen: Mapping[str, bool]) -> Iterator[CheckRefusal]:
    found: list[tuple[str, str, tuple[str | int, ...]]] = []
    for number, one in enumerate(maps):
        at, name = text(field(one, "path")), text(field(one, "configMap", "name"))
        lead, path = f"bundle.spec.source.configmaps[{number}]", ("spec", "source", "configMaps", number)
        if _cleaned(at).startswith("../"):
            says = f'{lead}.path is invalid: "{at}" is outside bundle root'
            found.append((f"The path {at} leads out of the bundle", says, (*path, "path")))
        if frozen.get(name) is False:
            says = f'{lead}.configmap.name is invalid: configmap "{name}" is not immutable'
            found.append((f"The ConfigMap {name} is not immutable", says, (*path, "configMap", "name")))
    joined = f"[{', '.join(says for _, says, _ in found)}]" if len(found) > 1 else ""
    for message, says, where in found:
        yield CheckRefusal(rule="RPK006", message=message, says=joined or says, path=FieldPath(where))


def _required(path: Path, rule: str) -> CheckRefusal:
    where = _dotted(path)
    above = path[:-1] if len(path) > 1 else ()
    return CheckRefusal(
        rule=rule, message=f"{where} is missing", says=f"{where}: Required value", path=FieldPath(above) or None
    )


def _typed(path: Path, wanted: str, value: object, rule: str) -> CheckRefusal:
    where, kind = _dotted(path), _kind(value)
    says = f'{where}: Invalid value: "{kind}": {where} in body must be of type {wanted}: "{kind}"'
    message = f"{where} is of another type"
    return CheckRefusal(rule=rule, message=message, says=says, path=FieldPath(path), is_mistyped=value is not None)


def _kind(value: object) -> str:
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case None:
            return "null"
    return "object"


def _dotted(path: Path) -> str:
    return str(FieldPath(path))


def _cleaned(path: str) -> str:
    return posixpath.normpath(path) if path else "."
