"""The blobs of a built-in image, by digest."""

import json
from dataclasses import field

from xpkgtui.oci.digest import Digest
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True)
class DemoImage:
    """All blobs of an image, the manifests among them."""

    blobs: dict[Digest, bytes] = field(default_factory=dict)

    def add(self, data: bytes, media_type: str, **more: object) -> dict[str, object]:
        """Keeps a blob; gives what a manifest says of it."""
        digest = Digest.of(data)
        self.blobs[digest] = data
        return {"mediaType": media_type, "digest": str(digest), "size": len(data), **more}


def to_json(value: object) -> bytes:
    """JSON as people write manifests, with two spaces."""
    return json.dumps(value, indent=2).encode()
