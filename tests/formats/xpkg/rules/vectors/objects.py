"""Packages whose objects the API server, or a person, would stumble over; each has a neighbor that is in order."""

from builders.packages.judgements import CRD, PROVIDER
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, FUNCTION, XRD, changed, stream

OLDER_XRD = changed(XRD, "crossplane.io/v2", "crossplane.io/v1")
CLAIMS = "  claimNames: {kind: Thing, plural: things}\n"
SECRET_KEYS = "  connectionSecretKeys: [password]\n"
CONVERSION = "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1]}}\n"
WEBHOOKS = """\
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: validating}
webhooks:
  - name: things.nop.example.org
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig:
      service: {name: webhook-service, namespace: system, path: /validate}
"""
OLDER_CRD = """\
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: things.nop.example.org}
spec:
  group: nop.example.org
  names: {kind: Thing, plural: things}
  scope: Cluster
  version: v1
"""
NATIVE_COMPOSITION = """\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: things}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: XThing}
  resources: [{name: one, base: {apiVersion: nop.example.org/v1, kind: Thing}}]
"""
_STEP = "{step: one, functionRef: {name: function-nop}}"
_SPEC = "  group: example.org\n"


def provider(*objects: str) -> str:
    """A Provider with these objects."""
    return stream(PROVIDER, *objects)


def configuration(*objects: str) -> str:
    """A Configuration with these objects."""
    return stream(CONFIGURATION, *objects)


def with_steps(*steps: str) -> str:
    """A Configuration whose composition has these steps."""
    return configuration(changed(COMPOSITION, _STEP, ", ".join(steps)))


def with_step(field: str) -> str:
    """A Configuration whose composition has one step, with this field."""
    return with_steps(f"{_STEP[:-1]}, {field}}}")


def newer_xrd(field: str = "") -> str:
    """A Configuration with a definition of v2 that has this field (a line)."""
    return configuration(changed(XRD, _SPEC, _SPEC + field))


def older_xrd(field: str = "") -> str:
    """A Configuration with a definition of v1 that has this field (a line)."""
    return configuration(changed(OLDER_XRD, _SPEC, _SPEC + field))


def many_steps(count: int) -> str:
    """A Configuration whose composition has so many steps."""
    return with_steps(*(_STEP.replace("one", f"step-{number}") for number in range(count)))


def with_schema(schema: str, version: str = "v2") -> str:
    """A Configuration with a composite definition of this schema."""
    older = changed(XRD, "crossplane.io/v2", f"crossplane.io/{version}")
    return configuration(changed(older, "openAPIV3Schema: {type: object}", f"openAPIV3Schema: {{{schema}}}"))


_FIELDS = "type: object, properties: {{spec: {{type: object, properties: {{{}: {{type: string}}}}}}}}"


def with_versions(old: str, new: str, conversion: str = "") -> str:
    """A Configuration with a composite definition of two versions, each with one field; the new one is stored."""
    versions = (
        f"  versions:\n    - {{name: v1, served: true, referenceable: false, schema: {{openAPIV3Schema: "
        f"{{{_FIELDS.format(old)}}}}}}}\n    - {{name: v2, served: true, referenceable: true, schema: "
        f"{{openAPIV3Schema: {{{_FIELDS.format(new)}}}}}}}\n"
    )
    kept = "".join(line for line in XRD.splitlines(keepends=True) if "versions:" not in line)
    return configuration(changed(kept, _SPEC, _SPEC + conversion) + versions)


