"""The facts of an object of each kind, and of the same with one thing changed: `goldens/facts.txt`."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden
from builders.packages import objects
from builders.packages.edited import differences
from builders.packages.rows import object_rows

from xpkgtui.documents.document import build
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts import of_object

META = """apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
metadata: {name: c}
spec:
  dependsOn:
  - {function: xpkg.example.org/org/function-pt, version: v1}
  - {apiVersion: pkg.crossplane.io/v1, kind: Function, package: xpkg.example.org/org/function-ready, version: v1}
"""
MANAGED = objects.CRD.replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1alpha1").replace(
    "CustomResourceDefinition", "ManagedResourceDefinition"
)
MANAGED = (
    f"{MANAGED}  state: Active\n  connectionDetails: [{{name: user, description: a user}}, {{name: password}}]\n"
)
OPERATION = """
  concurrencyPolicy: Forbid
  suspend: true
  startingDeadlineSeconds: 5
  successfulHistoryLimit: 6
  failedHistoryLimit: 7
  retryLimit: 8
"""
COMPOSITION = (
    objects.COMPOSITION.replace("ConfigMap, name: map}]", "ConfigMap, name: map}], requiredSchemas: [{kind: A}]")
    .replace("kind: Resources\n", "kind: Resources\n      patchSets: [{}, {}]\n")
    .replace("      - base: {kind: Role}\n", "".join(f"      - base: {{kind: R{n}}}\n" for n in range(12)))
)
SAMPLES = {
    "crd": objects.CRD + "  preserveUnknownFields: true\n",
    "managed": MANAGED,
    "xrd": objects.XRD + "  defaultCompositionUpdatePolicy: Manual\n  scope: Cluster\n",
    "xrd of v2": objects.XRD.replace("crossplane.io/v1", "crossplane.io/v2"),
    "composition": COMPOSITION,
    "native": f"{objects.NATIVE}  patchSets: [{{}}]\n  writeConnectionSecretsToNamespace: ns\n  mode: Resources\n",
    "policy": objects.POLICY,
    "long policy": objects.POLICY.replace('"[a-z]*"', f'"{"*.s3" * 4}", "{"*" * 5}", "{"a" * 200}", "{"a" * 201}"'),
    "operation": f"{objects.CRON.replace('Cron', '')}{OPERATION}",
    "cron operation": f"{objects.CRON}{OPERATION}",
    "watch operation": f"{objects.CRON.replace('Cron', 'Watch').replace('kind: Pod', 'kind: Pod, namespace: n')}",
    "webhooks": f"{objects.WEBHOOKS}  objectSelector: {{matchLabels: {{o: p}}}}\n  reinvocationPolicy: Never\n"
    "  admissionReviewVersions: [v1]\n",
    "first crd": """apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: a, annotations: {auth.upbound.io/config: x}}
spec:
  group: g
  names: {kind: A, categories: [other]}
  version: v1
  conversion: {strategy: Webhook, webhookClientConfig: {url: "https://a.io"}, conversionReviewVersions: [v1]}
  validation: {openAPIV3Schema: {properties: {spec: {x-kubernetes-preserve-unknown-fields: true}, other: {}}}}
""",
    "thing": """apiVersion: example.org/v1
kind: Thing
metadata:
  name: t
  namespace: n
  generateName: g
  labels: {a: b}
  annotations: {c: d}
  ownerReferences: [{}, {}]
  finalizers: [a]
data: {x: y}
list: [1]
empty:
lines: |
  one
  two
blank: ""
spec: {size: 3, more: {}}
""",
}
VALUES: dict[str, Any] = {name: build(text).tree.value for name, text in SAMPLES.items()}
CATEGORIES = ("store", "composite", "claim")
KINDS = (
    "ProviderConfig",
    "ClusterProviderConfig",
    "ProviderConfigUsage",
    "ClusterProviderConfigUsage",
    "StoreConfig",
)


def package_of(*texts: str) -> PackageObjects:
    """The objects of a package of these documents."""
    rows = object_rows("---\n".join(texts).encode())
    values = {row.document: build(text).tree.value for row, text in zip(rows, texts, strict=True)}
    return PackageObjects(heads=rows, read=lambda row: values[row.document])


def lines(value: object, package: PackageObjects) -> Iterator[str]:
    for label, said in of_object(value, package):
        yield from (f"{label}: {line}" for line in said.split("\n"))


def test_every_kind_is_described_as_was_agreed(golden: Golden) -> None:
    package = package_of(META, *(text for name, text in SAMPLES.items() if name != "operation"))
    golden("facts", differences(VALUES, lambda value: lines(value, package)))


def test_what_a_definition_is_for_is_said_by_its_names(golden: Golden) -> None:
    named = [objects.CRD.replace("kind: Bucket", f"kind: {kind}").replace(", managed", "") for kind in KINDS]
    listed = [objects.CRD.replace("managed", category) for category in CATEGORIES]
    said = [line for text in (*named, *listed) for line in lines(build(text).tree.value, PackageObjects())]
    function = package_of(META.replace("Configuration", "Function"), objects.CRD)
    said += lines(VALUES["crd"], function)
    said += lines(build("[1, 2]\n").tree.value, function)
    golden(
        "facts_of_purposes",
        "\n".join(line for line in said if line.startswith(("serves", "defines", "holds"))) + "\n",
    )
