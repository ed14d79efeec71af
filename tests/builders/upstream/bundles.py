"""The cases of upstream's own tests about bundles, of opm and of operator-framework/api, with made-up content."""

from base64 import b64encode
from collections.abc import Mapping
from random import Random
from typing import Any

from builders.packages.bundles import (
    ANNOTATIONS,
    ANNOTATIONS_FILE,
    CRD,
    CRD_FILE,
    CSV,
    CSV_FILE,
    DEPENDENCIES_FILE,
    SERVICE,
    SOUND,
)
from builders.packages.presented_bundles import presented_bundles

Files = Mapping[str, str]
Says = tuple[str, ...]

HUB = presented_bundles()["hub-sound"]
_MODES = CSV[CSV.index("  installModes") : CSV.index("  customresourcedefinitions")]
_EXAMPLES = CSV[CSV.index("    alm-examples") : CSV.index("spec:\n")]
_VERSION = CRD[CRD.index("  - name: v1\n") :]
_OWNED = "    - {name: berths.tides.example.com, version: v1, kind: Berth}\n"
_OTHER = CRD.replace("berth", "mooring").replace("Berth", "Mooring")


def with_file(text: str, name: str = "manifests/c.yaml", base: Files = SOUND) -> Files:
    """A bundle with one more file."""
    return {**base, name: text}


def csv(*changes: tuple[str, str], base: Files = SOUND) -> Files:
    """A bundle whose ClusterServiceVersion is changed."""
    text = base[CSV_FILE]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return {**base, CSV_FILE: text}


def _crd(*changes: tuple[str, str]) -> Files:
    text = CRD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return {**SOUND, CRD_FILE: text}


def _depends(*values: str) -> Files:
    return {**SOUND, DEPENDENCIES_FILE: "dependencies:\n" + "".join(f"- {value}\n" for value in values)}


def _annotated(*lines: str) -> Files:
    return csv(("    alm-examples", "".join(f"    {line}\n" for line in lines) + "    alm-examples"))


def _large(count: int) -> Files:
    noise = b64encode(Random(1).randbytes(count)).decode()
    return with_file(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: large}}\ndata: {{noise: {noise}}}\n")


_CASES = (
    "olm.skiprange: <1.0.0",
    "olm.operatorgroup: a",
    "olm.operatornamespace: b",
)
_WRONG_CASES = ("olm.skiprange uses wrong case", "olm.operatorgroup uses wrong", "olm.operatornamespace uses wrong")
OPM: dict[str, tuple[Files, Says]] = {
    "valid_bundle": (SOUND, ()),
    "invalid_gvk_dependency": (_depends("{type: olm.gvk, value: a}"), ("couldn't parse dependency of type olm.gvk",)),
    "invalid_package_dependency": (
        _depends(
            "{type: olm.package, value: {packageName: a, version: a.b}}",
            "{type: olm.package, value: {packageName: b, version: ''}}",
            "{type: olm.package, value: {packageName: '', version: 1.0.0}}",
        ),
        ("Invalid semver format version", "Package version is empty", "Package name is empty"),
    ),
    "invalid_dependency_type": (
        _depends("{type: olm.crd, value: {group: a}}"),
        ("couldn't parse dependency of type olm.crd",),
    ),
    "invalid_label_dependency": (
        _depends("{type: olm.label, value: {label: ''}}"),
        ("Label information is missing",),
    ),
    "invalid_annotations_bundle": (
        {**SOUND, ANNOTATIONS_FILE: ANNOTATIONS.replace("registry+v1", "registry+v2")},
        ("registry+v2",),
    ),
    "invalid_csv": (csv((_MODES, "")), ("install modes not found",)),
    "invalid_crd": (
        _crd((_VERSION, _VERSION + _VERSION.replace("storage: true", "storage: false"))),
        ("(a struct of Go)",),
    ),
    "invalid_sa": (
        with_file("apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: other, namespace: 512}\n"),
        ("json: cannot unmarshal number into Go struct field ObjectMeta.metadata.namespace of type string",),
    ),
    "invalid_type": (
        with_file("apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\n"),
        ("ResourceQuota is not supported type",),
    ),
    "invalid_bundle": (
        csv((_OWNED, _OWNED + _OWNED.replace("version: v1,", "version: v2,"))),
        ("owned CRD berths.tides.example.com/v2 not found in bundle",),
    ),
    "invalid_bundle_2": (with_file(_OTHER), ()),
    "invalid_annotation_name": (_annotated(*_CASES), _WRONG_CASES),
}
"""By upstream's names: what opm says of it."""

