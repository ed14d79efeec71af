"""Packages of Crossplane (xpkg): providers, configurations and functions."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.outline import outline
from xpkgtui.filesystem.layer_facts import Landmarks
from xpkgtui.formats.format import Evidence, Format, SourceKnowledge, Traces
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg import annotations, identity, platforms
from xpkgtui.formats.xpkg.build import Build
from xpkgtui.formats.xpkg.examples import EXAMPLES, problem_of
from xpkgtui.formats.xpkg.kinds import META_GROUPS
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.readers.package_manager import ERAS, PackageManager
from xpkgtui.formats.xpkg.sources import XpkgSources
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.readers.folder import FolderReader

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.outline import Outline
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.layers import LayerRole, NearMiss
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.oci.descriptor import Descriptor
    from xpkgtui.oci.image import Image, ImageConfig, Layer
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.reader import Reader, Reading
    from xpkgtui.rules.catalogue import Catalogue

_MOST_REASONS = 3


class Xpkg:
    """Packages of Crossplane."""

    summary = SUMMARY
    landmarks = Landmarks(stream_file=SUMMARY.wording.stream_file, paths=frozenset({".registry/app.yaml", EXAMPLES}))
    readers = tuple(ERAS)
    folder: FolderReader | None = Build()
    sources: SourceKnowledge = XpkgSources()
    side_file = EXAMPLES

    def recognise(self, traces: Traces) -> Evidence | None:
        """A meta object, an annotated or a labelled layer."""
        reasons = [
            f"document {chunk.number} is a {chunk.kind} of {chunk.api_version}"
            for chunk in traces.heads
            if (chunk.api_version or "").partition("/")[0] in META_GROUPS
        ][:_MOST_REASONS]
        labels = annotations.labels_of(traces.config)
        for number, layer in enumerate(traces.manifest.layers if traces.manifest else ()):
            if (value := annotations.annotation_of(layer)) is not None:
                reasons.append(f"layer {number} has {annotations.ANNOTATION}: {value}")
            elif (label := labels.get(str(layer.digest))) is not None:
                reasons.append(f"the config labels layer {number} as {label}")
        return Evidence(reasons=tuple(reasons)) if reasons else None

    def choose(self, index: "Index") -> int | None:
        """The first entry for linux/amd64."""
        return platforms.choose(index)

    def is_extra(self, entry: "Descriptor") -> bool:
        """What a marketplace reads."""
        return annotations.is_extension(entry)

    def image_of(self, manifest: "Manifest", config: "ImageConfig | None", *, derive: bool) -> "Image":
        """Layers with the xpkg annotation, derived from labels where push would derive it."""
        return annotations.image_of(manifest, config, derive=derive)

    def layer_role(self, layer: "Layer") -> "LayerRole":
        """By the value of the xpkg annotation."""
        return annotations.role_of(layer)

    def near_misses(self, image: "Image") -> "tuple[NearMiss, ...]":
        """Words that are nearly the xpkg annotation, or nearly name a layer."""
        from xpkgtui.formats.xpkg.annotation_typos import near_misses

        return near_misses(image)

    def reads_every_layer(self, profile: str, reading: "Reading") -> bool:
        """Managers 1.13 to 2.1 read every layer of an image before they flatten it."""
        return profile == Profile.CROSSPLANE_1 and not reading.annotated

    def side_file_problem(self, data: bytes, check: Callable[[], None]) -> str | None:
        """Of the examples that a build puts into a layer of their own."""
        return problem_of(data, check)

    def reader(self, name: str, stop: Callable[[], bool]) -> "Reader":
        """The package manager of one era."""
        return PackageManager(ERAS[name], stop=stop)

    def role_of(self, head: "Chunk") -> Role:
        """By the kinds that Crossplane's parser knows."""
        return identity.role_of(head)

    def outline(self, data: "StreamBytes", chunk: "Chunk") -> "Outline | None":
        """Of definitions of Kubernetes and of Crossplane."""
        return outline(data, chunk)

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The XPKG rules."""
        from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE

        return CATALOGUE

    def overview(self, value: object, target: str) -> "Overview":
        """What a Provider, Configuration or Function says of itself."""
        from xpkgtui.formats.xpkg.overview.meta import of_meta

        return of_meta(value, target)

    def meta_facts(self, value: object) -> "MetaFacts":
        """Its dependencies and its constraint on Crossplane."""
        from xpkgtui.formats.xpkg.overview.dependencies import meta_facts

        return meta_facts(value)

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """By the object's family."""
        from xpkgtui.formats.xpkg.facts.objects import of_object

        return of_object(value, package)


XPKG: Format = Xpkg()
