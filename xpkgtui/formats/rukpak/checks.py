"""What the definitions and the webhook of RukPak refuse in an object, by rule and in their words."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.rukpak.sources import KINDS, REFS
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

Path = tuple[str | int, ...]
_CLASS = re.compile(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\Z")
_PATTERN = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
_SOURCES = {"git": "git", "image": "image", "configMaps": "configmaps"}
_LONGEST = {"Bundle": 52, "BundleDeployment": 45}


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One thing that is refused."""

    rule: str
    message: str
    says: str
    path: FieldPath | None = None


def of_bundle(value: object, frozen: Mapping[str, bool]) -> Iterator[Refusal]:
    """What is refused in a Bundle; `frozen` says of each ConfigMap that is known whether it is immutable."""
    yield from of_name(value, "Bundle")
    yield from of_spec(value, ("spec",), unions=True)
    yield from _of_webhook(field(value, "spec", "source"), frozen)


def of_deployment(value: object) -> Iterator[Refusal]:
    """What is refused in a BundleDeployment; the sources of its template are not counted."""
    yield from of_name(value, "BundleDeployment")
    spec = field(value, "spec")
    if spec is None:
        yield _required(("spec",), "RPK007")
    elif not isinstance(spec, dict):
        yield _typed(("spec",), "object", spec, "RPK007")
    else:
        yield from _of_class(spec, ("spec",))
        template = spec.get("template")
        if template is None:
            yield _required(("spec", "template"), "RPK007")
        elif not isinstance(template, dict):
            yield _typed(("spec", "template"), "object", template, "RPK007")
        else:
            yield from of_spec(value, ("spec", "template", "spec"), unions=False, rule="RPK007")


def of_name(value: object, kind: str) -> Iterator[Refusal]:
    """A name that is too long."""
    name, most = text(field(value, "metadata", "name")), _LONGEST[kind]
    if len(name) > most:
        says = f"metadata.name: Too long: may not be longer than {most}"
        message = f"The name has {len(name)} characters, of which a {kind} may have {most}"
        yield Refusal(rule="RPK002", message=message, says=says, path=FieldPath.of("metadata", "name"))


def of_spec(value: object, path: Path, *, unions: bool, rule: str = "RPK003") -> Iterator[Refusal]:
    """The schema of the spec of a Bundle."""
    spec = field(value, *map(str, path))
    if spec is None:
        yield _required(path, rule)
    elif not isinstance(spec, dict):
        yield _typed(path, "object", spec, rule)
    else:
        yield from _of_class(spec, path)
        source = spec.get("source")
        if source is None:
            yield _required((*path, "source"), "RPK003")
        elif not isinstance(source, dict):
            yield _typed((*path, "source"), "object", source, "RPK003")
        else:
            yield from _of_source(source, (*path, "source"), unions=unions)


def _of_class(spec: Mapping[str, Any], path: Path) -> Iterator[Refusal]:
    path = (*path, "provisionerClassName")
    name = spec.get("provisionerClassName")
    if name is None:
        yield _required(path, "RPK001")
    elif not isinstance(name, str):
        yield _typed(path, "string", name, "RPK001")
    elif not _CLASS.match(name):
        where = _dotted(path)
        says = f"{where}: Invalid value: \"{name}\": {where} in body should match '{_PATTERN}'"
        message = f"provisionerClassName is {name}: it may have lowercase letters, digits and hyphens"
        yield Refusal(rule="RPK001", message=message, says=says, path=FieldPath(path))


def _of_source(source: Mapping[str, Any], path: Path, *, unions: bool) -> Iterator[Refusal]:
    kind = source.get("type")
    if kind is None:
        yield _required((*path, "type"), "RPK003")
    elif not isinstance(kind, str):
        yield _typed((*path, "type"), "string", kind, "RPK003")
    if unions:
        yield from _union(source, KINDS, path, "RPK003", "sources")
    for name in ("git", "image", "upload", "http"):
        if source.get(name) is not None and not isinstance(source[name], dict):
            yield _typed((*path, name), "object", source[name], "RPK003")
    yield from _of_blocks(source, path, unions=unions)


