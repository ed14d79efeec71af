"""Rules about compositions and their pipelines and inputs (716, 717, 733, 738)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.api_server import at_most, is_judged, of_steps, repeated, says
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.tools.facts import PIPELINES_ONLY, STEPS_JUDGED
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

_GROUP = "pt.fn.crossplane.io"
_STEPS = 99
_NO_PIPELINE = "spec: Invalid value: an array of pipeline steps is required in Pipeline mode"
_NO_RESOURCES = (
    "spec.resources: Required value: an array of resources is required in Resources mode "
    "(the default if no mode is specified)"
)
"""As 1.x says it of a composition that names no mode."""
_TEMPLATES = {"gotemplating.fn.crossplane.io": ("inline", "template"), "krm.kcl.dev": ("spec", "source")}
"""Where the text of a template stands in the input of a function, by the group of its inputs."""
_COMPOSES = late(r"composition-resource-name|setResourceNameAnnotation")
_READY = "/ready"
"""How the annotation ends by which a template says that a resource is ready."""
_QUIET = late(r"patch-and-transform|environment-configs|extra-resources|cel-filter|tag-manager")
"""Functions, by their names, that say of no other function's resources whether they are ready."""
_STEP = "Add a step with its functionRef under `spec.pipeline`."
_BUILT = (
    "If its source has `resources`, `crossplane xpkg build` of 2.0 or later dropped them: convert the source first."
)
"""Seen with 2.5, which writes objects as its own types have them."""


@rule("XPKG716", "a Composition is not a pipeline", "EWI", spec="", stage=Stage.INSTALL)
def compositions_are_pipelines(subject: DocumentSubject) -> Iterator[Problem]:
    """A Composition has mode Pipeline and 1 to 99 steps, each with its own name.

    Why: Crossplane 2.0 and later support no other mode. They removed native patches and transforms (`resources`,
    mode `Resources`). Without a mode they assume Pipeline; 1.x assumes Resources.
    When it bites: At installation (dry run).
    Fix: Convert it with `crossplane beta convert pipeline-composition` of a CLI from 1.15 to 1.20, and set
    `mode: Pipeline`. No CLI of 2.0 or later has that command. Give every resource a name first.
    Source: crossplane apis/apiextensions/v1/composition_types.go; composition_validation.go of 1.x.
    """
    if not _is_composition(subject):
        return
    spec, is_first = mapping(subject.value.get("spec")), subject.target.lacks(PIPELINES_ONLY)
    mode, steps = text(spec.get("mode")), listing(spec.get("pipeline"))
    if mode not in {"", "Pipeline"}:
        yield Problem(
            level=int(is_first and mode == "Resources"),
            message=f"{subject.title} has mode {mode}",
            more="Crossplane 2.0 and later support Pipeline only",
            says=says(subject, 'spec.mode: Unsupported value: supported values: "Pipeline"'),
            fix="" if mode == "Resources" else "Write `mode: Pipeline`.",
            path=FieldPath.of("spec", "mode"),
        )
    elif not steps:
        yield _without_pipeline(subject, spec)
    elif not mode:
        message = f"{subject.title} has no mode"
        more = "Crossplane 2.0 and later assume Pipeline, 1.x assumes Resources"
        at = FieldPath.of("spec", "pipeline")
        yield Problem(level=1 if is_first else 2, message=message, more=more, fix="Write `mode: Pipeline`.", path=at)
    if len(steps) > _STEPS:
        yield Problem(
            level=int(is_first),
            message=f"{subject.title} has {len(steps):,} steps",
            more=f"Crossplane 2.0 and later accept at most {_STEPS}",
            says=says(subject, f"spec.pipeline: Too many: must have at most {_STEPS} items"),
            fix="Use fewer functions, or split the composition.",
            path=FieldPath.of("spec", "pipeline"),
        )
    yield from at_most(subject, repeated(subject, steps, "step", FieldPath.of("spec", "pipeline")))


