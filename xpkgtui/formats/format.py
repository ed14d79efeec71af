"""A format: how its packages are recognized, read, judged and put into words.

A new format is a folder with such an object, and a line in `known`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # importers of the port load neither a parser of YAML nor rules
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.stream import Stream
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.changes.comparison import Changes
    from xpkgtui.formats.definition_outline import Outline
    from xpkgtui.formats.dependencies.composed import Compositions
    from xpkgtui.formats.dependencies.questions import PackageDependencies
    from xpkgtui.formats.examples.example import PackageExamples
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.forms import Forms
    from xpkgtui.formats.images.image_conventions import ImageConventions
    from xpkgtui.formats.judging.stream_verdict import StreamVerdict
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
    from xpkgtui.formats.permissions.granted import Permissions
    from xpkgtui.formats.source_knowledge import SourceKnowledge
    from xpkgtui.formats.used_images.used import UsedImages
    from xpkgtui.oci.image import ImageConfig
    from xpkgtui.oci.manifest import Manifest
    from xpkgtui.readers.folder import FolderReader, SourceFolder
    from xpkgtui.readers.known_reader import KnownReader
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """The facts of an image or a stream that are known before its package is read."""

    manifest: "Manifest | None" = None
    config: "ImageConfig | None" = None
    """The config of an image."""
    heads: "Sequence[Chunk]" = field(default=())
    """The documents of a stream, by their first lines."""
    format: str = ""
    """The format whose folder the stream was made of."""
    folder: "SourceFolder | None" = None
    """The files of an image, where manifest and config say nothing and reading its layers is cheap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence that something is a package of a format."""

    reasons: tuple[str, ...]
    """The reasons in words, the strongest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """What can be said of objects of one kind, and takes reading others."""

    kind: str
    """The kind of the objects."""
    read: "Callable[[PackageObjects, Sequence[ObjectHead]], Iterator[tuple[int, str]]]"
    """Gives of some of them the number of the document and the value, `?` where that is not known."""


class JudgeStream(Protocol):
    """Judges streams."""

    def __call__(
        self,
        data: "StreamBytes | None",
        readers: Sequence[str],
        *,
        stream: "Stream | None" = None,
        pieces: Sequence[tuple[int, int]] | None = None,
        case: "Case | None" = None,
        limits: Limits = LIMITS,
        stop: Callable[[], bool],
    ) -> "Mapping[str, StreamVerdict]":
        """What the readers of these names make of the bytes that they took: accepted, or refused where and why.

        Without `data` they took none, because a layer was not read; the rest of the image may refuse it all the same.
        Each document is parsed once for all of them; call it once for all readers that took the same bytes. `stream`
        are the documents, where they are known. A reader without a stream has `pieces`, the (offset, size) of each
        object within `data`. `case` has all that was read beside the bytes; with it, a format whose readers have
        profiles passes this on to `judge_by_profiles`. Names that the format does not know are left out. Raises
        `Cancelled` after `stop`.
        """
        ...


def object_or_empty(head: "Chunk") -> Role:
    """The role of a document where none describes the others."""
    return Role.EMPTY if head.empty else Role.OBJECT


