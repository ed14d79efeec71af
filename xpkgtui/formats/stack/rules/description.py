"""Rules about app.yaml and the texts of groups and resources."""

import re
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.prose.license import is_license
from xpkgtui.formats.stack.files import Sort
from xpkgtui.formats.stack.shapes import fields_of
from xpkgtui.formats.stack.subject import BOTH, SEMVER, StackDocument
from xpkgtui.golang.characters import folded
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import listing, mapping

SCOPES = ("Cluster", "Namespaced")
_TYPES = ("Provider", "Stack", "Application", "Addon")
_NEARER = {
    "description": "overview",
    "descriptionShort": "overviewShort",
    "shortOverview": "overviewShort",
    "title-plural": "titlePlural",
    "overview-short": "overviewShort",
    "permissions": "permissionScope",
    "type": "packageType",
    "dependencies": "dependsOn",
}
_DOCUMENTED = {Sort.GROUP: ("group",)}
"""Fields that the design has and the package manager does not read."""
_LINK = re.compile(r"https?://\S+")


@rule("STK003", "permissionScope is neither Cluster nor Namespaced", {"xp": "E", "spec": "E"}, stage=Stage.LINT)
def permission_scope(subject: StackDocument) -> Iterator[Problem]:
    """permissionScope is Cluster, for a ClusterPackageInstall, or Namespaced, for a PackageInstall.

    Why: Unpacking stops if the scope does not match the kind of installation. A missing or other value matches
    neither kind.
    When it bites: At installation: the unpack job fails.
    Fix: Write `permissionScope: Cluster` or `permissionScope: Namespaced`, with this spelling.
    Source: crossplane 0.12, pkg/packages/unpack.go, Unpack.
    """
    is_left_out = isinstance(subject.document, BrokenDocument) and subject.document.limit is not None
    if not subject.is_app or is_left_out:
        return
    scope = subject.get("permissionScope")
    if text_of(scope) not in SCOPES and (scope is None or isinstance(scope, str)):
        given = text_of(scope)
        what = f"is {given}" if given else "is missing"
        message, more = f"permissionScope of {subject.file} {what}", "it fits neither kind of installation"
        says = (
            f'Package permissionScope "{given}" is not permitted by unpack invocation parameters (expected "Cluster")'
        )
        yield Problem(message=message, more=more, says=says, path=_key(subject, "permissionScope"))


@rule("STK004", "packageType has an unknown value", {"xp": "W", "spec": "E"}, stage=Stage.INSTALL)
def package_type(subject: StackDocument) -> Iterator[Problem]:
    """packageType is Provider, Stack, Application or Addon.

    Why: The Package record allows only these four values, so the API server refuses another one.
    When it bites: After unpacking, when the Package record is made.
    Fix: Write one of the four, with this spelling.
    Source: crossplane 0.12, apis/packages/v1alpha1/types.go, AppMetadataSpec.
    """
    given = subject.get("packageType")
    if subject.is_app and isinstance(given, str) and given and given not in _TYPES:
        message, more = f"packageType of {subject.file} is {given}", f"the Package record accepts {', '.join(_TYPES)}"
        yield Problem(message=message, more=more, path=_key(subject, "packageType"))


@rule("STK011", "an entry of dependsOn names no definition", {"xp": "EI", "spec": "EI"}, stage=Stage.LINT)
def depends_on(subject: StackDocument) -> Iterator[Problem]:
    """Each crd of dependsOn is written `kind.group/version`, and the kind may be `*`. An entry with package has no
    effect.

    Why: The controller gets permissions for these kinds. Crossplane 0.12 resolves no dependencies and installs none.
    When it bites: At installation: the unpack job fails for an entry without a kind, and ignores a package.
    Fix: Write `crd: mytype.example.org/v1alpha1` or `crd: '*.example.org/v1alpha1'`.
    Source: crossplane 0.12, pkg/packages/unpack.go, applyRules.
    """
    if not subject.is_app:
        return
    for number, one in enumerate(listing(subject.get("dependsOn"))):
        wanted = mapping(one)
        crd = text_of(wanted.get("crd"))
        named, path = crd.partition("/")[0], FieldPath.of("dependsOn", number)
        if crd and (not named or named.startswith(".")):
            says = f'cannot parse CustomResourceDefinition "{named}" as Kind and Group'
            yield Problem(message=f"dependsOn[{number}] names no kind: {crd}", says=says, path=path.child("crd"))
        elif not crd and (other := text_of(wanted.get("package"))):
            message = f"dependsOn[{number}] names the package {other}, which has no effect"
            yield Problem(level=1, message=message, path=path.child("package"))