_HOOK = """\
  webhookdefinitions:
  - type: ConversionWebhook
    generateName: berth.tides.example.com
    deploymentName: tides
    admissionReviewVersions: [v1]
    sideEffects: None
    conversionCRDs: [berths.tides.example.com]
  install:
"""
_EXAMPLE_OF_MANY_LINES = """\
    alm-examples: |
      [
        {
          "apiVersion": "tides.example.com/v1",
          "kind": "Berth",
          "spec": {"places": ["a",]}
        }
      ]
"""
_ACCOUNT = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: tides}\n"
_CONVERSION = (
    "  conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: a, namespace: b}}}}\n  scope:"
)
_BETA = (
    ("apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n"),
    ("spec:\n", "spec:\n  preserveUnknownFields: false\n"),
)
_FLAT = "    schema: {openAPIV3Schema: {type: object}}\n"
_UNSTORED = _VERSION.replace("storage: true", "storage: false")
_V2 = _UNSTORED.replace("name: v1\n", "name: v2\n")
API: dict[str, tuple[Files, str, Says]] = {
    "csv: successfully validated": (SOUND, "sdk", ()),
    "csv: invalid install modes": (csv((_MODES, "")), "sdk", ("install modes not found",)),
    "csv: valid install modes when dealing with conversionCRDs": (csv(("  install:\n", _HOOK)), "sdk", ()),
    "csv: invalid install modes when dealing with conversionCRDs": (
        csv(("  install:\n", _HOOK), ("OwnNamespace, supported: false", "OwnNamespace, supported: true")),
        "sdk",
        ("only AllNamespaces InstallModeType is supported when conversionCRDs is present",),
    ),
    "csv: invalid annotation name for csv": (_annotated(*_CASES), "sdk", _WRONG_CASES),
    "csv: csv with name over 63 characters limit": (
        csv(("name: tides.v1.2.0", f"name: {'tides' * 12}.v999.999.999")),
        "sdk",
        ("must be no more than 63 characters",),
    ),
    "csv: should fail when alm-examples is pretty format and is invalid": (
        csv((_EXAMPLES, _EXAMPLE_OF_MANY_LINES)),
        "sdk",
        ("invalid example",),
    ),
    "csv: should not fail when alm-examples is not informed": (
        csv((_EXAMPLES, "    alm-examples: '[]'\n")),
        "sdk warns",
        ("provided API should have an example annotation",),
    ),
    "csv: should warn when olm.properties are defined in the annotations": (
        _annotated("olm.properties: '[]'"),
        "sdk warns",
        ("found olm.properties annotation",),
    ),
    "csv: should fail when spec.minKubeVersion is not in semantic version format": (
        csv(("minKubeVersion: 1.27.0", "minKubeVersion: '1.21'")),
        "sdk",
        ("csv.Spec.MinKubeVersion has an invalid value: 1.21",),
    ),
    "bundle: valid bundle": (SOUND, "sdk", ()),
    "bundle: valid bundle with multiple versions in CRD": (
        {**csv((_OWNED, _OWNED + _OWNED.replace("version: v1,", "version: v2,"))), CRD_FILE: CRD + _V2},
        "sdk",
        (),
    ),
    "bundle: invalid bundle without CRD in bundle": (
        csv((_OWNED, _OWNED + _OWNED.replace("version: v1,", "version: v2,"))),
        "sdk",
        ('owned CRD "tides.example.com/v2, Kind=Berth" not found in bundle',),
    ),
    "bundle: invalid bundle without CRD in CSV": (
        with_file(_OTHER),
        "sdk",
        ('CRD "tides.example.com/v1, Kind=Mooring" is present in bundle "tides.v1.2.0" but not defined in CSV',),
    ),
    "bundle: invalid bundle with duplicate CRD in bundle": (
        with_file(CRD),
        "sdk",
        ('duplicate CRD "tides.example.com/v1, Kind=Berth" in bundle "tides.v1.2.0"',),
    ),
    "bundle: invalid bundle service account can't match sa in csv": (
        with_file(_ACCOUNT),
        "sdk",
        ("invalid service account found in bundle. This service account tides in your bundle is not valid",),
    ),
    "bundle: an object with the same name as the service account": (
        with_file(SERVICE.replace("name: tides-metrics", "name: tides")),
        "sdk",
        (),
    ),
    "bundle: should pass when the size is not bigger or closer of the limit": (_large(100_000), "sdk warns", ()),
    "bundle: should warn when the size is closer of the limit": (
        _large(700_000),
        "sdk warns",
        ("nearing maximum bundle compressed size with gzip",),
    ),
    "bundle: should raise an error when the size is bigger than the limit": (
        _large(1_600_000),
        "sdk",
        ("maximum bundle compressed size with gzip size exceeded",),
    ),
    "crd: valid v1beta1 CRD": (_crd(*_BETA, (_FLAT, "")), "sdk", ()),
    "crd: invalid v1beta1 CRD duplicate version": (
        _crd(*_BETA, (_VERSION, (_VERSION + _UNSTORED).replace(_FLAT, ""))),
        "sdk",
        ("(a struct of Go)", "duplicate CRD"),
    ),
    "crd: valid v1 CRD": (SOUND, "sdk", ()),
    "crd: invalid v1 CRD deprecated .spec.version field": (
        _crd(("  versions:\n" + _VERSION, "  version: v1\n")),
        "sdk",
        ("(a struct of Go)", "owned CRD"),
    ),
    "crd: invalid CRD no conversionReviewVersions": (
        _crd(("  scope:", _CONVERSION)),
        "sdk",
        ("spec.conversion.conversionReviewVersions: Required value",),
    ),
    "directory: subdirectory": (
        with_file(SERVICE, "manifests/foo/a.yaml"),
        "sdk",
        ("bundle manifests dir contains directory: manifests/foo",),
    ),
    "directory: hidden file": (
        with_file(SERVICE, "manifests/.hidden"),
        "sdk",
        ("bundle manifests dir has hidden file: manifests/.hidden",),
    ),
}
"""By upstream's names: the tool that is asked, and what it says."""

