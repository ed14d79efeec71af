"""Facts that all definitions have: names and the conversion of versions."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, amount, brief, first, listed, metadata, rest, spec, text
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.untyped import field, listing, mapping

_CONFIGURATIONS = frozenset({"ProviderConfig", "ClusterProviderConfig"})
_USAGES = frozenset({"ProviderConfigUsage", "ClusterProviderConfigUsage"})
_MOST = 30
"""Versions that are shown."""
_FEW = 6
"""Required fields that are listed by name."""
_DEEP = ("forProvider", "initProvider", "parameters")
"""Fields of a spec that hold what a user sets."""


def of_crd(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a CustomResourceDefinition, and its purpose for Crossplane."""
    wanted = spec(value)
    yield from defined(wanted)
    if what := _purpose(value, package):
        yield "serves as", what
    yield "scope", brief(wanted.get("scope")) or "not given"
    yield from names(wanted)
    yield from of_versions(wanted)
    yield from conversion(wanted)
    if wanted.get("preserveUnknownFields") is True:
        yield "unknown fields", "are kept"


def defined(wanted: Mapping[str, object]) -> Iterator[Fact]:
    """The defined kind and its API group."""
    kind = brief(field(wanted, "names", "kind")) or "(no kind)"
    yield "defines", f"{kind} in {brief(wanted.get('group')) or '(no group)'}"


def names(wanted: Mapping[str, object]) -> Iterator[Fact]:
    """Every other name of the kind."""
    found = mapping(wanted.get("names"))
    for label in ("plural", "singular", "listKind"):
        if label in found:
            yield label, brief(found[label])
    for label, key in (("short names", "shortNames"), ("categories", "categories")):
        if several := listing(found.get(key)):
            yield label, listed(several)


def conversion(wanted: Mapping[str, object]) -> Iterator[Fact]:
    """The conversion between versions."""
    found = mapping(wanted.get("conversion"))
    if not found:
        return
    strategy = brief(found.get("strategy")) or "no strategy"
    if strategy != "Webhook":
        yield "conversion", f"{strategy}: only apiVersion changes" if strategy == "None" else strategy
        return
    webhook = mapping(found.get("webhook"))
    where = endpoint(webhook.get("clientConfig") or found.get("webhookClientConfig"))
    reviews = listing(webhook.get("conversionReviewVersions") or found.get("conversionReviewVersions"))
    yield "conversion", f"by webhook: {where}" + (f"\nreviews {listed(reviews)}" if reviews else "")


def endpoint(client: object) -> str:
    """The endpoint that a webhook calls."""
    found = mapping(client)
    if url := brief(found.get("url")):
        return url
    service = mapping(found.get("service"))
    if not service:
        return "not set; Crossplane sets the provider's service"
    name = "/".join(part for part in (brief(service.get("namespace")), brief(service.get("name"))) if part)
    port = f", port {text(service['port'])}" if "port" in service else ""
    path = f", path {brief(service['path'])}" if "path" in service else ""
    bundle = ", with a CA bundle" if found.get("caBundle") else ""
    return f"service {name or '(no name)'}{port}{path}{bundle}"


def _purpose(value: object, package: PackageObjects) -> str:
    """The purpose of the kind for Crossplane, as far as labels, names and the package show it."""
    wanted = spec(value)
    kind = text(field(wanted, "names", "kind"))
    categories = listing(field(wanted, "names", "categories"))
    meta = package.meta
    if meta is not None and meta.kind == "Function":
        count = len(listing(wanted.get("versions")))
        return f"input of this function ({amount(count, 'version')})" if count else "input of this function"
    if kind in _CONFIGURATIONS:
        return "configuration of the provider: credentials and where to connect"
    if kind in _USAGES:
        return "record of which resource uses which ProviderConfig"
    if "managed" in categories:
        return "managed resource (category managed)"
    if "store" in categories or kind == "StoreConfig":
        return "configuration of a store of connection secrets"
    if "composite" in categories:
        return "composite resource (category composite)"
    if "claim" in categories:
        return "claim (category claim)"
    annotations = mapping(metadata(value).get("annotations"))
    return "part of the provider's log-in at Upbound" if "auth.upbound.io/config" in annotations else ""


def of_versions(spec: Mapping[str, object]) -> Iterator[Fact]:
    """Each version with its state, schema, columns and subresources."""
    versions = listing(spec.get("versions"))
    if not versions and isinstance(spec.get("version"), str):
        # apiextensions.k8s.io/v1beta1 had a single version, whose fields are in the spec itself.
        versions = [{**spec, "name": spec["version"], "served": True, "storage": True}]
    facts = (("version", "\n".join(_lines(mapping(version)))) for version in versions)
    yield from first(facts, len(versions), "version", "versions", _MOST)


def _lines(version: Mapping[str, object]) -> Iterator[str]:
    yield f"{brief(version.get('name')) or '(no name)'}: {', '.join(_states(version))}"
    if version.get("deprecated") is True:
        yield f"deprecated: {brief(version.get('deprecationWarning')) or 'no warning is given'}"
    schema = mapping(mapping(version.get("schema") or version.get("validation")).get("openAPIV3Schema"))
    yield from _schema(schema)
    columns = listing(version.get("additionalPrinterColumns"))
    if columns:
        yield f"columns {listed(mapping(column).get('name') for column in columns)}"
    if found := mapping(version.get("subresources")):
        yield f"subresources {listed(found)}"


def _states(version: Mapping[str, object]) -> Iterator[str]:
    yield "served" if version.get("served") is True else "not served"
    if version.get("storage") is True:
        yield "stored"
    if version.get("referenceable") is True:
        yield "referenceable"
    if version.get("deprecated") is True:
        yield "deprecated"


def _schema(schema: Mapping[str, object]) -> Iterator[str]:
    if not schema:
        yield "no schema"
        return
    fields = mapping(schema.get("properties"))
    inner = mapping(mapping(fields.get("spec")).get("properties"))
    deeper = {f"spec.{name}": inner[name] for name in _DEEP if name in inner}
    described: dict[str, object] = {name: fields[name] for name in ("spec", "status") if name in fields}
    for name, schema in sorted({**described, **deeper}.items()):
        yield f"{name}: {_fields(mapping(schema), free='' if name == 'status' else ', none required')}"
    other = [name for name in fields if name not in ("spec", "status", "apiVersion", "kind", "metadata")]
    if other:
        yield f"{'other fields' if described else 'fields'}: {listed(other)}"


def _fields(schema: Mapping[str, object], *, free: str) -> str:
    fields = mapping(schema.get("properties"))
    if not fields:
        return "any fields" if schema.get("x-kubernetes-preserve-unknown-fields") is True else "no fields"
    required = [name for name in listing(schema.get("required")) if isinstance(name, str)]
    names = ", ".join(brief(name, 60) for name in required[:_FEW]) + rest(len(required) - _FEW)
    return amount(len(fields), "field") + (f", {len(required):,} required ({names})" if required else free)
