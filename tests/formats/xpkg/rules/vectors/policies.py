"""ImageConfigs that trip one rule each, by its ID, and near ones that it spares."""

import json
from collections.abc import Callable
from typing import Any

from builders.packages.judgements import Judgement, judge_image
from formats.xpkg.rules.vectors.images import RUNNABLE, Tripped

from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.rules.finding import Severity

_KEY = {"name": "us", "key": {"secretRef": {"name": "keys", "key": "a"}}}
_ATTESTED = {**_KEY, "attestations": [{"name": "a", "predicateType": "x"}]}
_MIRROR: dict[str, Any] = {"rewriteImage": {"prefix": "mirror.example/"}}


def _verifying(*authorities: object) -> dict[str, Any]:
    return {"verification": {"provider": "Cosign", "cosign": {"authorities": list(authorities)}}}


def under(*specs: tuple[str, dict[str, Any]]) -> Judgement:
    """The good package under ImageConfigs, each a prefix and what else its spec has."""
    texts = [
        json.dumps(
            {
                "kind": "ImageConfig",
                "metadata": {"name": f"config-{number}"},
                "spec": {"matchImages": [{"prefix": prefix}], **spec},
            }
        )
        for number, (prefix, spec) in enumerate(specs)
    ]
    return judge_image(RUNNABLE, policy_faults=ADMISSION.faults(texts))


def decided(*, accepted: bool | None) -> Judgement:
    """The good package that policies accept, refuse, or leave undecided."""
    decision = AdmissionDecision(image="a", path="a", config="verify", accepted=accepted, says="no signatures found")
    return judge_image(RUNNABLE, decision=decision)


POLICIES: Tripped = {
    "XPKG218": (lambda: decided(accepted=False), Severity.ERROR),
    "XPKG219": (lambda: decided(accepted=None), Severity.INFO),
    "XPKG220": (lambda: under(("a.example/b/", _verifying())), Severity.WARNING),
    "XPKG221": (lambda: under(("a.example/b/", _verifying(_ATTESTED))), Severity.WARNING),
    "XPKG222": (lambda: under(("a.example/b", _verifying(_KEY))), Severity.WARNING),
    "XPKG223": (lambda: under(("a.example/", _verifying(_KEY)), ("a.example/b/", _MIRROR)), Severity.WARNING),
    "XPKG224": (lambda: under(("a.example/", {"rewriteImage": {}})), Severity.WARNING),
    "XPKG225": (lambda: under(("a.example/", _verifying({"name": "us"}))), Severity.WARNING),
    "XPKG226": (lambda: under(("a.example/", _verifying(_KEY)), ("a.example/", _verifying(_KEY))), Severity.WARNING),
}
_GOOD: Callable[[], Judgement] = lambda: under(("a.example/b/", _verifying(_KEY)))  # noqa: E731
SPARING: dict[str, Callable[[], Judgement]] = {
    **dict.fromkeys(("XPKG220", "XPKG221", "XPKG222", "XPKG224", "XPKG225"), _GOOD),
    "XPKG218": lambda: decided(accepted=True),
    "XPKG219": lambda: decided(accepted=True),
    "XPKG223": lambda: under(("a.example/", _verifying(_KEY)), ("b.example/", _MIRROR)),
    "XPKG226": lambda: under(("a.example/", _verifying(_KEY)), ("a.example/", _MIRROR)),
}
