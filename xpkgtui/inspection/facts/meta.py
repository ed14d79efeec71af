"""The Overview of a meta object."""

from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.inspection.facts.loose import Fact, identity, items, mapping, metadata, spec, text
from xpkgtui.versions import Constraint, Version

_ANNOTATIONS = (
    ("description", "meta.crossplane.io/description"),
    ("maintainer", "meta.crossplane.io/maintainer"),
    ("source", "meta.crossplane.io/source"),
    ("license", "meta.crossplane.io/license"),
)
_README = "meta.crossplane.io/readme"
_LONGEST = 60


def of_meta(value: object, crossplane: str) -> Iterator[Fact]:
    """The Overview of a meta object: what its author says, what it needs, its readme last."""
    wanted = spec(value)
    annotations = mapping(metadata(value).get("annotations"))
    yield identity(value)
    for label, key in _ANNOTATIONS:
        if key in annotations:
            yield label, text(annotations[key])
    yield "Crossplane", _needs(wanted.get("crossplane"), crossplane)
    yield "depends on", "\n".join(_dependencies(wanted.get("dependsOn"))) or "nothing"
    capabilities = wanted.get("capabilities")
    yield "capabilities", ", ".join(map(text, capabilities)) if isinstance(capabilities, list) else "none"
    known = {key for _, key in _ANNOTATIONS} | {_README, "meta.crossplane.io/iconURI"}
    yield from (("annotation", f"{key}: {text(said)}") for key, said in annotations.items() if key not in known)
    if icon := annotations.get("meta.crossplane.io/iconURI"):
        yield "icon", f"{text(icon)[:_LONGEST]}… ({len(text(icon)):,} characters)"
    if readme := annotations.get(_README):
        yield "readme", text(readme)


def dependencies(value: object) -> tuple[tuple[str, str, str], ...]:
    """Kind, package and version of each entry of `spec.dependsOn`, as far as they are strings."""
    return tuple(map(_dependency, items(spec(value).get("dependsOn"))))


def _needs(wanted: object, crossplane: str) -> str:
    if wanted is None:
        return "any version"
    constraint = mapping(wanted).get("version")
    if not isinstance(constraint, str):
        return "its constraint cannot be read"
    try:
        fits = Constraint.parse(constraint).allows(Version.parse(crossplane))
    except Malformed:
        return f"needs {constraint}, which is no constraint"
    return f"needs {constraint}; {crossplane} {'satisfies' if fits else 'does not satisfy'} it"


def _dependencies(entries: object) -> Iterator[str]:
    for entry in items(entries):
        kind, package, version = _dependency(entry)
        yield "  ".join(part for part in (f"{kind} {package}", version) if part)


def _dependency(entry: object) -> tuple[str, str, str]:
    fields = mapping(entry)
    version = text(fields.get("version"))
    if fields.get("package") is not None:
        return text(fields.get("kind")), text(fields.get("package")), version
    for key in ("configuration", "provider", "function"):
        if fields.get(key) is not None:
            return key.capitalize(), text(fields.get(key)), version
    return "", "", version
