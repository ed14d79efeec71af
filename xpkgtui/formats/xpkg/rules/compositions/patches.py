"""Rules about the fields that patches name (727, 728)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary

if TYPE_CHECKING:  # most packages have no patches
    from xpkgtui.formats.xpkg.compositions.patches import FieldReference, PatchedKind
    from xpkgtui.formats.xpkg.compositions.schemas import Missing

_MOST = 2_000
"""Fields that do not exist, which are looked at for each rule; more are not reported anyway."""


@rule("XPKG727", "patches name fields of the composite resource", "W", spec="W", format_v2="W", stage=Stage.INSTALL)
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


@rule("XPKG728", "patches name fields of the composed resource", "W", spec="W", format_v2="W", stage=Stage.INSTALL)
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


def _of_patches(subject: PackageSubject, *, is_composite: bool) -> Iterator[Problem]:
    """The problems, kind by kind, so that each definition is parsed once."""
    by_target: dict[PatchedKind, list[tuple[DocumentSummary, FieldReference]]] = {}
    for one in subject.objects:
        for reference in () if one.refused else one.facts.references:
            if reference.is_composite is is_composite:
                by_target.setdefault(reference.target, []).append((one, reference))
    left = _MOST
    for target, named in by_target.items():
        for one, reference in named:
            problem = _problem(subject, one, reference, target)
            if problem is not None:
                yield problem
                left -= 1
                if not left:
                    return


def _problem(
    subject: PackageSubject, one: DocumentSummary, reference: "FieldReference", target: "PatchedKind"
) -> Problem | None:
    from xpkgtui.formats.xpkg.compositions.field_paths import BadFieldPath, parse_field_path

    verb = "writes" if reference.is_written else "reads"
    owner = f" of resource {reference.resource}" if reference.resource else ""
    owner += f" (patch set {reference.patch_set})" if reference.patch_set else ""
    title = f"Composition {one.name}" if one.name else f"Composition in document {one.number}"
    start = f"{title}: {_noun(reference)}{owner} {verb} {reference.text}"
    try:
        segments = parse_field_path(reference.text)
    except BadFieldPath as error:
        message = f"{start}, which is not a field path: {error.message}"
        return Problem(
            message=message,
            fix="Write a path such as spec.list[0].name.",
            where=Where(document=one.number),
            path=reference.path,
        )
    schema = subject.schemas.of(target)
    missing = schema.missing(segments) if schema is not None else None
    if missing is None:
        return None
    message = f"{start}, but {_where(missing, target)} {missing.reason}"
    hint = f"; did you mean {missing.near}?" if missing.near else ""
    return Problem(message=message + hint, where=Where(document=one.number), path=reference.path)


def _where(missing: "Missing", target: "PatchedKind") -> str:
    return f"{missing.parent} of {target.kind}" if missing.parent else target.kind


def _noun(reference: "FieldReference") -> str:
    parts = reference.path.parts
    if "connectionDetails" in parts:
        return "a connection detail"
    return "a readiness check" if "readinessChecks" in parts else "a patch"
