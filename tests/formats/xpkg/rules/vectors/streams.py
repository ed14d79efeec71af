"""Streams that trip one rule each, and streams that do not: the same vectors are put to the oracle.

`VECTORS` maps a descriptive name to a stream; `DEFINITIONS` maps one to a definition that the API server judges.
"""

from builders.packages.judgements import CRD, PROVIDER

PLATFORM = PROVIDER.replace("kind: Provider", "kind: Configuration").replace("provider-nop", "platform")
"""A Configuration without dependencies."""
NOP_FUNCTION = "{apiVersion: pkg.crossplane.io/v1, kind: Function, package: xpkg.crossplane.io/org/function-nop, "
CONFIGURATION = f"{PLATFORM}  dependsOn: [{NOP_FUNCTION}version: v1.0.0}}]\n".replace("v1.14.0", "v2.1.0")
"""A Configuration that depends on the function which its composition calls, and on Crossplane 2.1."""
FUNCTION = (
    PROVIDER.replace("kind: Provider", "kind: Function")
    .replace("provider-nop", "function-nop")
    .replace("v1.14.0", "v1.17.2")
)
XRD = """\
apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata:
  name: xthings.example.org
spec:
  group: example.org
  names: {kind: XThing, plural: xthings}
  versions: [{name: v1, served: true, referenceable: true, schema: {openAPIV3Schema: {type: object}}}]
"""
COMPOSITION = """\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: things}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: XThing}
  mode: Pipeline
  pipeline: [{step: one, functionRef: {name: function-nop}}]
"""
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
_SILENCE = "# nothing\n" * 60
"""More than go-yaml reads at once."""


def stream(*documents: str) -> str:
    """Documents with separators between."""
    return "---\n".join(documents)


def changed(document: str, old: str, new: str) -> str:
    """A document with one thing replaced, which must be in it."""
    assert old in document, old
    return document.replace(old, new)


