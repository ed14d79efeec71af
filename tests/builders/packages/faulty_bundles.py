"""Operator bundles with one fault each, or an oddity that is none, by name."""

from collections.abc import Mapping

from builders.packages.bundles import (
    ANNOTATIONS,
    ANNOTATIONS_FILE,
    CRD,
    CRD_FILE,
    CSV,
    CSV_FILE,
    DEPENDENCIES_FILE,
    PROPERTIES_FILE,
    ROLE,
    SERVICE,
    SOUND,
    changed,
)
from builders.packages.presented_bundles import presented_bundles

_PREFIX = "operators.operatorframework.io.bundle"
_EXAMPLE = CSV[CSV.index("    alm-examples") : CSV.index("spec:\n")]
_MODES = CSV[CSV.index("  installModes") : CSV.index("  customresourcedefinitions")]
_VERSION = "  - name: v1\n    served: true\n    storage: true\n    schema: {openAPIV3Schema: {type: object}}\n"
_SCHEMA = "    schema: {openAPIV3Schema: {type: object}}\n"
_BETA = (
    CRD.replace("k8s.io/v1\n", "k8s.io/v1beta1\n").replace(_SCHEMA, "")
    + "  version: v1\n  preserveUnknownFields: false\n  validation: {openAPIV3Schema: {type: object}}\n"
)
_APPROVED = "  annotations: {{api-approved.kubernetes.io: '{}'}}\n"
_INSTALL = CSV[CSV.index("  install:") :]
_OWNED = "    - {name: berths.tides.example.com, version: v1, kind: Berth}\n"
_CONVERTED = "  conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: a, namespace: b}}}}\n"
_REQUIRING = '[{"type": "olm.gvk.required", "value": {"group": "a", "version": "v1", "kind": "B"}}]'
_REVIEWED = "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: "
_HOOK = """\
  webhookdefinitions:
  - type: ValidatingAdmissionWebhook
    generateName: berth.tides.example.com
    deploymentName: tides
    admissionReviewVersions: [v1]
    sideEffects: None
    rules: [{apiGroups: [tides.example.com], apiVersions: [v1], operations: [CREATE], resources: [berths]}]
"""
_CONVERSION = """\
  webhookdefinitions:
  - type: ConversionWebhook
    generateName: berth.tides.example.com
    deploymentName: tides
    admissionReviewVersions: [v1]
    sideEffects: None
    conversionCRDs: [berths.tides.example.com]
"""


def faulty_bundles() -> Mapping[str, Mapping[str, str]]:
    """All of them, by name."""
    return {
        "sound": SOUND,
        **_layouts(),
        **_annotations(),
        **_dependencies(),
        **_service_versions(),
        **_definitions(),
        **_objects(),
        **_webhooks(),
        **presented_bundles(),
    }


def _without(*names: str) -> dict[str, str]:
    return {name: text for name, text in SOUND.items() if name not in names}


