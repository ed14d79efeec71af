"""Each rule with two packages that trip it, and two as near as can be that do not."""

import re

from formats.xpkg.changes.texts import (
    COMPOSITION,
    CRD,
    CRON,
    FUNCTION,
    META,
    MRAP,
    MRD,
    OLD_COMPOSITION,
    OPERATION,
    WATCH,
    WEBHOOKS,
    XRD,
    changed,
    joined,
)

Pair = tuple[str, str]
SECOND = changed(COMPOSITION, ("name: a\n", "name: b\n"))
PLAIN_XRD = changed(
    XRD,
    ("  claimNames:\n    kind: Net\n    plural: nets\n", ""),
    ("  defaultCompositionRef:\n    name: a\n  enforcedCompositionRef:\n    name: a\n", ""),
)
NAMED = changed(OLD_COMPOSITION, ("    - base:\n", "    - name: x\n      base:\n"))
SUBNET = COMPOSITION[COMPOSITION.index("          - name: subnet") : COMPOSITION.index("    - step: template")]
TEMPLATE = COMPOSITION[COMPOSITION.index("    - step: template") : COMPOSITION.index("    - step: ready")]
READY = COMPOSITION[COMPOSITION.index("    - step: ready") :]
_MARKS = re.compile("referenceable: (true|false)")
MOVED = _MARKS.sub(lambda found: f"referenceable: {'true' if found[1] == 'false' else 'false'}", XRD)
LAST_WEBHOOK = WEBHOOKS[WEBHOOKS.index("  - name: other") :]
LEGACY_DEPENDENCY = '    - provider: xpkg.example.org/a/provider-b\n      version: ">=v1.0.0"\n'


def trip(text: str, *pairs: tuple[str, str]) -> Pair:
    """A text, and the same with some words replaced."""
    return text, changed(text, *pairs)


def back(pair: Pair) -> Pair:
    """The same, from new to old."""
    return pair[1], pair[0]