VECTORS: dict[str, str] = {
    "good provider": stream(PROVIDER, CRD),
    "good configuration": stream(CONFIGURATION, XRD, COMPOSITION),
    "good function": stream(FUNCTION, CRD),
    "begins and ends with a separator": f"---\n{PROVIDER}---\n{CRD}---\n",
    "comments and empty documents": f"# one\n---\n---\n# two\n---\n{PROVIDER}---\n...\n",
    "no crossplane constraint": changed(PROVIDER, '  crossplane:\n    version: ">=v1.14.0"\n', "  dependsOn: []\n"),
    "empty stream": "",
    "comments only": "# nothing\n---\n# at all\n",
    "broken syntax": stream(PROVIDER, "a: [1\n"),
    "broken meta": stream("apiVersion: [\n", CRD),
    "tab for indentation": stream(PROVIDER, "a:\n\tb: c\n"),
    "unknown anchor": stream(PROVIDER, changed(CRD, "scope: Cluster", "scope: *nowhere")),
    "separator with content": stream(PROVIDER, CRD) + "--- {a: b}\n",
    "certificate at the margin": stream(PROVIDER, 'a: "\n-----BEGIN CERTIFICATE-----\n"\n'),
    "separator with comment": f"{PROVIDER}--- # fine\n{CRD}",
    "directive": f"%YAML 1.2\n---\n{PROVIDER}",
    "tag directive": f"%TAG ! tag:x:\n---\n{PROVIDER}",
    "definition behind the end": f"{PROVIDER}...\n{CRD}",
    "directive at the end and no meta": f"{CRD}%YAML 1.1\n",
    "two metas and a poor constraint": stream(changed(PROVIDER, '    version: ">=v1.14.0"\n', "    {}\n"), FUNCTION),
    "internal status": 'apiVersion: "__internal"\nkind: Status\n',
    "internal status of a group": 'apiVersion: "a.b/__internal"\nkind: Status\n',
    "separator cut off at its line end": f"{PROVIDER}---\n---\r",
    "control character far behind the end": f"{PROVIDER}...\n{_SILENCE}\x01\n",
    "control character close behind the end": f"{PROVIDER}...\n\x01\n",
    "control character far behind a fault": f"{PROVIDER}a: [1\nb: 2\n{_SILENCE}\x01\n",
    "directive behind dots": f"{PROVIDER}...\n%YAML 1.2\n---\n{CRD}",
    "list for a document": stream(PROVIDER, "- a\n"),
    "text for a document": stream(PROVIDER, "just text\n"),
    "no kind": stream(PROVIDER, "apiVersion: v1\n"),
    "no apiVersion": stream(PROVIDER, "kind: ConfigMap\n"),
    "kind is a number": stream(PROVIDER, "apiVersion: v1\nkind: 5\n"),
    "two slashes in apiVersion": stream(PROVIDER, "apiVersion: a/b/c\nkind: D\n"),
    "kind in capitals": stream(changed(PROVIDER, "kind: Provider", "KIND: Provider"), CRD),
    "yes for a text": changed(PROVIDER, "maintainer: somebody", "maintainer: yes"),
    "number for a text": changed(PROVIDER, '">=v1.14.0"', "1.20"),
    "octal for a label": changed(PROVIDER, "  annotations:", "  labels: {a: 010}\n  annotations:"),
    "quoted yes for a text": changed(PROVIDER, "maintainer: somebody", 'maintainer: "yes"'),
    "list for a text": changed(PROVIDER, "maintainer: somebody", "maintainer: [a]"),
    "tagged number for a text": changed(PROVIDER, "maintainer: somebody", "maintainer: !!int 5"),
    "not a number": stream(PROVIDER, changed(CRD, "scope: Cluster", "scope: .nan")),
    "null key": stream(PROVIDER, changed(CRD, "scope: Cluster", "~: Cluster")),
    "binary": changed(PROVIDER, "maintainer: somebody", "maintainer: !!binary c29tZWJvZHk="),
    "two metas": stream(PROVIDER, FUNCTION),
    "no meta": CRD,
    "status for a meta": stream(PROVIDER, "apiVersion: v1\nkind: Status\n"),
    "status alone": stream("apiVersion: v1\nkind: Status\n", CRD),
    "provider of v1beta1": changed(PROVIDER, "crossplane.io/v1", "crossplane.io/v1beta1"),
    "provider of v1alpha1": changed(PROVIDER, "crossplane.io/v1", "crossplane.io/v1alpha1"),
    "misspelled meta": changed(PROVIDER, "kind: Provider", "kind: Providr"),
    "fork of IBM": changed(PROVIDER, "meta.pkg.crossplane.io", "meta.pkg.ibm.crossplane.io"),
    "upbound add-on": "apiVersion: meta.pkg.upbound.io/v1beta1\nkind: AddOn\nmetadata: {name: a}\n",
    "constraint of two dialects": changed(PROVIDER, '">=v1.14.0"', '">=v1.14.0 <v3"'),
    "constraint with a comma": changed(PROVIDER, '">=v1.14.0"', '">=v1.14.0, <v3"'),
    "no constraint": changed(PROVIDER, '">=v1.14.0"', "latest"),
    "empty constraint": changed(PROVIDER, '    version: ">=v1.14.0"\n', "    {}\n"),
    "null constraint": changed(PROVIDER, '  crossplane:\n    version: ">=v1.14.0"\n', "  crossplane: null\n"),
    "plain constraint": changed(PROVIDER, '  crossplane:\n    version: ">=v1.14.0"\n', "  crossplane: v1.14.0\n"),
    "unknown field": changed(PROVIDER, "spec:", "spec:\n  dependson: []"),
    "unknown field in a schema": stream(PROVIDER, changed(CRD, "type: object,", "type: object, desciption: a,")),
    "wrong type deep in a schema": stream(PROVIDER, changed(CRD, "{type: object,", "{type: [object],")),
    "wrong time": changed(PROVIDER, "  name: provider-nop", "  name: provider-nop\n  creationTimestamp: today"),
    "composition in a provider": stream(PROVIDER, CRD, COMPOSITION),
    "definition in a configuration": stream(CONFIGURATION, CRD),
    "composition in a function": stream(FUNCTION, COMPOSITION),
    "config map": stream(PROVIDER, CONFIG_MAP),
    "package resource": stream(
        CONFIGURATION, "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: a}\n"
    ),
    "the same object twice": stream(PROVIDER, CRD, CRD),
    "webhook configuration of the specification": stream(
        PROVIDER,
        "apiVersion: admissionregistration.k8s.io/v1\nkind: AdmissionWebhookConfiguration\nmetadata: {name: a}\n",
    ),
    "v1 List": stream(PROVIDER, "apiVersion: v1\nkind: List\nitems: []\n"),
    "list of definitions": stream(
        PROVIDER, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\n"
    ),
    "byte order mark": "\ufeff" + PROVIDER,
    "windows line ends": stream(PROVIDER, CRD).replace("\n", "\r\n"),
    "duplicate key": changed(PROVIDER, "kind: Provider\n", "kind: Function\nkind: Provider\n"),
    "aliases": changed(PROVIDER, "readme: Read on.", "readme: &a Read on.\n    other: *a"),
}

