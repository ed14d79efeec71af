"""Facts of definitions: names and the conversion of versions, composite and managed resources."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

from xpkgtui.formats.fact import Fact, brief, first, listed, metadata, spec, text
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects, location
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import field, listing, mapping, texts
from xpkgtui.visible import few, plural

_LONGEST = 200
"""Characters of a pattern that is matched, and of the names that it is matched with."""
_STARS = 4
_MOST_KINDS = 5_000
"""Names that patterns are matched with."""


def of_mrd(value: object, _package: PackageObjects) -> Iterator[Fact]:
    """The facts of a ManagedResourceDefinition."""
    wanted = spec(value)
    yield from defined(wanted)
    yield "serves as", "managed resource"
    yield "state", brief(wanted.get("state")) or "Inactive, by default: a policy has to activate it"
    yield "scope", brief(wanted.get("scope")) or "Namespaced, by default"
    yield from names(wanted)
    yield from of_versions(wanted)
    details = listing(wanted.get("connectionDetails"))
    facts = (("secret key", _detail(detail)) for detail in details)
    yield from first(facts, len(details), "secret key", "keys")
    yield from conversion(wanted)


def of_mrap(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a ManagedResourceActivationPolicy."""
    patterns = listing(spec(value).get("activate"))
    known = [
        row.name
        for row in package.of_kind("ManagedResourceDefinition", EXTENSIONS)
        if row.name and len(row.name) <= _LONGEST
    ]
    facts = (("activates", _pattern(pattern, known)) for pattern in patterns)
    yield from first(facts, len(patterns), "activates", "patterns")
    if not patterns:
        yield "activates", "nothing"


def _detail(detail: object) -> str:
    name, description = brief(field(detail, "name")) or "(no name)", brief(field(detail, "description"))
    return f"{name}: {description}" if description else name


def _pattern(pattern: object, known: list[str]) -> str:
    shown = brief(pattern)
    if not isinstance(pattern, str) or not 0 < len(known) <= _MOST_KINDS or not _is_plain(pattern):
        return shown
    count = sum(fnmatchcase(name, pattern) for name in known)
    return f"{shown}: {plural(count, 'definition')} of this package"


def _is_plain(pattern: str) -> bool:
    """Whether Go's pattern means the same in Python and is cheap to match."""
    return len(pattern) <= _LONGEST and pattern.count("*") <= _STARS and not set(pattern) & set("[]\\")


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
        return f"input of this function ({plural(count, 'version')})" if count else "input of this function"
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
    if columns := listing(version.get("additionalPrinterColumns")):
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
    if other := [name for name in fields if name not in ("spec", "status", "apiVersion", "kind", "metadata")]:
        yield f"{'other fields' if described else 'fields'}: {listed(other)}"


def _fields(schema: Mapping[str, object], *, free: str) -> str:
    fields = mapping(schema.get("properties"))
    if not fields:
        return "any fields" if schema.get("x-kubernetes-preserve-unknown-fields") is True else "no fields"
    required = texts(schema.get("required"))
    names = few(required, _FEW, lambda name: brief(name, 60))
    return plural(len(fields), "field") + (f", {len(required):,} required ({names})" if required else free)


_SCOPES = {
    "LegacyCluster": "LegacyCluster: for the whole cluster, with claims",
    "Cluster": "Cluster: for the whole cluster, without claims",
    "Namespaced": "Namespaced: in namespaces, without claims",
}


