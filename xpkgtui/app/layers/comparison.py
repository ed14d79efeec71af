"""What the annotation of a layer and its label say of each other, and the table of both."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import islice

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Grid, Line
from xpkgtui.app.drawing.styled_text import join, safe, words
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


_MOST = 12
"""Keys in the table; the tab Annotations has all of them."""
_LONGEST = 40
_SIGNS = {Agreement.SAME: ("=", "$muted"), Agreement.DIFFER: ("≠", "bold $warning")}


def labels_about(labels: Mapping[str, str], digest: str) -> dict[str, str]:
    """Labels whose key ends with this digest: key without it -> value."""
    end = f":{digest}"
    return {key.removesuffix(end): value for key, value in labels.items() if key.endswith(end)}


def table(row: LayerRow, labels: Mapping[str, str], ours: str) -> Iterator[Line]:
    """Each key with annotation, label, push and how they relate; `ours` is the key that the format reads."""
    about = labels_about(labels, row.digest)
    keys = sorted({*row.annotations, *about}, key=lambda key: (key != ours, key))
    if not keys:
        return
    yield words("**Annotations beside labels**", "$foreground")
    head = tuple(words(text, "$muted") for text in ("key", "annotation", "label", ""))
    rows = [_row(row, key, about.get(key), ours) for key in islice(keys, _MOST)]
    yield Grid((head, *rows), ("left",) * len(head))
    label = about.get(ours)
    if label is None:
        yield words("A push of this image from an archive would not annotate it: there is no label.", "$muted")
    else:
        said = visible.clip(visible.line(label), _LONGEST)
        yield join(("A push of this image from an archive would annotate it ", "$muted"), (said, "$mark"))
    if len(keys) > _MOST:
        yield words(f"{len(keys) - _MOST:,} more are in the tab Annotations", "$muted")


def _row(row: LayerRow, key: str, label: str | None, ours: str) -> tuple[Content, ...]:
    is_ours = key == ours
    annotation = row.annotations.get(key)
    relation = agreement(annotation, label, derived=row.derived and is_ours)
    mark, style = _SIGNS.get(relation, ("", "$muted"))
    if is_ours and relation is Agreement.LABEL_ONLY:
        mark, style = "≠", "bold $warning"
    value_style = "$mark" if is_ours else "$foreground"
    return (
        safe(visible.clip(key, _LONGEST), "bold $foreground" if is_ours else "$foreground"),
        _value(annotation, value_style),
        _value(label, "$warning" if relation is Agreement.DIFFER else value_style),
        join((f"{mark} {relation.value}".lstrip(), style)),
    )


def _value(text: str | None, style: str) -> Content:
    return words("–", "$muted") if text is None else safe(visible.clip(text, _LONGEST), style)
