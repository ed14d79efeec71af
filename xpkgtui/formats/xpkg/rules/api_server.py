"""The refusals of the API server: the objects that it judges, its message, and what it asks of pipelines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from xpkgtui.cel import NEWEST
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import ErrorType, FieldError
from xpkgtui.formats.xpkg.rules.rule import Problem
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.tools.crossplane_versions import is_turned
from xpkgtui.formats.xpkg.tools.facts import CREDENTIALS_KEYED
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import are

_MOST = 50
"""Problems of one document that a rule reports one by one."""
_MOST_COUNTED = 1_000
"""Problems beyond these that are counted."""
_NOT_COMPILED = "compilation failed"
_MANAGED = "ManagedResourceDefinition.apiextensions.crossplane.io"
_WORDS: dict[type, str] = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer"}


def is_judged(subject: DocumentSubject) -> bool:
    """Whether the API server judges the document: the parser accepts it, and Crossplane installs it."""
    return subject.is_installed and is_typed(subject)


def is_typed(subject: DocumentSubject) -> bool:
    """Whether every known field has the type of its kind, or is null."""
    return all(mismatch.unknown for mismatch in subject.mismatches)


def says(subject: DocumentSubject, complaint: str) -> str:
    """The API server's message, without the value that it repeats."""
    named = subject.named
    kind = f"{named.kind}.{named.group}" if named else ""
    sent = _MANAGED if is_managed(subject) else kind
    return f'{sent} "{subject.name}" is invalid: {complaint}'


def is_managed(subject: DocumentSubject) -> bool:
    """Whether Crossplane sends a provider's CustomResourceDefinition as a ManagedResourceDefinition."""
    is_definition = subject.named is not None and subject.named.kind == "CustomResourceDefinition"
    kind = text(field(subject.value, "spec", "names", "kind"))
    is_of_provider = is_definition and subject.package == "Provider" and subject.is_installed
    return is_of_provider and is_turned(kind, subject.target.version)


def of_managed(subject: DocumentSubject) -> Iterator[Problem]:
    """The problems for which the API server takes no ManagedResourceDefinition with the spec of a document."""
    spec = mapping(subject.value.get("spec"))
    scope = text(spec.get("scope"))
    if scope not in {"Namespaced", "Cluster"}:
        what, more = (f"{scope} is not a scope", "") if scope else ("has no scope", "its default never applies")
        yield Problem(
            message=f"{subject.title}: {what}",
            more=more,
            says=says(subject, 'spec.scope: Unsupported value: supported values: "Namespaced", "Cluster"'),
            fix="Write `scope: Namespaced` or another of Cluster.",
            path=FieldPath.of("spec", "scope"),
        )
    for word in ("plural", "singular"):
        name = text(field(spec, "names", word))
        if any("A" <= letter <= "Z" for letter in name):
            complaint = f"spec.names: Invalid value: {word.capitalize()} name must be lowercase"
            message = f"{subject.title}: the {word} name {name} must be lowercase"
            yield Problem(message=message, says=says(subject, complaint), path=FieldPath.of("spec", "names", word))
    conversion = mapping(spec.get("conversion"))
    webhook = conversion.get("webhook")
    # Crossplane gives a webhook its service, and so makes it where there is none.
    if (webhook is not None or conversion.get("strategy") == "Webhook") and mapping(webhook).get(
        "conversionReviewVersions"
    ) is None:
        path = FieldPath.of("spec", "conversion", "webhook", "conversionReviewVersions")
        yield _refused(subject, path, "is missing", "Required value")


def beside(found: Iterable[FieldError], refused: list[Problem]) -> list[FieldError]:
    """The errors of a definition that stand at none of the places for which no ManagedResourceDefinition is taken."""
    places = {str(one.path).replace(".webhook.", ".") for one in refused}
    return [one for one in found if one.field not in places]


def compiled_by(
    subject: DocumentSubject, found: Sequence[FieldError], newest: Callable[[], Sequence[FieldError]]
) -> Callable[[FieldError], str]:
    """Tells the Kubernetes by which a rule does not compile, where it does by the newest, which gives its errors."""
    release, also = subject.target.kubernetes, frozenset[str]()
    if release < NEWEST and any(_NOT_COMPILED in one.detail for one in found):
        also = frozenset(one.field for one in newest())
    said = f"so says Kubernetes 1.{release}, with which Crossplane {subject.target.version} is built"
    return lambda one: said if release < NEWEST and _NOT_COMPILED in one.detail and one.field not in also else ""


def is_apart(subject: DocumentSubject) -> bool:
    """Whether a provider is healthy without the definition: it becomes one of managed resources, which is taken."""
    return is_managed(subject) and not any(of_managed(subject))


