"""Objects of RukPak: recognised by the group of the documents of a stream."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.judging.profile_judge import ProfileJudge
from xpkgtui.formats.role import Role
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP, RUKPAK, SUMMARY, WEBHOOK
from xpkgtui.untyped import field

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.rules.catalogue import Catalogue


class RukpakFormat:
    """The format of streams with Bundles or BundleDeployments."""

    summary = SUMMARY
    images: ImageConventions | None = None
    sources: SourceKnowledge | None = None
    forms = None
    folder: "FolderReader | None" = None

    def __init__(self) -> None:
        self.judge_stream = ProfileJudge(
            {WEBHOOK: RUKPAK},
            format=SUMMARY.name,
            catalogue=self.catalogue,
            role_of=self.role_of,
            measured=frozenset({WEBHOOK}),
        )

    def recognise(self, traces: Traces) -> Evidence | None:
        """A Bundle or a BundleDeployment among the documents."""
        reasons = tuple(
            f"document {head.number} is a {head.kind} of {head.api_version}"
            for head in traces.heads
            if head.kind in (BUNDLE, DEPLOYMENT) and (head.api_version or "").partition("/")[0] == GROUP
        )
        return Evidence(reasons=reasons[:3]) if reasons else None

    def role_of(self, head: "Chunk") -> Role:
        """An object: each stands for itself."""
        return Role.EMPTY if head.empty else Role.OBJECT

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:  # noqa: ARG002
        """None: nothing is defined."""
        return None

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The RPK rules."""
        from xpkgtui.formats.rukpak.rules import CATALOGUE

        return CATALOGUE

    def overview(self, value: object, target: str) -> "Overview | None":  # noqa: ARG002
        """None: no object describes the others."""
        return None

    def meta_facts(self, value: object) -> "MetaFacts":
        """The spec of a Bundle, which is immutable; these objects name no other packages."""
        from xpkgtui.formats.overview import MetaFacts
        from xpkgtui.formats.rukpak.schema import fixed

        is_fixed = field(value, "kind") == BUNDLE
        return MetaFacts(dependencies=None, crossplane=None, fixed=fixed(field(value, "spec")) if is_fixed else "")

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts of an object."""
        from xpkgtui.formats.rukpak.facts import of_object

        return of_object(value, package)


RUKPAK_OBJECTS: Format = RukpakFormat()
