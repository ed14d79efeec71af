"""The files of metadata/ of a bundle: its annotations, and what it requires, in words."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import brief
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.layout import ANNOTATIONS, DEPENDENCIES
from xpkgtui.untyped import field, listing, mapping, text

_LARGEST = 1 << 20
"""Bytes of a file that is read."""
_MANY = 20


def _file(package: PackageObjects, name: str) -> object:
    head = next((one for one in package.heads if one.file == name and one.end - one.start <= _LARGEST), None)
    return package.read(head) if head else None


def annotations_of(package: PackageObjects) -> Mapping[str, str]:
    """The annotations of the bundle."""
    found = mapping(field(_file(package, ANNOTATIONS), "annotations"))
    return {key: brief(value) for key, value in found.items()}


def required(package: PackageObjects) -> Iterator[str]:
    """What metadata/dependencies.yaml requires, in words."""
    yield from map(required_in, listing(field(_file(package, DEPENDENCIES), "dependencies"))[:_MANY])


def required_in(dependency: object) -> str:
    """One dependency in words: `package tides >1.0.0`."""
    value = mapping(field(dependency, "value"))
    match text(field(dependency, "type")):
        case "olm.package":
            return f"package {brief(value.get('packageName'))} {brief(value.get('version'))}".rstrip()
        case "olm.gvk":
            kind, version, group = (brief(value.get(key)) for key in ("kind", "version", "group"))
            return f"{kind} {version} of {group}"
        case "olm.label":
            return f"label {brief(value.get('label'))}"
        case "olm.constraint":
            return f"constraint {brief(field(value, 'cel', 'rule')) or ', '.join(map(brief, value))}"
        case other:
            return f"{brief(other) or 'something'}, which opm does not know"
