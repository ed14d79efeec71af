"""What is to be known of one object, as labels and texts in order."""

from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.errors import Malformed
from xpkgtui.versions import Constraint, Version

Fact = tuple[str, str]
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
    spec = _mapping(_mapping(value).get("spec"))
    annotations = _mapping(_mapping(_mapping(value).get("metadata")).get("annotations"))
    yield "object", _identity(value)
    for label, key in _ANNOTATIONS:
        if key in annotations:
            yield label, _text(annotations[key])
    yield "Crossplane", _needs(spec.get("crossplane"), crossplane)
    yield "depends on", "\n".join(_dependencies(spec.get("dependsOn"))) or "nothing"
    capabilities = spec.get("capabilities")
    yield "capabilities", ", ".join(map(_text, capabilities)) if isinstance(capabilities, list) else "none"
    known = {key for _, key in _ANNOTATIONS} | {_README, "meta.crossplane.io/iconURI"}
    yield from (("annotation", f"{key}: {_text(text)}") for key, text in annotations.items() if key not in known)
    if icon := annotations.get("meta.crossplane.io/iconURI"):
        yield "icon", f"{_text(icon)[:_LONGEST]}… ({len(_text(icon)):,} characters)"
    if readme := annotations.get(_README):
        yield "readme", _text(readme)


def of_object(value: object) -> Iterator[Fact]:
    """The facts of any other object; definitions and compositions in their own words."""
    yield "object", _identity(value)
    spec = _mapping(_mapping(value).get("spec"))
    match _mapping(value).get("kind"):
        case "CustomResourceDefinition" | "CompositeResourceDefinition" | "ManagedResourceDefinition":
            yield from _definition(spec)
        case "Composition":
            yield from _composition(spec)
        case "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration":
            yield from _webhooks(value)
    metadata = _mapping(_mapping(value).get("metadata"))
    for label in ("labels", "annotations"):
        for key, text in _mapping(metadata.get(label)).items():
            yield label.removesuffix("s"), f"{key}: {_text(text)}"


def dependencies(value: object) -> tuple[tuple[str, str, str], ...]:
    """Kind, package and version of each entry of `spec.dependsOn`, as far as they are strings."""
    entries = _mapping(_mapping(value).get("spec")).get("dependsOn")
    return tuple(map(_dependency, entries)) if isinstance(entries, list) else ()


def _definition(spec: Mapping[str, object]) -> Iterator[Fact]:
    names = _mapping(spec.get("names"))
    yield "defines", f"{_text(names.get('kind'))} in {_text(spec.get('group'))}"
    yield "scope", _text(spec.get("scope")) or "not given"
    for label in ("plural", "singular", "listKind"):
        if label in names:
            yield label, _text(names[label])
    for label, key in (("short names", "shortNames"), ("categories", "categories")):
        if isinstance(found := names.get(key), list) and found:
            yield label, ", ".join(map(_text, found))
    versions = spec.get("versions")
    for version in versions if isinstance(versions, list) else []:
        yield "version", _version(_mapping(version))
    claim = _mapping(spec.get("claimNames"))
    if claim:
        yield "claims", f"{_text(claim.get('kind'))} ({_text(claim.get('plural'))})"
    if strategy := _mapping(spec.get("conversion")).get("strategy"):
        yield "conversion", _text(strategy)


def _version(version: Mapping[str, object]) -> str:
    words = [
        "served" if version.get("served") is True else "not served",
        *(["stored"] if version.get("storage") is True else []),
        *(["referenceable"] if version.get("referenceable") is True else []),
        *(["deprecated"] if version.get("deprecated") is True else []),
    ]
    return f"{_text(version.get('name'))}: {', '.join(words)}"


def _composition(spec: Mapping[str, object]) -> Iterator[Fact]:
    composed = _mapping(spec.get("compositeTypeRef"))
    yield "composes", f"{_text(composed.get('kind'))} ({_text(composed.get('apiVersion'))})"
    yield "mode", _text(spec.get("mode")) or "Pipeline, by default"
    steps = spec.get("pipeline")
    for number, step in enumerate(steps if isinstance(steps, list) else [], 1):
        function = _mapping(_mapping(step).get("functionRef")).get("name")
        yield f"step {number}", f"{_text(_mapping(step).get('step'))}: {_text(function)}"
    if isinstance(resources := spec.get("resources"), list):
        yield "resources", f"{len(resources)}"


def _webhooks(value: object) -> Iterator[Fact]:
    webhooks = _mapping(value).get("webhooks")
    for webhook in webhooks if isinstance(webhooks, list) else []:
        yield "webhook", _text(_mapping(webhook).get("name"))


def _identity(value: object) -> str:
    name = _text(_mapping(_mapping(value).get("metadata")).get("name")) or "(no name)"
    return f"{_text(_mapping(value).get('kind'))} {name}  {_text(_mapping(value).get('apiVersion'))}"


def _needs(wanted: object, crossplane: str) -> str:
    if wanted is None:
        return "any version"
    text = _mapping(wanted).get("version")
    if not isinstance(text, str):
        return "its constraint cannot be read"
    try:
        fits = Constraint.parse(text).allows(Version.parse(crossplane))
    except Malformed:
        return f"needs {text}, which is no constraint"
    return f"needs {text}; {crossplane} {'satisfies' if fits else 'does not satisfy'} it"


def _dependencies(entries: object) -> Iterator[str]:
    for entry in entries if isinstance(entries, list) else []:
        kind, package, version = _dependency(entry)
        yield "  ".join(part for part in (f"{kind} {package}", version) if part)


def _dependency(entry: object) -> tuple[str, str, str]:
    fields = _mapping(entry)
    version = _text(fields.get("version"))
    if fields.get("package") is not None:
        return _text(fields.get("kind")), _text(fields.get("package")), version
    for key in ("configuration", "provider", "function"):
        if fields.get(key) is not None:
            return key.capitalize(), _text(fields.get(key)), version
    return "", "", version


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """A scalar as text; anything larger is only hinted at."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case Sequence() | Mapping():
            return f"({len(value)} entries)"
    return ""
