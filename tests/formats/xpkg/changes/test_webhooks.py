"""Webhooks: which requests are stopped while the provider does not answer."""

from formats.xpkg.changes.change_pairs import LAST_WEBHOOK
from formats.xpkg.changes.packages import ids, the
from formats.xpkg.changes.texts import META, WEBHOOKS, changed, joined

from xpkgtui.rules.changes.change import Level, Weight


def test_a_webhook_that_is_new_stops_requests_by_default() -> None:
    change = the("CHG280", changed(WEBHOOKS, (LAST_WEBHOOK, "")), WEBHOOKS)
    assert change.message == (
        "webhook other.example.org is new, for CREATE others.example.org/v1, UPDATE others.example.org/v1"
    )
    assert change.weights.at(Level.CLIENTS) is Weight.CHECK
    both = ids(META, joined(META, WEBHOOKS))
    assert both == ["CHG280", "CHG280"]


def test_wider_rules_are_not_the_same_as_narrower_ones() -> None:
    wider = changed(WEBHOOKS, ("operations: [CREATE]", "operations: [CREATE, DELETE]"))
    assert the("CHG283", WEBHOOKS, wider).message == (
        "webhook buckets.example.org matches DELETE buckets.example.org/v1"
    )
    assert the("CHG283", wider, WEBHOOKS).weights.at(Level.CLIENTS) is Weight.ADDITION


def test_a_webhook_that_filled_in_fields_is_missed_by_clients() -> None:
    mutating = changed(WEBHOOKS, ("kind: Validating", "kind: Mutating"))
    removed = [the("CHG281", text, changed(text, (LAST_WEBHOOK, ""))) for text in (WEBHOOKS, mutating)]
    assert [one.weights.at(Level.CLIENTS) for one in removed] == [Weight.ADDITION, Weight.CHECK]


def test_what_crossplane_writes_itself_is_not_compared() -> None:
    assert ids(WEBHOOKS, changed(WEBHOOKS, ("{name: a, namespace: b", "{name: x, namespace: z"))) == []


def test_the_scope_of_rules_and_other_fields_are_compared() -> None:
    narrow = changed(WEBHOOKS, ("resources: [buckets]\n", "resources: [buckets]\n        scope: Namespaced\n"))
    assert the("CHG283", WEBHOOKS, narrow).message.endswith("does not match CREATE buckets.example.org/v1 any more")
    assert the("CHG283", narrow, WEBHOOKS).message.endswith("matches CREATE buckets.example.org/v1")
    assert (
        ids(WEBHOOKS, changed(WEBHOOKS, ("resources: [buckets]\n", 'resources: [buckets]\n        scope: "*"\n')))
        == []
    )
    assert ids(WEBHOOKS, changed(WEBHOOKS, ("sideEffects: None", "sideEffects: Some"))) == ["CHG603", "CHG603"]


def test_more_rules_than_are_compared_are_said_to_be_so() -> None:
    many = ", ".join(f"r{number}" for number in range(1001))
    old = changed(WEBHOOKS, ("[buckets]", f"[{many}]"))
    assert ids(old, changed(old, ("r1000", "r1001"))) == ["CHG001"]
