"""The facts of one object of a bundle."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief, identity, listed, spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.in_words import in_words
from xpkgtui.formats.registry_v1.facts.service_version import of_service_version
from xpkgtui.formats.registry_v1.layout import CRD, CSV
from xpkgtui.formats.registry_v1.permissions.account import once_installed
from xpkgtui.untyped import field, listing, mapping, text


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts, by the object's kind; a file of metadata/ has those of its keys."""
    kind = text(field(value, "kind"))
    if kind == CSV:
        yield from of_service_version(value, package)
        yield from once_installed(value, package)
        return
    if kind:
        yield identity(value)
        if kind == CRD:
            yield from _definition(value)
        elif kind in ("ClusterRole", "Role"):
            yield "allows", "\n".join(in_words(listing(field(value, "rules")))) or "nothing"
        return
    for key, found in mapping(value).items():
        if isinstance(found, dict):
            yield from ((brief(name), brief(item)) for name, item in found.items())
        else:
            yield brief(key), brief(found)


def _definition(value: object) -> Iterator[Fact]:
    given = spec(value)
    yield "defines", f"{brief(field(given, 'names', 'kind'))}  {brief(given.get('group'))}"
    yield "scope", brief(given.get("scope")) or "not given"
    yield (
        "versions",
        listed(
            f"{text(field(one, 'name'))}{' (stored)' if field(one, 'storage') is True else ''}"
            for one in listing(given.get("versions"))
        )
        or brief(given.get("version")),
    )