@rule("STK012", "the version contradicts the tag, or is not semantic", BOTH, stage=Stage.LINT)
def version(subject: StackDocument) -> Iterator[Problem]:
    """If version is set, it is a semantic version, and the same as the tag if the tag is one.

    Why: The Package record gets it unchanged. The design expects the tag of the image, which is the default.
    When it bites: Never at installation. Tools that compare versions cannot read it, and people mistake it for
    another version.
    Fix: Remove it, or write a quoted version such as "1.2.3" and use it as the tag of the image.
    Source: design of Crossplane packages, app.yaml; crossplane 0.12, pkg/packages/unpack.go, SetApp.
    """
    given = subject.get("version")
    if subject.is_app and isinstance(given, str) and given and not SEMVER.fullmatch(given):
        message = f"version of {subject.file} is {given}, which is not a semantic version"
        yield Problem(message=message, path=_key(subject, "version"))
    elif (
        subject.is_app and given and subject.tag and text_of(given).removeprefix("v") != subject.tag.removeprefix("v")
    ):
        message = f"version of {subject.file} is {given}, and the tag of the image is {subject.tag}"
        yield Problem(message=message, path=_key(subject, "version"))


@rule("STK013", "an unknown field of app.yaml, group.yaml or a resource", BOTH, stage=Stage.LINT)
def known_fields(subject: StackDocument) -> Iterator[Problem]:
    """app.yaml, group.yaml and *resource.yaml have only fields that the package manager knows.

    Why: The package manager silently drops a field that it does not know. In older packages, description is now
    overview, and title-plural is titlePlural.
    When it bites: Never at installation. The text is missing afterwards.
    Fix: Use the right name of the field, or remove the field.
    Source: crossplane 0.12, apis/packages/v1alpha1/types.go, pkg/packages/unpack.go.
    """
    for sort in (Sort.APP, Sort.GROUP, Sort.RESOURCE):
        if not subject.is_read_as(sort):
            continue
        known = {folded(name) for name in (*fields_of(sort), *_DOCUMENTED.get(sort, ()))}
        for key in mapping(subject.value):
            if not isinstance(key, str) or folded(key) in known:
                continue
            near = _NEARER.get(key, "")
            meant = f"did you mean {near}?" if folded(near) in known and near else ""
            yield Problem(message=f"{subject.file} has the unknown field {key}", more=meant, path=FieldPath.of(key))


@rule("STK018", "the description is incomplete", {"xp": "I", "spec": "I"}, stage=Stage.LINT)
def description(subject: StackDocument) -> Iterator[Problem]:
    """app.yaml has a title and a category. License, addresses and links are well formed.

    Why: People choose packages by these texts. The package manager copies them unchanged.
    When it bites: Never at installation.
    Fix: Complete app.yaml: an SPDX license, and links that begin with https://.
    Source: design of Crossplane packages, app.yaml.
    """
    if not subject.is_app or not isinstance(subject.value, dict):
        return
    for name in ("title", "category"):
        if not text_of(subject.get(name)):
            yield Problem(message=f"{subject.file} has no {name}")
    license_name = text_of(subject.get("license"))
    if license_name and not is_license(license_name):
        message = f"license of {subject.file} is {license_name}, which SPDX does not have"
        yield Problem(message=message, path=_key(subject, "license"))
    for name in ("website", "source"):
        link = text_of(subject.get(name))
        if link and not _LINK.fullmatch(link):
            yield Problem(message=f"{name} of {subject.file} is not a link: {link}", path=_key(subject, name))
    for name in ("maintainers", "owners"):
        yield from _addresses(subject, name)


@rule("STK020", "the format is superseded", {"xp": "I", "spec": "I"}, stage=Stage.INSTALL)
def superseded(subject: StackDocument) -> Iterator[Problem]:
    """A package is an image with a package.yaml (xpkg): Crossplane 0.13 and later do not read .registry.

    Why: You can install the package only with Crossplane 0.12.
    When it bites: With Crossplane 0.13 and later.
    Fix: app.yaml becomes a Provider or Configuration of meta.pkg.crossplane.io/v1 with annotations for its texts;
    definitions become documents of package.yaml as apiextensions.k8s.io/v1; install.yaml becomes
    spec.controller or a DeploymentRuntimeConfig; dependsOn names packages instead of definitions; a behavior becomes
    a Composition; ui-schemas have no successor.
    Source: crossplane 0.13, release notes.
    """
    if subject.is_app:
        yield Problem(message="Crossplane 0.13 and later do not read packages with .registry")


def _addresses(subject: StackDocument, name: str) -> Iterator[Problem]:
    for number, one in enumerate(listing(subject.get(name))):
        address = text_of(mapping(one).get("email"))
        if address and not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
            message = f"{name}[{number}] of {subject.file} has an address that is none: {address}"
            yield Problem(message=message, path=FieldPath.of(name, number, "email"))


def _key(subject: StackDocument, name: str) -> FieldPath | None:
    """The path of a key as it is spelled; None where it is absent."""
    spelled: list[Any] = [key for key in mapping(subject.value) if isinstance(key, str)]
    key = next((key for key in spelled if folded(key) == folded(name)), None)
    return FieldPath.of(key) if key else None
