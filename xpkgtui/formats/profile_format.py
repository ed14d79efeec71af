"""A format that is put together of functions; its programs have a profile each, and rules judge once for all."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.forms import Forms
    from xpkgtui.formats.judging.profile_judge import ProfileJudge
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.rules.catalogue import Catalogue


def object_or_empty(head: "Chunk") -> Role:
    """The role of a document where none describes the others."""
    return Role.EMPTY if head.empty else Role.OBJECT


def definition_of(data: "StreamBytes", chunk: "Chunk", effort: "Effort | None") -> Outline | None:
    """The outline of a CustomResourceDefinition; None for other kinds."""
    if chunk.kind != "CustomResourceDefinition":
        return None
    from xpkgtui.formats.definition_outline import definition_outline

    return definition_outline(data, chunk, effort)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProfileFormat:
    """The methods of `Format`, each by the function that is given for it."""

    summary: FormatSummary
    judges: Mapping[str, str]
    """The profile of each program that reads its packages."""
    recognise: Callable[[Traces], Evidence | None]
    catalogue: "Callable[[], Catalogue[Any, Any, Any]]"
    facts: "Callable[[object, PackageObjects], Iterator[Fact]]"
    role_of: "Callable[[Chunk], Role]" = object_or_empty
    outline_of: "Callable[[StreamBytes, Chunk, Effort | None], Outline | None]" = definition_of
    overview_of: "Callable[[object], Overview] | None" = None
    """None where no object describes the package, or its facts do."""
    meta_facts_of: "Callable[[object], MetaFacts] | None" = None
    """None where no object names other packages."""
    forms_of: "Callable[[], Forms] | None" = None
    folder: "FolderReader | None" = None
    images: ImageConventions | None = None
    sources: SourceKnowledge | None = None

    @property
    def forms(self) -> "Forms | None":
        """What writes the forms that its summary names."""
        return self.forms_of() if self.forms_of else None

    @property
    def judge_stream(self) -> "ProfileJudge":
        """The judge of its streams."""
        from xpkgtui.formats.judging.profile_judge import ProfileJudge

        return ProfileJudge(
            self.judges,
            format=self.summary.name,
            catalogue=self.catalogue,
            role_of=self.role_of,
            measured=self.summary.measured,
        )

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The outline of a definition, or of a document with names of its own."""
        return self.outline_of(data, chunk, effort)

    def overview(self, value: object, target: str, package: "PackageObjects") -> "Overview | None":  # noqa: ARG002
        """The Overview of the object that describes the package."""
        return self.overview_of(value) if self.overview_of else None

    def meta_facts(self, value: object) -> "MetaFacts":
        """The facts of an object that other packages or reports need."""
        from xpkgtui.formats.overview import MetaFacts

        return self.meta_facts_of(value) if self.meta_facts_of else MetaFacts(dependencies=None, crossplane=None)
