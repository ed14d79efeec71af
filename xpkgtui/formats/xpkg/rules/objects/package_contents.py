"""The rule about what a package of each type holds (724)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary

_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_EXPECTED = {"Provider": (_CRD, _MRD), "Configuration": ("CompositeResourceDefinition", "Composition")}


@rule("XPKG724", "a package holds what its type is for", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def package_holds_something(subject: PackageSubject) -> Iterator[Problem]:
    """A Provider holds a definition; a Configuration holds a definition of composite resources or a Composition.

    Why: A package without them is valid. It may exist to bring its dependencies, or it lost its objects at the build.
    When it bites: If the objects were left out by mistake, for example because of a wrong `--package-root`.
    Fix: No action needed for a package that is empty on purpose.
    Source: xpkg specification, "zero or more".
    """
    meta, kinds = subject.meta, _EXPECTED.get(subject.type or "")
    if meta is None or kinds is None or not subject.is_whole or any(one.refused for one in subject.seen):
        return
    if not any(one.named is not None and one.named.kind in kinds for one in subject.objects):
        only = ", only dependencies" if meta.facts.dependencies else ""
        message = f"{_title(meta)} holds no {kinds[0]} and no {kinds[1]}{only}"
        yield Problem(message=message, where=Where(document=meta.number), path=FieldPath.of("kind"))


def _title(one: DocumentSummary) -> str:
    kind = one.named.kind if one.named else "Object"
    return f"{kind} {one.name}" if one.name else f"{kind} in document {one.number}"
