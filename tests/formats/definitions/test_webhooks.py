"""What the API server says of webhooks, as kube-apiserver 1.35.1 said it when they were created with dryRun."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from xpkgtui.formats.definitions.objects.faults import message_of
from xpkgtui.formats.definitions.objects.webhooks import check_webhooks, unknown_conditions

ANSWERS = json.loads((Path(__file__).parents[2] / "oracle" / "webhooks.json").read_text(encoding="utf-8"))
"""Other fields of a sound webhook, null for none, and the answer."""
SOUND = {
    "name": "a.example.org",
    "sideEffects": "None",
    "admissionReviewVersions": ["v1"],
    "clientConfig": {"service": {"name": "x", "namespace": "y", "path": "/z"}},
    "rules": [{"apiGroups": ["a"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["b"]}],
}


def said(*hooks: Any, is_mutating: bool = True) -> str:
    """What is said here of webhooks."""
    found = check_webhooks([deepcopy(SOUND) | hook for hook in hooks], is_mutating=is_mutating).found
    return message_of("", "w", found).removeprefix(' "w" is invalid: ') if found else ""


def test_webhooks_are_refused_in_the_words_of_the_api_server() -> None:
    assert [[hook, said(hook)] for hook, _ in ANSWERS] == ANSWERS


def test_a_policy_of_calling_again_is_of_mutating_webhooks_alone() -> None:
    assert said({"reinvocationPolicy": "Always"}, is_mutating=False) == ""


def test_two_webhooks_of_one_name_are_refused() -> None:
    assert said({}, {}) == 'webhooks[1].name: Duplicate value: "a.example.org"'


def test_what_asks_the_authorizer_is_neither_taken_nor_refused() -> None:
    asks = {"name": "a", "expression": "authorizer.group('a').resource('b').check('get').allowed()"}
    hook = {"matchConditions": [{"name": "b", "expression": "true"}, asks]}
    assert (said(hook), list(unknown_conditions(hook))) == ("", [1])
