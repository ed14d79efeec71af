"""How a Crossplane package is recognised."""

from collections.abc import Sequence

from xpkgtui.documents.chunk import Chunk
from xpkgtui.formats.format import Evidence
from xpkgtui.formats.xpkg.kinds import META_GROUP
from xpkgtui.oci.descriptor import ANNOTATION
from xpkgtui.oci.image import Image


class Xpkg:
    """Packages of Crossplane: providers, configurations and functions."""

    name = "xpkg"

    def detect(self, image: Image | None, chunks: Sequence[Chunk]) -> Evidence | None:
        """A meta object, an annotated or a labelled layer."""
        reasons = [
            f"document {chunk.number} is a {chunk.kind} of {chunk.api_version}"
            for chunk in chunks
            if (chunk.api_version or "").startswith(f"{META_GROUP}/")
        ][:3]
        for layer in image.layers if image else ():
            if layer.annotation is not None:
                reasons.append(f"layer {layer.index} has {ANNOTATION}: {layer.annotation}")
            elif layer.label is not None:
                reasons.append(f"the config labels layer {layer.index} as {layer.label}")
        return Evidence(format=self.name, reasons=tuple(reasons)) if reasons else None
