"""A format put together of functions and rooms; rules judge once for all programs, which have a profile each."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.changes.comparison import Changes
    from xpkgtui.formats.dependencies.questions import PackageDependencies
    from xpkgtui.formats.examples.example import PackageExamples
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.format import JudgeStream, Trait
    from xpkgtui.formats.forms import Forms
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.formats.permissions.granted import Permissions
    from xpkgtui.formats.used_images.used import UsedImages
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


def custom_resources_of(value: object) -> tuple[dict[str, Any], ...]:
    """The CustomResourceDefinition that a parsed document is; nothing where it is none."""
    from xpkgtui.formats.definitions.custom_resources import custom_resources

    return custom_resources(value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProfileFormat:
    """The methods of `Format`: by the functions that are given, and by what is in the rooms of the format.

    `rules/catalogue` has its `CATALOGUE`, `changes` its `CHANGES`, `facts` the function `of_object`.
    `dependencies.resolution`, where the format has it, has its `DEPENDENCIES`; `examples` its `EXAMPLES`, where its
    packages have some; `used_images` its `USED_IMAGES`, where its packages need more than the images of pods;
    `traits` its `TRAITS`, where its objects can be filtered by more than rows show; `permissions` its `PERMISSIONS`,
    where more is granted than its objects grant themselves. `overview`, likewise, has `overview` and `meta_facts`,
    each None if there is none. All are loaded when they are first asked for.
    """

    room: str
    """The package that has the rooms."""
    summary: FormatSummary
    judges: Mapping[str, str]
    """The profile of each program that reads its packages."""
    recognise: Callable[[Traces], Evidence | None]
    role_of: "Callable[[Chunk], Role]" = object_or_empty
    outline_of: "Callable[[StreamBytes, Chunk, Effort | None], Outline | None]" = definition_of
    custom_resources: Callable[[object], tuple[dict[str, Any], ...]] = custom_resources_of
    has_overview: bool = False
    has_dependencies: bool = False
    has_used_images: bool = False
    has_examples: bool = False
    has_permissions: bool = False
    has_traits: bool = False
    judge_of: "Callable[[], JudgeStream] | None" = None
    """What makes the judge of streams, where programs are more than their profiles."""
    forms_of: "Callable[[], Forms] | None" = None
    folder_of: "Callable[[], FolderReader] | None" = None
    images: ImageConventions | None = None
    sources: SourceKnowledge | None = None

    @property
    def forms(self) -> "Forms | None":
        """What writes the forms that its summary names."""
        return self.forms_of() if self.forms_of else None

    @property
    def folder(self) -> "FolderReader | None":
        """How a folder of sources becomes a stream."""
        return self.folder_of() if self.folder_of else None

    @property
    def judge_stream(self) -> "JudgeStream":
        """The judge of its streams."""
        if self.judge_of:
            return self.judge_of()
        from xpkgtui.formats.judging.profile_verdicts import ProfileJudge

        return ProfileJudge(
            self.judges,
            format=self.summary.name,
            catalogue=self.catalogue,
            role_of=self.role_of,
            measured=self.summary.readers.measured,
        )

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """Its rules."""
        found: Catalogue[Any, Any, Any] = self._in("rules.catalogue").CATALOGUE
        return found

    def changes(self) -> "Changes":
        """How its packages are compared."""
        found: Changes = self._in("changes").CHANGES
        return found

    def dependencies(self) -> "PackageDependencies | None":
        """What its packages depend on."""
        if not self.has_dependencies:
            return None
        found: PackageDependencies = self._in("dependencies.resolution").DEPENDENCIES
        return found

    def traits(self) -> "Mapping[str, Trait]":
        """What its objects can be filtered by that no row shows."""
        found: Mapping[str, Trait] = self._in("traits").TRAITS if self.has_traits else {}
        return found

    def used_images(self) -> "UsedImages":
        """The images that its packages need."""
        if not self.has_used_images:
            from xpkgtui.formats.used_images.pods import PODS

            return PODS
        found: UsedImages = self._in("used_images").USED_IMAGES
        return found

    def examples(self) -> "PackageExamples | None":
        """Where its packages have examples."""
        if not self.has_examples:
            return None
        found: PackageExamples = self._in("examples").EXAMPLES
        return found

    def permissions(self) -> "Permissions":
        """What its packages may do once they are installed."""
        if not self.has_permissions:
            from xpkgtui.formats.permissions.manifests import MANIFESTS

            return MANIFESTS
        found: Permissions = self._in("permissions").PERMISSIONS
        return found

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts of one object that Detail shows, in order."""
        found: Iterator[Fact] = self._in("facts").of_object(value, package)
        return found

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The outline of a definition, or of a document with names of its own."""
        return self.outline_of(data, chunk, effort)

    def overview(self, value: object, target: str, package: "PackageObjects") -> "Overview | None":
        """The Overview of the object that describes the package."""
        of: Callable[[object, str, PackageObjects], Overview] | None
        of = self._in("overview").overview if self.has_overview else None
        return of(value, target, package) if of else None

    def meta_facts(self, value: object) -> "MetaFacts":
        """The facts of an object that other packages or reports need."""
        from xpkgtui.formats.overview import MetaFacts

        of: Callable[[object], MetaFacts] | None = self._in("overview").meta_facts if self.has_overview else None
        return of(value) if of else MetaFacts(dependencies=None, crossplane=None)

    def _in(self, room: str) -> ModuleType:
        return import_module(f"{self.room}.{room}")
