"""The Go types that Crossplane 0.12 decodes the files of `.registry` into, as far as packages use them."""

from xpkgtui.formats.go_decoding import Shape, Slice, Struct, Table
from xpkgtui.formats.stack.files import Sort


def _texts(names: str) -> dict[str, Shape]:
    return dict.fromkeys(names.split(), "string")


_APP_METADATA = "AppMetadataSpec"
_ACCOUNT = Struct(name="v1alpha1.ServiceAccountOptions", fields={"annotations": Table("string")})
_INSTALL_SPEC = Struct(
    name="v1alpha1.PackageInstallSpec",
    fields={
        **_texts("source package crd imagePullPolicy"),
        "imagePullSecrets": Slice(Struct(name="v1.LocalObjectReference", fields=_texts("name"))),
        "serviceAccount": _ACCOUNT,
    },
    embedded=dict.fromkeys(("imagePullPolicy", "imagePullSecrets", "serviceAccount"), "PackageControllerOptions"),
)
_CONTRIBUTORS = Slice(Struct(name="v1alpha1.ContributorSpec", fields=_texts("name email")))
_APP_FIELDS: dict[str, Shape] = {
    **_texts(
        "title overviewShort overview readme version company category website source license packageType"
        " permissionScope"
    ),
    "icons": Slice(Struct(name="v1alpha1.IconSpec", fields=_texts("base64Data mediatype"))),
    "maintainers": _CONTRIBUTORS,
    "owners": _CONTRIBUTORS,
    "keywords": Slice("string"),
    "dependsOn": Slice(_INSTALL_SPEC),
}
APP = Struct(
    name="v1alpha1.PackageMetadataSpec",
    fields={"apiVersion": "string", **_APP_FIELDS},
    embedded=dict.fromkeys(_APP_FIELDS, _APP_METADATA),
)
GROUP = Struct(name="packages.PackageGroup", fields=_texts("title overviewShort overview readme category"))
RESOURCE = Struct(
    name="packages.PackageResource", fields=_texts("id title titlePlural overviewShort overview readme category")
)
_BINDING = Struct(name="v1alpha1.FieldBinding", fields=_texts("from to"))
_OVERLAY = Struct(
    name="v1alpha1.KustomizeEngineOverlay", fields={**_texts("apiVersion kind name"), "bindings": Slice(_BINDING)}
)
BEHAVIOR = Struct(
    name="v1alpha1.Behavior",
    fields={
        "crd": Struct(name="v1alpha1.BehaviorCRD", fields=_texts("apiVersion kind")),
        "engine": Struct(
            name="v1alpha1.StackResourceEngineConfiguration",
            fields={
                **_texts("controllerImage type"),
                "kustomize": Struct(
                    name="v1alpha1.KustomizeEngineConfiguration", fields={"overlays": Slice(_OVERLAY)}
                ),
            },
        ),
        "source": Struct(name="v1alpha1.StackDefinitionSource", fields=_texts("image path")),
    },
)
_METADATA = Struct(
    name="v1.ObjectMeta",
    fields={
        **_texts("name generateName namespace selfLink uid resourceVersion clusterName"),
        "generation": "int64",
        "labels": Table("string"),
        "annotations": Table("string"),
        "finalizers": Slice("string"),
    },
)
_SCHEMA = Struct(
    name="v1beta1.JSONSchemaProps",
    fields={
        **_texts("id $schema $ref description type format title pattern x-kubernetes-list-type"),
        **dict.fromkeys(("maximum", "minimum", "multipleOf"), "float64"),
        **dict.fromkeys(
            ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"), "int64"
        ),
        **dict.fromkeys(
            (
                "exclusiveMaximum",
                "exclusiveMinimum",
                "uniqueItems",
                "nullable",
                "x-kubernetes-preserve-unknown-fields",
                "x-kubernetes-embedded-resource",
                "x-kubernetes-int-or-string",
            ),
            "bool",
        ),
        **dict.fromkeys(("required", "x-kubernetes-list-map-keys"), Slice("string")),
        "enum": Slice("any"),
        "externalDocs": Struct(name="v1beta1.ExternalDocumentation", fields=_texts("description url")),
    },
)
for _key in ("allOf", "oneOf", "anyOf"):
    _SCHEMA.fields[_key] = Slice(_SCHEMA)
for _key in ("properties", "patternProperties", "definitions"):
    _SCHEMA.fields[_key] = Table(_SCHEMA)
