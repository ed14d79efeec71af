"""Rules about kinds of Crossplane 2: managed resource definitions (726), activation policies, operations (720)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.go_decoding.mismatches import check
from xpkgtui.formats.xpkg.objects.shapes import definition_of
from xpkgtui.formats.xpkg.rules.api_server import at_most, beside, is_judged, of_managed, of_steps, repeated, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

_VERSION = "v1alpha1"
_MOST_STEPS = 99
_POLICIES = ("Allow", "Forbid", "Replace")
_CLOCK = late(r"(?:(?:CRON_)?TZ=\S+\s+)?(?:@[a-z]+(?: \S+)?|\S+(?:\s+\S+){4})")
"""A schedule by its form: a descriptor, or five fields."""
_BRACKETS = late(r"\[(?:\\.|[^\]\\])+\]")
_MOST_WRONG = 10_000
_SPEC = FieldPath.of("spec")
_VERSIONS = _SPEC.child("versions")


@rule("XPKG720", "the API server refuses an object of a newer kind", "EW", spec="", stage=Stage.INSTALL)
def newer_kinds_are_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """ManagedResourceDefinitions, ManagedResourceActivationPolicies and operations pass the API server's validation.

    Why: Crossplane writes every field of these kinds before it sends the object, so the API server's defaults for
    `mode` and `scope` never apply: both must be given. An operation has mode Pipeline and 1 to 99 steps, an
    activation policy at least one pattern, a definition lowercase names. Some mistakes are not refused: the object
    installs, and then has no effect.
    When it bites: At installation (dry run).
    Fix: Fix the field at this path.
    Source: crossplane apis/ops/v1alpha1 and apis/apiextensions/v1alpha1 of 2.4, and the definitions made of them.
    """
    named = subject.named
    if named is None or named.version != _VERSION or not is_judged(subject):
        return
    spec = mapping(subject.value.get("spec"))
    match named.group, named.kind:
        case "ops.crossplane.io", "Operation":
            yield from at_most(subject, _of_operation(subject, spec, _SPEC))
        case "ops.crossplane.io", "CronOperation" | "WatchOperation":
            yield from at_most(subject, _of_repeated_operation(subject, spec, named.kind))
        case "apiextensions.crossplane.io", "ManagedResourceActivationPolicy":
            yield from at_most(subject, _of_policy(subject, spec))
        case "apiextensions.crossplane.io", "ManagedResourceDefinition":
            yield from at_most(subject, _of_definition(subject, spec))


def _of_operation(subject: DocumentSubject, spec: dict[str, Any], at: FieldPath) -> Iterator[Problem]:
    mode, listed, path = text(spec.get("mode")), spec.get("pipeline"), at.child("pipeline")
    steps = listing(listed)
    if mode != "Pipeline":
        what, more = ("has no mode", "its default never applies")
        if mode:
            what, more = f"has mode {mode}", "operations know Pipeline only"
        yield replace(_unsupported(subject, at.child("mode"), what, "Pipeline"), more=more)
    if listed is None:
        yield _refused(subject, path, "is missing", "Required value", fix="Add a step with its functionRef.")
    elif not steps:
        complaint = f"Invalid value: {path} in body should have at least 1 items"
        yield _refused(subject, path, "has no steps", complaint, fix="Add a step with its functionRef.")
    elif len(steps) > _MOST_STEPS:
        complaint = f"Too many: must have at most {_MOST_STEPS} items"
        few = "Use fewer functions, or split the operation."
        problem = _refused(subject, path, f"has {len(steps):,} steps", complaint, fix=few)
        yield replace(problem, more=f"Crossplane accepts at most {_MOST_STEPS}")
    yield from repeated(subject, steps, "step", path)
    yield from of_steps(subject, steps, path)


def _of_repeated_operation(subject: DocumentSubject, spec: dict[str, Any], kind: str) -> Iterator[Problem]:
    policy = spec.get("concurrencyPolicy")
    if policy is not None and policy not in _POLICIES:
        what = f"{policy or '(nothing)'} is not one of {', '.join(_POLICIES)}"
        yield _unsupported(subject, _SPEC.child("concurrencyPolicy"), what, *_POLICIES)
    if kind == "CronOperation":
        schedule = text(spec.get("schedule"))
        if not _CLOCK.fullmatch(schedule.strip()):
            what = f'the schedule "{schedule}" is not one of cron' if schedule else "has no schedule"
            yield _useless(subject, _SPEC.child("schedule"), what)
    else:
        watch = mapping(spec.get("watch"))
        for name in ("apiVersion", "kind"):
            if not text(watch.get(name)):
                yield _useless(subject, _SPEC.child("watch").child(name), f"watches no {name}")
    template = _SPEC.child("operationTemplate").child("spec")
    yield from _of_operation(subject, mapping(field(spec, "operationTemplate", "spec")), template)


def _of_policy(subject: DocumentSubject, spec: dict[str, Any]) -> Iterator[Problem]:
    path = _SPEC.child("activate")
    if spec.get("activate") is None:
        yield _refused(subject, path, "is missing", "Required value", fix="Name definitions, or write `'*'` for all.")
    elif not listing(spec["activate"]):
        complaint = "Invalid value: spec.activate in body should have at least 1 items"
        yield _refused(subject, path, "is empty", complaint, fix="Name definitions, or write `'*'` for all.")
    for number, pattern in enumerate(listing(spec.get("activate"))):
        if not pattern or "[" in _BRACKETS.sub("", text(pattern)):
            what = f'the pattern "{pattern or ""}" matches no definition'
            yield _useless(subject, path.child(number), what)


def _of_definition(subject: DocumentSubject, spec: dict[str, Any]) -> Iterator[Problem]:
    refused = list(of_managed(subject))
    yield from refused
    state = text(spec.get("state"))
    if state not in {"", "Active", "Inactive"}:
        yield _unsupported(subject, _SPEC.child("state"), f"{state} is not a state", "Active", "Inactive")
    if spec.get("versions") is None:
        refused.append(_refused(subject, _VERSIONS, "is missing", "Required value"))
        yield refused[-1]
    yield from _of_inner_definition(subject, refused)


def _of_inner_definition(subject: DocumentSubject, refused: list[Problem]) -> Iterator[Problem]:
    """The problems of the CustomResourceDefinition that Crossplane makes of it."""
    shape = definition_of("apiextensions.k8s.io/v1", "CustomResourceDefinition")
    found = check(subject.value, shape) if shape else ()
    wrong = list(islice((one for one in found if not one.unknown), _MOST_WRONG))
    end = "it installs, but is never established"
    for mismatch in wrong:
        message, more = f"{subject.title}: {mismatch.path} is {mismatch.found}, expected {mismatch.wanted}", end
        yield Problem(level=1, message=message, more=more, path=mismatch.path)
    for one in () if wrong else beside(check_definition(subject.value, release=subject.target.kubernetes), refused):
        message, more = f"{subject.title}: {one.path}: {one.words}", "" if one.is_undecided else end
        yield Problem(level=1, message=message, more=more, path=one.path)


def _refused(subject: DocumentSubject, path: FieldPath, message: str, complaint: str, *, fix: str = "") -> Problem:
    return Problem(
        message=f"{subject.title}: {path} {message}", says=says(subject, f"{path}: {complaint}"), fix=fix, path=path
    )


def _unsupported(subject: DocumentSubject, path: FieldPath, message: str, *known: str) -> Problem:
    shown = ", ".join(f'"{one}"' for one in known)
    return Problem(
        message=f"{subject.title}: {message}",
        says=says(subject, f"{path}: Unsupported value: supported values: {shown}"),
        fix=f"Write `{path.parts[-1]}: {known[0]}`" + (f" or another of {', '.join(known)}." if known[1:] else "."),
        path=path,
    )


def _useless(subject: DocumentSubject, path: FieldPath, message: str) -> Problem:
    return Problem(level=1, message=f"{subject.title}: {message}", more="it installs, but never runs", path=path)


_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_OF_MANAGED = frozenset({"forProvider", "providerConfigRef", "providerRef"})
"""Fields of a spec, of which every managed resource has one."""
_PRESERVE = "x-kubernetes-preserve-unknown-fields"


@rule("XPKG726", "a definition is not of a managed resource", "I", spec="", format_v2="I", stage=Stage.INSTALL)
def definitions_are_managed(subject: DocumentSubject) -> Iterator[Problem]:
    """A provider's CustomResourceDefinition defines a managed resource or a provider configuration.

    Why: Package Format v2 allows no other, in a Configuration too. A managed resource has `spec.forProvider`, or
    names its ProviderConfig in `spec.providerConfigRef`. Crossplane 2.0 and later assume that every definition is
    one, but for those of ProviderConfig, ClusterProviderConfig and their usages, and turn it into a
    ManagedResourceDefinition.
    When it bites: With the capability `safe-start`: this definition is inactive too until an activation policy
    names it. Otherwise with readers of Package Format v2.
    Fix: No action needed if the provider can start without this kind.
    Source: Package Format v2, the packaged format; crossplane internal/converter/custom_to_managed.go.
    """
    named = subject.named
    is_definition = named is not None and (named.group, named.kind) == ("apiextensions.k8s.io", _CRD)
    is_provider = subject.package in {"Provider", None} or subject.profile is Profile.FORMAT_V2
    if not is_definition or not is_provider:
        return
    spec = mapping(subject.value.get("spec"))
    kind = field(spec, "names", "kind")
    if not isinstance(kind, str) or kind.removesuffix("Usage").endswith("ProviderConfig"):
        return
    if all(_is_plain(schema) for schema in _schemas(spec)):
        message = f"{subject.title} defines neither a managed resource (no spec.forProvider) nor a ProviderConfig"
        yield Problem(message=message, path=FieldPath.of("spec", "names", "kind"))


def _schemas(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of all versions; empty where there is none."""
    for one in [spec, *listing(spec.get("versions"))]:
        schema = mapping(field(one, "schema") or field(one, "validation")).get("openAPIV3Schema")
        if isinstance(schema, dict):
            yield schema


def _is_plain(schema: dict[str, Any]) -> bool:
    """Whether a schema says that it is not of a managed resource."""
    inner = mapping(mapping(schema.get("properties")).get("spec"))
    is_open = bool(schema.get(_PRESERVE) or inner.get(_PRESERVE))
    return not is_open and not _OF_MANAGED & set(mapping(inner.get("properties")))