WORDS = trip(META, ("name: provider-a", "name: provider-a\n  annotations:\n    meta.crossplane.io/maintainer: x"))
TRIPPED: dict[str, Pair] = {
    "CHG201": (joined(META, XRD), META),
    "CHG202": (META, joined(META, XRD)),
    "CHG203": trip(XRD, ("    plural: xnets\n", "    plural: xnets\n    shortNames: [x]\n")),
    "CHG204": trip(PLAIN_XRD, ("crossplane.io/v1\n", "crossplane.io/v2\n")),
    "CHG205": trip(XRD, ("  claimNames:\n    kind: Net\n    plural: nets\n", "")),
    "CHG206": trip(XRD, ("kind: Net\n", "kind: Network\n")),
    "CHG207": back(trip(XRD, ("  claimNames:\n    kind: Net\n    plural: nets\n", ""))),
    "CHG208": trip(XRD, ("[user, password]", "[user]")),
    "CHG209": trip(XRD, ("defaultCompositionRef:\n    name: a", "defaultCompositionRef:\n    name: b")),
    "CHG210": trip(XRD, ("enforcedCompositionRef:\n    name: a", "enforcedCompositionRef:\n    name: b")),
    "CHG211": trip(XRD, ("  versions:\n", "  defaultCompositionUpdatePolicy: Manual\n  versions:\n")),
    "CHG212": trip(PLAIN_XRD, ("crossplane.io/v1\n", "crossplane.io/v2\n")),
    "CHG213": (XRD, MOVED),
    "CHG220": (joined(META, COMPOSITION), META),
    "CHG221": (META, joined(META, COMPOSITION)),
    "CHG222": trip(COMPOSITION, ("example.org/v1\n    kind: XNet", "example.org/v2\n    kind: XNet")),
    "CHG223": (OLD_COMPOSITION, COMPOSITION),
    "CHG224": trip(COMPOSITION, (SUBNET, "")),
    "CHG225": back(trip(COMPOSITION, (SUBNET, ""))),
    "CHG226": trip(COMPOSITION, ("kind: Subnet", "kind: Gateway")),
    "CHG227": trip(OLD_COMPOSITION, ("kind: VPC", "kind: Gateway")),
    "CHG228": trip(COMPOSITION, ("{region: a}", "{region: b}")),
    "CHG230": trip(COMPOSITION, (TEMPLATE, "")),
    "CHG231": back(trip(COMPOSITION, (TEMPLATE, ""))),
    "CHG232": trip(COMPOSITION, (TEMPLATE + READY, READY + TEMPLATE)),
    "CHG233": trip(COMPOSITION, ("name: function-go-templating", "name: function-kcl")),
    "CHG234": trip(COMPOSITION, ("source: Inline", "source: FileSystem")),
    "CHG235": trip(COMPOSITION, ("Namespace: secrets", "Namespace: others")),
    "CHG236": trip(COMPOSITION, ("cloud: aws", "cloud: gcp")),
    "CHG237": trip(COMPOSITION, ("step: ready", "step: automatically-ready")),
    "CHG238": (joined(PLAIN_XRD, COMPOSITION), joined(PLAIN_XRD, COMPOSITION, SECOND)),
    "CHG239": (OLD_COMPOSITION, COMPOSITION),
    "CHG240": (CRD, MRD),
    "CHG241": (joined(META, MRD), META),
    "CHG242": (META, joined(META, MRD)),
    "CHG243": trip(MRD, ("state: Active", "state: Inactive")),
    "CHG244": trip(MRD, ("scope: Namespaced", "scope: Cluster")),
    "CHG245": trip(MRD, ("- name: user", "- name: password")),
    "CHG246": trip(MRAP, ("    - buckets.example.org\n", "")),
    "CHG247": back(trip(MRAP, ("    - buckets.example.org\n", ""))),
    "CHG250": (joined(META, CRON), META),
    "CHG251": (META, joined(META, OPERATION)),
    "CHG252": trip(CRON, ("0 2", "0 3")),
    "CHG253": trip(WATCH, ("kind: Secret", "kind: ConfigMap")),
    "CHG254": trip(OPERATION, ("retryLimit: 5", "retryLimit: 6")),
    "CHG260": trip(META, (">=v1.14.0-0", ">=v2.0.0-0")),
    "CHG261": trip(META, (">=v1.14.0-0", ">=v1.12.0-0")),
    "CHG262": trip(META, ("kind: Provider", "kind: Configuration")),
    "CHG263": trip(FUNCTION, ("/v1beta1", "/v1")),
    "CHG264": trip(META, ("name: provider-a", "name: provider-z")),
    "CHG265": back(trip(META, (LEGACY_DEPENDENCY, ""))),
    "CHG266": trip(META, (LEGACY_DEPENDENCY, "")),
    "CHG267": trip(META, (">=v1.0.0", ">=v2.0.0")),
    "CHG268": trip(META, ("    - safe-start\n", "    - safe-start\n    - other\n")),
    "CHG269": trip(META, ("    - safe-start\n", "    - other\n")),
    "CHG270": trip(META, ("verbs: [get, list]", "verbs: [get, list, delete]")),
    "CHG271": trip(META, ("controller:v1", "controller:v2")),
    "CHG272": trip(
        META, ("name: provider-a", "name: provider-a\n  labels: {pkg.crossplane.io/provider-family: family}")
    ),
    "CHG273": (joined(META, CRD), CRD),
    "CHG274": trip(META, ("example.org/a/provider-b", "example.org/b/provider-b")),
    "CHG280": back(trip(WEBHOOKS, (LAST_WEBHOOK, ""))),
    "CHG281": trip(WEBHOOKS, (LAST_WEBHOOK, "")),
    "CHG282": trip(WEBHOOKS, ("failurePolicy: Ignore", "failurePolicy: Fail")),
    "CHG283": trip(WEBHOOKS, ("resources: [buckets]", "resources: [buckets, objects]")),
    "CHG284": trip(WEBHOOKS, ("    namespaceSelector:\n      matchLabels: {a: b}\n", "")),
    "CHG285": trip(WEBHOOKS, ("timeoutSeconds: 5", "timeoutSeconds: 9")),
}
SPARED: dict[str, Pair] = {
    "CHG201": trip(XRD, ("kind: Net\n", "kind: Network\n")),
    "CHG202": trip(XRD, ("kind: Net\n", "kind: Network\n")),
    "CHG203": trip(XRD, ("size: {type: integer}", "size: {type: number}")),
    "CHG204": trip(XRD, ("  group: example.org\n", "  group: example.org\n  scope: LegacyCluster\n")),
    "CHG205": trip(XRD, ("kind: Net\n", "kind: Network\n")),
    "CHG206": trip(XRD, ("  claimNames:\n    kind: Net\n    plural: nets\n", "")),
    "CHG207": trip(XRD, ("kind: Net\n", "kind: Network\n")),
    "CHG208": trip(XRD, ("[user, password]", "[password, user]")),
    "CHG209": trip(XRD, ("enforcedCompositionRef:\n    name: a", "enforcedCompositionRef:\n    name: b")),
    "CHG210": trip(XRD, ("defaultCompositionRef:\n    name: a", "defaultCompositionRef:\n    name: b")),
    "CHG211": trip(XRD, ("  versions:\n", "  defaultCompositionUpdatePolicy: Automatic\n  versions:\n")),
    "CHG212": trip(PLAIN_XRD, ("  group: example.org\n", "  group: example.org\n  scope: Cluster\n")),
    "CHG213": trip(
        XRD, ("  - name: v1\n", "  - name: v2\n      served: true\n      referenceable: false\n    - name: v1\n")
    ),
    "CHG220": (COMPOSITION, joined(COMPOSITION, SECOND)),
    "CHG221": (joined(COMPOSITION, SECOND), COMPOSITION),
    "CHG222": trip(COMPOSITION, ("cloud: aws", "cloud: gcp")),
    "CHG223": (changed(COMPOSITION, ("  mode: Pipeline\n", "")), COMPOSITION),
    "CHG224": trip(COMPOSITION, ("{region: a}", "{region: b}")),
    "CHG225": trip(COMPOSITION, ("- name: subnet", "- name: network")),
    "CHG226": trip(
        COMPOSITION,
        ("ec2.aws.example.org/v1\n              kind: Subnet", "ec2.aws.example.org/v2\n              kind: Subnet"),
    ),
    "CHG227": trip(OLD_COMPOSITION, ("kind: Subnet\n", "kind: Subnet\n    - base:\n        kind: Gateway\n")),
    "CHG228": (COMPOSITION, changed(COMPOSITION, (SUBNET, ""))),
    "CHG230": trip(COMPOSITION, ("step: ready", "step: automatically-ready")),
    "CHG231": trip(COMPOSITION, ("step: ready", "step: automatically-ready")),
    "CHG232": trip(COMPOSITION, (TEMPLATE, "")),
    "CHG233": trip(COMPOSITION, ("source: Inline", "source: FileSystem")),
    "CHG234": trip(COMPOSITION, ("{region: a}", "{region: b}")),
    "CHG235": trip(COMPOSITION, ("cloud: aws", "cloud: gcp")),
    "CHG236": trip(COMPOSITION, ("  name: a\n", "  name: a\n  annotations: {a: b}\n")),
    "CHG237": trip(COMPOSITION, (READY, READY.replace("ready", "steady"))),
    "CHG238": (joined(XRD, COMPOSITION), joined(XRD, COMPOSITION, SECOND)),
    "CHG239": (NAMED, COMPOSITION),
    "CHG240": (CRD, changed(CRD, ("region", "place"))),
    "CHG241": (MRD, CRD),
    "CHG242": (CRD, MRD),
    "CHG243": trip(MRD, ("region", "place")),
    "CHG244": trip(MRD, ("  scope: Namespaced\n", "")),
    "CHG245": trip(MRD, ("state: Active", "state: Inactive")),
    "CHG246": trip(MRAP, ("    - buckets.example.org\n", "    - buckets.example.org\n    - c.example.org\n")),
    "CHG247": trip(MRAP, ("    - buckets.example.org\n", "")),
    "CHG250": trip(CRON, ("0 2", "0 3")),
    "CHG251": trip(CRON, ("0 2", "0 3")),
    "CHG252": trip(CRON, ("function-a", "function-b")),
    "CHG253": trip(WATCH, ("function-a", "function-b")),
    "CHG254": trip(CRON, ("function-a", "function-b")),
    "CHG260": trip(META, (">=v1.14.0-0", ">=v1.14.0")),
    "CHG261": trip(META, (">=v1.14.0-0", ">=v2.0.0-0")),
    "CHG262": trip(META, ("name: provider-a", "name: provider-z")),
    "CHG263": WORDS,
    "CHG264": WORDS,
    "CHG265": trip(META, (">=v1.0.0", ">=v2.0.0")),
    "CHG266": trip(META, (">=v1.0.0", ">=v2.0.0")),
    "CHG267": trip(META, (LEGACY_DEPENDENCY, "")),
    "CHG268": trip(META, ("- safe-start", "- SafeStart")),
    "CHG269": trip(META, ("- safe-start", "- SafeStart")),
    "CHG270": trip(META, ("controller:v1", "controller:v2")),
    "CHG271": trip(META, ("verbs: [get, list]", "verbs: [get, list, delete]")),
    "CHG272": trip(META, ("name: provider-a", "name: provider-a\n  labels: {a: b}")),
    "CHG273": trip(META, ("kind: Provider", "kind: Configuration")),
    "CHG274": trip(META, ("example.org/a/provider-b", "example.org/b/provider-d")),
    "CHG280": trip(WEBHOOKS, ("resources: [buckets]", "resources: [objects]")),
    "CHG281": trip(WEBHOOKS, ("resources: [buckets]", "resources: [objects]")),
    "CHG282": trip(
        WEBHOOKS, ("  - name: other.example.org\n", "  - name: other.example.org\n    failurePolicy: Fail\n")
    ),
    "CHG283": trip(WEBHOOKS, ("[CREATE, UPDATE]", "[UPDATE, CREATE]")),
    "CHG284": trip(WEBHOOKS, ("failurePolicy: Ignore", "failurePolicy: Fail")),
    "CHG285": trip(
        WEBHOOKS, ("  - name: other.example.org\n", "  - name: other.example.org\n    timeoutSeconds: 10\n")
    ),
}