def _layouts() -> dict[str, dict[str, str]]:
    return {
        "properties": {**SOUND, PROPERTIES_FILE: "properties:\n- {type: a, value: b}\n- {value: c}\n"},
        "no-metadata": _without(ANNOTATIONS_FILE),
        "no-annotations": {**_without(ANNOTATIONS_FILE), "metadata/other.yaml": "a: b\n"},
        "annotations-elsewhere": {**_without(ANNOTATIONS_FILE), "metadata/other.yaml": ANNOTATIONS},
        "annotations-twice": {**SOUND, "metadata/aa.yaml": ANNOTATIONS.replace("stable,candidate", "alpha")},
        "folder-in-manifests": {**SOUND, "manifests/deep/more.yaml": SERVICE},
        "hidden-file": {**SOUND, "manifests/.more.yaml": SERVICE},
        "hidden-rubbish": {**SOUND, "manifests/.gitignore": "*.bak\n"},
        "empty-file": {**SOUND, "manifests/c.yaml": ""},
        "comments": {**SOUND, "manifests/c.yaml": "# nothing\n"},
        "comment-before": {**SOUND, "manifests/a-service.yaml": f"# licence\n---\n{SERVICE}"},
        "separator-before": {**SOUND, "manifests/a-service.yaml": f"---\n{SERVICE}"},
        "broken": {**SOUND, "manifests/c.yaml": "a: [\n"},
        "text": {**SOUND, "manifests/c.yaml": "Read me.\n"},
        "no-kind": {**SOUND, "manifests/c.yaml": "apiVersion: v1\nmetadata: {name: a}\n"},
        "chart": {**SOUND, "manifests/Chart.yaml": "apiVersion: v2\nname: tides\nversion: 1.2.0\n"},
        "chart-annotated": {
            **changed(annotations=("registry+v1", "helm")),
            "manifests/Chart.yaml": "apiVersion: v2\nname: tides\nversion: 1.2.0\n",
        },
        "chart-no-name": {**SOUND, "manifests/Chart.yaml": "apiVersion: v2\nversion: 1.2.0\n"},
        "two-documents": {**SOUND, "manifests/a-service.yaml": f"{SERVICE}---\n{ROLE}"},
        "bad-second-document": {**SOUND, "manifests/a-service.yaml": f"{SERVICE}---\nkind: Odd\n"},
        "two-csvs": {**SOUND, "manifests/z.yaml": CSV.replace("tides.v1.2.0", "other.v1.2.0")},
        "csv-second": {**SOUND, CSV_FILE: f"{SERVICE}---\n{CSV}"},
        "no-csv": _without(CSV_FILE),
        "list": {**SOUND, "manifests/c.yaml": "apiVersion: v1\nkind: List\nitems: []\n"},
    }


def _annotations() -> dict[str, dict[str, str]]:
    found = {
        f"no-{key}": changed(annotations=(f"  {_PREFIX}.{key}", f"  {_PREFIX}.x{key}"))
        for key in ("mediatype.v1", "manifests.v1", "metadata.v1", "package.v1", "channels.v1", "channel.default.v1")
    }
    return {
        **found,
        "other-mediatype": changed(annotations=("registry+v1", "registry+v2")),
        "empty-package": changed(annotations=("package.v1: tides", 'package.v1: ""')),
        "number-package": changed(annotations=("package.v1: tides", "package.v1: 5")),
        "list-package": changed(annotations=("package.v1: tides", "package.v1: [tides]")),
        "null-package": changed(annotations=("package.v1: tides", "package.v1:")),
        "empty-channels": changed(annotations=("stable,candidate", '""')),
        "empty-channel-item": changed(annotations=("stable,candidate", "stable,,candidate")),
        "padded-channel": changed(annotations=("stable,candidate", '"stable, candidate"')),
        "empty-default": changed(annotations=("default.v1: stable", 'default.v1: ""')),
        "default-elsewhere": changed(annotations=("default.v1: stable", "default.v1: alpha")),
        "other-manifests-folder": changed(annotations=("v1: manifests/", "v1: deploy/")),
        "annotations-a-list": {**SOUND, ANNOTATIONS_FILE: "annotations: [a]\n"},
        "annotations-below-comments": {**SOUND, ANNOTATIONS_FILE: f"# licence\n---\n{ANNOTATIONS}"},
        "annotations-in-capitals": changed(annotations=("annotations:", "Annotations:")),
        "metadata-of-comments": {**SOUND, "metadata/notes.txt": "# notes\n"},
        "annotations-broken": {**SOUND, ANNOTATIONS_FILE: "annotations: {\n"},
    }


