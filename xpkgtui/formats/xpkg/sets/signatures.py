"""The ImageConfigs of a set: as texts of policies, their faults, and the public keys that a set has for them."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.sets.plan import SetFinding
from xpkgtui.formats.xpkg.dependencies.lock import KIND, ClusterImageConfig
from xpkgtui.formats.xpkg.sets.case import GROUP, SetCase
from xpkgtui.rules.admission import PolicyFault
from xpkgtui.rules.finding import Place, Severity
from xpkgtui.rules.rule import Rule
from xpkgtui.untyped import field, listing, text
from xpkgtui.visible import are

_MOST = 1_000
"""Findings of one rule; the rest are counted."""


def policy_text(config: ClusterImageConfig, part: Literal["verification", "rewriteImage"]) -> str:
    """An ImageConfig that does one thing alone."""
    prefixes = [{"type": "Prefix", "prefix": one} for one in config.prefixes]
    does = config.verification if part == "verification" else {"prefix": config.rewrite}
    spec = {"matchImages": prefixes, part: does}
    return json.dumps({"kind": "ImageConfig", "metadata": {"name": config.name}, "spec": spec})


def public_keys(objects: Iterable[SetObject]) -> Iterator[str]:
    """The Secrets of a set that have public keys; nothing else of a Secret is kept."""
    for one in objects:
        if one.name.kind == "Secret" and one.value.get("stringData"):
            yield json.dumps(one.value)


def policy_findings(case: SetCase) -> Iterator[SetFinding]:
    """What is odd about the ImageConfigs of the set, beside those of the cluster; under the rules of packages."""
    objects = {one.name.name: one for one in case.of(GROUP, KIND)}
    if not objects:
        return
    from xpkgtui.formats.xpkg.rules.policies import image_configs
    from xpkgtui.formats.xpkg.signatures.authorities import policy_faults

    rules = {one.id: one for one in vars(image_configs).values() if isinstance(one, Rule)}
    counts: Counter[str] = Counter()
    for fault in policy_faults(case.best.cluster.configs):
        one, rule = objects.get(fault.config), rules[fault.rule]
        counts[rule.id] += one is not None
        if one is not None and counts[rule.id] <= _MOST:
            yield SetFinding(
                rule=rule.id,
                severity=Severity.WARNING,
                message=fault.message,
                title=f"{rule.title[0].upper()}{rule.title[1:]}",
                fix=rule.fix,
                says=fault.says,
                object=one.name,
                place=_place(one, fault),
            )
    for name, count in counts.items():
        if count > _MOST:
            message = f"{are(count - _MOST, 'more finding of this rule', 'more findings of this rule')} not listed"
            yield SetFinding(rule=name, severity=Severity.WARNING, message=message)


def _place(one: SetObject, fault: PolicyFault) -> Place:
    prefixes = [text(field(each, "prefix")) for each in listing(field(one.value, "spec", "matchImages"))]
    if fault.prefix in prefixes:
        return one.at("spec", "matchImages", prefixes.index(fault.prefix), "prefix")
    return one.at("spec", "verification" if field(one.value, "spec", "verification") else "rewriteImage")
