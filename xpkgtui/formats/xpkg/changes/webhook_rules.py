"""Webhook configurations compared, webhook by webhook, and the rules about their changes."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from typing import Any, NamedTuple

from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import Path, at_paths, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.xpkg.changes.places import few, value_or_none
from xpkgtui.rules.changes.rule import At, Difference, Words, change
from xpkgtui.untyped import field, listing, mapping, same, text, texts

_STOPPED = "the API server refuses the requests that it matches while the provider does not answer"


@change("CHG280", "A webhook of the package is added", clients="CA", stored="AA")
def webhook_added(at: At, name: str, matches: str, *, fails: bool) -> Words:
    """The new package has a webhook that the old one did not have.

    Why: The API server asks it about each request that it matches. With failurePolicy Fail, which is the default, it
    refuses these requests while the webhook does not answer.
    When it bites: While the provider restarts, or cannot be reached.
    Fix: See that the provider runs and can be reached from the API server.
    Source: Kubernetes, admission webhooks.
    """
    return Words(
        message=f"webhook {name} is new, for {matches}",
        who=f"Requests for {matches}: {_STOPPED}." if fails else "",
        level=int(not fails),
    )


@change("CHG281", "A webhook of the package is removed", clients="CA", stored="AA")
def webhook_removed(at: At, name: str, matches: str, *, mutates: bool) -> Words:
    """The new package does not have a webhook that the old one had.

    Why: Requests are not checked by it any more; a mutating one does not fill in fields any more.
    When it bites: When a manifest leaves out a field that the webhook filled in.
    Fix: See the release notes of the provider.
    Source: Kubernetes, admission webhooks.
    """
    return Words(
        message=f"webhook {name} is removed; it was for {matches}",
        who=f"Manifests of {matches} that rely on what the webhook fills in." if mutates else "",
        level=int(not mutates),
    )


@change("CHG282", "The failurePolicy of a webhook changed", clients="CA", stored="AA")
def failure_changed(at: At, name: str) -> Words:
    """The failurePolicy of a webhook is another one.

    Why: With Fail, the API server refuses a request while the webhook does not answer; with Ignore it goes on.
    When it bites: While the provider restarts, or cannot be reached.
    Fix: See that the provider runs and can be reached from the API server.
    Source: Kubernetes, admission webhooks, failure policy.
    """
    fails = at.after != "Ignore"
    return Words(
        message=f"webhook {name}: failurePolicy is {at.after}, was {at.before}",
        who=f"Requests that it matches: {_STOPPED}." if fails else "",
        level=int(not fails),
    )


@change("CHG283", "The requests that a webhook sees changed", clients="CA", stored="AA")
def rules_changed(at: At, name: str, matches: str, *, is_wider: bool) -> Words:
    """The rules of a webhook match other requests.

    Why: What it matches is checked, and with failurePolicy Fail stopped while it does not answer.
    When it bites: When such a request is made.
    Fix: No action needed if these requests are intended.
    Source: Kubernetes, admission webhooks, matching requests.
    """
    return Words(
        message=f"webhook {name} matches {matches}"
        if is_wider
        else f"webhook {name} does not match {matches} any more",
        who=f"Requests for {matches}." if is_wider else "",
        level=int(not is_wider),
    )


@change("CHG284", "The objects that a webhook selects changed", clients="C", stored="A")
def selector_changed(at: At, name: str, word: str) -> Words:
    """A selector or a match condition of a webhook is another one, or gone.

    Why: Without a selector the webhook is asked about objects in every namespace, also in kube-system.
    When it bites: When a request is made in a namespace that the old selector left out.
    Fix: See that the webhook may be asked about these objects.
    Source: Kubernetes, admission webhooks, namespaceSelector and objectSelector.
    """
    says = f"{word} is gone" if at.after is None else f"{word} is {value_or_none(at.after)}"
    return Words(
        message=f"webhook {name}: {says}" + ("" if at.before is None else f", was {value_or_none(at.before)}"),
        who="Requests that the old one left out.",
    )


@change("CHG285", "The timeout of a webhook changed", clients="A", stored="A")
def timeout_changed(at: At, name: str) -> Words:
    """The API server waits another number of seconds for a webhook.

    Why: A request waits that long while the webhook does not answer.
    When it bites: While the provider restarts, or cannot be reached.
    Fix: No action needed.
    Source: Kubernetes, admission webhooks, timeouts.
    """
    return Words(message=f"webhook {name}: timeoutSeconds is {at.after}, was {at.before}")


GROUP = "admissionregistration.k8s.io"
MUTATING, VALIDATING = "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"
_SELECTORS = ("namespaceSelector", "objectSelector", "matchConditions", "matchPolicy")
_SECONDS = 10
_FEW = 5
_MOST = 1_000
"""Requests of one webhook that are compared."""
_KNOWN = frozenset({"failurePolicy", "timeoutSeconds", "rules", "clientConfig", *_SELECTORS})
"""Fields that rules are about, and what Crossplane writes itself."""
_WORDS = ("operations", "resources", "apiGroups", "apiVersions")


class WebhookEntry(NamedTuple):
    """A webhook, and its place."""

    path: Path
    value: Mapping[str, Any]

    @property
    def failure(self) -> str:
        """What the API server does without an answer; Fail by default."""
        return text(self.value.get("failurePolicy")) or "Fail"

    @property
    def matches(self) -> dict[str, None]:
        """The requests that it matches, as text: `CREATE buckets.s3.example.org/v1`."""
        entries = map(mapping, listing(self.value.get("rules")))
        each = (product(*(texts(rule.get(word)) for word in _WORDS), [_scope(rule)]) for rule in entries)
        return {
            f"{operation} {resource}{f'.{group}' if group else ''}/{version}{scope}": None
            for operation, resource, group, version, scope in islice(chain.from_iterable(each), _MOST)
        }


def _scope(rule: Mapping[str, Any]) -> str:
    """The scope that a rule is limited to; none by default."""
    scope = text(rule.get("scope"))
    return f" ({scope})" if scope not in ("", "*") else ""


def compare_webhooks(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a webhook configuration that both packages have, or one of them."""
    before, after = _webhooks(old), _webhooks(new)
    mutates = any(one.value.get("kind") == MUTATING for one in (old, new) if one)
    for name, one in before.items():
        if name not in after:
            at = at_paths(one.path, None, before=name)
            yield webhook_removed(at, name, named(one.matches), mutates=mutates)
    for name, one in after.items():
        if name not in before:
            at = at_paths(None, one.path, after=name)
            yield webhook_added(at, name, named(one.matches), fails=one.failure != "Ignore")
        else:
            yield from _compare(name, before[name], one)
    if old is not None and new is not None:
        yield from other_fields(old, new, ("webhooks",))


