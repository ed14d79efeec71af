"""Rules about changes of webhooks that a provider brings."""

from xpkgtui.formats.xpkg.changes.places import value_or_none
from xpkgtui.rules.changes.rule import At, Words, change

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