_KEYED = "type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a]"
_SCHEMA = "            spec: {type: object, x-kubernetes-preserve-unknown-fields: true}\n"
_TYPED = "{type: object, x-kubernetes-preserve-unknown-fields: true}"


def _with(field: str) -> str:
    """The definition whose schema's `spec` is this."""
    return changed(CRD, _TYPED, field)


DEFINITIONS: dict[str, str] = {
    "good": CRD,
    "no storage version": changed(CRD, "storage: true", "storage: false"),
    "no served version": changed(CRD, "served: true", "served: false"),
    "no schema": CRD[: CRD.index("      schema:")],
    "no type at the root": changed(CRD, "          type: object\n", ""),
    "array at the root": changed(CRD, "          type: object\n", "          type: array\n"),
    "no type": _with("{description: a}"),
    "unknown type": _with("{type: text}"),
    "array without items": _with("{type: array}"),
    "list of items": _with("{type: array, items: [{type: string}]}"),
    "properties and additionalProperties": _with(
        "{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}"
    ),
    "type below anyOf": _with("{type: object, anyOf: [{type: string}]}"),
    "int or string": _with("{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}"),
    "reference": _with("{$ref: '#/definitions/a'}"),
    "unique items": _with("{type: array, uniqueItems: true, items: {type: string}}"),
    "unknown fields not preserved": _with("{type: object, x-kubernetes-preserve-unknown-fields: false}"),
    "map without keys": _with(
        "{type: array, x-kubernetes-list-type: map, items: {type: object, properties: {a: {type: string}}}}"
    ),
    "map with an optional key": _with(f"{{{_KEYED}, items: {{type: object, properties: {{a: {{type: string}}}}}}}}"),
    "map with a required key": _with(
        f"{{{_KEYED}, items: {{type: object, required: [a], properties: {{a: {{type: string}}}}}}}}"
    ),
    "set of objects": _with("{type: array, x-kubernetes-list-type: set, items: {type: object}}"),
    "default of the wrong type": _with("{type: object, properties: {a: {type: integer, default: x}}}"),
    "default with an unknown field": _with("{type: object, default: {zz: 1}, properties: {a: {type: string}}}"),
    "good default": _with("{type: object, default: {a: x}, properties: {a: {type: string, enum: [x, z]}}}"),
    "metadata with properties": changed(
        CRD, _SCHEMA, "            metadata: {type: object, properties: {labels: {type: object}}}\n"
    ),
    "lookahead in a pattern": _with("{type: string, pattern: '(?=a)'}"),
    "open group in a pattern": _with("{type: string, pattern: '(a'}"),
    "good pattern": _with(r"{type: string, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$'}"),
    "empty rule": _with(
        "{type: object, x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: ''}]}"
    ),
    "no group": changed(CRD, "  group: nop.example.org\n", ""),
    "group without a dot": changed(CRD, "  group: nop.example.org\n", "  group: nop\n"),
    "protected group": changed(CRD, "  group: nop.example.org\n", "  group: nop.k8s.io\n"),
    "no scope": changed(CRD, "  scope: Cluster\n", ""),
    "no plural": changed(CRD, ", plural: things", ""),
    "capitals in the plural": changed(CRD, "plural: things", "plural: Things"),
    "kind for a listKind": changed(CRD, "{kind: Thing,", "{kind: Thing, listKind: Thing,"),
    "version with a dot": changed(CRD, "- name: v1", "- name: v1.2"),
    "status and a root field": changed(
        CRD, "      schema:\n", "      subresources: {status: {}}\n      schema:\n"
    ).replace("          type: object\n", "          type: object\n          oneOf: [{required: [spec]}]\n"),
    "scale without paths": changed(CRD, "      schema:\n", "      subresources: {scale: {}}\n      schema:\n"),
    "column without a path": changed(
        CRD, "      schema:\n", "      additionalPrinterColumns: [{name: A, type: text}]\n      schema:\n"
    ),
    "empty conversion": changed(CRD, "  scope:", "  conversion: {}\n  scope:"),
    "webhook without versions": changed(CRD, "  scope:", "  conversion: {strategy: Webhook}\n  scope:"),
    "preserved everywhere": changed(CRD, "  scope:", "  preserveUnknownFields: true\n  scope:"),
    "warning without deprecation": changed(
        CRD, "      served: true", "      deprecationWarning: old\n      served: true"
    ),
}