@rule("XPKG717", "a pipeline step is incomplete", "EW", spec="", stage=Stage.INSTALL)
def steps_are_whole(subject: DocumentSubject) -> Iterator[Problem]:
    """A step's input has apiVersion and kind, its credentials are secrets, and its selectors are clear.

    Why: The API server validates these fields. It lists `None` as a source of credentials, but another of its rules
    refuses it. A selector has a name or labels, never both; Crossplane 2.0 to 2.2.0 require one of them.
    When it bites: At installation (dry run). Names of credentials are compared since 1.16; their sources and
    selectors are checked since 2.0.
    Fix: Add the missing field, or remove the extra one.
    Source: crossplane apis/apiextensions/v1/composition_common.go; k8s.io/apiextensions-apiserver
    pkg/apiserver/schema/objectmeta.
    """
    if _is_composition(subject):
        steps = listing(mapping(subject.value.get("spec")).get("pipeline"))
        # Crossplane 1.x judges neither credentials nor selectors this way.
        younger = int(subject.target.lacks(STEPS_JUDGED))
        found = of_steps(subject, steps, FieldPath.of("spec", "pipeline"), younger=younger, needs_secret=True)
        yield from at_most(subject, found)


@rule("XPKG736", "Crossplane 1 refuses a native Composition", "EI", spec="", stage=Stage.INSTALL)
def natives_are_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """The resources and patch sets of a native Composition fit the schema and the webhook of their Crossplane 1.

    Why: Each minor release has its own schema: types of patches, transforms and checks. Since 1.12 a webhook, which
    the Helm chart enables, asks for whole patches, and for names of all resources or of none.
    When it bites: At installation (dry run). Crossplane 2 has no native Compositions (XPKG716).
    Fix: Correct the field at this path.
    Source: crossplane cluster/crds, apis/apiextensions/v1/composition_validation.go at v1.0.0 to v1.20.0.
    """
    spec = mapping(subject.value.get("spec"))
    is_native = text(spec.get("mode")) != "Pipeline" and bool(spec.get("resources") or spec.get("patchSets"))
    if not is_native or not _is_composition(subject) or not subject.target.lacks(PIPELINES_ONLY):
        return
    # Few packages have one.
    from xpkgtui.formats.xpkg.compositions.native import native_faults

    yield from at_most(
        subject,
        (
            Problem(
                level=0 if one.says else 1,
                message=f"{subject.title}: {one.path}: {one.message}",
                says=says(subject, one.says) if one.says else None,
                undecided=not one.says,
                fix=one.fix,
                path=one.path,
            )
            for one in native_faults(spec, subject.name, subject.target.version)
        ),
    )


@rule("XPKG733", "function-patch-and-transform refuses its input", "W", spec="", stage=Stage.INSTALL)
def inputs_are_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """The input of function-patch-and-transform has known fields of the right types, and whole patches and checks.

    Why: The API server takes any input with apiVersion and kind. The function judges it when it is called: types of
    patches, their policies, transforms, patch sets, connection details, readiness checks and bases. It names the
    first fault alone. Unknown fields it refuses too, so `mergeOptions` of a native Composition does not work here.
    When it bites: The package installs, but each composite resource stays without what it composes.
    Fix: Write what the function knows. xpkgtui judges as its releases since 0.7.0 do.
    Source: function-patch-and-transform validate.go, fn.go, patches.go; function-sdk-go resource/resource.go.
    """
    if _is_composition(subject):
        yield from at_most(subject, _refused(subject))


