"""Any object but the meta object, in the words of its family."""

from collections.abc import Iterator, Mapping

from xpkgtui.inspection.facts.loose import Fact, identity, mapping, metadata, text


def of_object(value: object) -> Iterator[Fact]:
    """The facts of an object; definitions and compositions in their own words."""
    yield identity(value)
    spec = mapping(mapping(value).get("spec"))
    match mapping(value).get("kind"):
        case "CustomResourceDefinition" | "CompositeResourceDefinition" | "ManagedResourceDefinition":
            yield from _definition(spec)
        case "Composition":
            yield from _composition(spec)
        case "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration":
            yield from _webhooks(value)
    for label in ("labels", "annotations"):
        for key, said in mapping(metadata(value).get(label)).items():
            yield label.removesuffix("s"), f"{key}: {text(said)}"


def _definition(spec: Mapping[str, object]) -> Iterator[Fact]:
    names = mapping(spec.get("names"))
    yield "defines", f"{text(names.get('kind'))} in {text(spec.get('group'))}"
    yield "scope", text(spec.get("scope")) or "not given"
    for label in ("plural", "singular", "listKind"):
        if label in names:
            yield label, text(names[label])
    for label, key in (("short names", "shortNames"), ("categories", "categories")):
        if isinstance(found := names.get(key), list) and found:
            yield label, ", ".join(map(text, found))
    versions = spec.get("versions")
    for version in versions if isinstance(versions, list) else []:
        yield "version", _version(mapping(version))
    claim = mapping(spec.get("claimNames"))
    if claim:
        yield "claims", f"{text(claim.get('kind'))} ({text(claim.get('plural'))})"
    if strategy := mapping(spec.get("conversion")).get("strategy"):
        yield "conversion", text(strategy)


def _version(version: Mapping[str, object]) -> str:
    words = [
        "served" if version.get("served") is True else "not served",
        *(["stored"] if version.get("storage") is True else []),
        *(["referenceable"] if version.get("referenceable") is True else []),
        *(["deprecated"] if version.get("deprecated") is True else []),
    ]
    return f"{text(version.get('name'))}: {', '.join(words)}"


def _composition(spec: Mapping[str, object]) -> Iterator[Fact]:
    composed = mapping(spec.get("compositeTypeRef"))
    yield "composes", f"{text(composed.get('kind'))} ({text(composed.get('apiVersion'))})"
    yield "mode", text(spec.get("mode")) or "Pipeline, by default"
    steps = spec.get("pipeline")
    for number, step in enumerate(steps if isinstance(steps, list) else [], 1):
        function = mapping(mapping(step).get("functionRef")).get("name")
        yield f"step {number}", f"{text(mapping(step).get('step'))}: {text(function)}"
    if isinstance(resources := spec.get("resources"), list):
        yield "resources", f"{len(resources)}"


def _webhooks(value: object) -> Iterator[Fact]:
    webhooks = mapping(value).get("webhooks")
    for webhook in webhooks if isinstance(webhooks, list) else []:
        yield "webhook", text(mapping(webhook).get("name"))
