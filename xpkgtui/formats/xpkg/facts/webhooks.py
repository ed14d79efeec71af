"""Facts of webhook configurations: the endpoint, the matched resources, and the policy on failure."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, amount, brief, first, listed
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts.definitions import endpoint
from xpkgtui.untyped import field, listing, mapping

_MOST = 30
_FAILURES = {
    "Fail": "Fail: without an answer, the request is refused",
    "Ignore": "Ignore: without an answer, the request goes on",
}


def of_webhooks(value: object, _package: PackageObjects) -> Iterator[Fact]:
    """The facts of a ValidatingWebhookConfiguration or MutatingWebhookConfiguration."""
    webhooks = listing(field(value, "webhooks"))
    yield "holds", amount(len(webhooks), "webhook")
    for webhook in webhooks[:_MOST]:
        yield from _webhook(mapping(webhook))
    if len(webhooks) > _MOST:
        yield "webhook", f"… and {len(webhooks) - _MOST:,} more webhooks"


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
