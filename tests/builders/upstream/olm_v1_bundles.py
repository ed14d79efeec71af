"""The cases of operator-controller's own tests about bundles, with made-up content."""

from builders.packages.bundles import ANNOTATIONS, ANNOTATIONS_FILE, CRD, CSV, CSV_FILE, SOUND
from builders.upstream.bundles import Files, Says, csv, with_file

_TYPES = {
    "validating": "ValidatingAdmissionWebhook",
    "mutating": "MutatingAdmissionWebhook",
    "conversion": "ConversionWebhook",
}
_RULE = "{apiGroups: [%s], apiVersions: [v1], operations: [CREATE], resources: [%s]}"
_OWNED = "    - {name: berths.tides.example.com, version: v1, kind: Berth}\n"
_DEPLOYMENT = CSV[CSV.index("      - name: tides\n") :]
_BERTHS = "berths.tides.example.com"


def _hook(
    kind: str, name: str = "a.example.com", deployment: str = "tides", crds: str = _BERTHS, rules: str = ""
) -> str:
    converted = f"    conversionCRDs: [{crds}]\n" if kind == "conversion" else ""
    return (
        f"  - type: {_TYPES[kind]}\n    generateName: {name}\n    deploymentName: {deployment}\n"
        f"    admissionReviewVersions: [v1]\n    sideEffects: None\n{converted}"
        + (f"    rules: [{rules}]\n" if rules else "")
    )


def _hooked(*hooks: str, base: Files = SOUND) -> Files:
    return csv(("  install:\n", "  webhookdefinitions:\n" + "".join(hooks) + "  install:\n"), base=base)


def _deployed(*names: str) -> Files:
    return csv(
        (_DEPLOYMENT, "".join(_DEPLOYMENT.replace("- name: tides\n", f"- name: {name}\n", 1) for name in names))
    )


def _crd(name: str) -> str:
    return CRD.replace("berth", name).replace("Berth", name.capitalize())


def _crds(*names: str, owned: tuple[str, ...] = ()) -> Files:
    """Definitions of these names, those of `owned` in the ClusterServiceVersion, too."""
    more = "".join(_OWNED.replace("berth", one).replace("Berth", one.capitalize()) for one in owned)
    found = csv((_OWNED, _OWNED + more))
    return {**found, **{f"manifests/{at}.yaml": _crd(name) for at, name in enumerate(names)}}


_SEVERAL = csv(("SingleNamespace, supported: false", "SingleNamespace, supported: true"))
_ADMISSION = "admissionregistration.k8s.io"
_REFUSED = {
    "'*' api group": ("'*'", "berths"),
    "'olm.operatorframework.io' api group": ("olm.operatorframework.io", "operators"),
    **{
        f"'{_ADMISSION}' and '{resource}'": (_ADMISSION, f"'{resource}'")
        for resource in (
            "*",
            "MutatingWebhookConfiguration",
            "mutatingwebhookconfiguration",
            "mutatingwebhookconfigurations",
            "ValidatingWebhookConfiguration",
            "validatingwebhookconfiguration",
            "validatingwebhookconfigurations",
        )
    },
}
_KINDS = (
    "ConfigMap",
    "Secret",
    "Service",
    "ServiceAccount",
)


def _objects(*kinds: str) -> Files:
    return {
        **SOUND,
        **{
            f"manifests/{kind}.yaml": f"apiVersion: v1\nkind: {kind}\nmetadata: {{name: other-{kind.lower()}}}\n"
            for kind in kinds
        },
    }


