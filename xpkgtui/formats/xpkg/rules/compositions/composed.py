"""Rules about the kinds that compositions compose, functions that pipelines call, and fields of patches."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.dependencies.references import function_names
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import MOST_FACTS, DocumentSummary
from xpkgtui.untyped import mapping

if TYPE_CHECKING:
    from xpkgtui.formats.xpkg.compositions.composed_objects import BaseFault
    from xpkgtui.formats.xpkg.compositions.patches import FieldReference, PatchedKind
    from xpkgtui.formats.xpkg.compositions.schemas import MissingField
    from xpkgtui.formats.xpkg.subject.subjects import SchemaLookup

_XRD = "CompositeResourceDefinition"
_TYPE_REF = FieldPath.of("spec", "compositeTypeRef")
_MOST_COMPARED = 50_000
"""Pairs of names that are compared to find what was meant."""
_LONGEST_GUESS = 100
_FUNCTION = "function-"


@rule("XPKG718", "a Composition composes an undefined kind", "W", stage=Stage.INSTALL)
def composed_kind_is_defined(subject: PackageSubject) -> Iterator[Problem]:
    """`compositeTypeRef` of a Composition names a kind that this package defines, in its referenceable version.

    Why: A composite resource always has the referenceable version of its definition. Crossplane uses a Composition
    for it only if apiVersion and kind are the same. The kind of a claim is another one.
    When it bites: The Composition installs, but no composite resource can select it. xpkgtui is silent about kinds
    that may come from a Configuration which the package depends on.
    Fix: Write the apiVersion and kind of the composite resource as its definition has them.
    Source: crossplane internal/controller/apiextensions/composite; apis/apiextensions/v1/composition_types.go.
    """
    yield from _cut(subject)
    definitions: dict[tuple[str, str], DocumentSummary] = {}
    claims: dict[tuple[str, str], DocumentSummary] = {}
    for one in subject.objects:
        if one.named is not None and one.named.kind == _XRD and one.defines is not None:
            definitions[one.defines] = one
            if one.claims is not None:
                claims[one.defines[0], one.claims] = one
    is_complete = subject.is_whole and not _may_bring(subject)
    kinds = {kind: group for group, kind in definitions}
    left = _MOST_COMPARED
    for one in subject.objects:
        composes = one.facts.composes
        if composes is None or one.refused or not (composes.api_version and composes.kind):
            continue
        group, _, version = composes.api_version.rpartition("/")
        wanted = group, composes.kind
        if wanted in definitions:
            yield from _of_version(one, composes, definitions[wanted], version)
        elif wanted in claims:
            yield _of_claim(one, composes, claims[wanted])
        elif is_complete:
            yield _undefined(one, composes, kinds, is_hinted=left > 0)
            left -= len(kinds)


@rule("XPKG719", "a pipeline calls a function that no dependency installs", "W", spec="", stage=Stage.INSTALL)
def functions_are_depended_on(subject: PackageSubject) -> Iterator[Problem]:
    """Every function that a pipeline calls is a dependency of the package.

    Why: Crossplane installs the functions that a package depends on. It names them after their repository:
    `xpkg.crossplane.io/crossplane-contrib/function-auto-ready` becomes `crossplane-contrib-function-auto-ready`. The
    last part alone counts here too, because functions are often installed under that name.
    When it bites: The Composition installs, but its pipeline fails until the function is there too. xpkgtui is
    silent if the package depends on a Configuration, which may bring it.
    Fix: Add the function to `spec.dependsOn`, or correct the name.
    Source: crossplane internal/controller/pkg/resolver/reconciler.go; crossplane-runtime pkg/xpkg/name.go.
    """
    meta = subject.meta
    if meta is None or _may_bring(subject):
        return
    known = {name for one in meta.facts.dependencies for name in function_names(one.repository)}
    reported: set[str] = set()
    for one in subject.objects:
        for call in () if one.refused else one.facts.calls:
            if call.function in known or call.function in reported:
                continue
            reported.add(call.function)
            from difflib import get_close_matches

            is_hinted = len(reported) * len(known) < _MOST_COMPARED
            name = call.function[:_LONGEST_GUESS]
            near = get_close_matches(name, known, cutoff=0.8) if is_hinted else []
            near = [one for one in near if _is_near(name, one)]
            hint = f"did you mean {near[0]}?" if near else ""
            message = f"{one.title} calls {call.function}, which no dependency of the package installs"
            yield Problem(message=message, more=hint, where=Where(document=one.number), path=call.path)


@rule("XPKG740", "a definition selects a Composition that is not there", "W", spec="", stage=Stage.INSTALL)
def selected_compositions_exist(subject: PackageSubject) -> Iterator[Problem]:
    """A Composition that a definition selects, by default or always, is in the package and composes its kind.

    Why: Crossplane takes `defaultCompositionRef` for a composite resource that selects none, and
    `enforcedCompositionRef` for all of them, and looks for no other one.
    When it bites: Composite resources stay without what they compose; the package installs. xpkgtui is silent about
    Compositions that may come from a Configuration which the package depends on.
    Fix: Correct the name, or add the Composition.
    Source: crossplane internal/controller/apiextensions/composite/api.go; tried with Crossplane 2.4.
    """
    compositions = {one.name: one for one in subject.objects if one.facts.composes is not None}
    is_complete = subject.is_whole and not _may_bring(subject)
    for one in subject.objects:
        for key, name in one.facts.selects:
            found, path = compositions.get(name), FieldPath.of("spec", key, "name")
            composes = found.facts.composes if found is not None else None
            if composes is not None and one.defines not in (None, _kind_of(composes)):
                message = f"{one.title} selects the Composition {name}, which composes {composes.kind}"
                says = "cannot configure composite resource: referenced composition is not compatible with this"
                yield Problem(
                    message=message, says=f"{says} composite resource", where=Where(document=one.number), path=path
                )
            elif found is None and is_complete:
                from difflib import get_close_matches

                near = get_close_matches(name, compositions, cutoff=0.7) if len(compositions) < _MOST else []
                missing = f'Composition.apiextensions.crossplane.io "{name}" not found'
                yield Problem(
                    message=f"{one.title} selects the Composition {name}, which is not in the package",
                    more=f"did you mean {near[0]}?" if near else "",
                    says=f"cannot fetch Composition: cannot get Composition: {missing}",
                    where=Where(document=one.number),
                    path=path,
                )


def _kind_of(composes: "PatchedKind") -> tuple[str, str]:
    return composes.api_version.rpartition("/")[0], composes.kind


def _is_near(name: str, other: str) -> bool:
    """Whether two names are alike behind what all functions of an organization begin with."""
    from difflib import get_close_matches

    head = other[: other.index(_FUNCTION) + len(_FUNCTION)] if _FUNCTION in other else ""
    return not name.startswith(head) or bool(get_close_matches(name.removeprefix(head), [other.removeprefix(head)]))


def _cut(subject: PackageSubject) -> Iterator[Problem]:
    """What this rule and the others about Compositions did not look at."""
    for one in (one for one in subject.seen if one.facts.is_cut):
        from xpkgtui.formats.xpkg.compositions.patches import MOST

        limits = (
            f"{MOST_FACTS:,} versions, capabilities and composed kinds of one, and {MOST:,} fields of its patches"
        )
        message = f"{one.title} was not looked at whole: xpkgtui looks at {limits}"
        yield Problem(message=message, where=Where(document=one.number), undecided=True)


def _may_bring(subject: PackageSubject) -> bool:
    meta = subject.meta
    return meta is None or any(one.kind not in {"Provider", "Function"} for one in meta.facts.dependencies)


def _of_version(
    one: DocumentSummary, composes: "PatchedKind", definition: DocumentSummary, version: str
) -> Iterator[Problem]:
    """The problem of a version that composite resources do not have."""
    referenceable = [each.name for each in definition.facts.versions if each.is_stored]
    if not referenceable or version in referenceable:
        return
    is_defined = any(each.name == version for each in definition.facts.versions)
    group = composes.api_version.rpartition("/")[0]
    what = f"{version}, which is not its referenceable version" if is_defined else f"{version}, which is not defined"
    yield Problem(
        message=f"{one.title} composes {composes.kind} of {what}",
        more=f"composite resources have {referenceable[0]}",
        fix=f"Write `apiVersion: {group}/{referenceable[0]}`.",
        where=Where(document=one.number),
        path=_TYPE_REF.child("apiVersion"),
    )


def _of_claim(one: DocumentSummary, composes: "PatchedKind", definition: DocumentSummary) -> Problem:
    kind = definition.defines[1] if definition.defines else ""
    return Problem(
        message=f"{one.title} composes {composes.kind}, which is the kind of claims for {kind}",
        fix=f"Write `kind: {kind}`.",
        where=Where(document=one.number),
        path=_TYPE_REF.child("kind"),
    )


def _undefined(
    one: DocumentSummary, composes: "PatchedKind", kinds: Mapping[str, str], *, is_hinted: bool
) -> Problem:
    from difflib import get_close_matches

    group = composes.api_version.rpartition("/")[0]
    close = get_close_matches(composes.kind[:_LONGEST_GUESS], kinds, cutoff=0.7) if is_hinted else []
    hint = f"did you mean {close[0]} of {kinds[close[0]]}?" if close else ""
    shown = f"{composes.kind} ({composes.api_version})" if group else composes.kind
    return Problem(
        message=f"{one.title} composes {shown}, which neither this package nor a dependency can define",
        more=hint,
        fix="" if kinds else "Add the CompositeResourceDefinition, or depend on the package that has it.",
        where=Where(document=one.number),
        path=_TYPE_REF.child("kind"),
    )


_MOST = 2_000
"""Fields that do not exist, which are looked at for each rule; more are not reported anyway."""


@rule("XPKG727", "a patch names a field that the composite resource lacks", "W", stage=Stage.INSTALL)
def composite_has_the_field(subject: PackageSubject) -> Iterator[Problem]:
    """A field of the composite resource that a patch reads or writes exists in the schema of its definition.

    Why: The API server keeps only fields that the schema has. A patch that reads another field does nothing, or
    fails with policy `Required`; one that writes another field fails or has no effect. Patches are those of
    function-patch-and-transform and of native compositions, patch sets and the variables of Combine included.
    When it bites: When a composite resource is composed; the package installs.
    Fix: Correct the field path, or add the field to the schema of the CompositeResourceDefinition.
    Source: function-patch-and-transform patches.go; crossplane-runtime pkg/fieldpath and pkg/xcrd.
    """
    return _of_patches(subject, is_composite=True)


@rule("XPKG728", "a patch names a field that the composed resource lacks", "W", stage=Stage.INSTALL)
def composed_has_the_field(subject: PackageSubject) -> Iterator[Problem]:
    """A field of a composed resource that a patch reads or writes exists in its schema, where this package has it.

    Why: The API server keeps only fields that the schema has. A patch that writes another field fails or has no
    effect; one that reads another field does nothing. Connection details and readiness checks name fields too.
    When it bites: When a composite resource is composed; the package installs. Kinds that other packages define are
    not checked.
    Fix: Correct the field path, or the version of the composed resource.
    Source: function-patch-and-transform patches.go; crossplane-runtime pkg/fieldpath.
    """
    return _of_patches(subject, is_composite=False)


@rule("XPKG734", "the base of a composed resource does not fit its definition", "W", spec="", stage=Stage.INSTALL)
def bases_fit_definitions(subject: PackageSubject) -> Iterator[Problem]:
    """The API server takes what is composed of a base, by the definition of its kind, where this package has it.

    Why: Crossplane applies composed resources; the API server refuses unknown fields, wrong types, what its rules
    forbid, and versions that are not served. What a patch writes, or a later function may add, is not judged, and
    neither is metadata.
    When it bites: When a composite resource is composed; the package installs.
    Fix: Correct the base, or patch the field. `check --dependencies` judges kinds that other packages define too.
    Source: function-patch-and-transform fn.go; k8s.io/apiextensions-apiserver 0.35, the strategy of custom resources.
    """
    return _of_definitions(subject, base_problems)


@rule("XPKG735", "the input of a function does not fit its definition", "W", spec="", stage=Stage.INSTALL)
def inputs_fit_definitions(subject: PackageSubject) -> Iterator[Problem]:
    """The input of a function has the fields and the types of its definition, where this package has that.

    Why: The API server takes any input with apiVersion and kind. Functions refuse fields that they do not know, when
    they are called. The input of function-patch-and-transform is judged as the function does (XPKG733).
    When it bites: The package installs, but each composite resource stays without what it composes.
    Fix: Correct the input. `check --dependencies` looks up the definition in the package of the function.
    Source: function-sdk-go resource/resource.go; k8s.io/apiextensions-apiserver 0.35.
    """
    return _of_definitions(subject, input_problems)


_Problems = Callable[[dict[str, Any], str, int, "SchemaLookup", Mapping[tuple[str, str], str]], Iterator[Problem]]


def _of_definitions(subject: PackageSubject, problems: _Problems) -> Iterator[Problem]:
    """The problems of each composition that composes kinds which the package defines."""

    def every() -> Iterator[Problem]:
        for one in subject.objects:
            # A definition is parsed again, and so is the composition.
            if not one.refused and any(subject.schemas.defines(kind) for kind in one.facts.composed):
                spec = mapping(subject.schemas.value_of(one.number).get("spec"))
                yield from problems(spec, one.title, one.number, subject.schemas, {})

    return islice(every(), _MOST)


def base_problems(
    spec: dict[str, Any], title: str, number: int, schemas: "SchemaLookup", by: Mapping[tuple[str, str], str]
) -> Iterator[Problem]:
    """What is said of bases; `by` names the packages that define their kinds, where those are others."""
    from xpkgtui.formats.xpkg.compositions.composed_objects import BaseFault, base_faults, bases_of

    for base in bases_of(spec):
        group, slash, version = base.kind[0].rpartition("/")
        served = schemas.served_of(group, base.kind[1]) if slash else None
        if served is not None and version not in served:
            owner = f"resource {base.resource}" if base.resource else str(base.path)
            words = f'no matches for kind "{base.kind[1]}" in version "{base.kind[0]}"'
            more = f"it is served as {', '.join(served)}" if served else "no version of it is served"
            fault = BaseFault(base, "apiVersion", words, base.path.child("apiVersion"))
            yield replace(_of_fault(fault, f"{title}: the base of {owner}", number, by), more=more)
    for fault in base_faults(spec, schemas.judge_of):
        owner = f"resource {fault.base.resource}" if fault.base.resource else str(fault.base.path)
        yield _of_fault(fault, f"{title}: the base of {owner}", number, by)


def input_problems(
    spec: dict[str, Any], title: str, number: int, schemas: "SchemaLookup", by: Mapping[tuple[str, str], str]
) -> Iterator[Problem]:
    """What is said of inputs."""
    from xpkgtui.formats.xpkg.compositions.composed_objects import input_faults

    for fault in input_faults(spec, schemas.judge_of):
        yield _of_fault(fault, f"{title}: the input of step {fault.base.resource}", number, by)


def _of_fault(fault: "BaseFault", start: str, number: int, by: Mapping[tuple[str, str], str]) -> Problem:
    api_version, kind = fault.base.kind
    package = by.get((api_version.rpartition("/")[0], kind), "")
    message = f"{fault.field}: {fault.message}" if fault.message else f'unknown field "{fault.field}"'
    named = f"{kind} of {package}" if package else kind
    return Problem(message=f"{start} ({named}): {message}", where=Where(document=number), path=fault.path)


def _of_patches(subject: PackageSubject, *, is_composite: bool) -> Iterator[Problem]:
    """The problems, kind by kind, so that each definition is parsed once."""
    by_target: dict[PatchedKind, list[tuple[DocumentSummary, FieldReference]]] = {}
    for one in subject.objects:
        for reference in () if one.refused else one.facts.references:
            if reference.is_composite is is_composite:
                by_target.setdefault(reference.target, []).append((one, reference))
    left = _MOST
    for named in by_target.values():
        for one, reference in named:
            title = f"Composition {one.name}" if one.name else f"Composition in document {one.number}"
            problem = patch_problem(subject.schemas, title, one.number, reference)
            if problem is not None:
                yield problem
                left -= 1
                if not left:
                    return


def patch_problem(schemas: "SchemaLookup", title: str, number: int, reference: "FieldReference") -> Problem | None:
    """What is said of a field that a patch names; None where it exists, or may exist."""
    from xpkgtui.formats.xpkg.compositions.schemas import BadFieldPath, parse_field_path

    verb = "writes" if reference.is_written else "reads"
    owner = f" of resource {reference.resource}" if reference.resource else ""
    owner += f" (patch set {reference.patch_set})" if reference.patch_set else ""
    target = reference.target
    start = f"{title}: {_noun(reference)}{owner} {verb} {reference.text}"
    try:
        segments = parse_field_path(reference.text)
    except BadFieldPath as error:
        return Problem(
            message=f"{start}, which is not a field path: {error.message}",
            fix="Write a path such as spec.list[0].name.",
            where=Where(document=number),
            path=reference.path,
        )
    schema = schemas.of(target)
    missing = schema.missing(segments) if schema is not None else None
    if missing is None:
        return None
    message = f"{start}, but {_where(missing, target)} {missing.reason}"
    hint = f"did you mean {missing.near}?" if missing.near else ""
    return Problem(message=message, more=hint, where=Where(document=number), path=reference.path)


def _where(missing: "MissingField", target: "PatchedKind") -> str:
    return f"{missing.parent} of {target.kind}" if missing.parent else target.kind


def _noun(reference: "FieldReference") -> str:
    parts = reference.path.parts
    if "connectionDetails" in parts:
        return "a connection detail"
    return "a readiness check" if "readinessChecks" in parts else "a patch"