def _dependencies() -> dict[str, dict[str, str]]:
    values = {
        "gvk": "{type: olm.gvk, value: {group: a.example, version: v1, kind: A}}",
        "gvk-empty": '{type: olm.gvk, value: {group: "", version: v1}}',
        "gvk-text": "{type: olm.gvk, value: a}",
        "package": "{type: olm.package, value: {packageName: a, version: '>=1.0.0 <2.0.0'}}",
        "package-bad": "{type: olm.package, value: {packageName: '', version: 'a.b'}}",
        "package-no-version": "{type: olm.package, value: {packageName: a}}",
        "package-number": "{type: olm.package, value: {packageName: a, version: 1.0}}",
        "label": "{type: olm.label, value: {label: a}}",
        "label-empty": "{type: olm.label, value: {label: ''}}",
        "cel": "{type: olm.constraint, value: {cel: {rule: 'properties.exists(p, p.type == \"a\")'}}}",
        "cel-empty": "{type: olm.constraint, value: {cel: {rule: ''}}}",
        "all": "{type: olm.constraint, value: {all: {constraints: []}}}",
        "not-known": "{type: olm.other, value: {a: b}}",
        "no-type": "{value: {a: b}}",
        "no-value": "{type: olm.package}",
        "text-value": '{type: olm.package, value: "{\\"packageName\\": \\"a\\", \\"version\\": \\"1.0.0\\"}"}',
    }
    found = {
        f"dependency-{name}": {**SOUND, DEPENDENCIES_FILE: f"dependencies:\n- {value}\n"}
        for name, value in values.items()
    }
    return {
        **found,
        "dependencies-below-comments": {
            **SOUND,
            DEPENDENCIES_FILE: "# licence\n---\ndependencies: [{type: olm.label, value: {label: a}}]\n",
        },
        "properties-of-comments": {**SOUND, PROPERTIES_FILE: "# none\n"},
        "comments-behind-dependencies": {
            **SOUND,
            DEPENDENCIES_FILE: "dependencies: [{type: olm.label, value: {label: a}}]\n",
            PROPERTIES_FILE: "# none\n",
        },
        "dependencies-empty": {**SOUND, DEPENDENCIES_FILE: "dependencies: []\n"},
        "dependencies-broken": {**SOUND, DEPENDENCIES_FILE: "dependencies: [\n"},
        "dependencies-a-mapping": {**SOUND, DEPENDENCIES_FILE: "dependencies: {a: b}\n"},
    }


