"""Operator bundles (registry+v1) as a format: folders, tars and images with manifests/ and metadata/."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.judging.profile_judge import ProfileJudge
from xpkgtui.formats.registry_v1.bundles import MISSING, Bundles, reasons_for
from xpkgtui.formats.registry_v1.layout import CATALOG_LABEL, CRD, CSV, is_csv, label_reasons
from xpkgtui.formats.registry_v1.matrix import MATRIX
from xpkgtui.formats.registry_v1.summary import READERS, RUKPAK, SUMMARY
from xpkgtui.formats.role import Role

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.rules.catalogue import Catalogue


class RegistryV1:
    """The format of operator bundles."""

    summary = SUMMARY
    images: ImageConventions | None = FolderImages(
        matrix=MATRIX,
        folders=Bundles(),
        missing=MISSING,
        asides=(("tests/scorecard/", "scorecard tests"),),
    )
    folder: "FolderReader | None" = Bundles()
    sources: SourceKnowledge | None = None
    forms = None

    def __init__(self) -> None:
        self.judge_stream = ProfileJudge(
            READERS,
            format=SUMMARY.name,
            catalogue=self.catalogue,
            role_of=self.role_of,
            measured=frozenset(name for name, profile in READERS.items() if profile != RUKPAK),
        )

    def recognise(self, traces: Traces) -> Evidence | None:
        """The labels of the image, its folders, or a ClusterServiceVersion among the first documents."""
        labels = traces.config.labels if traces.config else {}
        if CATALOG_LABEL in labels:
            return None
        reasons = reasons_for(traces.folder) if traces.folder is not None else label_reasons(labels)
        for head in traces.heads:
            if is_csv(head):
                reasons += (f"document {head.number} is a {CSV}",)
                break
        return Evidence(reasons=reasons) if reasons else None

    def role_of(self, head: "Chunk") -> Role:
        """A ClusterServiceVersion describes the bundle; all else is an object of it, or a file about it."""
        return Role.EMPTY if head.empty else Role.META if is_csv(head) else Role.OBJECT

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The outline of a CustomResourceDefinition."""
        if chunk.kind != CRD:
            return None
        from xpkgtui.formats.registry_v1.definitions import outline

        return outline(data, chunk, effort)

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The OLM rules."""
        from xpkgtui.formats.registry_v1.rules.catalogue import CATALOGUE

        return CATALOGUE

    def overview(self, value: object, target: str) -> "Overview | None":  # noqa: ARG002 - no version is judged for
        """The Overview of a ClusterServiceVersion."""
        from xpkgtui.formats.registry_v1.overview import of_service_version

        return of_service_version(value)

    def meta_facts(self, value: object) -> "MetaFacts":  # noqa: ARG002 - a bundle has them in its metadata
        """No dependencies: a ClusterServiceVersion has none, metadata/dependencies.yaml has."""
        from xpkgtui.formats.overview import MetaFacts

        return MetaFacts(dependencies=None, crossplane=None)

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts, by the kind of object."""
        from xpkgtui.formats.registry_v1.facts.objects import of_object

        return of_object(value, package)


REGISTRY_V1: Format = RegistryV1()
