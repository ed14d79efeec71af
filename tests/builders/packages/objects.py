"""Objects of packages, one of each family, with all fields that facts show."""

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: buckets.s3.example.org
spec:
  group: s3.example.org
  names: {kind: Bucket, plural: buckets, singular: bucket, shortNames: [bk], categories: [crossplane, managed]}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: {service: {name: hook, namespace: system, port: 9443, path: /convert}}
      conversionReviewVersions: [v1]
  versions:
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    deprecationWarning: use v1beta2
    schema: {openAPIV3Schema: {properties: {spec: {properties: {forProvider: {properties: {region: {}, tags: {}},
      required: [region]}}, required: [forProvider]}, status: {properties: {a: {}}}}}}
    additionalPrinterColumns: [{name: READY}, {name: AGE}]
    subresources: {status: {}, scale: {}}
  - name: v1beta2
    served: false
    storage: true
"""
XRD = """apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xdbs.example.org}
spec:
  group: example.org
  names: {kind: XDB, plural: xdbs}
  claimNames: {kind: DB, plural: dbs}
  connectionSecretKeys: [host, password]
  defaultCompositionRef: {name: db}
  enforcedCompositionRef: {name: elsewhere}
  versions:
  - {name: v1, served: true, referenceable: true}
"""
COMPOSITION = """apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: db}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: XDB}
  mode: Pipeline
  pipeline:
  - step: compose
    functionRef: {name: org-function-pt}
    input:
      apiVersion: pt.fn.crossplane.io/v1beta1
      kind: Resources
      resources:
      - base: {kind: Bucket}
        patches: [{}, {}]
      - base: {kind: Role}
  - step: ready
    functionRef: {name: function-ready}
    credentials:
    - {name: key, source: Secret, secretRef: {namespace: ns, name: secret}}
    requirements: {requiredResources: [{kind: ConfigMap, name: map}]}
  - step: last
    functionRef: {name: function-unknown}
    input: {apiVersion: x/v1, kind: Script, source: Inline, script: a}
"""
NATIVE = COMPOSITION[: COMPOSITION.index("  mode")] + "  resources:\n  - base: {kind: A}\n    patches: [{}]\n"
POLICY = """apiVersion: apiextensions.crossplane.io/v1alpha1
kind: ManagedResourceActivationPolicy
metadata: {name: all}
spec: {activate: ["*.s3.example.org", "*.other.org", "[a-z]*"]}
"""
CRON = """apiVersion: ops.crossplane.io/v1alpha1
kind: CronOperation
metadata: {name: cron}
spec:
  schedule: "0 * * * *"
  watch: {apiVersion: v1, kind: Pod, matchLabels: {a: b}}
  operationTemplate: {spec: {retryLimit: 3, pipeline: [{step: one, functionRef: {name: f}}]}}
"""
WEBHOOKS = """apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: w}
webhooks:
- name: check.example.org
  rules:
  - {operations: [CREATE, UPDATE], apiGroups: ["", apps], apiVersions: [v1], resources: [pods], scope: Namespaced}
  namespaceSelector: {matchLabels: {a: b}, matchExpressions: [{key: c, operator: In, values: [d]}]}
  matchConditions: [{name: x}]
  clientConfig: {service: {name: s, namespace: system}, caBundle: AAAA}
  failurePolicy: Ignore
  sideEffects: None
  timeoutSeconds: 5
"""
