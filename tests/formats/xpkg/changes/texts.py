"""Objects of packages as short YAML texts."""

META = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: provider-a
spec:
  crossplane:
    version: ">=v1.14.0-0"
  capabilities:
    - safe-start
  dependsOn:
    - provider: xpkg.example.org/a/provider-b
      version: ">=v1.0.0"
    - apiVersion: pkg.crossplane.io/v1
      kind: Function
      package: xpkg.example.org/a/function-c
      version: ">=v0.2.0, <v1"
  controller:
    image: example.org/a/controller:v1
    permissionRequests:
      - apiGroups: [apps]
        resources: [deployments]
        verbs: [get, list]
"""
FUNCTION = """apiVersion: meta.pkg.crossplane.io/v1beta1
kind: Function
metadata:
  name: function-a
spec:
  capabilities: [composition, operation]
"""
XRD = """apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata:
  name: xnets.example.org
spec:
  group: example.org
  names:
    kind: XNet
    plural: xnets
  claimNames:
    kind: Net
    plural: nets
  connectionSecretKeys: [user, password]
  defaultCompositionRef:
    name: a
  enforcedCompositionRef:
    name: a
  versions:
    - name: v1alpha1
      served: true
      referenceable: false
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                region: {type: string}
    - name: v1
      served: true
      referenceable: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                region: {type: string}
                size: {type: integer}
"""
COMPOSITION = """apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata:
  name: a
  labels:
    cloud: aws
spec:
  compositeTypeRef:
    apiVersion: example.org/v1
    kind: XNet
  mode: Pipeline
  writeConnectionSecretsToNamespace: secrets
  pipeline:
    - step: compose
      functionRef:
        name: function-patch-and-transform
      input:
        apiVersion: pt.fn.crossplane.io/v1beta1
        kind: Resources
        resources:
          - name: vpc
            base:
              apiVersion: ec2.aws.example.org/v1
              kind: VPC
              spec: {region: a}
          - name: subnet
            base:
              apiVersion: ec2.aws.example.org/v1
              kind: Subnet
    - step: template
      functionRef:
        name: function-go-templating
      input:
        apiVersion: gotemplating.fn.crossplane.io/v1beta1
        kind: GoTemplate
        source: Inline
    - step: ready
      functionRef:
        name: function-auto-ready
"""
OLD_COMPOSITION = """apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata:
  name: a
spec:
  compositeTypeRef:
    apiVersion: example.org/v1
    kind: XNet
  resources:
    - base:
        apiVersion: ec2.aws.example.org/v1
        kind: VPC
    - base:
        apiVersion: ec2.aws.example.org/v1
        kind: Subnet
"""
MRD = """apiVersion: apiextensions.crossplane.io/v1alpha1
kind: ManagedResourceDefinition
metadata:
  name: buckets.example.org
spec:
  group: example.org
  scope: Namespaced
  state: Active
  names:
    kind: Bucket
    plural: buckets
  connectionDetails:
    - name: user
      description: a user
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                region: {type: string}
"""
CRD = (
    MRD.replace("apiextensions.crossplane.io/v1alpha1", "apiextensions.k8s.io/v1")
    .replace("kind: ManagedResourceDefinition", "kind: CustomResourceDefinition")
    .replace("  state: Active\n", "")
    .replace("  connectionDetails:\n    - name: user\n      description: a user\n", "")
)
MRAP = """apiVersion: apiextensions.crossplane.io/v1alpha1
kind: ManagedResourceActivationPolicy
metadata:
  name: a
spec:
  activate:
    - "*.ec2.example.org"
    - buckets.example.org
"""
OPERATION = """apiVersion: ops.crossplane.io/v1alpha1
kind: Operation
metadata:
  name: a
spec:
  mode: Pipeline
  retryLimit: 5
  pipeline:
    - step: one
      functionRef:
        name: function-a
"""
CRON = """apiVersion: ops.crossplane.io/v1alpha1
kind: CronOperation
metadata:
  name: nightly
spec:
  schedule: "0 2 * * *"
  operationTemplate:
    spec:
      mode: Pipeline
      pipeline:
        - step: one
          functionRef:
            name: function-a
"""
WATCH = """apiVersion: ops.crossplane.io/v1alpha1
kind: WatchOperation
metadata:
  name: watcher
spec:
  watch:
    apiVersion: v1
    kind: Secret
    matchLabels:
      a: b
  operationTemplate:
    spec:
      mode: Pipeline
      pipeline:
        - step: one
          functionRef:
            name: function-a
"""
WEBHOOKS = """apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: webhooks
webhooks:
  - name: buckets.example.org
    failurePolicy: Ignore
    timeoutSeconds: 5
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig:
      service: {name: a, namespace: b, path: /c}
    namespaceSelector:
      matchLabels: {a: b}
    rules:
      - apiGroups: [example.org]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [buckets]
  - name: other.example.org
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig:
      service: {name: a, namespace: b, path: /d}
    rules:
      - apiGroups: [example.org]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [others]
"""


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A text with some words replaced, each of which is in it."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def joined(*texts: str) -> str:
    """One stream of several objects."""
    return "---\n".join(texts)


SMALL = {
    "xrd": XRD[: XRD.index("    - name: v1alpha1")] + XRD[XRD.index("    - name: v1\n") :],
    "mrd": MRD,
    "mrap": MRAP,
    "operation": OPERATION,
    "cron": CRON,
    "watch": WATCH,
    "webhooks": WEBHOOKS[: WEBHOOKS.index("  - name: other")],
}
