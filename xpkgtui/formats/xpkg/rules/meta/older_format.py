"""Rules about the constraint on Crossplane's version (609 to 611), and fields of only one format (617 to 619)."""

from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.formats.xpkg.tools.linter import bad_constraint
from xpkgtui.oci.reference import Reference
from xpkgtui.untyped import field, mapping
from xpkgtui.versions.version import Dialect
from xpkgtui.visible import clip

_LISTS = ("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs")
_REQUESTS = ("spec", "permissionRequests")
_MOST = 50
"""Requests with a problem that are reported, and fields of a controller."""
_SHOWN = 80


@rule("XPKG617", "a permission request is incomplete", "", format_v2="EW", stage=Stage.LINT)
def permissions_are_complete(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.permissionRequests` is a list of RBAC rules: verbs, and what they are for.

    Why: Package Format v2 adds them to the ServiceAccount of the provider. An RBAC rule needs verbs, and either
    apiGroups with resources or nonResourceURLs. Crossplane 1.0 and later read no such field.
    When it bites: When the package manager grants the permissions: the cluster refuses the role, or the provider
    lacks what it asked for.
    Fix: Write each request with lists of `apiGroups`, `resources` and `verbs`.
    Source: Package Format v2; Kubernetes, PolicyRule.
    """
    if not _is_provider(subject):
        return
    requests = field(subject.value, *_REQUESTS)
    if requests is None:
        return
    if not isinstance(requests, list):
        yield Problem(
            message=f"{subject.title}: spec.permissionRequests is not a list", path=FieldPath.of(*_REQUESTS)
        )
        return
    faults = ((number, level, fault) for number, one in enumerate(requests) for level, fault in _faults(one))
    for _, (number, level, fault) in zip(range(_MOST), faults, strict=False):
        message = f"{subject.title}: permission request {number + 1} {fault}"
        yield Problem(level=level, message=message, path=FieldPath.of(*_REQUESTS, number))


@rule("XPKG618", "the controller has more than an image", "", format_v2="W", stage=Stage.LINT)
def controller_is_an_image(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.controller` has the field `image` alone, which is a reference of an image.

    Why: Package Format v2 supports no other field of the controller.
    When it bites: The field has no effect, or the provider cannot be started.
    Fix: Remove the field, or write a reference such as `example/provider-example:v0.1.0`.
    Source: Package Format v2, the example of a Provider, which is exhaustive.
    """
    controller = mapping(field(subject.value, "spec", "controller"))
    if not _is_provider(subject):
        return
    for name in [name for name in controller if name != "image"][:_MOST]:
        message = f"{subject.title}: spec.controller.{clip(name, _SHOWN)} has no effect in Package Format v2"
        yield Problem(message=message, path=FieldPath.of("spec", "controller", name))
    image = controller.get("image")
    if image and not _is_reference(image):
        message = f"{subject.title}: spec.controller.image is not a reference of an image: {clip(str(image), _SHOWN)}"
        yield Problem(message=message, path=FieldPath.of("spec", "controller", "image"))


@rule("XPKG619", "spec.crossplane is not a version", "", format_v2="EW", stage=Stage.LINT)
def crossplane_is_text(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane` is plain text, a version such as `v0.13.0`.

    Why: Package Format v2 writes the version without a mapping around it. Crossplane 1.0 and later want the mapping.
    When it bites: With readers that follow the older format: they find no version, or stop.
    Fix: Write `crossplane: v0.13.0`.
    Source: Package Format v2.
    """
    crossplane = field(subject.value, "spec", "crossplane")
    if subject.profile is not Profile.FORMAT_V2 or not subject.is_package or isinstance(crossplane, str | None):
        return
    is_newer = isinstance(crossplane, dict)
    found = "a mapping, as Crossplane 1.0 and later have it" if is_newer else "no text"
    message = f"{subject.title}: spec.crossplane is {found}, where Package Format v2 has a version"
    yield Problem(level=int(is_newer), message=message, path=FieldPath.of("spec", "crossplane"))


def _is_provider(subject: DocumentSubject) -> bool:
    named = subject.named
    return (
        subject.profile is Profile.FORMAT_V2 and subject.is_package and named is not None and named.kind == "Provider"
    )


def _faults(request: object) -> Iterator[tuple[int, str]]:
    """What is wrong with a request, each with its level."""
    if not isinstance(request, dict):
        yield 0, "is not a mapping"
        return
    wrong = [key for key in _LISTS if key in request and not _is_texts(request[key])]
    yield from ((0, f"has {key}, which is not a list of texts") for key in wrong)
    yield from ((1, f"has the unknown field {clip(str(key), _SHOWN)}") for key in request if key not in _LISTS)
    if not request.get("verbs"):
        yield 0, "has no verbs"
    if not wrong:
        yield from _objects(request)


def _objects(request: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    if request.get("nonResourceURLs"):
        return
    if missing := [key for key in ("apiGroups", "resources") if not request.get(key)]:
        yield 0, f"has no {' and no '.join(missing)}"


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_reference(image: object) -> bool:
    """Whether it is a reference with a registry, or one without that is in Docker's."""
    starts = ("", "index.docker.io/")
    return isinstance(image, str) and any(parsed(Reference.parse, start + image) is not None for start in starts)


_OLDER_READERS = ("manager-1.0", "manager-1.7", "manager-1.13", "manager-2.0")
_NEWER_READERS = ("manager-2.4",)
"""Eras of which every version reads constraints with one of the two libraries."""


@rule("XPKG609", "spec.crossplane.version is not a constraint", "EW", spec="W", build="EW", stage=Stage.LINT)
def constraint_is_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane.version` is a valid version constraint, if `spec.crossplane` is given.

    Why: Crossplane compares its own version with it. Crossplane 2.3 and later parse constraints with another
    library than 2.2 and earlier. A space between two comparisons means AND only since 2.3; a comma means AND
    everywhere.
    When it bites: At linting.
    Fix: Write a constraint that both libraries read, such as `>=v1.14.0, <v3.0.0`.
    Source: crossplane-runtime pkg/xpkg/lint.go (PackageValidSemver); Masterminds/semver 1.5.0 and 3.5.0.
    """
    crossplane = field(subject.value, "spec", "crossplane")
    if not subject.is_package or not isinstance(crossplane, dict):
        return
    version = crossplane.get("version")
    if version is not None and not isinstance(version, str):
        return
    path = FieldPath.of("spec", "crossplane", "version")
    own = subject.dialect
    other = Dialect.V3 if own is Dialect.V1 else Dialect.V1
    says = bad_constraint(version or "", own)
    shown = f'spec.crossplane.version "{version or ""}"'
    if says is not None:
        is_read_later = own is Dialect.V1 and bad_constraint(version or "", other) is None
        yield Problem(
            message=f"{subject.title}: {shown} is not a valid constraint",
            more="Crossplane 2.3 and later can read it" if is_read_later else "",
            says=says,
            path=path,
        )
    elif (says := bad_constraint(version or "", other)) is not None:
        who = "2.2 and earlier refuse" if other is Dialect.V1 else "2.3 and later refuse"
        message = f"{subject.title}: Crossplane {who} {shown}"
        readers = _OLDER_READERS if other is Dialect.V1 else _NEWER_READERS
        yield Problem(level=1, message=message, says=says, path=path, readers=readers)


@rule(
    "XPKG610",
    "spec.crossplane is not a mapping with a version",
    "E",
    spec="W",
    format_v2="",
    build="E",
    stage=Stage.PARSE,
    is_decoding=True,
)
def constraint_is_mapping(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane` is a mapping with `version`. In Package Format v2 it was plain text.

    Why: The two forms look alike, but Crossplane refuses text, a list or a number.
    When it bites: At parsing.
    Fix: Write `crossplane: {version: ">=v1.14.0"}`.
    Source: crossplane apis/pkg/meta/v1 (CrossplaneConstraints); Package Format v2.
    """
    crossplane = field(subject.value, "spec", "crossplane")
    if subject.is_package and crossplane is not None and not isinstance(crossplane, dict):
        path = FieldPath.of("spec", "crossplane")
        wrong = next((one for one in subject.mismatches if one.path == path), None)
        message = f"{subject.title}: spec.crossplane is {wrong.found if wrong else 'another type'}"
        yield Problem(
            message=f"{message} ({clip(str(crossplane), _SHOWN)}), expected a mapping with version",
            says=wrong.message if wrong else None,
            path=path,
        )


@rule("XPKG611", "the package excludes this Crossplane version", "E", spec="I", stage=Stage.CONSTRAINT)
def crossplane_fits(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane.version` includes the Crossplane version that this check is for.

    Why: Crossplane compares its own version with the constraint, and stops if the constraint excludes it. A
    constraint includes a prerelease of Crossplane only if it names one, such as `>=v1.14.0-0`.
    When it bites: At installation, unless the installed object has `ignoreCrossplaneConstraints: true`.
    Fix: Widen the constraint, or install a Crossplane version that it includes.
    Source: crossplane-runtime pkg/xpkg/lint.go (PackageCrossplaneCompatible).
    """
    text, version = _constraint(subject), subject.target.version
    says = incompatible(text, version) if isinstance(text, str) else None
    if says is None:
        return
    names_one = "-" in version
    hint = "a constraint includes prereleases only if it names one, such as >=v1.14.0-0" if names_one else ""
    yield Problem(
        message=f"{subject.title}: spec.crossplane.version {text} excludes Crossplane {version}",
        more=hint,
        says=None if subject.profile.is_document else says,
        path=FieldPath.of("spec", "crossplane", "version"),
    )


def _constraint(subject: DocumentSubject) -> Any:
    if not subject.is_package:
        return None
    crossplane = field(subject.value, "spec", "crossplane")
    if subject.profile is Profile.FORMAT_V2 and isinstance(crossplane, str):
        return crossplane
    return field(crossplane, "version")