@rule("XPKG738", "nothing says when composed resources are ready", "W", spec="", stage=Stage.INSTALL)
def readiness_is_detected(subject: DocumentSubject) -> Iterator[Problem]:
    """A function says when what a template of function-go-templating or function-kcl composes is ready.

    Why: Crossplane does not look at the conditions of composed resources: a function says which of them are ready,
    and these two say it only where the template sets the annotation `gotemplating.fn.crossplane.io/ready` or
    `krm.kcl.dev/ready`. function-auto-ready looks at what earlier steps compose. xpkgtui is silent if a later step
    calls a function that it does not know, and about templates that are not in the Composition.
    When it bites: The package installs and all resources are made, but the composite resource is never `Ready`:
    `Unready resources: …`.
    Fix: Call function-auto-ready in the last step, and depend on it; or set the annotation.
    Source: function-go-templating fn.go; function-kcl pkg/resource/res.go; function-auto-ready fn.go; a function that
    says nothing, tried with Crossplane 2.4.
    """
    steps = listing(mapping(subject.value.get("spec")).get("pipeline")) if _is_composition(subject) else []
    waiting: tuple[int, str] | None = None
    for number, step in enumerate(steps):
        if _may_detect(step):
            waiting = None
        elif waiting is None and _COMPOSES.search(_template(step)):
            waiting = number, text(field(step, "functionRef", "name"))
    if waiting is not None:
        called = f"{subject.title}: no step says when the resources are ready that {waiting[1]} composes"
        at = FieldPath.of("spec", "pipeline", waiting[0], "functionRef", "name")
        early = any("auto-ready" in text(field(one, "functionRef", "name")) for one in steps[: waiting[0]])
        more = "function-auto-ready is called before it, and looks at earlier steps only" if early else ""
        yield Problem(message=called, more=more, path=at)


def _may_detect(step: object) -> bool:
    """Whether a step may say of what earlier steps compose that it is ready."""
    given, template = field(step, "input"), _template(step)
    if template:
        return _READY in template
    # function-patch-and-transform checks what an entry without a base patches.
    is_patched = any(not field(one, "base") for one in listing(field(given, "resources")))
    return is_patched or not _QUIET.search(text(field(step, "functionRef", "name")))


def _template(step: object) -> str:
    """The template in the input of a step; empty where there is none, or where it stands elsewhere."""
    given = field(step, "input")
    place = _TEMPLATES.get(text(field(given, "apiVersion")).partition("/")[0])
    return text(field(given, *place)) if place else ""


def _refused(subject: DocumentSubject) -> Iterator[Problem]:
    for number, one in enumerate(listing(mapping(subject.value.get("spec")).get("pipeline"))):
        given = mapping(mapping(one).get("input"))
        if text(given.get("apiVersion")).partition("/")[0] != _GROUP:
            continue
        # Few packages have one.
        from xpkgtui.formats.xpkg.compositions.patch_inputs import faults_of

        step, root = text(mapping(one).get("step")), FieldPath.of("spec", "pipeline", number, "input")
        for fault in faults_of(given, is_first=number == 0):
            says = f"pipeline step {quoted(step)} returned a fatal result: {fault.says}" if fault.says else None
            message = f"{subject.title}: {fault.path}: {fault.message}" if fault.path.parts else ""
            message = message or f"{subject.title}: step {step}: {fault.message}"
            yield Problem(message=message, says=says, fix=fault.fix, path=FieldPath((*root.parts, *fault.path.parts)))


def _is_composition(subject: DocumentSubject) -> bool:
    named = subject.named
    wanted = ("apiextensions.crossplane.io", "v1", "Composition")
    return named is not None and (named.group, named.version, named.kind) == wanted and is_judged(subject)


def _without_pipeline(subject: DocumentSubject, spec: dict[str, Any]) -> Problem:
    has_resources = bool(spec.get("resources")) and not spec.get("mode")
    is_first = subject.target.lacks(PIPELINES_ONLY)
    missing = _NO_RESOURCES if is_first and not spec.get("mode") else _NO_PIPELINE
    hint = "Crossplane 2.0 removed native resources" if has_resources else ""
    return Problem(
        level=int(is_first and has_resources),
        message=f"{subject.title} has no pipeline",
        more=hint,
        says=says(subject, missing),
        fix="" if has_resources else _STEP if spec.get("mode") else f"{_STEP} {_BUILT}",
        path=FieldPath.of("spec", "resources" if has_resources else "pipeline"),
    )
