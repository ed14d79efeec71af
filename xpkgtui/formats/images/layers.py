"""The roles and misspelled marks of layers, as a format reports them."""

from collections.abc import Sequence
from enum import StrEnum

from xpkgtui.values import dataclass

ExtraContents = tuple[tuple[str, str], ...]
"""Folders that no tool reads, and what a layer is that has nothing else."""


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
    """The layer that is concerned; None if the mark concerns no layer of the image."""
    key: str
    value: str
    meant: str
    """What was probably meant, in words."""
    word: str
    """The half that is wrong: the key or the value."""


def extra_content(names: Sequence[str], extras: ExtraContents) -> str:
    """What a layer with these files is, by the folder that all of them stand in; empty where there is none."""
    paths = [name.removeprefix("./").lstrip("/") for name in names]
    found = (what for folder, what in extras if all(path.startswith(folder) for path in paths))
    return next(found, "") if paths else ""