def _of_blocks(source: Mapping[str, Any], path: Path, *, unions: bool) -> Iterator[Refusal]:
    yield from _texts(source, path, "image", ("ref",), "RPK005")
    yield from _texts(source, path, "http", ("url",), "RPK005")
    yield from _texts(source, path, "git", ("repository",), "RPK004")
    git = source.get("git")
    if isinstance(git, dict):
        ref, where = git.get("ref"), (*path, "git", "ref")
        if ref is None:
            yield _required(where, "RPK004")
        elif not isinstance(ref, dict):
            yield _typed(where, "object", ref, "RPK004")
        elif unions:
            yield from _union(ref, REFS, where, "RPK004", "references")
    for number, one in enumerate(listing(source.get("configMaps"))):
        if mapping(one).get("configMap") is None:
            yield _required((*path, "configMaps", number, "configMap"), "RPK006")
        elif not isinstance(name := field(one, "configMap", "name") or "", str):
            yield _typed((*path, "configMaps", number, "configMap", "name"), "string", name, "RPK006")


def _texts(source: Mapping[str, Any], path: Path, block: str, names: tuple[str, ...], rule: str) -> Iterator[Refusal]:
    found = source.get(block)
    if not isinstance(found, dict):
        return
    for name in names:
        if found.get(name) is None:
            yield _required((*path, block, name), rule)
        elif not isinstance(found[name], str):
            yield _typed((*path, block, name), "string", found[name], rule)


def _union(found: Mapping[str, Any], names: tuple[str, ...], path: Path, rule: str, noun: str) -> Iterator[Refusal]:
    given = [name for name in names if name in found]
    if len(given) == 1:
        return
    count = f"{len(given)} valid alternatives" if given else "none valid"
    says = f'<nil>: Invalid value: "": "{_dotted(path)}" must validate one and only one schema (oneOf). Found {count}'
    listed = f": {', '.join(given)}" if given else ""
    message = f"{_dotted(path)} has {len(given)} {noun}{listed}; it has to have one"
    yield Refusal(rule=rule, message=message, says=says, path=FieldPath(path))


def _of_webhook(source: object, frozen: Mapping[str, bool]) -> Iterator[Refusal]:
    kind = text(field(source, "type"))
    path = ("spec", "source")
    if kind in _SOURCES and not mapping(source).get(kind) and not isinstance(mapping(source).get(kind), dict):
        named = _SOURCES[kind]
        says = f'bundle.spec.source.{named} must be set for source type "{named}"'
        rule = "RPK006" if kind == "configMaps" else "RPK003"
        yield Refusal(
            rule=rule, message=f"The type is {kind}, and there is no {kind}", says=says, path=FieldPath(path)
        )
    if kind == "git" and _cleaned(text(field(source, "git", "directory"))).startswith("../"):
        says = 'bundle.spec.source.git.directory begins with "../": directory must define path within the repository'
        message = "The directory leads out of the repository"
        yield Refusal(rule="RPK004", message=message, says=says, path=FieldPath((*path, "git", "directory")))
    if kind == "configMaps":
        yield from _of_maps(listing(field(source, "configMaps")), frozen)


def _of_maps(maps: list[Any], frozen: Mapping[str, bool]) -> Iterator[Refusal]:
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
        yield Refusal(rule="RPK006", message=message, says=joined or says, path=FieldPath(where))


def _required(path: Path, rule: str) -> Refusal:
    where = _dotted(path)
    above = path[:-1] if len(path) > 1 else ()
    return Refusal(
        rule=rule, message=f"{where} is missing", says=f"{where}: Required value", path=FieldPath(above) or None
    )


def _typed(path: Path, wanted: str, value: object, rule: str) -> Refusal:
    where, kind = _dotted(path), _kind(value)
    says = f'{where}: Invalid value: "{kind}": {where} in body must be of type {wanted}: "{kind}"'
    message = f"{where} is of another type"
    return Refusal(rule=rule, message=message, says=says, path=FieldPath(path))


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
    return "object"


def _dotted(path: Path) -> str:
    return str(FieldPath(path))


def _cleaned(path: str) -> str:
    return posixpath.normpath(path) if path else "."
