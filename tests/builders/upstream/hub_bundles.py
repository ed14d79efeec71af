"""The cases of the optional validators of operator-framework/api, and of how operator-sdk finds annotations."""

from builders.packages.bundles import ANNOTATIONS, ANNOTATIONS_FILE, CRD, CRD_FILE, SOUND
from builders.upstream.bundles import HUB, Files, Says, csv, with_file

_BUDGET = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {%s}\n"
_PRIORITY = (
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 5\nglobalDefault: %s\n"
)
_ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {%s}\n"
_CONSTRAINTS = "apiGroups: [security.openshift.io], resources: [securitycontextconstraints], verbs: [update]"
OBJECTS: dict[str, tuple[Files, int]] = {
    name: (with_file(text, base=HUB), count)
    for name, (text, count) in {
        "valid PDB": (_BUDGET % "maxUnavailable: 1", 0),
        "invalid PDB - minAvailable set to 100%": (_BUDGET % "minAvailable: 100%", 1),
        "invalid PDB - maxUnavailable set to 0": (_BUDGET % "maxUnavailable: 0", 1),
        "valid priorityclass": (_PRIORITY % "false", 0),
        "invalid priorityclass - global default set to true": (_PRIORITY % "true", 1),
        "valid pdb role": (_ROLE % "apiGroups: [policy], resources: [poddisruptionbudgets], verbs: [get]", 0),
        "invalid role - modify pdb": (
            _ROLE % "apiGroups: [policy], resources: [poddisruptionbudgets], verbs: [update]",
            1,
        ),
        "valid scc role": (_ROLE % f"{_CONSTRAINTS}, resourceNames: [mine]", 0),
        "invalid scc role - modify default scc": (_ROLE % f"{_CONSTRAINTS}, resourceNames: [privileged]", 1),
    }.items()
}
"""By upstream's names: how many objects its validator refuses, or warns of, which operator-sdk never asks."""


def _hub(*changes: tuple[str, str]) -> Files:
    return csv(*changes, base=HUB)


_REQUESTS = "                resources: {requests: {cpu: 10m, memory: 64Mi}}\n"
_DEPLOYMENTS = HUB["manifests/tides.clusterserviceversion.yaml"].partition("      deployments:")[2]
_PERMISSION = """\
    spec:
      clusterPermissions:
      - serviceAccountName: tides
        rules:
        - {apiGroups: [%s], resources: [%s], verbs: ['%s']}
      deployments:"""
_CREATES = "CSV contains permissions to create CRD"


def _may(group: str, resource: str, verb: str) -> Files:
    return _hub(("    spec:\n      deployments:", _PERMISSION % (group, resource, verb)))


_EXTENSIONS, _DEFINITIONS = "apiextensions.k8s.io", "customresourcedefinitions"
_ICON = "{base64data: aWNvbg==, mediatype: image/png}"
_REMOVED = "deprecated and removed in v1.%d"
_EARLY = ("minKubeVersion: 1.27.0", "minKubeVersion: 1.20.0")
_NONE = ("  minKubeVersion: 1.27.0\n", "")
_OLD = {
    22: "apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: Role\nmetadata: {name: a}\n",
    25: "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n",
    26: "apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n",
}
_OLD_CRD = CRD.replace("/v1\n", "/v1beta1\n", 1).replace("spec:\n", "spec:\n  preserveUnknownFields: false\n", 1)
_OLD_CRD = _OLD_CRD.replace("    schema: {openAPIV3Schema: {type: object}}\n", "")
_SEVERAL = _OLD[22].replace("{name: a}\n", "{name: b}\n").replace("kind: Role", "kind: ClusterRole")
_LATE = "unable to use csv.Spec.MinKubeVersion to verify the CRD/Webhook apis"
_NO_KUBE = "csv.Spec.minKubeVersion is not informed"
_NAMED = "is not following the recommended naming convention"
_VERSIONED = "is not following the versioning convention"


def _named(name: str) -> Files:
    return _hub(("name: tides.v1.2.0", f"name: {name}"))


