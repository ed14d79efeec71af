"""The near misses of rows and labels that were made by hand, as the inspector would find them."""

from collections.abc import Sequence

from xpkgtui.formats.images.layers import NearMiss
from xpkgtui.formats.known import ASSUMED_IMAGES as IMAGES
from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.oci.descriptor import DEFAULT, Descriptor, Digest
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Manifest


def near_misses(rows: Sequence[LayerRow], labels: Sequence[tuple[str, str]]) -> tuple[NearMiss, ...]:
    """Those of an image with these layers and labels."""
    layers = (
        Descriptor(
            media_type=row.media_type, digest=Digest.parse(row.digest), size=row.size, annotations=row.annotations
        )
        for row in rows
    )
    manifest = Manifest(media_type="", config=None, layers=tuple(layers))
    diff_ids = tuple(row.diff_id or "" for row in rows)
    return IMAGES.marks.near_misses(
        image_of(manifest, ImageConfig(platform=DEFAULT, labels=dict(labels), diff_ids=diff_ids))
    )
