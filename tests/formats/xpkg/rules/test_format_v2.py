"""Package Format v2, and the packages of the distribution whose groups its text names."""

from builders.cases import each_row
from builders.packages.judgements import CRD, judge_stream
from formats.xpkg.rules.vectors.streams import COMPOSITION, XRD, changed, stream

from xpkgtui.documents.stream import split
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.rules.finding import Acceptance, Severity

IBM = "meta.pkg.ibm.crossplane.io"
PROVIDER = f"""\
apiVersion: {IBM}/v1alpha1
kind: Provider
metadata:
  name: provider-example
  annotations:
    company: Somebody
    maintainer: Somebody
    source: example.org/provider-example
    license: Apache-2.0
    description: It does nothing.
spec:
  controller:
    image: example/provider-example:v0.1.0
  crossplane: v0.13.0
  dependsOn:
    - provider: example/provider-uncommon
      version: v0.1.0
  permissionRequests:
    - apiGroups: [example.org]
      resources: [things]
      verbs: ["*"]
"""
CONFIGURATION = f"""\
apiVersion: {IBM}/v1alpha1
kind: Configuration
metadata: {{name: configuration-example}}
spec:
  dependsOn:
    - configuration: example/some
      version: v0.2.0
"""
F = "format-v2"
VERBS = '      verbs: ["*"]\n'
IMAGE = "image: example/provider-example:v0.1.0"
CRD_METADATA = "metadata:\n"
FAULTY: dict[str, tuple[str, str, Severity, str]] = {
    "requests of text": (
        changed(PROVIDER, PROVIDER.partition("permissionRequests:\n")[2], "      everything\n"),
        "XPKG617",
        Severity.ERROR,
        "is not a list",
    ),
    "request without verbs": (changed(PROVIDER, VERBS, ""), "XPKG617", Severity.ERROR, "request 1 has no verbs"),
    "verbs of text": (changed(PROVIDER, '["*"]', '"*"'), "XPKG617", Severity.ERROR, "not a list of texts"),
    "request for nothing": (
        changed(PROVIDER, "apiGroups: [example.org]\n      resources: [things]\n", "resourceNames: [a]\n"),
        "XPKG617",
        Severity.ERROR,
        "has no apiGroups and no resources",
    ),
    "field of no request": (changed(PROVIDER, VERBS, f"{VERBS}      why: a\n"), "XPKG617", Severity.WARNING, "why"),
    "request that is text": (f"{PROVIDER}    - all\n", "XPKG617", Severity.ERROR, "request 2 is not a mapping"),
    "replicas": (changed(PROVIDER, IMAGE, f"{IMAGE}\n    replicas: 2"), "XPKG618", Severity.WARNING, "replicas"),
    "image with a blank": (changed(PROVIDER, IMAGE, "image: a b"), "XPKG618", Severity.WARNING, "not a reference"),
    "mapping": (changed(PROVIDER, "v0.13.0", "{version: v0.13.0}"), "XPKG619", Severity.WARNING, "a mapping"),
    "number": (changed(PROVIDER, "v0.13.0", "13"), "XPKG619", Severity.ERROR, "no text"),
    "range": (changed(PROVIDER, "version: v0.1.0", "version: '>=v0.1.0'"), "XPKG916", Severity.WARNING, ">=v0.1.0"),
    "digest": (
        changed(PROVIDER, "version: v0.1.0", f"version: 'sha256:{'0' * 64}'"),
        "XPKG916",
        Severity.WARNING,
        "tag",
    ),
    "requests of a configuration": (
        f"{CONFIGURATION}  permissionRequests: []\n",
        "XPKG613",
        Severity.WARNING,
        "unknown",
    ),
    "labels of a definition": (
        stream(PROVIDER, changed(CRD, CRD_METADATA, f"{CRD_METADATA}  labels: {{a: b}}\n")),
        "XPKG814",
        Severity.INFO,
        "annotations instead",
    ),
}
NEAR: dict[str, str] = {
    "addresses": changed(
        PROVIDER, "apiGroups: [example.org]\n      resources: [things]\n", "nonResourceURLs: [/metrics]\n"
    ),
    "named resources": changed(PROVIDER, VERBS, f"{VERBS}      resourceNames: [a]\n"),
    "no requests": PROVIDER.partition("  permissionRequests")[0],
    "image in a registry": changed(PROVIDER, IMAGE, f"image: registry.example.org/a@sha256:{'0' * 64}"),
    "no version": changed(PROVIDER, "  crossplane: v0.13.0\n", ""),
    "latest": changed(PROVIDER, "version: v0.1.0", "version: latest"),
}


def of_fork(text: str) -> str:
    """The same with the group of the fork."""
    return text.replace("apiextensions.crossplane.io", "apiextensions.ibm.crossplane.io")


