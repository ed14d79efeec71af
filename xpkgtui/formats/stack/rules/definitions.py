"""Rules about the definitions of a package, and the permissions that they ask for."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.stack.files import DECODED, INSTALLED, Sort, sorts_of, walk_order
from xpkgtui.formats.stack.shapes import found
from xpkgtui.formats.stack.subject import BOTH, StackDocument, StackPackage, definition_of
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import listing, text

_CRD = "CustomResourceDefinition"
_DECODED = "~"
"""Sorts what is found in a file behind what its decoder finds."""


@rule("STK005", "a Namespaced package defines a cluster-scoped kind", {"xp": "EW", "spec": "E"}, stage=Stage.PARSE)
def namespaced(package: StackPackage) -> Iterator[Problem]:
    """All definitions of a Namespaced package are namespaced.

    Why: Users without cluster permissions may install such a package. The package manager checks only definitions
    that it reads after app.yaml: it accepts `a.crd.yaml` beside it.
    When it bites: At installation: the unpack job fails, or the definition is accepted by chance.
    Fix: Use `scope: Namespaced` in the definition, or `permissionScope: Cluster`.
    Source: crossplane 0.12, pkg/packages/steps.go, crdStep.
    """
    apps = [(walk_order(one.file), text_of(found(one.value, "permissionScope"))) for one in package.of(Sort.APP)]
    for one in package.definitions:
        if one.scope in ("", "Namespaced"):
            continue
        scopes = [scope for app, scope in apps if app < walk_order(one.path)]
        says = f'failed to walk Package filesystem: Package CRD "{INSTALLED}/{one.path}" must be namespaced scope'
        message = f"{one.path} defines {one.kind} with scope {one.scope}, and the package is Namespaced"
        path = FieldPath.of("spec", "scope")
        if scopes[-1:] == ["Namespaced"]:
            walked = (*one.path.split("/"), _DECODED)
            yield Problem(message=message, says=says, where=Where(document=one.number), path=path, walked=walked)
        elif apps and apps[-1][1] == "Namespaced":
            slipped, more = f"{message}", "Crossplane 0.12 accepts it, as it is walked before app.yaml"
            yield Problem(message=slipped, more=more, level=1, where=Where(document=one.number), path=path)


@rule("STK006", "the package has no complete definition", {"xp": "W", "spec": "W"}, stage=Stage.INSTALL)
def named(package: StackPackage) -> Iterator[Problem]:
    """A package has at least one definition, and each has a group, a kind, a version, and a name of the form
    plural.group.

    Why: A package without definitions adds nothing to the cluster. The API server checks definitions; the package
    manager does not.
    When it bites: After unpacking, when the API server receives the definitions.
    Fix: Complete the definition; put it into a file whose name ends in crd.yaml.
    Source: design of Crossplane packages, resources; crossplane 0.12, pkg/packages/unpack.go, AddCRD.
    """
    if not any(Sort.CRD in sorts_of(one.name) for one in package.files.entries):
        yield Problem(message="The package has no definition: no file has a name that ends in crd.yaml")
    for name in package.files.without_content(Sort.CRD):
        yield Problem(message=f"{name} has no content, and is taken for a definition without names")
    for one in package.definitions:
        missing = [
            name
            for name, value in (
                ("group", one.group),
                ("kind", one.kind),
                ("plural", one.plural),
                ("version", one.version or "".join(one.versions)),
            )
            if not value
        ]
        if missing:
            message = f"{one.path} has no {', '.join(missing)}, so that it defines nothing"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))
        elif one.name != (wanted := f"{one.plural}.{one.group}"):
            message, more = f"{one.path} is named {one.name or '(no name)'}", f"the API server requires {wanted}"
            yield Problem(
                message=message, more=more, where=Where(document=one.number), path=FieldPath.of("metadata", "name")
            )


@rule("STK007", "documents that the package manager does not read", BOTH, stage=Stage.LINT)
def one_document(subject: StackDocument) -> Iterator[Problem]:
    """Each file holds one document, and definitions are of v1beta1: the package manager reads nothing else.

    Why: Other documents are silently lost. A definition of apiextensions.k8s.io/v1 has no spec.version, so the
    Package record has no version, and its schemas are not read. Another kind in a *crd.yaml file counts as a
    definition.
    When it bites: After installation: objects are missing.
    Fix: Write one file for each definition, in apiextensions.k8s.io/v1beta1.
    Source: crossplane 0.12, pkg/packages/steps.go, crdStep; unpack.go, AddCRD.
    """
    if not subject.is_first and set(subject.sorts) & set(DECODED):
        yield Problem(message=f"This document of {subject.file} is not read: only the first one of a file is")
    if not subject.is_read_as(Sort.CRD) or not isinstance(subject.value, dict):
        return
    kind, api_version = text(subject.get("kind")), text(subject.get("apiVersion"))
    if kind != _CRD:
        message = f"{subject.file} holds {f'a {kind}' if kind else 'no kind'}, and is taken for a definition"
        yield Problem(message=message, path=FieldPath.of("kind") if kind else None)
    elif api_version.endswith("/v1"):
        group = definition_of(subject).group
        more = f"the Package record lists it as {group}/ without a version"
        yield Problem(message=f"{subject.file} is of {api_version}", more=more, path=FieldPath.of("apiVersion"))


@rule("STK008", "a kind is defined twice", BOTH, stage=Stage.LINT)
def defined_once(package: StackPackage) -> Iterator[Problem]:
    """No two files define the same group, version and kind.

    Why: The file that is read later silently replaces the other; the Package record lists both.
    When it bites: After installation: one definition is missing.
    Fix: Remove one of the two.
    Source: crossplane 0.12, pkg/packages/unpack.go, AddCRD.
    """
    kept = {(one.group, one.version, one.kind): one for one in package.definitions}
    for one in package.definitions:
        last = kept[one.group, one.version, one.kind]
        if last is not one:
            message = f"{one.path} is lost: {last.path} defines {one.kind} of {one.group}/{one.version} too"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))


@rule("STK019", "permissions for groups outside the package", {"xp": "W", "spec": "W"}, stage=Stage.INSTALL)
def permitted(package: StackPackage) -> Iterator[Problem]:
    """No definition or dependency is in a group without a dot, or in a group of Kubernetes (k8s.io).

    Why: The controller gets permissions for its definitions and dependencies. For such a group, the package manager
    makes no role, unless it may grant permissions for core groups.
    When it bites: After unpacking: "permissions contain a restricted rule", and the controller is not started.
    Fix: Depend only on kinds of your own groups.
    Source: crossplane 0.12, pkg/controller/packages/pkg/pkg.go, isPermittedPackagePolicy.
    """
    says = "permissions contain a restricted rule"
    for one in package.recorded:
        if _is_restricted(one.group):
            message = f"{one.path} asks for permission in the group {one.group or '(none)'}, which is restricted"
            yield Problem(
                message=message, says=says, where=Where(document=one.number), path=FieldPath.of("spec", "group")
            )
    for app in list(package.of(Sort.APP))[-1:]:
        for number, wanted in enumerate(listing(found(app.value, "dependsOn"))):
            crd = text_of(found(wanted, "crd")).partition("/")[0]
            kind, _, group = crd.partition(".")
            if kind and _is_restricted(group):
                message = f"dependsOn[{number}] asks for {kind} of the group {group or '(none)'}, which is restricted"
                path = FieldPath.of("dependsOn", number, "crd")
                yield Problem(message=message, says=says, where=Where(document=app.number), path=path)


def _is_restricted(group: str) -> bool:
    return "." not in group or group.endswith("k8s.io")