CHECKS: dict[str, tuple[Files, int]] = {
    "deployments: unique names": (_deployed("one", "two", "three", "four"), 0),
    "deployments: duplicate names": (_deployed("one", "two", "two"), 1),
    "deployments: ordered by name": (_deployed("a", "a", "b", "b", "c", "d", "d"), 3),
    "deployments: valid names": (_deployed("one", "two.three"), 0),
    "deployments: invalid names": (_deployed("-bad", "B-", "good"), 2),
    "definitions: unique": (_crds("mooring", "buoy"), 0),
    "definitions: duplicate": (_crds("mooring", "mooring"), 1),
    "definitions: ordered by name": (_crds("mooring", "mooring", "buoy", "buoy"), 2),
    "owned: all there": (_crds("mooring", owned=("mooring",)), 0),
    "owned: missing": (_crds(owned=("mooring",)), 1),
    "owned: ordered by name": (_crds(owned=("mooring", "buoy")), 2),
    "package: a name": (SOUND, 0),
    "package: no name": ({**SOUND, ANNOTATIONS_FILE: ANNOTATIONS.replace("package.v1: tides", "package.v1: ''")}, 1),
    "modes: conversion for AllNamespaces alone": (_hooked(_hook("conversion")), 0),
    "modes: validating for more": (_hooked(_hook("validating"), base=_SEVERAL), 0),
    "modes: mutating for more": (_hooked(_hook("mutating"), base=_SEVERAL), 0),
    "modes: conversion for more": (_hooked(_hook("conversion"), base=_SEVERAL), 1),
    "rules: none": (_hooked(_hook("validating"), _hook("mutating")), 0),
    "rules: supported": (
        _hooked(
            _hook("validating", rules=_RULE % ("'', apps", "pods")),
            _hook("mutating", rules=_RULE % (_ADMISSION, "validatingadmissionpolicies")),
        ),
        0,
    ),
    **{
        f"rules: {name}": (
            _hooked(
                _hook("validating", rules=_RULE % group), _hook("mutating", "b.example.com", rules=_RULE % group)
            ),
            2,
        )
        for name, group in _REFUSED.items()
    },
    "webhooks: existing deployments": (_hooked(_hook("validating"), _hook("mutating"), _hook("conversion")), 0),
    "webhooks: other deployment": (_hooked(_hook("validating", deployment="other")), 1),
    "webhooks: ordered by deployment, type and name": (
        _hooked(
            _hook("validating", "z.example.com", "other"),
            _hook("mutating", "y.example.com", "other"),
            _hook("conversion", "x.example.com", "another"),
        ),
        3,
    ),
    "webhook names: none": (SOUND, 0),
    "webhook names: unique": (_hooked(_hook("validating", "a.example.com"), _hook("validating", "b.example.com")), 0),
    "webhook names: one name in different types": (
        _hooked(_hook("validating"), _hook("mutating"), _hook("conversion")),
        0,
    ),
    **{
        f"webhook names: {kind} twice": (
            _hooked(_hook(kind), _hook(kind, crds="")),
            1,
        )
        for kind in _TYPES
    },
    "webhook names: ordered by type and name": (
        _hooked(
            *(_hook(kind, name, crds="") for kind in _TYPES for name in ("b.example.com", "b.example.com", "a.b"))
        ),
        3,
    ),
    "conversion: no webhooks": (SOUND, 0),
    "conversion: other webhooks": (_hooked(_hook("validating"), _hook("mutating")), 0),
    "conversion: owned definitions": (_hooked(_hook("conversion")), 0),
    "conversion: existing, not owned": (
        _hooked(_hook("conversion", crds=f"{_BERTHS}, moorings.tides.example.com"), base=_crds("mooring")),
        1,
    ),
    "conversion: ordered by webhook and definition": (
        _hooked(
            _hook("conversion", "b.example.com", crds="z.example.com, y.example.com"),
            _hook("conversion", "a.example.com", crds="x.example.com"),
        ),
        3,
    ),
    "converted once: different definitions": (
        _hooked(
            _hook("conversion", "a.example.com"),
            _hook("conversion", "b.example.com", crds="moorings.tides.example.com"),
            base=_crds("mooring", owned=("mooring",)),
        ),
        0,
    ),
    "converted once: the same definition": (
        _hooked(_hook("conversion", "a.example.com"), _hook("conversion", "b.example.com")),
        1,
    ),
    "converted once: ordered by definition and webhooks": (
        _hooked(
            _hook("conversion", "b.example.com", crds=f"{_BERTHS}, moorings.tides.example.com"),
            _hook("conversion", "a.example.com", crds=f"moorings.tides.example.com, {_BERTHS}"),
            base=_crds("mooring", owned=("mooring",)),
        ),
        2,
    ),
    "webhooks: names of DNS": (SOUND, 0),
    "webhooks: no names of DNS": (
        _hooked(_hook("validating", "b_bad"), _hook("mutating", "-a"), _hook("conversion", "C-")),
        3,
    ),
    "kinds: none": (SOUND, 0),
    "kinds: supported": (_objects(*_KINDS), 0),
    "kinds: unsupported": (_objects("Pod"), 1),
    "kinds: each unsupported": (_objects("Pod", "ReplicationController"), 2),
    "kinds: supported and unsupported": (_objects(*_KINDS, "Pod"), 1),
}
"""By what upstream's cases are about: in how many messages OLM v1 refuses it."""


def _without(*names: str) -> Files:
    return {name: text for name, text in SOUND.items() if name not in names}


_MANIFESTS = tuple(name for name in SOUND if name.startswith("manifests/"))
SOURCES: dict[str, tuple[Files, Says]] = {
    "valid": (SOUND, ()),
    "properties are merged": (
        with_file("properties:\n- {type: from-file, value: a}\n", "metadata/properties.yaml"),
        (),
    ),
    "bundle missing ClusterServiceVersion manifest": (_without(CSV_FILE), ("no ClusterServiceVersion",)),
    "bundle missing metadata/annotations.yaml": (
        with_file("a: b\n", "metadata/other.yaml", _without(ANNOTATIONS_FILE)),
        ("open metadata/annotations.yaml: no such file",),
    ),
    "metadata/annotations.yaml missing package name annotation": (
        {**SOUND, ANNOTATIONS_FILE: ANNOTATIONS.replace("package.v1", "other.v1")},
        ("package name is empty",),
    ),
    "bundle missing manifests directory": (_without(*_MANIFESTS), ("stat manifests: no such file",)),
}
"""By upstream's names: what OLM v1's loader says."""
