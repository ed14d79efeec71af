"""What a format says of the layers of an image."""

from dataclasses import dataclass
from enum import StrEnum


class LayerRole(StrEnum):
    """What a layer is for, as JSON spells it."""

    PACKAGE = "package"
    EXAMPLES = "examples"
    SCHEMA = "schema"
    RUNTIME = "runtime"
    OTHER = "other"


class Spot(StrEnum):
    """Where a word stands that is nearly right."""

    ANNOTATION = "annotation"
    """Of a layer."""
    LABEL = "label"
    """Of the config."""
    MANIFEST = "manifest"
    """An annotation of the manifest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """An annotation or label that nearly says something of a layer, and what was probably meant."""

    spot: Spot
    layer: int | None
    """None where it concerns no layer of the image."""
    key: str
    value: str
    meant: str
    """In words."""
    word: str
    """The half that is wrong: the key or the value."""