def _service_versions() -> dict[str, dict[str, str]]:
    return {
        "csv-name": changed(csv=("name: tides.v1.2.0", "name: Tides_v1.2.0")),
        "csv-long-name": changed(csv=("name: tides.v1.2.0", f"name: {'tides' * 13}")),
        "csv-no-name": changed(csv=("  name: tides.v1.2.0\n", "")),
        "csv-replaces": changed(csv=("replaces: tides.v1.1.0", "replaces: Tides!")),
        "csv-no-display-name": changed(csv=("  displayName: Tides\n", "")),
        "csv-display-name-in-lower-case": changed(csv=("displayName", "displayname")),
        "csv-definitions-in-camel-case": changed(csv=("customresourcedefinitions", "customResourceDefinitions")),
        "csv-mode-in-capitals": changed(csv=("{type: AllNamespaces, supported", "{TYPE: AllNamespaces, Supported")),
        "csv-replaces-in-capitals": changed(csv=("replaces: tides.v1.1.0", "Replaces: Tides!")),
        "csv-display-name-twice": changed(csv=("displayName: Tides", "displayname: a\n  displayName: Tides")),
        "csv-no-install": {**SOUND, CSV_FILE: CSV.replace(_INSTALL, "")},
        "csv-no-strategy": changed(csv=("    strategy: deployment\n", "")),
        "csv-no-deployments": {**SOUND, CSV_FILE: CSV[: CSV.index("    spec:\n")]},
        "csv-no-modes": {**SOUND, CSV_FILE: CSV.replace(_MODES, "")},
        "csv-no-mode-supported": changed(csv=("AllNamespaces, supported: true", "AllNamespaces, supported: false")),
        "csv-own-namespace": changed(csv=("AllNamespaces, supported: true", "OwnNamespace, supported: true")),
        "csv-no-version": changed(csv=("  version: 1.2.0\n", "")),
        "csv-loose-version": changed(csv=("version: 1.2.0", "version: v1.2")),
        "csv-bad-version": changed(csv=("version: 1.2.0", "version: one")),
        "csv-number-version": changed(csv=("version: 1.2.0", "version: 1.2")),
        "csv-number-display-name": changed(csv=("displayName: Tides", "displayName: 5")),
        "csv-text-supported": changed(csv=("AllNamespaces, supported: true", "AllNamespaces, supported: 'yes'")),
        "csv-deployments-a-mapping": changed(csv=("deployments:\n      - name", "deployments:\n        name")),
        "csv-mode-a-list": changed(csv=("{type: OwnNamespace, supported: false}", "[OwnNamespace]")),
        "csv-bad-quantity": changed(
            csv=("tides:1.2.0\n", "tides:1.2.0\n                resources: {requests: {cpu: many}}\n")
        ),
        "csv-no-kube-version": changed(csv=("  minKubeVersion: 1.27.0\n", "")),
        "csv-short-kube-version": changed(csv=("minKubeVersion: 1.27.0", 'minKubeVersion: "1.27"')),
        "csv-no-annotations": {**SOUND, CSV_FILE: CSV.replace(f"  annotations:\n{_EXAMPLE}", "")},
        "csv-no-examples": changed(csv=("alm-examples", "other")),
        "csv-both-examples": changed(csv=("    alm-examples", "    olm.examples: '[]'\n    alm-examples")),
        "csv-examples-broken": changed(csv=('"kind": "Berth"', '"kind" "Berth"')),
        "csv-examples-an-object": {**SOUND, CSV_FILE: CSV.replace(_EXAMPLE, "    alm-examples: '{}'\n")},
        "csv-example-of-another": changed(csv=('"kind": "Berth"', '"kind": "Mooring"')),
        "csv-examples-empty": {**SOUND, CSV_FILE: CSV.replace(_EXAMPLE, "    alm-examples: ''\n")},
        "csv-wrong-case": changed(csv=("    alm-examples", "    olm.skiprange: '<1.2.0'\n    alm-examples")),
        "csv-properties": changed(csv=("    alm-examples", "    olm.properties: '[]'\n    alm-examples")),
        "csv-requiring-properties": changed(
            csv=("    alm-examples", f"    olm.properties: '{_REQUIRING}'\n    alm-examples")
        ),
        "csv-properties-no-json": changed(csv=("    alm-examples", "    olm.properties: none\n    alm-examples")),
        "csv-bad-skip-range": changed(csv=("    alm-examples", "    olm.skipRange: 'a b'\n    alm-examples")),
        "csv-replaces-itself": changed(csv=("replaces: tides.v1.1.0", "replaces: tides.v1.2.0")),
        "csv-release": changed(csv=("  version: 1.2.0\n", "  version: 1.2.0\n  release: '1'\n")),
        "csv-release-substitutes": changed(csv=("  version: 1.2.0\n", "  version: 1.2.0\n  release: '1'\n"))
        | {
            CSV_FILE: CSV.replace("  version: 1.2.0\n", "  version: 1.2.0\n  release: '1'\n").replace(
                "    alm-examples", "    olm.substitutesFor: tides.v1.1.0\n    alm-examples"
            )
        },
        "csv-images": changed(
            csv=(
                "  install:",
                "  relatedImages:\n  - {name: a, image: 'oci://a/b'}\n  - {name: b, image: ''}\n  install:",
            )
        ),
        "csv-good-images": changed(
            csv=("  install:", f"  relatedImages:\n  - {{name: a, image: 'a/b:v1@sha256:{'0' * 64}'}}\n  install:")
        ),
    }


