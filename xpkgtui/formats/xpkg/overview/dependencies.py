"""What a meta object depends on, entry by entry, in its own spelling."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import spec, text
from xpkgtui.formats.overview import Dependency, MetaFacts, Wanted
from xpkgtui.untyped import field, listing, mapping

_FORMER = ("configuration", "provider", "function")
"""Keys of the older spelling, in the order in which they count."""


def wanted_by(value: object) -> Iterator[Wanted]:
    """Every entry of `spec.dependsOn`, also one that names nothing."""
    for entry in listing(spec(value).get("dependsOn")):
        yield _wanted(mapping(entry)) if isinstance(entry, dict) else Wanted(note=f"names no package: {text(entry)}")


def _wanted(fields: Mapping[str, object]) -> Wanted:
    version = text(fields.get("version"))
    former = [key for key in _FORMER if fields.get(key) is not None]
    if fields.get("package") is not None:
        missing = [key for key in ("apiVersion", "kind") if fields.get(key) is None]
        notes = [*([f"has no {' and no '.join(missing)}"] if missing else []), *_also(fields, former)]
        package = text(fields.get("package"))
        return Wanted(kind=text(fields.get("kind")), package=package, version=version, note="; ".join(notes))
    if not former:
        return Wanted(version=version, note="names no package")
    first, *rest = former
    notes = [f"(deprecated spelling: {first})", *_also(fields, rest)]
    return Wanted(kind=first.capitalize(), package=text(fields[first]), version=version, note="; ".join(notes))


def _also(fields: Mapping[str, object], keys: list[str]) -> list[str]:
    return [f"{key}: {text(fields[key])} is ignored" for key in keys]


def meta_facts(value: object) -> MetaFacts:
    """What a meta object asks for."""
    wanted = field(value, "spec", "crossplane")
    return MetaFacts(
        dependencies=tuple(
            Dependency(kind=one.kind or None, package=one.package or None, version=one.version or None)
            for one in wanted_by(value)
        ),
        crossplane=_scalar(wanted) or _scalar(field(wanted, "version")),
    )


def _scalar(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    return str(value) if isinstance(value, str | int | float) and value != "" else None