_DIGEST = "abcd1234" * 8


def _images(*references: str) -> Files:
    listed = "".join(f"  - {{name: operator, image: '{one}'}}\n" for one in references)
    return csv(("  install:\n", f"  relatedImages:{listed and chr(10)}{listed or ' []' + chr(10)}  install:\n"))


RELATED_IMAGES: dict[str, tuple[Files, int]] = {
    "no related images should pass": (_images(), 0),
    "valid image with tag should pass": (_images("quay.io/acme/tides:v1.0.0"), 0),
    "valid image with digest should pass": (_images(f"quay.io/acme/tides@sha256:{_DIGEST}"), 0),
    "valid image with tag and digest should pass": (_images(f"quay.io/acme/tides:v1.0.0@sha256:{_DIGEST}"), 0),
    "valid image without tag (latest implied) should pass": (_images("quay.io/acme/tides"), 0),
    "multiple valid images should pass": (
        _images("quay.io/acme/tides:v1", f"gcr.io/acme/tide@sha256:{_DIGEST}", "docker.io/library/busybox:latest"),
        0,
    ),
    "empty image field should error": (_images(""), 1),
    "invalid image with spaces should error": (_images("invalid image name"), 1),
    "invalid image with uppercase should error": (_images("quay.io/Acme/tides:v1.0.0"), 1),
    "invalid image with special characters should error": (_images("quay.io/acme/tides:v1.0.0!"), 1),
    "invalid digest algorithm should error": (_images(f"quay.io/acme/tides@ssha256:{_DIGEST}"), 1),
    "multiple errors should all be reported": (_images("", "invalid image"), 2),
    "mixed valid and invalid images should error": (_images("quay.io/acme/tides:v1.0.0", "invalid image"), 1),
}
"""By upstream's names: how many are refused, by operator-framework/api 0.45 alone."""

_FUZ = {"failureMessage": "blah blah", "package": {"packageName": "fuz", "versionRange": ">=1.0.0"}}
_FAL = {"gvk": {"group": "fals.example.com", "kind": "Fal", "version": "v1"}}
_TEST = "properties.exists(p, p.type == 'olm.test' && (%s))"
CONSTRAINTS: dict[str, tuple[dict[str, Any], bool]] = {
    "Valid/BasicGVK": ({"failureMessage": "blah", **_FAL}, True),
    "Valid/BasicPackage": ({"failureMessage": "blah", "package": _FUZ["package"]}, True),
    **{
        f"Valid/Basic{key.title()}": ({"failureMessage": "blah", key: {"constraints": [_FUZ]}}, True)
        for key in ("all", "any", "not")
    },
    "Valid/Complex": (
        {"all": {"constraints": [_FUZ, _FAL, {"any": {"constraints": [_FUZ, {"not": {"constraints": [_FAL]}}]}}]}},
        True,
    ),
    "Invalid/UnknownField": ({"failureMessage": "something", "arbitrary": {"key": "value"}}, False),
    **{
        f"ValidCelExpression/{name}": ({"cel": {"rule": _TEST % rule}}, True)
        for name, rule in {
            "True": "semver_compare(p.value, '1.0.0') == 0",
            "NotEqual/False": "semver_compare(p.value, '1.0.1') == 0",
            "Less/False": "semver_compare(p.value, '1.0.0') < 0",
            "Larger/False": "semver_compare(p.value, '1.0.0') > 0",
        }.items()
    },
    "InvalidCelExpression/NotExistedFunc": (
        {"cel": {"rule": _TEST % "doesnt_exist(p.value, '1.0.0') == 0"}},
        False,
    ),
    "InvalidCelExpression/NonBoolReturn": ({"cel": {"rule": "1"}}, False),
}
"""By upstream's names: a constraint, and whether it is taken."""