def of_xrd(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a CompositeResourceDefinition."""
    wanted = spec(value)
    yield from defined(wanted)
    yield "serves as", "composite resource"
    yield "scope", _scope(field(value, "apiVersion"), wanted.get("scope"))
    if claim := mapping(wanted.get("claimNames")):
        yield "claims", f"{brief(claim.get('kind')) or '(no kind)'} ({brief(claim.get('plural')) or 'no plural'})"
    yield from names(wanted)
    yield from of_versions(wanted)
    yield from _references(wanted, package)
    if keys := listing(wanted.get("connectionSecretKeys")):
        yield "secret keys", listed(keys)
    yield from _composed_by(wanted, package)
    yield from conversion(wanted)


def _scope(api_version: object, scope: object) -> str:
    if scope is None:
        usual = "Namespaced" if str(api_version).endswith("/v2") else "LegacyCluster"
        return f"{_SCOPES[usual]}; its default"
    return _SCOPES.get(text(scope), brief(scope))


def _references(wanted: Mapping[str, object], package: PackageObjects) -> Iterator[Fact]:
    for label, key in (("by default", "defaultCompositionRef"), ("always", "enforcedCompositionRef")):
        if (found := mapping(wanted.get(key))) and (name := brief(found.get("name"))):
            here = any(row.name == name for row in package.of_kind("Composition", EXTENSIONS))
            yield label, f"composed by {name}, {'in' if here else 'which is not in'} this package"
    if policy := brief(wanted.get("defaultCompositionUpdatePolicy")):
        yield "revisions", f"{policy} update, by default"


def _composed_by(wanted: Mapping[str, object], package: PackageObjects) -> Iterator[Fact]:
    """Compositions of this package that name the kind."""
    kind, group = field(wanted, "names", "kind"), wanted.get("group")
    if not isinstance(kind, str) or not isinstance(group, str):
        return
    looked, found = 0, []
    for row, value in package.values("Composition", EXTENSIONS):
        looked += 1
        composed = mapping(spec(value).get("compositeTypeRef"))
        api_group, slash, version = text(composed.get("apiVersion")).rpartition("/")
        if composed.get("kind") == kind and slash and api_group == group:
            found.append((row, version))
    facts = (("composed by", _composition(row, version, wanted)) for row, version in found)
    yield from first(facts, len(found), "composed by", "compositions")
    if left := sum(1 for _ in package.of_kind("Composition", EXTENSIONS)) - looked:
        yield "composed by", f"{left:,} more compositions were not read: too many or too large"
    elif not found:
        yield "composed by", "no composition of this package"


def _composition(row: ObjectHead, version: str, wanted: Mapping[str, object]) -> str:
    known = [field(one, "name") for one in listing(wanted.get("versions"))]
    doubt = "" if version in known else f", as {version}, which is not defined here"
    return f"{row.name or '(no name)'} ({location(row)}){doubt}"


_FAILURES = {
    "Fail": "Fail: without an answer, the request is refused",
    "Ignore": "Ignore: without an answer, the request goes on",
}


def of_webhooks(value: object, _package: PackageObjects) -> Iterator[Fact]:
    """The facts of a ValidatingWebhookConfiguration or MutatingWebhookConfiguration."""
    webhooks = listing(field(value, "webhooks"))
    yield "holds", plural(len(webhooks), "webhook")
    for webhook in webhooks[:_MOST]:
        yield from _webhook(mapping(webhook))
    if len(webhooks) > _MOST:
        yield "webhook", f"… and {plural(len(webhooks) - _MOST, 'more webhook')}"


def _webhook(webhook: Mapping[str, object]) -> Iterator[Fact]:
    yield "webhook", brief(webhook.get("name")) or "(no name)"
    rules = listing(webhook.get("rules"))
    yield from first((("called on", _rule(mapping(rule))) for rule in rules), len(rules), "called on", "rules")
    if not rules:
        yield "called on", "nothing: it has no rules"
    for label, key in (("in namespaces", "namespaceSelector"), ("for objects", "objectSelector")):
        if found := mapping(webhook.get(key)):
            yield label, _selector(found)
    if conditions := listing(webhook.get("matchConditions")):
        yield "conditions", f"{len(conditions):,}, all of which must hold"
    yield "calls", endpoint(webhook.get("clientConfig"))
    policy = webhook.get("failurePolicy")
    yield (
        "on failure",
        _FAILURES["Fail"] + "; its default" if policy is None else _FAILURES.get(brief(policy), brief(policy)),
    )
    yield "side effects", brief(webhook.get("sideEffects")) or "not given"
    yield "waits", f"{brief(webhook.get('timeoutSeconds')) or '10'} s"
    if again := brief(webhook.get("reinvocationPolicy")):
        yield "asked again", again
    if versions := listing(webhook.get("admissionReviewVersions")):
        yield "reviews", listed(versions)


def _rule(rule: Mapping[str, object]) -> str:
    """`CREATE, UPDATE of buckets in s3.aws.upbound.io/v1beta1, cluster-wide objects only`."""
    groups, versions = listing(rule.get("apiGroups")), listing(rule.get("apiVersions"))
    where = listed((group if group != "" else "the core group" for group in groups), 6) or "no group"
    scope = {"Namespaced": ", in namespaces only", "Cluster": ", cluster-wide only"}.get(brief(rule.get("scope")), "")
    operations = listed(listing(rule.get("operations")), 6) or "no operation"
    resources = listed(listing(rule.get("resources")), 6) or "no resource"
    return f"{operations} of {resources} in {where}, {listed(versions, 6) or 'no version'}{scope}"


def _selector(selector: Mapping[str, object]) -> str:
    """A label selector in words."""
    parts = [f"{key}={brief(value, 60)}" for key, value in mapping(selector.get("matchLabels")).items()]
    for one in map(mapping, listing(selector.get("matchExpressions"))[:50]):
        values = listed(listing(one.get("values")), 6)
        parts.append(
            f"{brief(one.get('key'), 60)} {brief(one.get('operator'), 60)}{f' ({values})' if values else ''}"
        )
    return "with " + listed(parts, 10) if parts else "any"
