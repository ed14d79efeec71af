"""Packages of Crossplane up to 0.12: recognised by the folder `.registry`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.judging.profile_judge import ProfileJudge
from xpkgtui.formats.role import Role
from xpkgtui.formats.stack.reader import RegistryReader
from xpkgtui.formats.stack.summary import SUMMARY, UNPACK, XP
from xpkgtui.readers.known_reader import KnownReader, Phase

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.rules.catalogue import Catalogue


_RECORD = "Package"
"""The kind of the object that the package manager makes of app.yaml."""
_READER = KnownReader(
    name=UNPACK,
    title=SUMMARY.wording.programs[UNPACK],
    takes="files by their names",
    phases=(
        Phase(
            title="Decodes them", passed="each is read as what its name says", rules=("STK001", "STK002", "STK021")
        ),
        Phase(
            title="Takes the description",
            passed="of app.yaml, with the permissions that it asks for",
            rules=("STK011", "STK010"),
        ),
        Phase(title="Makes the Package", passed="for the kind of installation that its scope fits", rules=("STK",)),
    ),
)


class StackFormat:
    """The format of packages with `.registry`."""

    summary = SUMMARY
    images: ImageConventions | None = FolderImages(
        matrix=(_READER,),
        folders=RegistryReader(),
        missing="the image has no folder .registry",
    )
    sources: SourceKnowledge | None = None
    forms = None

    def __init__(self) -> None:
        self.judge_stream = ProfileJudge(
            {UNPACK: XP},
            format=SUMMARY.name,
            catalogue=self.catalogue,
            role_of=self.role_of,
            measured=frozenset({UNPACK}),
        )

    @property
    def folder(self) -> "FolderReader":
        """app.yaml, then the other YAML files in the order of the walk."""
        return RegistryReader()

    def recognise(self, traces: Traces) -> Evidence | None:
        """The folder `.registry`, or an app.yaml that speaks of a scope or a type of package."""
        if traces.folder is None or (place := RegistryReader().place(traces.folder)) is None:
            return None
        return Evidence(reasons=(f"it has a folder {place}" if place else "its app.yaml describes a package",))

    def role_of(self, head: "Chunk") -> Role:
        """The first document is app.yaml, where the package has one."""
        if head.empty:
            return Role.EMPTY
        return Role.META if head.number == 1 and head.kind is None else Role.OBJECT

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The names of a definition; the title of the package that app.yaml describes."""
        if self.role_of(chunk) is Role.META:
            from xpkgtui.formats.stack.title import title_of

            title = title_of(data, chunk, effort)
            return Outline(called=(_RECORD, title)) if title else None
        if chunk.kind != "CustomResourceDefinition":
            return None
        from xpkgtui.formats.definition_outline import definition_outline

        return definition_outline(data, chunk, effort)

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The STK rules."""
        from xpkgtui.formats.stack.rules.catalogue import CATALOGUE

        return CATALOGUE

    def overview(self, value: object, target: str) -> "Overview | None":  # noqa: ARG002
        """None: the facts of app.yaml describe the package."""
        return None

    def meta_facts(self, value: object) -> "MetaFacts":
        """The definitions that it depends on."""
        from xpkgtui.formats.stack.facts import meta_facts

        return meta_facts(value)

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts of a file, and what becomes of it."""
        from xpkgtui.formats.stack.facts import of_object

        return of_object(value, package)


STACK: Format = StackFormat()