def definition_of(data: "StreamBytes", chunk: "Chunk", effort: "Effort | None") -> "Outline | None":
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
class Format:
    """A kind of package and all knowledge about it: by the functions that are given, and by the rooms of the format.

    `rules/ruleset` has its `RULESET`, `changes` its `CHANGES`, `facts` the function `of_object`.
    `dependencies.resolution`, where the format has it, has its `DEPENDENCIES`; `verdicts.compositions`, likewise, its
    `COMPOSITIONS`; `examples` its `EXAMPLES`, where its
    packages have some; `used_images` its `USED_IMAGES`, where its packages need more than the images of pods;
    `traits` its `TRAITS`, where its objects can be filtered by more than rows show; `permissions` its `PERMISSIONS`,
    where more is granted than its objects grant themselves. `overview`, likewise, has `overview` and `meta_facts`,
    each None if there is none. All are loaded when they are first asked for.
    """

    room: str
    """The package that has the rooms."""
    summary: FormatSummary
    """The names of the format."""
    judges: Mapping[str, str]
    """The profile of each program that reads its packages."""
    recognize: Callable[[Traces], Evidence | None]
    """The evidence for this format; None where it has none."""
    role_of: "Callable[[Chunk], Role]" = object_or_empty
    """The role of a document by its first lines; parsing it may still find it broken."""
    outline: "Callable[[StreamBytes, Chunk, Effort | None], Outline | None]" = definition_of
    """The outline of a definition, if possible without parsing it whole; None for other kinds.

    The effort is that for the outlines of all definitions; where it is spent, there is none of a definition that has
    to be parsed.
    """
    custom_resources: Callable[[object], tuple[dict[str, Any], ...]] = custom_resources_of
    """The CustomResourceDefinitions (v1) that a parsed document makes in a cluster; nothing for other kinds."""
    has_overview: bool = False
    has_dependencies: bool = False
    has_compositions: bool = False
    has_used_images: bool = False
    has_examples: bool = False
    has_permissions: bool = False
    has_traits: bool = False
    judge_of: "Callable[[], JudgeStream] | None" = None
    """What makes the judge of streams, where programs are more than their profiles."""
    own_readers: "Callable[[], Mapping[str, KnownReader]]" = dict
    """The rows that the matrix has more where a profile is chosen, by that profile."""
    builder: "Callable[[], KnownReader] | None" = None
    """The row of the program that builds its packages, for folders of sources."""
    forms_of: "Callable[[], Forms] | None" = None
    folder_of: "Callable[[], FolderReader] | None" = None
    images: "ImageConventions | None" = None
    """How images hold its packages; None where they do not."""
    sources: "SourceKnowledge | None" = None
    """The knowledge that helps to find its packages; None where it has none."""

    @property
    def forms(self) -> "Forms | None":
        """What writes the forms that its summary names; None where it names none."""
        return self.forms_of() if self.forms_of else None

    @property
    def folder(self) -> "FolderReader | None":
        """How a folder of sources becomes a stream; None where the format has no such folders."""
        return self.folder_of() if self.folder_of else None

    @property
    def judge_stream(self) -> "JudgeStream":
        """A judge of its streams: what it parsed of one, it parses of the next one no more."""
        if self.judge_of:
            return self.judge_of()
        from xpkgtui.formats.judging.profile_verdicts import judge_streams

        return partial(
            judge_streams,
            known=self.judges,
            format=self.summary.name,
            ruleset=self.ruleset,
            role_of=self.role_of,
            measured=self.summary.readers.measured,
        )

    def ruleset(self) -> "Ruleset[Any, Any, Any]":
        """Its rules."""
        found: Ruleset[Any, Any, Any] = self._in("rules.ruleset").RULESET
        return found

    def changes(self) -> "Changes":
        """How its packages are compared."""
        found: Changes = self._in("changes").CHANGES
        return found

    def dependencies(self) -> "PackageDependencies | None":
        """What its packages depend on; None where they depend on nothing that is named."""
        if not self.has_dependencies:
            return None
        found: PackageDependencies = self._in("dependencies.resolution").DEPENDENCIES
        return found

    def compositions(self) -> "Compositions | None":
        """What its packages compose; None where they compose nothing."""
        if not self.has_compositions:
            return None
        found: Compositions = self._in("verdicts.compositions").COMPOSITIONS
        return found

    def traits(self) -> "Mapping[str, Trait]":
        """What its objects can be filtered by that no row shows, by the key of the filter."""
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
        """Where its packages have examples; None where they have none."""
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

    def overview(self, value: object, target: str, package: "PackageObjects") -> "Overview | None":
        """The Overview of a meta object, judged for version `target`; None where the format has none."""
        of: Callable[[object, str, PackageObjects], Overview] | None
        of = self._in("overview").overview if self.has_overview else None
        return of(value, target, package) if of else None

    def meta_facts(self, value: object) -> "MetaFacts":
        """The dependencies and constraints of a meta object."""
        from xpkgtui.formats.overview import MetaFacts

        of: Callable[[object], MetaFacts] | None = self._in("overview").meta_facts if self.has_overview else None
        return of(value) if of else MetaFacts(dependencies=None, crossplane=None)

    def _in(self, room: str) -> ModuleType:
        return import_module(f"{self.room}.{room}")
