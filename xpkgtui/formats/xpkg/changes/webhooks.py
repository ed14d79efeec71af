"""Webhook configurations compared, webhook by webhook; Crossplane writes service, port and certificate itself."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from typing import Any, NamedTuple

from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import Path, at_paths, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.xpkg.changes import webhook_rules as rules
from xpkgtui.formats.xpkg.changes.places import few
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, same, text, texts

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
            yield rules.webhook_removed(at, name, named(one.matches), mutates=mutates)
    for name, one in after.items():
        if name not in before:
            at = at_paths(None, one.path, after=name)
            yield rules.webhook_added(at, name, named(one.matches), fails=one.failure != "Ignore")
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
        yield rules.failure_changed(_place_of(old, new, "failurePolicy", old.failure, new.failure), name)
    before, after = old.matches, new.matches
    if max(len(before), len(after)) >= _MOST and not same(old.value.get("rules"), new.value.get("rules")):
        yield object_rules.not_compared(_place_of(old, new, "rules", None, None), f"it has {_MOST:,} rules and more")
    for left, right, is_wider in ((before, after, True), (after, before, False)):
        if more := {one: None for one in right if one not in left and one.partition(" (")[0] not in left}:
            at = _place_of(old, new, "rules", old.value.get("rules"), new.value.get("rules"))
            yield rules.rules_changed(at, name, named(more), is_wider=is_wider)
    for word in _SELECTORS:
        one, other = old.value.get(word), new.value.get(word)
        if not same(one or None, other or None):
            yield rules.selector_changed(_place_of(old, new, word, one or None, other or None), name, word)
    one, other = (each.value.get("timeoutSeconds", _SECONDS) for each in (old, new))
    if not same(one, other):
        yield rules.timeout_changed(_place_of(old, new, "timeoutSeconds", one, other), name)
    for word in sorted({**new.value, **old.value}.keys() - _KNOWN):
        one, other = old.value.get(word), new.value.get(word)
        if not same(one, other):
            yield object_rules.field_changed(_place_of(old, new, word, one, other), is_words=False)


def _place_of(old: WebhookEntry, new: WebhookEntry, word: str, before: Any, after: Any) -> Any:
    return at_paths((*old.path, word), (*new.path, word), before, after)
