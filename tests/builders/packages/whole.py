"""Packages in which every field that is looked at has a value: goldens say what becomes of each edit of them."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

from builders.goldens import described
from builders.packages.bundles import ANNOTATIONS
from builders.packages.edited import differences
from builders.packages.stacks import GROUP, INSTALL, RESOURCE, UI, crd

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.documents.stream import split
from xpkgtui.formats.format import Format
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.inspection.objects.stream import row_of
from xpkgtui.inspection.rows.objects import ObjectRow

_DIGEST = 64 * "0"
SERVICE_VERSION = """\
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: tides.v1.2.0
  annotations:
    description: Knows the tides
    capabilities: Deep Insights
    categories: Database, Storage
    createdAt: "2024-01-02T03:04:05Z"
    repository: https://example.com/tides
    support: Tides Inc
    containerImage: registry.example.com/tides:1.2.0
    olm.skipRange: '>=1.0.0 <1.2.0'
    operatorframework.io/suggested-namespace: tides-system
    operatorframework.io/initialization-resource: '{"apiVersion": "tides.example.com/v1", "kind": "Berth",
      "metadata": {"name": "zero"}, "spec": {}}'
    alm-examples: '[{"apiVersion": "tides.example.com/v1", "kind": "Berth", "metadata": {"name": "one"}},
      {"kind": "Berth"}]'
