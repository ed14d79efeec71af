"""Plain bundles of RukPak: recognised by a folder `manifests` alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.judging.profile_judge import ProfileJudge
from xpkgtui.formats.plain.reader import PlainReader
from xpkgtui.formats.plain.summary import METADATA, PROVISIONER, RUKPAK, SUMMARY
from xpkgtui.formats.role import Role
from xpkgtui.readers.known_reader import KnownReader, Phase

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.rules.catalogue import Catalogue


_READER = KnownReader(
    name=PROVISIONER,
    title=SUMMARY.wording.programs[PROVISIONER],
    takes="every document in manifests",
    phases=(
        Phase(title="Lists manifests", passed="it has no folders", rules=("PLN001", "PLN002", "PLN007")),
        Phase(title="Parses every file", passed="each document is an object", rules=("PLN003", "PLN009")),
        Phase(title="Counts the objects", passed="there is at least one", rules=("PLN",)),
    ),
)


class PlainFormat:
    """The format of plain bundles (plain+v0)."""

    summary = SUMMARY
    images: ImageConventions | None = FolderImages(
        matrix=(_READER,),
        folders=PlainReader(),
        missing="the image has no folder manifests",
    )
    sources: SourceKnowledge | None = None
    forms = None

    def __init__(self) -> None:
        self.judge_stream = ProfileJudge(
            {PROVISIONER: RUKPAK},
            format=SUMMARY.name,
            catalogue=self.catalogue,
            role_of=self.role_of,
            measured=frozenset({PROVISIONER}),
        )

    @property
    def folder(self) -> "FolderReader":
        """Every file of `manifests`, in the order of names."""
        return PlainReader()

    def recognise(self, traces: Traces) -> Evidence | None:
        """The folder `manifests`; operator bundles, which have more, are asked before."""
        folder = traces.folder
        if folder is None or PlainReader().place(folder) is None or folder.has_folder(METADATA):
            return None
        return Evidence(reasons=("it has a folder manifests, and no metadata",))

    def role_of(self, head: "Chunk") -> Role:
        """An object: nothing describes the bundle."""
        return Role.EMPTY if head.empty else Role.OBJECT

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The names of a definition."""
        if chunk.kind != "CustomResourceDefinition":
            return None
        from xpkgtui.formats.definition_outline import definition_outline

        return definition_outline(data, chunk, effort)

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The PLN rules."""
        from xpkgtui.formats.plain.rules.catalogue import CATALOGUE

        return CATALOGUE

    def overview(self, value: object, target: str) -> "Overview | None":  # noqa: ARG002
        """None: nothing describes the bundle."""
        return None

    def meta_facts(self, value: object) -> "MetaFacts":  # noqa: ARG002
        """None: a plain bundle depends on nothing."""
        from xpkgtui.formats.overview import MetaFacts

        return MetaFacts(dependencies=None, crossplane=None)

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts of an object, and when it is applied."""
        from xpkgtui.formats.plain.facts import of_object

        return of_object(value, package)


PLAIN: Format = PlainFormat()
