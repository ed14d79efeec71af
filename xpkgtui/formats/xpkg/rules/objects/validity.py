"""Rules about what the API server refuses or a cluster fills in: names, definitions, fields (707, 708, 722)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.names import faults_of_subdomain, subdomain
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import packages_of
from xpkgtui.formats.xpkg.rules.api_server import (
    beside,
    compiled_by,
    is_apart,
    is_judged,
    is_managed,
    of_managed,
    says,
)
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.untyped import field, mapping, text
from xpkgtui.visible import all_of, are

_CRD = "CustomResourceDefinition"
_KUBERNETES, _EXTENSIONS = "apiextensions.k8s.io", "apiextensions.crossplane.io"
_MOST = 50
_APART = "the provider is healthy all the same, and its ManagedResourceDefinition never established"
_WEBHOOKS = ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")


@rule(
    "XPKG707",
    "an object has an invalid name",
    "EW",
    spec="W",
    stage=Stage.INSTALL,
    silenced_by=silenced(Within.FIELD, "XPKG508", "XPKG616"),
)
def objects_are_named(subject: DocumentSubject) -> Iterator[Problem]:
    """Every object has a name that is a DNS subdomain; a definition is named `<plural>.<group>`.

    Why: The API server refuses an object without a name, and a CustomResourceDefinition with another name. A
    CompositeResourceDefinition or ManagedResourceDefinition with another name installs, but is never established.
    When it bites: At installation (dry run).
    Fix: Set metadata.name to `<plural>.<group>`.
    Source: k8s.io/apiextensions-apiserver validation; crossplane apis/apiextensions.
    """
    named, path = subject.named, FieldPath.of("metadata", "name")
    if named is None or subject.role is not Role.OBJECT or not packages_of(named):
        return
    if not subject.name:
        yield Problem(
            level=0 if subject.is_installed else 1,
            message=f"{subject.title} has no name",
            says="metadata.name: Required value: name or generateName is required" if subject.is_installed else None,
            fix="" if _definition_name(subject) else "Add `metadata.name`.",
            path=path,
        )
        return
    wanted = _definition_name(subject)
    is_crd = named.kind == _CRD and subject.is_installed
    generated = text(field(subject.value, "metadata", "generateName"))
    if generated and subject.is_installed and named.kind not in _WEBHOOKS:
        from xpkgtui.formats.definitions.objects.metadata import faults_of_prefix  # of few packages

        said = next(iter(faults_of_prefix(generated)), "")
        if not said and is_crd and generated != wanted and not is_managed(subject):
            said = 'must be spec.names.plural+"."+spec.group'
        if said:
            message = f"{subject.title}: metadata.generateName is not what a name may begin with"
            printed = says(subject, f"metadata.generateName: Invalid value: {said}")
            yield Problem(message=message, says=printed, path=FieldPath.of("metadata", "generateName"))
    faults = faults_of_subdomain(subject.name) if is_crd else []
    for fault in faults:
        yield Problem(
            level=0,
            message=f"{subject.title}: metadata.name is not a DNS subdomain",
            says=f"metadata.name: Invalid value: {fault}",
            path=path,
        )
    if wanted is not None and subject.name != wanted:
        yield Problem(
            level=0 if is_crd else 1,
            message=f"{subject.title}: metadata.name must be {wanted}, its plural name and group",
            more=_APART if is_crd and not faults and is_apart(subject) else "",
            says='metadata.name: Invalid value: must be spec.names.plural+"."+spec.group' if is_crd else None,
            path=path,
        )
    elif named.kind not in {_CRD, *_WEBHOOKS} and (complaint := subdomain(subject.name)):
        yield Problem(
            level=0 if subject.is_installed else 1,
            message=f"{subject.title}: metadata.name is not a DNS subdomain",
            says=says(subject, f'metadata.name: Invalid value: "{subject.name}": {complaint}'),
            fix="Write lowercase letters, digits, `-` and `.`, with a letter or digit at both ends.",
            path=path,
        )


@rule("XPKG708", "the API server refuses a definition", "EW", spec="W", stage=Stage.INSTALL)
def definitions_are_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """A CustomResourceDefinition passes the API server's validation and serves a version.

    Why: Its schema must be structural, exactly one version must be the stored one, names and paths must be valid,
    and CEL rules must compile and stay within the API server's budget of estimated cost.
    When it bites: At installation (dry run). Crossplane 2 makes ManagedResourceDefinitions of a provider's
    definitions: if one is taken, and what it makes is refused, the Provider is healthy, and it is never established.
    A definition that serves no version is accepted, but it has no use.
    Fix: Fix the field at this path. `controller-gen` writes definitions that pass. A rule that costs too much needs
    `maxItems`, `maxProperties` and `maxLength` where lists, maps and texts that it reads are declared.
    Source: k8s.io/apiextensions-apiserver 0.35, validation and structural schemas; cel-go 0.26, cost estimates.
    """
    named = subject.named
    is_definition = named is not None and (named.group, named.version, named.kind) == (_KUBERNETES, "v1", _CRD)
    if not is_definition or any(not mismatch.unknown for mismatch in subject.mismatches):
        return
    # Crossplane 2 makes another definition of a provider's, without annotations.
    made = subject.value | {"metadata": {}} if is_managed(subject) else subject.value
    refused = list(of_managed(subject)) if is_managed(subject) else []
    yield from refused
    found = beside(check_definition(made, subject.shared, subject.target.kubernetes), refused)
    level = 0 if subject.is_installed else 1
    after = _APART if is_managed(subject) and not refused else ""
    by = compiled_by(subject, found, lambda: check_definition(made, subject.shared))
    for problem in found[:_MOST]:
        said = f'{_CRD}.{_KUBERNETES} "{subject.name}" is invalid: {problem.message}'
        yield Problem(
            level=level,
            message=f"{subject.title}: {problem.path}: {problem.words}",
            more="; ".join(filter(None, (by(problem), "" if problem.is_undecided else after))),
            says=None if problem.is_undecided else said,
            undecided=problem.is_undecided and subject.is_installed,
            path=problem.path,
        )
    if len(found) > _MOST:
        message = f"{subject.title}: at least {are(len(found) - _MOST, 'more field')} not valid"
        yield Problem(level=level, message=message, path=found[_MOST].path)
    versions = field(subject.value, "spec", "versions")
    if versions and not any(isinstance(one, dict) and one.get("served") for one in versions):
        message, more = f"{subject.title} serves no version", "it installs, but clients cannot use it"
        yield Problem(level=1, message=message, more=more, path=FieldPath.of("spec", "versions"))


def _definition_name(subject: DocumentSubject) -> str | None:
    """`plural.group` of what the document defines."""
    named, spec = subject.named, mapping(subject.value.get("spec"))
    defines = {
        (_KUBERNETES, _CRD),
        (_EXTENSIONS, "CompositeResourceDefinition"),
        (_EXTENSIONS, "ManagedResourceDefinition"),
    }
    if named is None or (named.group, named.kind) not in defines:
        return None
    plural = field(spec, "names", "plural")
    group = spec.get("group")
    if named.kind == _CRD and subject.is_installed:
        return f"{text(plural)}.{text(group)}"
    return f"{plural}.{group}" if text(plural) and text(group) else None


_IGNORED = (
    *("namespace", "creationTimestamp", "generation", "selfLink", "generateName", "managedFields"),
    "ownerReferences",
)
_IMMUTABLE = ("deletionTimestamp", "deletionGracePeriodSeconds")
_MOST_VALUES = 1_000


@rule("XPKG722", "an object has fields that a cluster fills in", "EWI", spec="I", stage=Stage.INSTALL)
def nothing_is_left_over(subject: DocumentSubject) -> Iterator[Problem]:
    """An object has no namespace, status, owner references or other fields that a cluster fills in.

    Why: The kinds in packages belong to no namespace, and the API server fills in the other fields itself. It drops
    most of them. An object with `resourceVersion` cannot be created. Crossplane updates each object at once, which
    the API server refuses with `deletionTimestamp` or `deletionGracePeriodSeconds`, and puts off for ever with `uid`.
    Empty values, as generators write them, are not reported.
    When it bites: At installation (not in the dry run); with `uid`, when the package changes. Otherwise never.
    Fix: Remove the field. `kubectl get -o yaml` prints it; the file of a package does not need it.
    Source: k8s.io/apiserver pkg/registry/rest and pkg/storage/etcd3; crossplane establisher.go.
    """
    named = subject.named
    if named is None or subject.role is not Role.OBJECT or not packages_of(named):
        return
    metadata = mapping(subject.value.get("metadata"))
    is_applied = is_judged(subject)
    if is_applied and text(metadata.get("resourceVersion")).strip("0").isdecimal():
        yield Problem(
            message=f"{subject.title} has metadata.resourceVersion",
            more="the API server does not create such objects",
            says="resourceVersion should not be set on objects to be created",
            path=FieldPath.of("metadata", "resourceVersion"),
        )
    if is_applied and _says_something(metadata.get("uid")):
        yield Problem(
            level=1,
            message=f"{subject.title} has metadata.uid",
            more="it installs, but cannot be updated",
            says=f"Precondition failed: UID in precondition: {text(metadata['uid'])}",
            path=FieldPath.of("metadata", "uid"),
        )
    for name in _IMMUTABLE:
        if is_applied and _says_something(metadata.get(name)):
            yield Problem(
                message=f"{subject.title} has metadata.{name}, so the API server refuses its update",
                says=says(subject, f"metadata.{name}: Invalid value: field is immutable"),
                path=FieldPath.of("metadata", name),
            )
    found = [FieldPath.of("metadata", name) for name in _IGNORED if _says_something(metadata.get(name))]
    if _says_something(subject.value.get("status")):
        found.append(FieldPath.of("status"))
    if found:
        listed = all_of(found)
        verb = "is ignored" if len(found) == 1 else "are ignored"
        yield Problem(level=2, message=f"{subject.title} has {listed}, which {verb}", path=found[0])


def _says_something(value: Any) -> bool:
    """Whether a value holds more than empty collections, empty text and null."""
    waiting = [value]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return False
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
        elif one is not None and one != "":
            return True
    return True