spec:
  displayName: Tides
  description: Water rises.
  version: 1.2.0
  minKubeVersion: 1.27.0
  maturity: stable
  replaces: tides.v1.1.0
  skips: [tides.v1.1.1]
  keywords: [sea, moon]
  provider: {name: Tides Inc}
  maintainers: [{name: Ada, email: ada@example.com}]
  links: [{name: Manual, url: https://example.com/manual}]
  icon: [{base64data: aGk=, mediatype: image/png}]
  relatedImages: [{name: tides, image: registry.example.com/tides@sha256:DIGEST}]
  installModes:
  - {type: OwnNamespace, supported: true}
  - {type: AllNamespaces, supported: true}
  customresourcedefinitions:
    owned:
    - {name: berths.tides.example.com, version: v1, kind: Berth, displayName: Berth, description: A place,
       resources: [{kind: Pod, name: a, version: v1}], specDescriptors: [{path: size}]}
    required: [{name: winds.air.example.com, version: v1, kind: Wind}]
  apiservicedefinitions:
    owned: [{group: sea.example.com, version: v1, kind: Wave, name: waves, deploymentName: tides}]
    required: [{group: sky.example.com, version: v1, kind: Star}]
  webhookdefinitions:
  - type: ValidatingAdmissionWebhook
    generateName: v.tides.example.com
    deploymentName: tides
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Ignore
    webhookPath: /validate
    containerPort: 443
    rules: [{operations: [CREATE], apiGroups: [tides.example.com], apiVersions: [v1], resources: [berths]}]
  - {type: ConversionWebhook, generateName: c.tides.example.com, deploymentName: tides, sideEffects: None,
     admissionReviewVersions: [v1], conversionCRDs: [berths.tides.example.com]}
  install:
    strategy: deployment
    spec:
      permissions:
      - serviceAccountName: tides
        rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
      clusterPermissions:
      - serviceAccountName: default
        rules:
        - {apiGroups: [tides.example.com], resources: [berths], verbs: ["*"]}
        - {nonResourceURLs: [/metrics], verbs: [get]}
      deployments:
      - name: tides
        label: {app: tides}
        spec:
          replicas: 2
          selector: {matchLabels: {app: tides}}
          template:
            metadata: {labels: {app: tides}}
            spec:
              serviceAccountName: tides
              hostNetwork: true
              initContainers: [{name: first, image: registry.example.com/first@sha256:DIGEST}]
              containers:
              - name: tides
                image: registry.example.com/tides:1.2.0
                args: [-v]
                env: [{name: RELATED_IMAGE_SEA, value: registry.example.com/sea:1}]
                resources: {requests: {cpu: 10m}, limits: {memory: 64Mi}}
                securityContext: {privileged: true}
""".replace("DIGEST", _DIGEST)
"""A ClusterServiceVersion."""
METADATA = (
    ANNOTATIONS
    + """\
---
dependencies:
- {type: olm.package, value: {packageName: moon, version: '>=1.0.0'}}
- {type: olm.gvk, value: {group: air.example.com, version: v1, kind: Wind}}
- {type: olm.label, value: {label: blue}}
- {type: olm.constraint, value: {failureMessage: none, cel: {rule: "true"}}}
- type: olm.constraint
  value:
    failureMessage: nothing
    all: {constraints: [{failureMessage: no, gvk: {group: a, version: v1, kind: B}}, {package: {packageName: c,
      versionRange: '1'}}]}
---
properties:
- {type: olm.maxOpenShiftVersion, value: '4.9'}
- {type: olm.gvk, value: {group: tides.example.com, version: v1, kind: Berth}}
"""
)
"""The three files of metadata/."""

STACK: Mapping[str, str] = {
    "app.yaml": """\
title: Harbour
version: 1.2.3
overviewShort: Boats  and berths
overview: All about boats.
readme: Read me.
company: Sea Inc
category: Sea
license: Apache-2.0
website: https://example.org
source: https://example.org/x
packageType: Provider
permissionScope: Cluster
maintainers: [{name: Ada, email: ada@example.org}]
owners: [{name: Bob}]
keywords: [sea, boat]
dependsOn: [{crd: winds.air.example.org/v1}, {crd: '*.sky.example.org'}, {package: example.org/moon}]
""",
    "a/boat.crd.yaml": crd()
    + "  subresources: {status: {}, scale: {}}\n  validation: {openAPIV3Schema: {type: object}}\n",
    "ship.crd.yaml": crd("Ship", "Cluster"),
    "z/ship.crd.yaml": crd("Ship"),
    "install.yaml": INSTALL.replace("{name: harbour}]", "{name: harbour, image: a/b:1}, {name: other}]"),
    "group.yaml": GROUP,
    "a/resource.yaml": RESOURCE + "overview: Boats.\n",
    "tree.resource.yaml": RESOURCE.replace("Boat", "Tree"),
    "ship.ui-schema.yaml": UI,
    "rbac.yaml": "a: 1\n",
}
"""The YAML files of a package of Crossplane 0.12."""
STACK_FILES = (*STACK, "a/icon.svg", "ship.icon.png", "tree.icon.svg", "README.md")
PLAIN = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: tides, namespace: sea, labels: {app: tides}, annotations: {a: b}}
spec:
  selector: {matchLabels: {app: tides}}
  template: {metadata: {labels: {app: tides}}, spec: {containers: [{name: tides, image: a/b:1}]}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.sea.example.org}
spec:
  group: sea.example.org
  names: {kind: Boat, plural: boats}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---
{apiVersion: sea.example.org/v1, kind: Boat, metadata: {name: titanic}}
---
{apiVersion: sea.example.org/v1, kind: Ship, metadata: {name: olympic}}
---
apiVersion: v1
kind: List
items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, {apiVersion: v1, kind: Secret, metadata: {name: b}}]
---
{apiVersion: v1, kind: Namespace, metadata: {name: sea}}
"""
"""The objects of a plain bundle."""
_SOURCES = {
    "image": "image: {ref: quay.io/sea/boat:1, pullSecret: a}",
    "git": "git: {repository: https://example.org/x, directory: ./a, ref: {branch: main}, auth: {secret: {name: a}}}",
    "http": "http: {url: https://example.org/x.tgz, auth: {secret: {name: a}}}",
    "configMaps": "configMaps: [{configMap: {name: a}, path: b}]",
    "upload": "upload: {}",
}
_SPEC = "provisionerClassName: core-rukpak-io-%s, source: {type: %s, %s}"
_CLASSES = ("plain", "registry", "helm", "other", "plain")
_BUNDLES = [
    f"apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {{name: {name.lower()}, labels: {{a: b}}}}\n"
    f"spec: {{{_SPEC % (kind, name, source)}}}\n"
    for kind, (name, source) in zip(_CLASSES, _SOURCES.items(), strict=True)
]
_DEPLOYMENT = f"""\
apiVersion: core.rukpak.io/v1alpha1
kind: BundleDeployment
metadata: {{name: x}}
spec:
  provisionerClassName: core-rukpak-io-plain
  config: {{a: 1, b: 2}}
  template: {{metadata: {{labels: {{a: b}}}}, spec: {{{_SPEC % ("plain", "image", _SOURCES["image"])}}}}}
"""
_MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {a: b}}, data: {a: b}, immutable: true}\n"
RUKPAK = "---\n".join((*_BUNDLES, _DEPLOYMENT, _MAP))
"""Objects of RukPak: a Bundle of each source."""
CATALOG = """\
{schema: olm.package, name: tide, defaultChannel: stable, description: Tides, icon: {base64data: PHN2Zy8+,
  mediatype: image/svg+xml}}
---
schema: olm.channel
package: tide
name: stable
entries:
- {name: tide.v1.6.0, replaces: tide.v1.5.1, skips: [tide.v1.5.2], skipRange: '>=1.5.0 <1.6.0'}
- {name: tide.v1.5.2, replaces: tide.v1.5.1, skips: [tide.v1.4.1], skipRange: '>=1.4.2 <1.5.2'}
- {name: tide.v1.5.1, replaces: tide.v1.4.1}
- {name: tide.v1.4.1}
---
{schema: olm.channel, package: tide, name: fast, entries: [{name: tide.v1.6.0, replaces: tide.v1.3.0}, {name: gone}]}
---
schema: olm.bundle
package: tide
name: tide.v1.6.0
image: example.com/tide:v1.6.0
relatedImages: [{name: a, image: example.com/a:1}]
properties:
- {type: olm.package, value: {packageName: tide, version: 1.6.0}}
- {type: olm.gvk, value: {group: sea, version: v1, kind: Tide}}
- {type: olm.gvk.required, value: {group: air, version: v1, kind: Wind}}
- {type: olm.package.required, value: {packageName: moon, versionRange: '>=1.0.0'}}
- {type: olm.maxOpenShiftVersion, value: '4.9'}
- type: olm.csv.metadata
  value: {displayName: Tide, installModes: [{type: AllNamespaces, supported: true}]}
---
{schema: olm.bundle, package: tide, name: tide.v1.5.2, image: example.com/tide:v1.5.2,
  properties: [{type: olm.package, value: {packageName: tide, version: 1.5.2}}, {type: olm.label, value: {label: x}}]}
---
{schema: olm.bundle, package: tide, name: tide.v1.5.1, image: example.com/tide:v1.5.1,
  properties: [{type: olm.package, value: {packageName: tide, version: 1.5.1, release: '2'}},
  {type: olm.constraint, value: {failureMessage: no, cel: {rule: 'true'}}}]}
---
{schema: olm.bundle, package: tide, name: tide.v1.4.1, image: example.com/tide:v1.4.1,
  properties: [{type: olm.package, value: {packageName: tide, version: 1.4.1}}]}
---
schema: olm.deprecations
package: tide
entries:
- {reference: {schema: olm.bundle, name: tide.v1.4.1}, message: too old}
- {reference: {schema: olm.channel, name: fast}, message: too fast}
- {reference: {schema: olm.package}, message: too wet}
---
{schema: olm.package, name: wind}
---
{schema: olm.channel, package: wind, name: a, entries: [{name: wind.v1}, {name: wind.v2}]}
---
{schema: olm.bundle, package: wind, name: wind.v1, image: example.com/wind:v1, properties: [{type: olm.package,
  value: {packageName: wind, version: 1.0.0}}, {type: olm.gvk, value: {group: air, version: v1, kind: Wind}}]}
---
{schema: olm.bundle, package: wind, name: wind.v2, image: example.com/wind:v2, properties: [{type: olm.package,
  value: {packageName: wind, version: 2.0.0}}]}
---
{schema: custom.doc, package: tide, name: x, a: 1}
"""
"""A catalog of two packages."""


