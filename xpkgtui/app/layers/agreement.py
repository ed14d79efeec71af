"""What the annotation of a layer and its label in the config say of each other."""

from enum import StrEnum

from xpkgtui.inspection.rows.layers import LayerRow


class Agreement(StrEnum):
    """How an annotation and a label with the same key relate."""

    NEITHER = "neither"
    SAME = "agree"
    DIFFER = "differ"
    ANNOTATION_ONLY = "no label"
    LABEL_ONLY = "no annotation"
    DERIVED = "label only"
    """An archive carries the label alone; a push makes the annotation of it."""


def agreement(annotation: str | None, label: str | None, *, derived: bool = False) -> Agreement:
    """How the two relate; `derived` where the annotation is that of the label, as a push would write it."""
    match annotation, label:
        case None, None:
            return Agreement.NEITHER
        case _, str() if derived:
            return Agreement.DERIVED
        case None, _:
            return Agreement.LABEL_ONLY
        case _, None:
            return Agreement.ANNOTATION_ONLY
    return Agreement.SAME if annotation == label else Agreement.DIFFER


def of_layer(row: LayerRow) -> Agreement:
    """Compares the annotation that makes a layer part of a package with its label."""
    return agreement(row.annotation, row.label, derived=row.derived)


def is_suspect(row: LayerRow) -> bool:
    """Whether a reader that goes by labels sees another layer than one that goes by annotations."""
    return of_layer(row) in (Agreement.DIFFER, Agreement.LABEL_ONLY)
