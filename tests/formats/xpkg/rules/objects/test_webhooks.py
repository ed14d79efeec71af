"""Rules about webhooks."""

from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS


def test_validating_and_mutating_configuration_may_stand_side_by_side() -> None:
    text = OBJECTS["two configurations of webhooks"]
    mutating = text.replace("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration", 1)
    assert judge_stream(mutating).of("XPKG710") == []


def test_second_configuration_of_webhooks_is_the_one_that_is_reported() -> None:
    (finding,) = judge_stream(OBJECTS["two configurations of webhooks"]).of("XPKG710")
    assert (finding.place.document, str(finding.object)) == (3, "ValidatingWebhookConfiguration another")