def at_most(subject: DocumentSubject, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first problems of a document one by one, and the count of the rest, up to `_MOST_COUNTED`."""
    waiting = iter(problems)
    yield from islice(waiting, _MOST)
    if rest := list(islice(waiting, _MOST_COUNTED)):
        least = "at least " if len(rest) == _MOST_COUNTED else ""
        message = f"{subject.title}: {least}{are(len(rest), 'more field')} not valid"
        yield Problem(level=min(one.level for one in rest), message=message, path=rest[0].path)


def of_steps(
    subject: DocumentSubject, steps: list[Any], at: FieldPath, *, younger: int = 0, needs_secret: bool = False
) -> Iterator[Problem]:
    """The problems of each step; `younger` is the level of what older versions of Crossplane do not check."""
    for number, one in enumerate(steps):
        step, path = mapping(one), at.child(number)
        if not text(mapping(step.get("functionRef")).get("name")):
            message, more = f"{subject.title}: {path} calls no function", "it installs, but never runs"
            fix = "Name the function under `functionRef.name`."
            yield Problem(level=1, message=message, more=more, fix=fix, path=path.child("functionRef"))
        if step.get("input") is not None:
            yield from _of_input(subject, step["input"], path.child("input"))
        credentials, there = listing(step.get("credentials")), path.child("credentials")
        yield from repeated(subject, credentials, "name", there, int(subject.target.lacks(CREDENTIALS_KEYED)))
        for index, credential in enumerate(credentials):
            yield from _of_credential(subject, mapping(credential), there.child(index), younger, needs_secret)
        requirements = mapping(step.get("requirements"))
        for word in ("requiredResources", "requiredSchemas"):
            selectors, there = listing(requirements.get(word)), path.child("requirements").child(word)
            yield from repeated(subject, selectors, "requirementName", there, younger)
            if word == "requiredResources":
                for index, selector in enumerate(selectors):
                    yield from _of_selector(subject, mapping(selector), there.child(index), younger)


def _of_input(subject: DocumentSubject, value: Any, path: FieldPath) -> Iterator[Problem]:
    if not isinstance(value, dict):
        found = _WORDS.get(value.__class__, "number")
        invalid = f'Invalid value: {path} in body must be of type object: "{found}"'
        yield _refused(subject, path, f"is of type {found}, not an object with apiVersion and kind", invalid)
        return
    from xpkgtui.formats.definitions.objects.faults import path_of  # of Compositions alone
    from xpkgtui.formats.definitions.objects.metadata import check_resource, fault_of_resource

    words = {"apiVersion": "is not an apiVersion", "kind": "is not the name of a kind"}
    if fault := fault_of_resource(value, str(path)):
        at = path_of(fault.field)
        word = "is not text" if at.parts[-1] in words else "cannot be decoded"
        said = f"{fault.field}: {fault.type}: {fault.detail}"
        yield Problem(message=f"{subject.title}: {at} {word}", says=said, path=at)
        return
    for one in check_resource(value, str(path)):
        at = path_of(one.field)
        name, complaint = str(at.parts[-1]), f"{one.type}: {one.detail}" if one.detail else str(one.type)
        if one.type is ErrorType.REQUIRED:
            yield _refused(subject, path, f"has no {name}", complaint, at)
        elif not value.get(name, True):
            yield _refused(subject, at, "is empty", complaint)
        else:
            yield _refused(subject, at, words.get(name, "is not valid"), complaint)


def _of_credential(
    subject: DocumentSubject, value: dict[str, Any], path: FieldPath, level: int, needs_secret: bool
) -> Iterator[Problem]:
    source = text(value.get("source"))
    complaint = "Invalid value: the Secret source requires a secretRef"
    if source not in {"None", "Secret"}:
        known = 'Unsupported value: supported values: "None", "Secret"'
        message = f"has source {source}, not Secret" if source else "has no source"
        yield _refused(subject, path, message, known, path.child("source"), level)
    elif not needs_secret:
        return
    elif source == "None":
        more = "the API server still requires a Secret"
        yield replace(_refused(subject, path, "has source None", complaint, level=level), more=more)
    elif value.get("secretRef") is None:
        yield _refused(subject, path, "has no secretRef", complaint, level=level)


def _of_selector(subject: DocumentSubject, value: dict[str, Any], path: FieldPath, level: int) -> Iterator[Problem]:
    has_name, has_labels = value.get("name") is not None, bool(value.get("matchLabels"))
    if has_name and has_labels:
        complaint = "Invalid value: name and matchLabels are mutually exclusive"
        yield _refused(subject, path, "has both name and matchLabels", complaint, level=level)
    elif not has_name and not has_labels:
        message = f"{subject.title}: {path} has neither name nor matchLabels"
        yield Problem(level=1, message=message, more="Crossplane 2.0 to 2.2.0 refuse it", path=path)


def repeated(
    subject: DocumentSubject, items: list[Any], key: str, path: FieldPath, level: int = 0
) -> Iterator[Problem]:
    """The entries of a list that repeat the key of an earlier one."""
    seen: set[str] = set()
    for number, one in enumerate(items):
        name = text(mapping(one).get(key))
        if name in seen:
            message = f"repeats the {key} of an earlier entry, {name or '(none)'}"
            problem = _refused(subject, path.child(number), message, "Duplicate value", level=level)
            yield replace(problem, fix=f"Give each entry its own {key}.")
        seen.add(name)


def _refused(
    subject: DocumentSubject,
    path: FieldPath,
    message: str,
    complaint: str,
    field: FieldPath | None = None,
    level: int = 0,
) -> Problem:
    """A refusal; `field` is the name that the API server gives to a field that the document does not have."""
    return Problem(
        level=level,
        message=f"{subject.title}: {path} {message}",
        says=says(subject, f"{field or path}: {complaint}"),
        path=path,
    )