def parsed(text: str) -> list[Any]:
    """The values of the documents of a stream, for a test to change."""
    data = text.encode()
    documents = [parse(data, chunk) for chunk in split(data).chunks]
    return [deepcopy(one.value) for one in documents if isinstance(one, PackageDocument)]


def stream(values: Sequence[Any]) -> bytes:
    """A stream of these documents."""
    return "---\n".join(f"{json.dumps(one)}\n" for one in values).encode()


def objects_of_values(format: Format, values: Sequence[Any], files: Sequence[str | None] = ()) -> PackageObjects:
    """The objects of a stream of these documents, each with its file."""
    data, at, heads = stream(values), 0, list[ObjectRow]()
    for number, (value, file) in enumerate(zip(values, files or len(values) * [None], strict=True)):
        text = f"{json.dumps(value)}\n"
        line, end = 2 * number + 1, at + len(text)
        row = _row(format, text, number + 1)
        heads.append(replace(row, line=line, first_line=line, start=at, end=end, file=file))
        at = end + len("---\n")
    assert not values or at == len(data) + len("---\n")
    return PackageObjects(
        heads=heads, read=lambda head: values[head.document - 1], text=lambda head: data[head.start : head.end]
    )


@cache
def _row(format: Format, text: str, number: int) -> ObjectRow:
    """The row of a document of that number: where one document of a stream is edited, the others are known."""
    data = text.encode()
    chunk = replace(*split(data).chunks, number=number)
    return row_of(chunk, format.outline(data, chunk, None), format, AS_GIVEN)


def facts_of_edits(format: Format, values: Sequence[Any]) -> str:
    """What facts, rows and the overview say of each document of a stream, and of all where one is edited."""
    return differences({"": values}, lambda edited: facts_of_all(format, objects_of_values(format, edited)))


def facts_of_all(format: Format, package: PackageObjects) -> list[str]:
    """What is said of each document."""
    told = []
    for head in package.heads:
        value = package.read(head)
        shown = replace(package, shown=head)
        told += [f"{head.document} {head.role} {head.kind} {head.name} {head.group}"]
        told += [f"{head.document} {label}: {words}" for label, words in format.facts(value, shown)]
        told += [f"{head.document} {described(format.meta_facts(value))}"] if format.has_overview else []
    return told
