"""Packages of Crossplane (xpkg): providers, configurations and functions."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.filesystem.layer_facts import Landmarks
from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg import annotations, identity, platforms
from xpkgtui.formats.xpkg.kinds import META_GROUPS
from xpkgtui.formats.xpkg.readers.package_manager import ERAS, PackageManager
from xpkgtui.formats.xpkg.wording import WORDING

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.oci.image import Image, ImageConfig
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.reader import Reader
    from xpkgtui.rules.catalogue import Catalogue

_MOST_REASONS = 3


class Xpkg:
    """Packages of Crossplane."""

    name = "xpkg"
    wording = WORDING
    landmarks = Landmarks(
        stream_file=WORDING.stream_file, paths=frozenset({".registry/app.yaml", ".up/examples.yaml"})
    )
    readers = tuple(ERAS)

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
        return Evidence(format=self.name, reasons=tuple(reasons)) if reasons else None

    def choose(self, index: "Index") -> int | None:
        """The first entry for linux/amd64."""
        return platforms.choose(index)

    def image_of(self, manifest: "Manifest", config: "ImageConfig | None", *, derive: bool) -> "Image":
        """Layers with the xpkg annotation, derived from labels where push would derive it."""
        return annotations.image_of(manifest, config, derive=derive)

    def reader(self, name: str, stop: Callable[[], bool]) -> "Reader":
        """The package manager of one era."""
        return PackageManager(ERAS[name], stop=stop)

    def role_of(self, head: "Chunk") -> Role:
        """By the kinds that Crossplane's parser knows."""
        return identity.role_of(head)

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The XPKG rules."""
        from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE

        return CATALOGUE

    def overview(self, value: object, target: str) -> "Overview":
        """What a Provider, Configuration or Function says of itself."""
        from xpkgtui.formats.xpkg.overview.meta import of_meta

        return of_meta(value, target)

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """By the object's family."""
        from xpkgtui.formats.xpkg.facts.objects import of_object

        return of_object(value, package)


XPKG: Format = Xpkg()