def _definitions() -> dict[str, dict[str, str]]:
    other = CRD.replace("berths", "moorings").replace("berth", "mooring").replace("Berth", "Mooring")
    return {
        "owned-missing": _without(CRD_FILE),
        "owned-other-version": changed(csv=("version: v1, kind", "version: v2, kind")),
        "owned-other-kind": changed(csv=("version: v1, kind: Berth", "version: v1, kind: Berths")),
        "owned-with-group": changed(csv=("kind: Berth}", "kind: Berth, group: tides.example.com}")),
        "owned-name-without-group": changed(csv=("name: berths.tides.example.com,", "name: berths,")),
        "not-owned": {**SOUND, "manifests/m.yaml": other},
        "not-owned-version": changed(
            crd=(_VERSION, _VERSION + _VERSION.replace("v1", "v2").replace("true", "false", 2))
        ),
        "crd-twice": {**SOUND, "manifests/again.yaml": CRD},
        **{
            f"crd-metadata-{name}": changed(
                crd=("berths.tides.example.com\n", f"berths.tides.example.com\n  {text}\n")
            )
            for name, text in {
                "namespace": "namespace: tides",
                "labels": "labels: {'a b': '-c'}",
                "annotations": "annotations: {'a b': c}",
                "finalizers": "finalizers: ['a b']",
            }.items()
        },
        "crd-number-plural": changed(crd=("plural: berths", "plural: [berths]")),
        "crd-text-served": changed(crd=("served: true", "served: 'yes'")),
        "crd-columns": changed(
            crd=("    schema:", "    additionalPrinterColumns: [{name: a, type: odd, jsonPath: spec}]\n    schema:")
        ),
        "crd-kind-a-number": changed(crd=("kind: Berth,", "kind: 9Berth,")),
        "crd-two-stored": changed(crd=(_VERSION, _VERSION + _VERSION.replace("v1", "v2"))),
        "crd-none-stored": changed(crd=("storage: true", "storage: false")),
        "crd-none-served": changed(crd=("served: true", "served: false")),
        "crd-versions-twice": changed(crd=(_VERSION, _VERSION + _VERSION.replace("storage: true", "storage: false"))),
        "crd-no-versions": {**SOUND, CRD_FILE: CRD[: CRD.index("  versions:")]},
        "crd-other-name": changed(crd=("name: berths.tides.example.com", "name: berth.tides.example.com")),
        "crd-no-scope": changed(crd=("  scope: Namespaced\n", "")),
        "crd-odd-scope": changed(crd=("scope: Namespaced", "scope: World")),
        "crd-no-schema": changed(crd=("    schema: {openAPIV3Schema: {type: object}}\n", "")),
        "crd-no-group": changed(crd=("  group: tides.example.com\n", "")),
        "crd-no-kind": changed(crd=("kind: Berth, ", "")),
        "crd-no-plural": changed(crd=("plural: berths, ", "")),
        "crd-preserves": changed(crd=("  scope:", "  preserveUnknownFields: true\n  scope:")),
        "crd-beta": changed(crd=("k8s.io/v1\n", "k8s.io/v1beta1\n")),
        "crd-beta-sound": changed(crd=("k8s.io/v1\n", "k8s.io/v1beta1\n"))
        | {
            CRD_FILE: CRD.replace("k8s.io/v1\n", "k8s.io/v1beta1\n").replace(
                "  scope:", "  preserveUnknownFields: false\n  scope:"
            )
        },
        "crd-beta-plain": {**SOUND, CRD_FILE: _BETA},
        **{
            f"crd-beta-{name}": {**SOUND, CRD_FILE: _BETA.replace("scope: Namespaced", scope)}
            for name, scope in {"no-scope": "x: y", "empty-scope": "scope: ''", "odd-scope": "scope: World"}.items()
        },
        **{
            f"crd-beta-protected-{name}": {
                **changed(csv=("tides.example.com", "tides.k8s.io")),
                CRD_FILE: _BETA.replace("tides.example.com", "tides.k8s.io").replace("spec:", f"{approved}spec:", 1),
            }
            for name, approved in {
                "unapproved": "",
                "approved": _APPROVED.format("https://example.com/1"),
                "odd": _APPROVED.format("yes"),
                "excused": _APPROVED.format("unapproved, it is a test"),
            }.items()
        },
        "crd-protected": {
            **changed(csv=("tides.example.com", "tides.k8s.io")),
            CRD_FILE: CRD.replace("tides.example.com", "tides.k8s.io"),
        },
        "crd-short-group": {
            **changed(csv=("tides.example.com", "tides")),
            CRD_FILE: CRD.replace("tides.example.com", "tides"),
        },
        "crd-alpha": changed(crd=("k8s.io/v1\n", "k8s.io/v1alpha1\n")),
        "crd-webhook": changed(crd=("  scope:", "  conversion: {strategy: Webhook}\n  scope:")),
        **{
            f"crd-webhook-{name}": changed(crd=("  scope:", f"{_REVIEWED}{text}}}}}\n  scope:"))
            for name, text in {
                "address": "{url: 'https://example.com/convert'}",
                "plain-address": "{url: 'http://example.com'}",
                "odd-address": "{url: 'https://a@example.com?b=c#d'}",
                "no-host": "{url: /convert}",
                "nowhere": "{caBundle: ''}",
                "both": "{url: 'https://example.com', service: {name: a, namespace: b}}",
                "no-name": "{service: {namespace: b}}",
                "port": "{service: {name: a, namespace: b, port: 99999}}",
            }.items()
        },
        "crd-webhook-no-review": changed(
            crd=(
                "  scope:",
                f"{_CONVERTED}  scope:",
            )
        ),
        "no-owned-no-crd": {
            **_without(CRD_FILE),
            CSV_FILE: CSV.replace(f"  customresourcedefinitions:\n    owned:\n{_OWNED}", "").replace(
                _EXAMPLE, "    a: b\n"
            ),
        },
    }


