"""Rules about the definitions that Crossplane makes of others: their names (730), and what they lose (731, 732)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.rules.api_server import at_most, is_judged
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary, MadeNames
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import capitalized, few

_XRD = "CompositeResourceDefinition"
_DEFINITIONS = frozenset({_XRD, "CustomResourceDefinition", "ManagedResourceDefinition"})
_MOST_NAMED = 3
_KEPT = frozenset({"apiVersion", "kind", "metadata"})


@rule("XPKG730", "two definitions make one CustomResourceDefinition", "W", spec="", stage=Stage.INSTALL)
def made_names_differ(subject: PackageSubject) -> Iterator[Problem]:
    """The definitions of a package make CustomResourceDefinitions with different names and kinds.

    Why: A composite definition makes a CustomResourceDefinition of its names, and another one of its claim's names.
    Where two make one of the same name, the first one gets it. Where two have one kind or resource name in a group,
    the API server does not serve the second.
    When it bites: After installation: the package becomes healthy, and one of the two definitions never works.
    Fix: Give one of them another kind and plural, or another group. A composite definition of v2 needs no claim:
    remove the old one first, if it should take its place.
    Source: crossplane internal/controller/apiextensions/definition and offered (ControlsOnly apply);
    apiextensions-apiserver pkg/controller/status (NamesAccepted); crossplane issue 6610.
    """
    first: dict[tuple[str, str, str], tuple[DocumentSummary, MadeNames]] = {}
    for one in subject.objects:
        for made in one.makes if not one.refused else ():
            found = [
                (word, name, *first.setdefault((made.group, word, name), (one, made)))
                for word, name in (("plural", made.plural), ("kind", made.kind))
                if name
            ]
            word, name, other, theirs = next((each for each in found if _collide(one, each[2])), ("", "", one, made))
            if word:
                what = f"CustomResourceDefinition {name}.{made.group}" if word == "plural" else f"kind {name}"
                both = f"{capitalized(made.of(one.title))} and {theirs.of(other.title)} both make"
                path = FieldPath.of("spec", "claimNames" if made.is_claim else "names", word)
                where = Where(document=one.number, line=one.line)
                yield Problem(message=f"{both} the {what}", more="one never works", where=where, path=path)


def _collide(one: DocumentSummary, other: DocumentSummary) -> bool:
    """Whether two definitions are two objects: of one that stands twice, another rule speaks."""
    return other is not one and one.same != other.same


@rule("XPKG731", "parts of a composite schema are dropped", "W", spec="", stage=Stage.INSTALL)
def schema_is_taken_over(subject: DocumentSubject) -> Iterator[Problem]:
    """The schema of a composite definition says nothing that Crossplane leaves out of the definition that it makes.

    Why: Crossplane takes over the fields of `spec` and `status`, and of these parts `required`, `description`,
    `oneOf`, CEL rules and, of `spec`, `x-kubernetes-preserve-unknown-fields`; of the root `description` and CEL
    rules; of `metadata` the greatest length of the name. It silently drops all else, and replaces fields that
    it adds itself. Rules at the root are kept since 2.2, oneOf since 1.15, unknown fields of `spec`
    since 1.17.
    When it bites: The definition works, but a value that it should refuse is accepted, a field is pruned, or a
    default is not set.
    Fix: Move the rule or field below `spec`. A CEL rule at `spec` can say what `anyOf`, `not` and limits say.
    Source: crossplane internal/xcrd/crd.go, release by release; crossplane-runtime pkg/xcrd/crd.go; crossplane
    issue 4993.
    """
    named = subject.named
    if named is not None and (named.group, named.kind) == (EXTENSIONS, _XRD) and is_judged(subject):
        # A provider has none of them.
        from xpkgtui.formats.xpkg.rules.composite_schemas import dropped

        yield from at_most(subject, dropped(subject))


@rule("XPKG732", "a version loses fields in another one", "WI", spec="", stage=Stage.INSTALL)
def versions_keep_fields(subject: DocumentSubject) -> Iterator[Problem]:
    """The versions of a definition without a conversion webhook have the same fields.

    Why: Without a webhook the API server changes the apiVersion alone. It stores every object in one version, and
    prunes the fields that this version does not have; updating an object in a version that lacks a stored
    field prunes that, which is reported of composite definitions: people write those objects.
    When it bites: A field that is written in one version is gone in the next answer, without an error.
    Fix: Give all served versions the same fields, stop serving the old version, or convert with a webhook.
    Source: k8s.io/apiextensions-apiserver pkg/apiserver (NopConverter, pruning); Kubernetes documentation, versions
    of CustomResourceDefinitions.
    """
    named, spec = subject.named, mapping(subject.value.get("spec"))
    if named is None or named.kind not in _DEFINITIONS or not is_judged(subject):
        return
    if text(field(spec, "conversion", "strategy")) == "Webhook":
        return
    # Most definitions have one version.
    if len(listing(spec.get("versions"))) < 2:
        return

    word = "referenceable" if named.kind == _XRD else "storage"
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    stored = next((one for one in versions if one.get(word) is True), None)
    for number, version in enumerate(versions):
        if stored is None or version is stored or version.get("served") is not True:
            continue
        one, other = _fields_of(version, named.kind), _fields_of(stored, named.kind)
        path = FieldPath.of("spec", "versions", number)
        names = (text(version.get("name")), text(stored.get("name")))
        if lost := list(_pruned(one, other)):
            gone = few(lost, _MOST_NAMED)
            message = f"{subject.title}: what is written as {names[0]} loses {gone}, as {names[1]} is stored"
            yield Problem(message=message, path=path)
        elif named.kind == _XRD and (lost := list(_pruned(other, one))):
            message = (
                f"{subject.title}: an update as {names[0]} loses {few(lost, _MOST_NAMED)}, which only {names[1]} has"
            )
            yield Problem(level=1, message=message, path=path)


def _fields_of(version: Node, kind: str) -> Node:
    """The schema of a version, of a composite definition as far as Crossplane takes it over."""
    schema = mapping(field(version, "schema", "openAPIV3Schema"))
    if kind != _XRD:
        return schema
    properties = mapping(schema.get("properties"))
    return {"properties": {part: properties[part] for part in ("spec", "status") if part in properties}}


def _pruned(left: Node, right: Node) -> Iterator[str]:
    """The paths of fields that objects of the left schema can have and the right one prunes, the outermost only."""
    waiting: list[tuple[str, Any, Any]] = [("", left, right)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        path, one, other = waiting.pop()
        if not isinstance(one, dict) or not isinstance(other, dict) or (id(one), id(other)) in seen:
            continue
        seen.add((id(one), id(other)))
        if other.get("x-kubernetes-preserve-unknown-fields") is True:
            continue
        known, inner = mapping(other.get("properties")), other.get("additionalProperties")
        for name, schema in mapping(one.get("properties")).items():
            field = f"{path}.{name}" if path else name
            if not path and name in _KEPT:
                continue
            if name in known or inner is not None:
                waiting.append((field, schema, known.get(name, inner)))
            else:
                yield field
        waiting.append((f"{path}[*]", one.get("items"), other.get("items")))
        waiting.append((f"{path}.*", one.get("additionalProperties"), inner))