@each_row(
    "text",
    [
        PROVIDER,
        CONFIGURATION,
        PROVIDER.replace(IBM, "meta.pkg.crossplane.io"),
        stream(PROVIDER, CRD),
        stream(CONFIGURATION, CRD, XRD, COMPOSITION),
        stream(CONFIGURATION, of_fork(XRD), of_fork(COMPOSITION)),
    ],
    ids=["provider", "configuration", "other group", "definition", "objects", "objects of the fork"],
)
def test_a_package_of_the_format_is_accepted(text: str) -> None:
    judged = judge_stream(text, F)
    assert judged.errors == set()
    assert judged.verdict.acceptance is Acceptance.ACCEPTED


def test_the_sample_of_the_format_has_nothing_to_warn_of_but_the_plain_tag() -> None:
    found = judge_stream(PROVIDER, F).findings
    assert [one.rule for one in found if one.severity is not Severity.INFO] == []


@each_row(("text", "rule", "severity", "says"), FAULTY.values(), ids=FAULTY)
def test_a_field_that_the_format_has_otherwise_is_found(text: str, rule: str, severity: Severity, says: str) -> None:
    found = judge_stream(text, F).of(rule)
    assert [(one.severity, says in one.message) for one in found if says in one.message] == [(severity, True)]


@each_row("text", NEAR.values(), ids=NEAR)
def test_a_field_as_the_format_has_it_is_spared(text: str) -> None:
    assert judge_stream(text, F).rules & {"XPKG613", "XPKG616", "XPKG617", "XPKG618", "XPKG619", "XPKG916"} == set()


@each_row("profile", ["crossplane", "crossplane-1", "build", "spec"])
def test_no_other_profile_looks_at_these_fields(profile: str) -> None:
    own = {"XPKG617", "XPKG618", "XPKG619", "XPKG916"}
    assert not any(judge_stream(text, profile).rules & own for text, _, _, _ in FAULTY.values())


def test_labels_of_many_objects_are_said_once() -> None:
    labeled = changed(CRD, CRD_METADATA, f"{CRD_METADATA}  labels: {{a: b}}\n")
    text = stream(PROVIDER, labeled, labeled.replace("hings", "inks").replace("Thing", "Tink"))
    assert len(judge_stream(text, F).of("XPKG814")) == 1


@each_row(
    ("text", "rule"),
    [
        (changed(PROVIDER, "v1alpha1", "v1"), "XPKG602"),
        (changed(PROVIDER, "kind: Provider", "kind: Function"), "XPKG606"),
        (changed(PROVIDER, "  name: provider-example\n", ""), "XPKG607"),
        (f"apiVersion: {IBM}/v1alpha1\nkind: Configuration\nmetadata: {{name: x}}\n", "XPKG608"),
        (changed(PROVIDER, "    image: example/provider-example:v0.1.0\n", "    other: x\n"), "XPKG614"),
        (changed(PROVIDER, "- provider: example", "- function: example"), "XPKG915"),
        (changed(PROVIDER, "      version: v0.1.0\n", ""), "XPKG903"),
        (stream(PROVIDER, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n"), "XPKG702"),
        (stream(PROVIDER, CONFIGURATION), "XPKG601"),
    ],
    ids=["version", "function", "name", "spec", "controller", "dependency", "tag", "object", "two"],
)
def test_what_the_format_requires_is_an_error(text: str, rule: str) -> None:
    assert rule in judge_stream(text, F).errors


def test_labels_are_metadata_that_the_format_forbids() -> None:
    text = changed(PROVIDER, "  name: provider-example\n", "  name: provider-example\n  labels: {a: b}\n")
    assert [one.severity for one in judge_stream(text, F).of("XPKG814")] == [Severity.WARNING]


def test_a_finding_names_the_object_as_it_is_written() -> None:
    (found, *_) = judge_stream(CONFIGURATION, F).of("XPKG817")
    assert found.object is not None
    assert found.object.api_version == f"{IBM}/v1alpha1"


def test_a_plain_version_is_a_constraint() -> None:
    assert "v0.13.0 excludes Crossplane 2.4" in judge_stream(PROVIDER, F).said("XPKG611")


@each_row("profile", ["crossplane", "crossplane-1", "build", "spec"])
def test_everybody_else_refuses_the_fork(profile: str) -> None:
    judged = judge_stream(PROVIDER, profile)
    assert "XPKG603" in judged.errors
    assert judged.verdict.acceptance is Acceptance.REFUSED


def test_the_screen_lists_a_meta_object_of_the_fork_as_one() -> None:
    data = stream(PROVIDER, of_fork(XRD)).encode()
    assert [XPKG.role_of(chunk) for chunk in split(data).chunks] == [Role.META, Role.OBJECT]
