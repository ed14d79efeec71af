"""The subjects of rules: an image, a whole package, or one of its documents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.shared import NOTHING_SHARED, Shared
from xpkgtui.documents.stream import SeparatorProblem, Stream
from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.dependencies.entries import Dependency, dependencies_of
from xpkgtui.formats.xpkg.objects.identity import Identity
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, NearKinds, is_installed, packages_of
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary, EmptyDocument
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import Target, dialect_of, target_of
from xpkgtui.rules.case import Case, layer_name
from xpkgtui.rules.finding import ObjectName
from xpkgtui.untyped import field as found
from xpkgtui.untyped import mapping, text
from xpkgtui.values import dataclass
from xpkgtui.versions.version import Dialect
from xpkgtui.visible import capitalized

if TYPE_CHECKING:
    from xpkgtui.formats.definitions.objects.judging import ObjectJudge
    from xpkgtui.formats.xpkg.compositions.patches import PatchedKind
    from xpkgtui.formats.xpkg.compositions.schemas import ObjectSchema

_KEPT = 4
"""Schemas that are kept; patches of one composition ask for few kinds again and again."""


class SchemaLookup:
    """Looks up the schema of a kind; a definition is parsed again, because keeping all would take too much memory."""

    def __init__(
        self,
        parsed: Callable[[int], Any] | None = None,
        definitions: Mapping[tuple[str, str], Sequence[int]] | None = None,
    ) -> None:
        self._parsed = parsed
        self._definitions = definitions or {}
        self.of = lru_cache(maxsize=_KEPT)(self._schema_of)
        """The schema of a kind; None where no definition of the package decides which fields it has."""
        self.judge_of = lru_cache(maxsize=_KEPT)(self._judge_of)
        """What judges objects of an apiVersion and kind; None where the package does not define them."""
        self.served_of = lru_cache(maxsize=_KEPT)(self._served_of)
        """The versions in which a kind of a group is served; None where the package does not define it."""
        self.is_namespaced = lru_cache(maxsize=_KEPT)(self._is_namespaced)
        """Whether objects of a group and kind belong to a namespace; None where the package does not define it."""

    def defines(self, target: "PatchedKind") -> bool:
        """Whether exactly one document of the package defines a kind."""
        group, slash, _ = target.api_version.rpartition("/")
        return bool(slash) and len(self._definitions.get((group, target.kind), ())) == 1

    def value_of(self, number: int) -> dict[str, Any]:
        """The fields of a document, parsed again."""
        return mapping(self._parsed(number)) if self._parsed else {}

    def _made_of(self, group: str, kind: str) -> dict[str, Any] | None:
        numbers = self._definitions.get((group, kind), ())
        if len(numbers) != 1:
            return None
        from xpkgtui.formats.xpkg.tools.made_definitions import custom_resources

        made = custom_resources(self.value_of(numbers[0]))
        return next((one for one in made if found(one, "spec", "names", "kind") == kind), None)

    def _served_of(self, group: str, kind: str) -> tuple[str, ...] | None:
        from xpkgtui.formats.definitions.custom_resources import versions_of

        made = self._made_of(group, kind)
        if made is None:
            return None
        return tuple(text(each.get("name")) for each in versions_of(made) if each.get("served"))

    def _is_namespaced(self, group: str, kind: str) -> bool | None:
        made = self._made_of(group, kind)
        return None if made is None else found(made, "spec", "scope") == "Namespaced"

    def _judge_of(self, api_version: str, kind: str) -> "ObjectJudge | None":
        group, slash, version = api_version.rpartition("/")
        numbers = self._definitions.get((group, kind), ()) if slash else ()
        if len(numbers) != 1:
            return None
        from xpkgtui.formats.examples.judging import judge_among
        from xpkgtui.formats.xpkg.tools.made_definitions import custom_resources

        return judge_among(custom_resources(self.value_of(numbers[0])), kind, version)

    def _schema_of(self, target: "PatchedKind") -> "ObjectSchema | None":
        group, slash, version = target.api_version.rpartition("/")
        numbers = self._definitions.get((group, target.kind), ()) if slash else ()
        # Of two definitions of one kind, only one is in effect, and it is not known which.
        if len(numbers) != 1 or self._parsed is None:
            return None
        from xpkgtui.formats.xpkg.compositions.schemas import of_crd, of_xrd

        value = mapping(self._parsed(numbers[0]))
        spec = mapping(value.get("spec"))
        kind = value.get("kind")
        if kind == "CompositeResourceDefinition":
            return of_xrd(value, version, is_claim=found(spec, "claimNames", "kind") == target.kind)
        if kind == "ManagedResourceDefinition" or value.get("apiVersion") == "apiextensions.k8s.io/v1":
            return of_crd(spec, version)
        return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedSubject:
    """What is judged under a profile, and the case that it is of."""

    case: Case
    profile: Profile

    @property
    def target(self) -> Target:
        """The version of Crossplane that is judged for."""
        return target_of(self.profile, self.case.crossplane)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImageSubject(JudgedSubject):
    """An image without the text of package.yaml."""

    @property
    def is_flattened(self) -> bool:
        """Whether the reader flattened layers."""
        reading = self.case.reading
        return reading is not None and not reading.annotated and self.case.image is not None

    @property
    def layers_read(self) -> frozenset[str]:
        """The digests of the layers that the reader reads."""
        image, reading = self.case.image, self.case.reading
        if image is None or reading is None:
            return frozenset()
        return frozenset(str(image.layers[one].descriptor.digest) for one in reading.layers_read)

    @property
    def is_annotated(self) -> bool:
        """Whether the reader takes a layer that is annotated base."""
        return self.case.reading is not None and self.case.reading.annotated

    @property
    def found_nothing(self) -> bool:
        """Whether the reader finished without package.yaml."""
        return self.case.reading is not None and self.case.reading.lacks

    @property
    def is_pushed(self) -> bool:
        """Whether it is in an archive, of which `crossplane xpkg push` first reads the config and every layer."""
        return self.case.source.is_pushed

    def is_validated(self, facts: LayerFacts) -> bool:
        """Whether a manager reads the layer to its end before it looks for package.yaml: 1.13 to 2.1 do."""
        reading = self.case.reading
        if reading is None or not self.target.way.validates:
            return False
        return not reading.annotated or facts.index in reading.layers_read

    def is_needed(self, facts: LayerFacts) -> bool:
        """Whether the profile's reader reads the layer."""
        reading = self.case.reading
        return reading is None or facts.index in reading.layers_read or self.is_validated(facts)

    @property
    def read_layers(self) -> tuple[LayerFacts, ...]:
        """Facts of the layers that the reader opened, in its order."""
        wanted = self.case.reading.layers_read if self.case.reading else ()
        facts = {one.index: one for one in self.case.contents.layers}
        return tuple(facts[index] for index in wanted if index in facts and facts[index].read)

    @property
    def stop(self) -> tuple[int, str] | None:
        """Layer and name of the entry at which Crossplane 2.4 stopped flattening; None where it read all layers."""
        last = self.read_layers[-1] if self.read_layers else None
        if last is None or not self.found_nothing or self.profile.is_document:
            return None
        if not self.target.way.quirks.stops_at_unsafe:
            return None
        ends = [(last.dot_entry, "./")] if last.dot_entry is not None else []
        ends += [(one.order, one.name) for one in last.unsafe[:1]]
        return (last.index, min(ends)[1]) if ends else None

    def layer_name(self, index: int) -> str:
        """`layer 2 (annotated base)`"""
        return layer_name(self.case, index)

    def layer_title(self, index: int) -> str:
        """The name of a layer at the beginning of a sentence: `Layer 2 (annotated base)`."""
        name = self.layer_name(index)
        return capitalized(name)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DocumentSubject(JudgedSubject):
    """One document that is not empty."""

    chunk: Chunk
    document: PackageDocument | BrokenDocument
    identity: Identity
    role: Role
    mismatches: tuple[Mismatch, ...] = ()
    """The mismatches with the shape of its kind."""
    stream: Stream
    near: NearKinds
    """Looks for kinds that are similar to an unknown one."""
    shared: Shared = NOTHING_SHARED
    """Values that it has in common with other documents."""
    package: str | None = None
    """The type of the package, as far as the first lines of all documents show it."""
    value: dict[str, Any] = field(init=False)
    """Its fields; empty where it is broken or not a mapping."""
    is_package: bool = field(init=False)
    """Whether it is the meta object of a package."""

    def __post_init__(self) -> None:
        # Dozens of rules ask for both.
        named = self.named
        value = self.document.value if isinstance(self.document, PackageDocument) else None
        object.__setattr__(self, "value", mapping(value))
        is_package = named is not None and named.is_package and self.role is Role.META
        object.__setattr__(self, "is_package", is_package)

    @property
    def dependencies(self) -> tuple[Dependency, ...]:
        """The dependencies of a package that name one; other rules report the rest."""
        found = dependencies_of(self.value.get("spec")) if self.is_package else ()
        return tuple(one for one in found if one.package)

    @property
    def dialect(self) -> Dialect:
        """The dialect in which that version reads constraints."""
        return dialect_of(self.target.version)

    @property
    def is_installed(self) -> bool:
        """Whether Crossplane installs it; assumed where the type of the package is unknown."""
        if self.named is None or self.role is not Role.OBJECT:
            return False
        if not self.package:
            return bool(packages_of(self.named))
        edition = self.target.edition
        # An edition that blocks installs whatever it does not block.
        return edition.permits(self.package, self.named) if edition.blocks else is_installed(self.package, self.named)

    def in_this_version(self, named: GroupVersionKind) -> str:
        """Words to follow what is said of an unknown kind, where the newest version knows it; else nothing."""
        return f" by Crossplane {self.target.version}" if named.role is not None else ""

    @property
    def named(self) -> GroupVersionKind | None:
        """Group, version and kind; None where it does not have them."""
        return self.identity.named

    @property
    def name(self) -> str:
        """`metadata.name`; empty where it is absent."""
        return text(found(self.value, "metadata", "name"))

    @property
    def title(self) -> str:
        """Its name in messages: `Provider provider-nop`, `Document 3`."""
        named = self.named
        if named is None:
            return f"Document {self.chunk.number}"
        return f"{named.kind} {self.name}" if self.name else f"{named.kind} in document {self.chunk.number}"

    @property
    def object_name(self) -> ObjectName | None:
        """The object as findings name it."""
        named = self.identity.stated or self.named
        return ObjectName(api_version=named.api_version, kind=named.kind, name=self.name) if named else None

    def plain(self, path: FieldPath) -> str | None:
        """The text of a plain scalar that YAML 1.1 reads as a bool, a number or null."""
        return self.document.plain(path) if isinstance(self.document, PackageDocument) else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackageSubject(JudgedSubject):
    """A package: the summaries of its documents, and the image."""

    problem: SeparatorProblem | None = None
    is_spent: bool = False
    """Whether documents at the end of the stream were not parsed."""
    empty: tuple[EmptyDocument, ...] = ()
    is_opened: bool = False
    """Whether the stream begins with a separator."""
    is_closed: bool = False
    """Whether the stream ends with a separator."""
    seen: tuple[DocumentSummary, ...] = ()
    schemas: SchemaLookup = field(default_factory=SchemaLookup)
    """The schemas that its definitions have."""

    @property
    def manager(self) -> Target:
        """The package manager of that version, whose verdict may be shown beside that of a build."""
        is_manager = self.profile in {Profile.CROSSPLANE, Profile.CROSSPLANE_1}
        return self.target if is_manager else target_of(Profile.CROSSPLANE, self.case.crossplane)

    @property
    def is_whole(self) -> bool:
        """Whether all documents were read, so that what is missing is known: no separator and no limit stops that."""
        is_limited = any(one.name in ("folder", "documents") for one in self.case.reached)
        return self.problem is None and not self.is_spent and not is_limited

    @property
    def metas(self) -> list[DocumentSummary]:
        """The documents that Crossplane's parser takes for meta objects."""
        return [one for one in self.seen if one.role is Role.META]

    @property
    def objects(self) -> list[DocumentSummary]:
        """The other documents that it parses."""
        return [one for one in self.seen if one.role is Role.OBJECT]

    @property
    def meta(self) -> DocumentSummary | None:
        """The only meta object, where it makes a package."""
        metas = self.metas
        return metas[0] if len(metas) == 1 and metas[0].named and metas[0].named.is_package else None

    @property
    def type(self) -> str | None:
        """`Provider`, `Configuration` or `Function`, where the only meta object is one of these."""
        return self.meta.named.kind if self.meta and self.meta.named else None
