"""The roles and misspelled marks of layers, as a format reports them."""

from enum import StrEnum

from xpkgtui.values import dataclass


class LayerRole(StrEnum):
    """The role of a layer, as JSON spells it."""

    PACKAGE = "package"
    EXAMPLES = "examples"
    SCHEMA = "schema"
    RUNTIME = "runtime"
    OTHER = "other"


class Spot(StrEnum):
    """The kind of mark that is misspelled."""

    ANNOTATION = "annotation"
    """An annotation of a layer."""
    LABEL = "label"
    """A label of the config."""
    MANIFEST = "manifest"
    """An annotation of the manifest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """An annotation or label that is probably misspelled, and what was probably meant."""

    spot: Spot
    layer: int | None
    """None where it concerns no layer of the image."""
    key: str
    value: str
    meant: str
    """In words."""
    word: str
    """The half that is wrong: the key or the value."""
