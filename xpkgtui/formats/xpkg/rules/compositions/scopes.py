"""The rule about the scope of composite resources, and of what they compose."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary
from xpkgtui.formats.xpkg.tools.facts import SCOPES
from xpkgtui.untyped import mapping, text

if TYPE_CHECKING:
    from xpkgtui.formats.xpkg.compositions.patches import PatchedKind
    from xpkgtui.formats.xpkg.compositions.scopes import ScopeOf


@rule("XPKG739", "a composed resource does not fit the scope of its composite", "W", spec="", stage=Stage.INSTALL)
def scopes_fit(subject: PackageSubject) -> Iterator[Problem]:
    """A namespaced composite resource composes namespaced resources; those of a cluster-scoped one name a namespace.

    Why: Crossplane 2 puts everything that a namespaced composite resource composes into its namespace, whatever the
    base says, and composes nothing cluster-scoped, which a namespaced object cannot own. Without a `scope`,
    definitions of v2 are namespaced, those of v1 and claims have cluster-scoped composite resources.
    When it bites: When a composite resource is composed; the package installs.
    Fix: Compose the namespaced kind, which providers of Crossplane 2 have in a group with `.m.`. `check
    --dependencies` looks up the scope of kinds that other packages define.
    Source: crossplane internal/controller/apiextensions/composite/composition_functions.go, composition_render.go;
    tried with Crossplane 2.4.
    """
    for one in subject.objects:
        if not one.refused and one.facts.composed:
            yield from _of_composition(subject, one)


def _of_composition(subject: PackageSubject, one: DocumentSummary) -> Iterator[Problem]:
    from xpkgtui.formats.xpkg.compositions.scopes import is_namespaced, with_kubernetes

    def may_have_scope(kind: "PatchedKind") -> bool:
        """Whether it is known if it belongs to a namespace, or a template may compose a kind of which it is."""
        group = kind.api_version.rpartition("/")[0]
        is_template = group.startswith("gotemplating.")
        return schemas.defines(kind) or is_template or is_namespaced(group, kind.kind) is not None

    schemas, composite = subject.schemas, one.facts.composes
    # A definition and a composition are parsed again.
    if composite is None or not any(map(may_have_scope, one.facts.composed)):
        return
    in_namespace = schemas.is_namespaced(composite.api_version.rpartition("/")[0], composite.kind)
    if in_namespace is not None and not (in_namespace and subject.target.lacks(SCOPES)):
        spec, scope_of = mapping(schemas.value_of(one.number).get("spec")), with_kubernetes(schemas.is_namespaced)
        yield from scope_problems(spec, one.title, one.number, scope_of, in_namespace)


def scope_problems(
    spec: dict[str, Any], title: str, number: int, scope_of: "ScopeOf", in_namespace: bool
) -> Iterator[Problem]:
    """What is said of scopes; `scope_of` knows those of definitions."""
    from xpkgtui.formats.xpkg.compositions.scopes import scope_faults

    composite = text(mapping(spec.get("compositeTypeRef")).get("kind"))
    for one in scope_faults(spec, composite, scope_of, in_namespace=in_namespace):
        where, message = Where(document=number), f"{title}: {one.message}"
        yield Problem(message=message, more=one.more, says=one.says, fix=one.fix, where=where, path=one.path)
