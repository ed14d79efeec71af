"""Layers as rows: what manifest, config and contents say of each."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.values import dataclass


class LayerUse(StrEnum):
    """What the deciding reader does with a layer."""

    SUPPLIES = "supplies"
    """The stream comes from here."""
    EXPECTED = "expected"
    """The stream is looked for here only; the reader has not come to an end."""
    LACKS = "lacks"
    """The stream is looked for here only, and did not come from here."""
    SECOND = "second"
    """The layer is ignored, because one before it has the same mark."""
    STATEMENT = "statement"
    """The layer belongs to an attestation."""
    IGNORED = "ignored"
    """Another layer is marked as the one to read."""
    HOLDS = "holds"
    """This one holds a file of the stream's name, and the reader takes it for no package, or does not look at it."""
    REMOVED = "removed"
    """This one holds a file of the stream's name, which a layer removes before the reader sees it."""
    FLATTENED = "flattened"
    """No layer is marked, so that all are flattened; the reader has not come to an end."""
    NEXT = "next"
    """The reader needs it, and it was not fetched."""
    PASSED = "passed"
    """The reader read it, and nothing of it is in the stream."""
    UNREAD_EXTRA = "unread_extra"
    """The layer was read, and holds only what no tool reads."""
    UNREACHED = "unreached"
    """The reader found the stream in a layer above."""
    UNREAD = "unread"
    """The reader stopped before it."""


class DamageKind(StrEnum):
    """How far a damaged layer could be read."""

    UNAVAILABLE = "unavailable"
    """It cannot be read: its bytes are missing, or do not match its digest."""
    UNDECODABLE = "undecodable"
    """It does not decompress."""
    REFUSED = "refused"
    """Its bytes are whole, and no reader decompresses them."""
    LIMIT = "limit"
    """It was read up to a limit of xpkgtui."""
    NO_TAR = "no-tar"
    """It is whole, but not a tar."""
    BROKEN = "broken"
    """It was read up to the damage in its tar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """What is wrong with a layer."""

    kind: DamageKind
    reason: str
    after: int = 0
    """Entries that could be read before `BROKEN`."""
    advice: str = ""
    """The option that raises the limit, where it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerRow:
    """One layer with what manifest and config say of it."""

    index: int
    digest: str
    diff_id: str | None
    media_type: str
    size: int
    files: int | None = None
    """Entries; None where it was not read."""
    inflated: int | None = None
    """Bytes after inflating, where it was read to its end."""
    compression: str = ""
    """`gzip`, `zstd` or `none` by its first bytes; empty where it was not read."""
    annotations: Mapping[str, str] = field(default_factory=dict)
    annotation: str | None = None
    is_base: bool = False
    """Whether the annotation marks it as the one to take the stream from."""
    derived: bool = False
    label: str | None = None
    slip: str = ""
    """What an annotation or label nearly says of it, as it is written: `Base`; Detail says what was meant."""
    role: LayerRole = LayerRole.OTHER
    supplies: bool = False
    """Whether the stream comes from here."""
    stream_name: str = ""
    """The name of the entry that the stream is, or the folder of what is read here beside it; of one that `HOLDS`
    such a file or has it `REMOVED`, the name of that file."""
    removed_by: int | None = None
    """The layer that removes it, where it was `REMOVED`."""
    history: str = ""
    damage: Damage | None = None
    """The damage of the layer; None if none is known."""
    use: LayerUse | None = None
    statement: str = ""
    """The predicate type of a `STATEMENT`."""
    extra: str = ""
    """What it is, where no tool reads it: `scorecard tests`."""
    first_file: str = ""
    """The name of its first file, where it was read and has one."""


class UnreadReason(StrEnum):
    """Why a layer was not read."""

    IGNORED = "ignored"
    """The deciding reader ignores it."""
    PRICE = "price"
    """It is larger than what is fetched without consent."""
    PLATFORM = "platform"
    """It belongs to another platform, and is too large to be read only to compare."""
    PROGRAM = "program"
    """It belongs to another platform, and is too large to be read only for the program that it starts."""
    FAILED = "failed"
    """It could not be fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A layer that was not read, with its price."""

    digest: str
    size: int
    layer: int
    reason: UnreadReason
    failure: str = ""
    """What happened, where it `FAILED`."""
    platform: str = ""
    """The platform that it belongs to, where that is not the one that is shown."""