def _objects() -> dict[str, dict[str, str]]:
    def with_service(text: str) -> dict[str, str]:
        return {**SOUND, "manifests/a-service.yaml": text}

    return {
        "kind-not-allowed": {
            **SOUND,
            "manifests/c.yaml": "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\n",
        },
        "object-no-name": with_service(SERVICE.replace("name: tides-metrics", "")),
        "object-generate-name": with_service(SERVICE.replace("name: tides-metrics", "generateName: tides-")),
        "object-namespace": with_service(SERVICE.replace("name: tides-metrics", "name: a, namespace: b")),
        "object-number-namespace": with_service(SERVICE.replace("name: tides-metrics", "name: a, namespace: 5")),
        "object-labels": with_service(SERVICE.replace("name: tides-metrics", "name: a, labels: {'a b': 'c d'}")),
        "object-annotations": with_service(
            SERVICE.replace("name: tides-metrics", "name: a, annotations: {'a b': c}")
        ),
        "object-no-metadata": with_service("apiVersion: v1\nkind: Service\n"),
        "object-number-name": with_service(SERVICE.replace("name: tides-metrics", "name: 5")),
        "service-account": {
            **SOUND,
            "manifests/c.yaml": "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: tides}\n",
        },
        "service-account-other": {
            **SOUND,
            "manifests/c.yaml": "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: other}\n",
        },
        "old-budget": {
            **SOUND,
            "manifests/c.yaml": "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n",
        },
    }


def _webhooks() -> dict[str, dict[str, str]]:
    def hooked(text: str, csv: str = CSV) -> dict[str, str]:
        return {**SOUND, CSV_FILE: csv.replace("  install:\n", f"{text}  install:\n")}

    several = CSV.replace("SingleNamespace, supported: false", "SingleNamespace, supported: true")
    twice = _HOOK + _HOOK.partition("\n")[2]
    return {
        "webhook": hooked(_HOOK),
        "webhook-other-deployment": hooked(_HOOK.replace("deploymentName: tides", "deploymentName: other")),
        "webhook-odd-name": hooked(_HOOK.replace("berth.tides", "Berth_tides")),
        "webhook-twice": hooked(twice),
        "webhook-two-types": hooked(twice[: len(_HOOK)] + twice[len(_HOOK) :].replace("Validating", "Mutating")),
        "webhook-all-groups": hooked(_HOOK.replace("apiGroups: [tides.example.com]", "apiGroups: ['*']")),
        "webhook-olm": hooked(
            _HOOK.replace("apiGroups: [tides.example.com]", "apiGroups: [olm.operatorframework.io]")
        ),
        "webhook-admission": hooked(
            _HOOK.replace("apiGroups: [tides.example.com]", "apiGroups: [admissionregistration.k8s.io]").replace(
                "resources: [berths]", "resources: [ValidatingWebhookConfigurations]"
            )
        ),
        "webhook-admission-other": hooked(
            _HOOK.replace("apiGroups: [tides.example.com]", "apiGroups: [admissionregistration.k8s.io]")
        ),
        "conversion": hooked(_CONVERSION),
        "conversion-modes": hooked(_CONVERSION, several),
        "conversion-not-owned": hooked(_CONVERSION.replace("[berths.", "[moorings.")),
        "conversion-twice": hooked(
            _CONVERSION + _CONVERSION.partition("\n")[2].replace("berth.tides.example.com\n", "other.example.com\n")
        ),
        "deployments-twice": changed(csv=("deployments:\n", "deployments:\n      - {name: tides, spec: {}}\n")),
        "deployment-odd-name": changed(
            csv=("deployments:\n      - name: tides\n", "deployments:\n      - name: Tides_1\n")
        ),
        "package-empty": changed(annotations=("package.v1: tides", 'package.v1: ""')),
    }