OPTIONAL: dict[str, tuple[Files, str, Says]] = {
    "good practices: resource request is set": (HUB, "sdk warns", ()),
    "good practices: resource request is NOT set": (
        _hub((_REQUESTS, "")),
        "sdk warns",
        ("unable to find the resource requests for the container: (tides)",),
    ),
    "good practices: DeploymentSpecs is nil": (
        _hub(("      deployments:" + _DEPLOYMENTS, "      other: []\n")),
        "sdk",
        ("unable to find a deployment to install in the CSV",),
    ),
    "good practices: a CRD does not have a description": (
        _hub((", description: A place for a boat", "")),
        "sdk warns",
        ('owned CRD "berths.tides.example.com" has an empty description',),
    ),
    "permissions: none": (HUB, "sdk warns", ()),
    "permissions: all verbs and resources of the apiGroup": (_may(_EXTENSIONS, "'*'", "*"), "sdk warns", (_CREATES,)),
    "permissions: all verbs with the resource": (_may(_EXTENSIONS, _DEFINITIONS, "*"), "sdk warns", (_CREATES,)),
    "permissions: create a CRD": (_may(_EXTENSIONS, _DEFINITIONS, "create"), "sdk warns", (_CREATES,)),
    "permissions: patch a CRD": (_may(_EXTENSIONS, _DEFINITIONS, "patch"), "sdk warns", (_CREATES,)),
    "bundle name: valid": (_named("tides.v0.9.2"), "sdk warns", ()),
    "bundle name: no convention": (_named("tides0.9.2"), "sdk warns", (_NAMED,)),
    "bundle name: v1": (_named("tides.v1"), "sdk warns", (_VERSIONED,)),
    "bundle name: v1--1.0": (_named("tides.v1--1.0"), "sdk warns", (_VERSIONED,)),
    "bundle name: v1.3": (_named("tides.v1.3"), "sdk warns", (_VERSIONED,)),
    "bundle name: build metadata": (
        _named("tides.v0.9.2+alpha"),
        "sdk",
        ('metadata.name "tides.v0.9.2+alpha" is invalid',),
    ),
    "operatorhub: valid bundle": (HUB, "sdk", ()),
    "operatorhub: invalid bundle": (
        _hub(
            ("{name: Ada, ", "{"),
            ("ada@example.com", "ada"),
            (", url: https://example.com/manual", ""),
            ("provider: {name: Tides}", "provider: {}"),
            ("  version: 1.2.0\n", ""),
        ),
        "sdk",
        (
            "csv.Spec.Maintainers email ada is invalid",
            "csv.Spec.Maintainers elements should contain both name and email",
            "csv.Spec.Links elements should contain both name and url",
            "csv.Spec.Provider.Name not specified",
            "csv.Spec.Version must be set",
        ),
    ),
    "categories: standard": (HUB, "sdk", ()),
    "categories: other": (
        _hub(("categories: Database, Storage", "categories: Magic")),
        "sdk",
        ('value "Magic" is not in the set of standard categories',),
    ),
    "capabilities: other": (
        _hub(("capabilities: Full Lifecycle", "capabilities: Installs and stuff")),
        "sdk",
        ('Capabilities "Installs and stuff" is not a valid capabilities level',),
    ),
    "icon: valid": (HUB, "sdk", ()),
    "icon: not provided": (_hub((f"  icon:\n  - {_ICON}\n", "")), "sdk warns", ("csv.Spec.Icon not specified",)),
    "icon: invalid data": (
        _hub((_ICON, "{base64data: '', mediatype: image/png}")),
        "sdk",
        ("csv.Spec.Icon elements should contain both data and mediatype",),
    ),
    "icon: invalid media type": (
        _hub((_ICON, _ICON.replace("image/png", "invalid"))),
        "sdk",
        ("csv.Spec.Icon invalid does not have a valid mediatype",),
    ),
    "minKubeVersion: valid": (HUB, "sdk", ()),
    "minKubeVersion: not informed": (_hub(_NONE), "sdk warns", (_NO_KUBE,)),
    "minKubeVersion: invalid": (
        _hub(("minKubeVersion: 1.27.0", "minKubeVersion: invalid")),
        "sdk",
        ("csv.Spec.MinKubeVersion has an invalid value: invalid", _LATE),
    ),
    "removed: none": (HUB, "sdk", ()),
    "removed: CRDs": (
        {**_hub(_EARLY), CRD_FILE: _OLD_CRD},
        "sdk warns",
        (
            _REMOVED % 22 + ". More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22. "
            'Migrate the API(s) for CRD: (["berths.tides.example.com"])',
        ),
    ),
    "removed: other kinds": (
        with_file(_SEVERAL, "manifests/d.yaml", base=with_file(_OLD[22], base=_hub(_EARLY))),
        "sdk warns",
        ('ClusterRole: (["b"]),Role: (["a"]),',),
    ),
    "removed: 1.25 without a version": (
        with_file(_OLD[25], base=_hub(_NONE)),
        "sdk warns",
        (_REMOVED % 25, _NO_KUBE),
    ),
    "removed: permissions of 1.25 are warned of": (_may("batch", "cronjobs", "get"), "sdk warns", (_REMOVED % 25,)),
    "removed: 1.26 without a version": (
        with_file(_OLD[26], base=_hub(_NONE)),
        "sdk warns",
        (_REMOVED % 26, _NO_KUBE),
    ),
    **{
        f"removed: an error from 1.{minor} on": (
            with_file(text, base=_hub(("minKubeVersion: 1.27.0", f"minKubeVersion: 1.{minor}.0"))),
            "sdk",
            (_REMOVED % minor, *(("unsupported media type",) if minor == 26 else ())),
        )
        for minor, text in _OLD.items()
    },
}
"""By what upstream's cases are about: the messages of `--select-optional suite=operatorframework`."""

_ELSEWHERE = {name: text for name, text in SOUND.items() if name != ANNOTATIONS_FILE}
_OTHER = "annotations:\n  acme.example.com/a: b\n"


def _found(text: str = ANNOTATIONS, name: str = ANNOTATIONS_FILE, **more: str) -> Files:
    return {**_ELSEWHERE, name: text, **{key.replace("__", "/") + ".yaml": value for key, value in more.items()}}


_NOT_FOUND = "metadata not found in FOLDER"
LABELS: dict[str, tuple[Files, str]] = {
    "default location": (_found(), ""),
    "custom file name": (_found(name="metadata/my-metadata.yaml"), ""),
    "custom single-depth location": (_found(name="my-dir/my-metadata.yaml"), ""),
    "custom multi-depth location": (_found(name="my-parent-dir/my-dir/annotations.yaml"), ""),
    "default path wins": (_found(a__annotations=_OTHER), ""),
    "first path wins": (_found(name="custom1/annotations.yaml", custom2__annotations=_OTHER), ""),
    "non-registry metadata": (_found(_OTHER), "Missing annotation|Expecting annotation"),
    "YAML error": (
        _found("annotations:\n\ta: b\n"),
        "error unmarshalling potential bundle metadata metadata/annotations.yaml: ",
    ),
    "empty file": (_found(""), _NOT_FOUND),
    "invalid top-level key": (_found("not-annotations:\n  a: b\n"), _NOT_FOUND),
    "no labels": (_found("annotations: {}\n"), _NOT_FOUND),
}
"""By what upstream's cases are about: how the message of operator-sdk begins."""