OBJECTS: dict[str, str] = {
    "claims of the name of another": configuration(
        changed(OLDER_XRD, _SPEC, _SPEC + CLAIMS), XRD.replace("xthings", "things").replace("XThing", "Thing")
    ),
    "alternatives at the root": with_schema("type: object, anyOf: [{required: [spec]}]"),
    "rules of spec": with_schema(
        "type: object, required: [spec], properties: {spec: {type: object, required: [a], properties: {a: {type: "
        "string}}, oneOf: [{required: [a]}], x-kubernetes-validations: [{rule: self.a != ''}]}}"
    ),
    "versions without a conversion": with_versions("a", "b"),
    "versions with a conversion": with_versions("a", "b", CONVERSION),
    "definition of a function": stream(
        FUNCTION, changed(CRD, "      served: true\n", "      served: true\n      subresources: {status: {}}\n")
    ),
    "input of a function": stream(FUNCTION, CRD),
    "webhook configuration of no kind": provider(changed(WEBHOOKS, "Validating", "Admission")),
    "webhook configuration": provider(WEBHOOKS),
    "two configurations of webhooks": provider(WEBHOOKS, changed(WEBHOOKS, "name: validating", "name: another")),
    "webhook with a path only": provider(changed(WEBHOOKS, "name: webhook-service, namespace: system, ", "")),
    "webhook with a URL": provider(
        changed(WEBHOOKS, "service: {name: webhook-service, namespace: system, path: /validate}", "url: https://a.b")
    ),
    "webhook of a short name": provider(changed(WEBHOOKS, "things.nop.example.org", "things")),
    "definition of v1beta1": provider(OLDER_CRD),
    "conversion by a webhook": provider(changed(CRD, "  scope:", f"{CONVERSION}  scope:")),
    "no conversion": provider(changed(CRD, "  scope:", "  conversion: {strategy: None}\n  scope:")),
    "claims of v2": newer_xrd(CLAIMS),
    "secret keys of v2": newer_xrd(SECRET_KEYS),
    "no secret keys of v2": newer_xrd("  connectionSecretKeys: []\n"),
    "scope of v1 in v2": newer_xrd("  scope: LegacyCluster\n"),
    "namespaced in v2": newer_xrd("  scope: Namespaced\n"),
    "definition of v1": older_xrd(),
    "claims of v1": older_xrd(CLAIMS),
    "claims of namespaced v1": older_xrd(f"  scope: Namespaced\n{CLAIMS}"),
    "secret keys of cluster-wide v1": older_xrd(f"  scope: Cluster\n{SECRET_KEYS}"),
    "unknown scope of v1": older_xrd("  scope: World\n"),
    "conversion of v1 without a webhook": older_xrd("  conversion: {strategy: None}\n"),
    "composite definition without versions": configuration(XRD[: XRD.index("  versions:")]),
    "empty list of versions": configuration(XRD[: XRD.index("  versions:")] + "  versions: []\n"),
    "no referenceable version": configuration(changed(XRD, "referenceable: true", "referenceable: false")),
    "two referenceable versions": configuration(
        changed(
            XRD,
            "[{name: v1,",
            "[{name: v2, served: true, referenceable: true, schema: {openAPIV3Schema: {}}}, {name: v1,",
        )
    ),
    "referenceable version that is not served": configuration(changed(XRD, "served: true", "served: false")),
    "composite definition without a schema": configuration(
        changed(XRD, ", schema: {openAPIV3Schema: {type: object}}", "")
    ),
    "reference in a composite schema": configuration(
        changed(XRD, "{type: object}", "{properties: {spec: {properties: {a: {items: {$ref: '#/b'}}}}}}")
    ),
    "property called $ref": configuration(
        changed(XRD, "{type: object}", "{properties: {spec: {properties: {$ref: {type: string}}}}}")
    ),
    "reference that is not taken over": configuration(changed(XRD, "{type: object}", "{$ref: '#/b'}")),
    "capitals in a composite name": configuration(
        changed(XRD, "plural: xthings", "plural: xthings, singular: xThing")
    ),
    "capitals in a claim": older_xrd(changed(CLAIMS, "plural: things", "plural: Things")),
    "claim of the same kind": older_xrd(changed(CLAIMS, "kind: Thing", "kind: XThing")),
    "mode Resources": configuration(changed(NATIVE_COMPOSITION, "  resources:", "  mode: Resources\n  resources:")),
    "native resources": configuration(NATIVE_COMPOSITION),
    "empty pipeline": with_steps(),
    "no mode": configuration(changed(COMPOSITION, "  mode: Pipeline\n", "")),
    "unknown mode": configuration(changed(COMPOSITION, "mode: Pipeline", "mode: Conveyor")),
    "99 steps": many_steps(99),
    "100 steps": many_steps(100),
    "two steps of one name": with_steps(_STEP, _STEP),
    "input": with_step("input: {apiVersion: a.b/v1, kind: Resources}"),
    "input without a kind": with_step("input: {apiVersion: a.b/v1}"),
    "input with an empty version": with_step("input: {apiVersion: '', kind: Resources}"),
    "input of a kind that is no name": with_step("input: {apiVersion: v1, kind: a b}"),
    "input of text": with_step("input: text"),
    "null input": with_step("input: null"),
    "credentials": with_step("credentials: [{name: a, source: Secret, secretRef: {name: b, namespace: c}}]"),
    "credentials of source None": with_step("credentials: [{name: a, source: None}]"),
    "credentials without a secret": with_step("credentials: [{name: a, source: Secret}]"),
    "credentials of no source": with_step("credentials: [{name: a}]"),
    "selector by name and labels": with_step(
        "requirements: {requiredResources: [{requirementName: a, name: b, matchLabels: {c: d}}]}"
    ),
    "selector by name": with_step("requirements: {requiredResources: [{requirementName: a, name: b}]}"),
    "selector of all": with_step("requirements: {requiredResources: [{requirementName: a, kind: B}]}"),
}
