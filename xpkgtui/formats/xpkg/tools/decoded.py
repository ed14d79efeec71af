"""One document as Crossplane decodes it: parsed, named, and compared with the shape of its kind."""

from itertools import islice
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.shared import NOTHING_SHARED
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.definitions.choices import MAY_BE_ODD, odd_choices
from xpkgtui.formats.go_decoding import mismatches as shapes
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.xpkg.objects.identity import DEEPEST, Identity, as_upstream, identify, too_deep
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, definition_of
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a catalogue is listed without a parser
    from xpkgtui.documents.yaml.repeats import Repeats

MOST_MISMATCHES = 10_000
"""The most mismatches that are kept of one document."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Decoded:
    """A document that is not empty, with everything that parsers of all eras ask about it."""

    chunk: Chunk
    document: PackageDocument | BrokenDocument
    identity: Identity
    mismatches: tuple[Mismatch, ...] = ()
    """The places that do not fit the document's kind; empty for a kind that Crossplane 2.4 does not know."""

    @property
    def named(self) -> GroupVersionKind | None:
        """Group, version and kind; None where it does not have them."""
        return self.identity.named

    @property
    def value(self) -> Any:
        """The parsed value; None where it is broken."""
        return self.document.value if isinstance(self.document, PackageDocument) else None

    @property
    def unreadable(self) -> str | None:
        """The message of a parser that knows every kind: it is not YAML, or has no kind."""
        if isinstance(self.document, BrokenDocument):
            return self.document.message
        return self.identity.says or None


def decode(
    data: StreamBytes,
    chunk: Chunk,
    *,
    effort: Effort | None = None,
    limits: Limits = LIMITS,
    positions: bool = False,
    guesses: int = shapes.MOST_GUESSES,
    with_forks: bool = False,
    repeats: "Repeats | None" = None,
) -> Decoded:
    """The document of a chunk. With `positions`, one with mismatches or odd choices is parsed again to place these.

    For as many unknown fields as `guesses` says, similar names are looked for, which is slow. `with_forks` takes
    kinds of IBM's fork for those that they were made from.
    """
    document = parse(data, chunk, effort=effort, limits=limits, repeats=repeats)
    if isinstance(document, BrokenDocument):
        return Decoded(chunk=chunk, document=document, identity=Identity())
    identity = (document.depth > DEEPEST and too_deep(document.value)) or identify(document.value)
    identity = as_upstream(identity) if with_forks else identity
    struct = definition_of(identity.named) if identity.named else None
    found: tuple[Mismatch, ...] = ()
    if struct is not None:
        shared = NOTHING_SHARED if repeats is None else repeats.shared
        found = tuple(islice(shapes.check(document.value, struct, guesses, shared=shared), MOST_MISMATCHES))
        if positions and (found or _has_odd_choices(data, chunk, document.value)):
            placed = parse(data, chunk, positions=True, effort=effort, limits=limits)
            document = placed if isinstance(placed, PackageDocument) else document
    return Decoded(chunk=chunk, document=document, identity=identity, mismatches=found)


def _has_odd_choices(data: StreamBytes, chunk: Chunk, value: Any) -> bool:
    """Whether an `enum` of texts has a bool or a number; few documents are looked at, by their bytes."""
    is_suspect = MAY_BE_ODD.search(data, chunk.start, chunk.end) is not None
    return is_suspect and next(odd_choices(value), None) is not None
