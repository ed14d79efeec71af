"""What a format is: it recognises its packages, and says by what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from xpkgtui.documents.chunk import Chunk
from xpkgtui.oci.image import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why something is taken for a package of a format."""

    format: str
    """As JSON spells it: `xpkg`."""
    reasons: tuple[str, ...]
    """In words, the strongest first."""


class Format(Protocol):
    """One kind of package."""

    name: str

    def detect(self, image: Image | None, chunks: Sequence[Chunk]) -> Evidence | None:
        """What speaks for this format, from what is known without reading further."""
        ...