def named(matches: Mapping[str, None]) -> str:
    """Requests in a sentence; of many the first ones."""
    return few(list(matches), _FEW) or "no requests"


def _webhooks(thing: Thing | None) -> dict[str, WebhookEntry]:
    found: dict[str, WebhookEntry] = {}
    for number, one in enumerate(listing(field(thing.value, "webhooks")) if thing else ()):
        found.setdefault(text(field(one, "name")), WebhookEntry(("webhooks", number), mapping(one)))
    return found


def _compare(name: str, old: WebhookEntry, new: WebhookEntry) -> Iterator[Difference]:
    if old.failure != new.failure:
        yield failure_changed(_place_of(old, new, "failurePolicy", old.failure, new.failure), name)
    before, after = old.matches, new.matches
    if max(len(before), len(after)) >= _MOST and not same(old.value.get("rules"), new.value.get("rules")):
        yield object_rules.not_compared(_place_of(old, new, "rules", None, None), f"it has {_MOST:,} rules and more")
    for left, right, is_wider in ((before, after, True), (after, before, False)):
        if more := {one: None for one in right if one not in left and one.partition(" (")[0] not in left}:
            at = _place_of(old, new, "rules", old.value.get("rules"), new.value.get("rules"))
            yield rules_changed(at, name, named(more), is_wider=is_wider)
    for word in _SELECTORS:
        one, other = old.value.get(word), new.value.get(word)
        if not same(one or None, other or None):
            yield selector_changed(_place_of(old, new, word, one or None, other or None), name, word)
    one, other = (each.value.get("timeoutSeconds", _SECONDS) for each in (old, new))
    if not same(one, other):
        yield timeout_changed(_place_of(old, new, "timeoutSeconds", one, other), name)
    for word in sorted({**new.value, **old.value}.keys() - _KNOWN):
        one, other = old.value.get(word), new.value.get(word)
        if not same(one, other):
            yield object_rules.field_changed(_place_of(old, new, word, one, other), is_words=False)


def _place_of(old: WebhookEntry, new: WebhookEntry, word: str, before: Any, after: Any) -> Any:
    return at_paths((*old.path, word), (*new.path, word), before, after)
