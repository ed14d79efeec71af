"""Rules about compositions and their pipelines (716, 717)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.definitions.names import label_1035
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.rules.api_server import at_most, is_judged, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.untyped import listing, mapping, text

_STEPS = 99
_NO_PIPELINE = "spec: Invalid value: an array of pipeline steps is required in Pipeline mode"
_NO_RESOURCES = (
    "spec.resources: Required value: an array of resources is required in Resources mode "
    "(the default if no mode is specified)"
)
"""As 1.x says it of a composition that names no mode."""
_WORDS: dict[type, str] = {dict: "object", list: "array", str: "string", bool: "boolean"}


@rule("XPKG716", "compositions are pipelines", "EI", crossplane_1="EW", spec="", format_v2="", stage=Stage.INSTALL)
def compositions_are_pipelines(subject: DocumentSubject) -> Iterator[Problem]:
    """A Composition has mode Pipeline and 1 to 99 steps, each with its own name.

    Why: Crossplane 2.0 and later support no other mode. They removed native patches and transforms (`resources`,
    mode `Resources`). Without a mode they assume Pipeline; 1.x assumes Resources.
    When it bites: At installation (dry run).
    Fix: Convert it with `crossplane composition convert pipeline-composition` (`beta convert` in 1.x), and set
    `mode: Pipeline`.
    Source: crossplane apis/apiextensions/v1/composition_types.go; composition_validation.go of 1.x.
    """
    if not _is_composition(subject):
        return
    spec, is_older = mapping(subject.value.get("spec")), subject.profile is Profile.CROSSPLANE_1
    mode, steps = text(spec.get("mode")), listing(spec.get("pipeline"))
    if mode not in {"", "Pipeline"}:
        # Not an error under the profile that spans both: 1.x accepts it, 2.0 and later refuse it.
        yield Problem(
            level=int(is_older and mode == "Resources"),
            message=f"{subject.title} has mode {mode}; Crossplane 2.0 and later support Pipeline only",
            says=says(subject, 'spec.mode: Unsupported value: supported values: "Pipeline"'),
            fix="" if mode == "Resources" else "Write `mode: Pipeline`.",
            path=FieldPath.of("spec", "mode"),
        )
    elif not steps:
        yield _without_pipeline(subject, spec)
    elif not mode:
        message = f"{subject.title} has no mode; Crossplane 2.0 and later assume Pipeline, 1.x assumes Resources"
        yield Problem(level=1, message=message, fix="Write `mode: Pipeline`.", path=FieldPath.of("spec", "pipeline"))
    if len(steps) > _STEPS:
        yield Problem(
            level=int(is_older),
            message=f"{subject.title} has {len(steps):,} steps; Crossplane 2.0 and later accept at most {_STEPS}",
            says=says(subject, f"spec.pipeline: Too many: must have at most {_STEPS} items"),
            fix="Use fewer functions, or split the composition.",
            path=FieldPath.of("spec", "pipeline"),
        )
    yield from at_most(subject, _repeated(subject, steps, "step", FieldPath.of("spec", "pipeline")))


@rule("XPKG717", "pipeline steps are complete", "EW", spec="", format_v2="", stage=Stage.INSTALL)
def steps_are_whole(subject: DocumentSubject) -> Iterator[Problem]:
    """A step's input has apiVersion and kind, its credentials are secrets, and its selectors are clear.

    Why: The API server validates these fields. It lists `None` as a source of credentials, but another of its rules
    refuses it. A selector has a name or labels, never both; Crossplane 2.0 to 2.2.0 require one of them.
    When it bites: At installation (dry run). Credentials and selectors are checked since 2.0.
    Fix: Add the missing field, or remove the extra one.
    Source: crossplane apis/apiextensions/v1/composition_common.go; k8s.io/apiextensions-apiserver
    pkg/apiserver/schema/objectmeta.
    """
    if _is_composition(subject):
        yield from at_most(subject, _of_steps(subject))


def _is_composition(subject: DocumentSubject) -> bool:
    named = subject.named
    wanted = ("apiextensions.crossplane.io", "v1", "Composition")
    return named is not None and (named.group, named.version, named.kind) == wanted and is_judged(subject)


def _without_pipeline(subject: DocumentSubject, spec: dict[str, Any]) -> Problem:
    has_resources = bool(spec.get("resources")) and not spec.get("mode")
    is_older = subject.profile is Profile.CROSSPLANE_1
    missing = _NO_RESOURCES if is_older and not spec.get("mode") else _NO_PIPELINE
    hint = "; Crossplane 2.0 removed native resources" if has_resources else ""
    return Problem(
        level=int(is_older and has_resources),
        message=f"{subject.title} has no pipeline{hint}",
        says=says(subject, missing),
        fix="" if has_resources else "Add a step with its functionRef under `spec.pipeline`.",
        path=FieldPath.of("spec", "resources" if has_resources else "pipeline"),
    )


def _of_steps(subject: DocumentSubject) -> Iterator[Problem]:
    younger = int(subject.profile is Profile.CROSSPLANE_1)  # 1.x does not judge these this way
    for number, one in enumerate(listing(mapping(subject.value.get("spec")).get("pipeline"))):
        step, path = mapping(one), FieldPath.of("spec", "pipeline", number)
        if step.get("input") is not None:
            yield from _of_input(subject, step["input"], path.child("input"))
        credentials, at = listing(step.get("credentials")), path.child("credentials")
        yield from _repeated(subject, credentials, "name", at, younger)
        for index, credential in enumerate(credentials):
            yield from _of_credential(subject, mapping(credential), at.child(index), younger)
        requirements = mapping(step.get("requirements"))
        for word in ("requiredResources", "requiredSchemas"):
            selectors, at = listing(requirements.get(word)), path.child("requirements").child(word)
            yield from _repeated(subject, selectors, "requirementName", at, younger)
            if word == "requiredResources":
                for index, selector in enumerate(selectors):
                    yield from _of_selector(subject, mapping(selector), at.child(index), younger)


def _of_input(subject: DocumentSubject, value: Any, path: FieldPath) -> Iterator[Problem]:
    if not isinstance(value, dict):
        found = _WORDS.get(value.__class__, "number")
        invalid = f'Invalid value: {path} in body must be of type object: "{found}"'
        yield _refused(subject, path, f"is of type {found}, not an object with apiVersion and kind", invalid)
        return
    for name in ("apiVersion", "kind"):
        at, word = path.child(name), value.get(name)
        if name not in value:
            yield _refused(subject, path, f"has no {name}", "Required value", at)
        elif not isinstance(word, str):
            yield _refused(subject, at, "is not text", "Invalid value: must be a string")
        elif not word:
            yield _refused(subject, at, "is empty", "Invalid value: must not be empty")
        elif name == "apiVersion" and word.count("/") > 1:
            yield _refused(subject, at, "has two slashes", f"Invalid value: unexpected GroupVersion string: {word}")
        elif name == "kind" and (complaint := label_1035(word.lower())):
            invalid = f"Invalid value: may have mixed case, but should otherwise match: {complaint}"
            yield _refused(subject, at, "is not the name of a kind", invalid)


def _of_credential(subject: DocumentSubject, value: dict[str, Any], path: FieldPath, level: int) -> Iterator[Problem]:
    source = text(value.get("source"))
    complaint = "Invalid value: the Secret source requires a secretRef"
    if source not in {"None", "Secret"}:
        known = 'Unsupported value: supported values: "None", "Secret"'
        message = f"has source {source}, not Secret" if source else "has no source"
        yield _refused(subject, path, message, known, path.child("source"), level)
    elif source == "None":
        message = "has source None; the API server still requires a Secret"
        yield _refused(subject, path, message, complaint, level=level)
    elif value.get("secretRef") is None:
        yield _refused(subject, path, "has no secretRef", complaint, level=level)


def _of_selector(subject: DocumentSubject, value: dict[str, Any], path: FieldPath, level: int) -> Iterator[Problem]:
    has_name, has_labels = value.get("name") is not None, bool(value.get("matchLabels"))
    if has_name and has_labels:
        complaint = "Invalid value: name and matchLabels are mutually exclusive"
        yield _refused(subject, path, "has both name and matchLabels", complaint, level=level)
    elif not has_name and not has_labels:
        message = f"{subject.title}: {path} has neither name nor matchLabels; Crossplane 2.0 to 2.2.0 refuse it"
        yield Problem(level=1, message=message, path=path)


def _repeated(
    subject: DocumentSubject, items: list[Any], key: str, path: FieldPath, level: int = 0
) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, one in enumerate(items):
        name = text(mapping(one).get(key))
        if name in seen:
            message = f"repeats the {key} of an earlier entry, {name or '(none)'}"
            yield _refused(subject, path.child(number), message, "Duplicate value", level=level)
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
