"""Layers as rows: what manifest, config and contents say of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class LayerRole(StrEnum):
    """What a layer is for, as JSON spells it."""

    PACKAGE = "package"
    EXAMPLES = "examples"
    SCHEMA = "schema"
    RUNTIME = "runtime"
    OTHER = "other"


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
    derived: bool = False
    label: str | None = None
    slip: str = ""
    """What an annotation or label nearly says of it, as it is written: `Base`; Detail says what was meant."""
    role: LayerRole = LayerRole.OTHER
    supplies: bool = False
    """Whether package.yaml comes from here."""
    history: str = ""
    problem: str = ""
    """What is wrong with it, in words; empty where nothing is known to be."""
    sentence: str = ""
    """Its role in words: `supplies package.yaml`, `runtime, not read by Crossplane`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A layer that was not read, with its price."""

    digest: str
    size: int
    why: str
    layer: int | None = None
