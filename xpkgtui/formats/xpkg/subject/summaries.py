"""What is kept of a document, and of single kinds of documents, for rules about the whole package."""

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.refusals import OddityKind
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.dependencies.entries import Dependency, dependencies_of
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, GroupVersionKind
from xpkgtui.formats.xpkg.tools.fields import newer_fields
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import LONGEST_NAME, clip

if TYPE_CHECKING:
    from xpkgtui.formats.xpkg.compositions.patches import FieldReference, PatchedKind

LATE_TYPES = {
    "FieldReference": "xpkgtui.formats.xpkg.compositions.patches",
    "PatchedKind": "xpkgtui.formats.xpkg.compositions.patches",
}
"""Where `codec` finds them."""

MOST_FACTS = 1_000
"""Versions, capabilities, kinds and steps of one document that are kept."""
_DEFINITIONS = frozenset({"CustomResourceDefinition", "ManagedResourceDefinition", "CompositeResourceDefinition"})


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionFacts:
    """One version of a definition."""

    name: str
    is_stored: bool
    """Whether it is the stored version, or that which compositions refer to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeNames:
    """The names of a CustomResourceDefinition that a definition makes in a cluster, cut where they are long."""

    group: str
    kind: str
    plural: str
    is_claim: bool = False

    def of(self, title: str) -> str:
        """The title of the definition, or what is said of its claims."""
        return f"the claims of {title}" if self.is_claim else title


def made_names(value: dict[str, Any], *, is_composite: bool) -> tuple[MadeNames, ...]:
    """The names that a definition makes; a composite one also makes those of its claims."""
    spec = mapping(value.get("spec"))
    named = [mapping(spec.get("names")), *([mapping(spec.get("claimNames"))] if is_composite else [])]
    return tuple(
        MadeNames(
            group=clip(text(spec.get("group")), LONGEST_NAME),
            kind=clip(text(names.get("kind")), LONGEST_NAME),
            plural=clip(text(names.get("plural")), LONGEST_NAME),
            is_claim=number == 1,
        )
        for number, names in enumerate(named)
        if names
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCall:
    """One step of a pipeline, which calls a function."""

    function: str
    path: FieldPath


@dataclass(frozen=True, slots=True, kw_only=True)
class NewerField:
    """A field that older versions of Crossplane drop."""

    path: FieldPath
    since: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFacts:
    """What is kept of one document; empty for kinds that do not have it."""

    constraint: str | None = None
    """The versions of Crossplane that a package supports."""
    dependencies: tuple[Dependency, ...] = ()
    capabilities: tuple[str, ...] = ()
    versions: tuple[VersionFacts, ...] = ()
    """The versions of a definition."""
    calls: tuple[FunctionCall, ...] = ()
    selects: tuple[tuple[str, str], ...] = ()
    """The Compositions that a composite definition selects, each behind the field that names it."""
    composes: "PatchedKind | None" = None
    """The kind that a composition composes."""
    composed: "tuple[PatchedKind, ...]" = ()
    """The kinds of the bases and the inputs that a composition has."""
    references: "tuple[FieldReference, ...]" = ()
    newer: tuple[NewerField, ...] = ()
    """The fields of a composition or a composite definition that not every version knows."""
    is_cut: bool = False
    """Whether the document has more of something than is kept."""


NO_FACTS = DocumentFacts()
_SELECTING = ("defaultCompositionRef", "enforcedCompositionRef")


def facts_of(named: GroupVersionKind | None, value: dict[str, Any]) -> DocumentFacts:
    """The facts of a document."""
    if named is None:
        return NO_FACTS
    spec = mapping(value.get("spec"))
    if named.is_package:
        version = field(spec, "crossplane", "version")
        return DocumentFacts(
            constraint=version if isinstance(version, str) else None,
            dependencies=tuple(dependencies_of(spec)),
            capabilities=tuple(
                clip(text(one), LONGEST_NAME) for one in listing(spec.get("capabilities"))[:MOST_FACTS]
            ),
            is_cut=len(listing(spec.get("capabilities"))) > MOST_FACTS,
        )
    if named.kind in _DEFINITIONS:
        versions = [
            VersionFacts(
                name=clip(text(one.get("name")), LONGEST_NAME),
                is_stored=one.get("storage") is True or one.get("referenceable") is True,
            )
            for one in map(mapping, listing(spec.get("versions"))[:MOST_FACTS])
        ]
        is_cut = len(listing(spec.get("versions"))) > MOST_FACTS
        named_by = [(one, clip(text(field(spec, one, "name")), LONGEST_NAME)) for one in _SELECTING]
        selects = tuple((one, name) for one, name in named_by if name)
        return DocumentFacts(versions=tuple(versions), selects=selects, newer=_newer(named, value), is_cut=is_cut)
    if (named.group, named.kind) == (EXTENSIONS, "Composition"):
        # A provider has none.
        from xpkgtui.formats.xpkg.compositions.composed_objects import bases_of, inputs_of
        from xpkgtui.formats.xpkg.compositions.patches import MOST, PatchedKind, references_of

        composes = mapping(spec.get("compositeTypeRef"))
        kinds = dict.fromkeys(one.kind for one in (*bases_of(spec), *inputs_of(spec)))
        references = references_of(spec)
        target = PatchedKind(api_version=text(composes.get("apiVersion")), kind=text(composes.get("kind")))
        return DocumentFacts(
            calls=_calls(spec, FieldPath.of("spec")),
            composes=target,
            composed=tuple(PatchedKind(api_version=of[0], kind=of[1]) for of in islice(kinds, MOST_FACTS)),
            references=references[:MOST],
            newer=_newer(named, value),
            is_cut=len(kinds) > MOST_FACTS or len(references) > MOST,
        )
    if named.group == "ops.crossplane.io":
        inner = mapping(field(spec, "operationTemplate", "spec"))
        path = FieldPath.of("spec", "operationTemplate", "spec") if inner else FieldPath.of("spec")
        return DocumentFacts(calls=_calls(inner or spec, path))
    return NO_FACTS


def _newer(named: GroupVersionKind, value: dict[str, Any]) -> tuple[NewerField, ...]:
    return tuple(NewerField(path=path, since=row.fact.since) for row, path in newer_fields(named, value))


def _calls(spec: dict[str, Any], at: FieldPath) -> tuple[FunctionCall, ...]:
    found = []
    for number, step in enumerate(listing(spec.get("pipeline"))[:MOST_FACTS]):
        if name := text(field(step, "functionRef", "name")):
            path = at.child("pipeline").child(number).child("functionRef").child("name")
            found.append(FunctionCall(function=clip(name, LONGEST_NAME), path=path))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSummary:
    """The facts of a document that rules about the package need."""

    number: int
    line: int
    role: Role
    named: GroupVersionKind | None
    """Like the name, cut where it is long."""
    name: str
    same: tuple[str, ...] | None = None
    """Equal for objects with the same group, kind and name; None for an object without a name."""
    refused: bool = False
    """Whether the parser stops at it."""
    is_blank: bool = False
    """Whether it is empty and Crossplane does not skip it."""
    oddities: frozenset[OddityKind] = frozenset()
    """Its oddities, by kind."""
    defines: tuple[str, str] | None = None
    """(group, kind) that a definition defines."""
    claims: str | None = None
    """The kind of the claims that a definition offers, in the same group."""
    makes: tuple[MadeNames, ...] = ()
    """The names that a definition makes."""
    annotations: Mapping[str, Any] | None = None
    """The annotations of a package's meta object; None for other documents."""
    repositories: tuple[str, ...] = ()
    """The last parts of the references that a package's meta object depends on."""
    facts: DocumentFacts = NO_FACTS
    """The facts that only documents of its kind have."""

    @property
    def title(self) -> str:
        """Its name in messages."""
        kind = self.named.kind if self.named else "Object"
        return f"{kind} {self.name}" if self.name else f"{kind} in document {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyDocument:
    """A chunk without content."""

    chunk: Chunk
    refused: str | None = None
    """The parser's message where the version that is judged for does not skip it."""