_SCHEMA.fields["not"] = _SCHEMA
_VALIDATION = Struct(name="v1beta1.CustomResourceValidation", fields={"openAPIV3Schema": _SCHEMA})
_SUBRESOURCES = Struct(
    name="v1beta1.CustomResourceSubresources",
    fields={
        "status": Struct(name="v1beta1.CustomResourceSubresourceStatus"),
        "scale": Struct(
            name="v1beta1.CustomResourceSubresourceScale",
            fields=_texts("specReplicasPath statusReplicasPath labelSelectorPath"),
        ),
    },
)
_COLUMNS = Slice(
    Struct(
        name="v1beta1.CustomResourceColumnDefinition",
        fields={**_texts("name type format description JSONPath"), "priority": "int32"},
    )
)
CRD = Struct(
    name="v1beta1.CustomResourceDefinition",
    fields={
        **_texts("apiVersion kind"),
        "metadata": _METADATA,
        "spec": Struct(
            name="v1beta1.CustomResourceDefinitionSpec",
            fields={
                **_texts("group version scope"),
                "names": Struct(
                    name="v1beta1.CustomResourceDefinitionNames",
                    fields={
                        **_texts("plural singular kind listKind"),
                        "shortNames": Slice("string"),
                        "categories": Slice("string"),
                    },
                ),
                "validation": _VALIDATION,
                "subresources": _SUBRESOURCES,
                "versions": Slice(
                    Struct(
                        name="v1beta1.CustomResourceDefinitionVersion",
                        fields={
                            "name": "string",
                            "served": "bool",
                            "storage": "bool",
                            "schema": _VALIDATION,
                            "subresources": _SUBRESOURCES,
                            "additionalPrinterColumns": _COLUMNS,
                        },
                    )
                ),
                "additionalPrinterColumns": _COLUMNS,
                "preserveUnknownFields": "bool",
            },
        ),
    },
    embedded=dict.fromkeys(("apiVersion", "kind"), "TypeMeta"),
)
_CONTAINERS = Slice(
    Struct(
        name="v1.Container",
        fields={
            **_texts("name image workingDir imagePullPolicy terminationMessagePath terminationMessagePolicy"),
            "command": Slice("string"),
            "args": Slice("string"),
            "env": Slice(Struct(name="v1.EnvVar", fields=_texts("name value"))),
            "ports": Slice(
                Struct(
                    name="v1.ContainerPort",
                    fields={**_texts("name protocol hostIP"), "containerPort": "int32", "hostPort": "int32"},
                )
            ),
            "volumeMounts": Slice(
                Struct(name="v1.VolumeMount", fields={**_texts("name mountPath subPath"), "readOnly": "bool"})
            ),
            "stdin": "bool",
            "tty": "bool",
        },
    )
)
_POD = Struct(
    name="v1.PodSpec",
    fields={
        **_texts("restartPolicy dnsPolicy serviceAccountName serviceAccount nodeName hostname schedulerName"),
        "containers": _CONTAINERS,
        "initContainers": _CONTAINERS,
        "nodeSelector": Table("string"),
        "hostNetwork": "bool",
        "terminationGracePeriodSeconds": "int64",
    },
)
DEPLOYMENT = Struct(
    name="v1.Deployment",
    fields={
        **_texts("apiVersion kind"),
        "metadata": _METADATA,
        "spec": Struct(
            name="v1.DeploymentSpec",
            fields={
                "replicas": "int32",
                "minReadySeconds": "int32",
                "revisionHistoryLimit": "int32",
                "progressDeadlineSeconds": "int32",
                "paused": "bool",
                "selector": Struct(name="v1.LabelSelector", fields={"matchLabels": Table("string")}),
                "template": Struct(name="v1.PodTemplateSpec", fields={"metadata": _METADATA, "spec": _POD}),
            },
        ),
    },
    embedded=dict.fromkeys(("apiVersion", "kind"), "TypeMeta"),
)
SHAPES = {Sort.APP: APP, Sort.BEHAVIOR: BEHAVIOR, Sort.GROUP: GROUP, Sort.RESOURCE: RESOURCE, Sort.CRD: CRD}
"""Those whose numbers become text where text is wanted, beside fields of embedded structs."""
INVALID = {
    Sort.APP: "invalid app",
    Sort.BEHAVIOR: "invalid behavior configuration at",
    Sort.GROUP: "invalid group",
    Sort.RESOURCE: "invalid resource",
    Sort.CRD: "invalid crd",
    Sort.INSTALL: "invalid install",
}
"""What messages say before the path of a file."""
