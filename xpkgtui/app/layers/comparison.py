"""What annotations and labels of a layer say of each other, and what nearly right ones were meant as."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import islice

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Fact, Grid, Line
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.formats.images.layers import NearMiss, Spot
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Ready
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


_MOST_SHOWN = 12
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
    rows = [_row(row, key, about.get(key), ours) for key in islice(keys, _MOST_SHOWN)]
    yield Grid((head, *rows), ("left",) * len(head))
    label = about.get(ours)
    if label is None:
        yield words("A push of this image from an archive would not annotate it: there is no label.", "$muted")
    else:
        said = visible.clip(visible.line(label), _LONGEST)
        yield join(("A push of this image from an archive would annotate it ", "$muted"), (said, "$mark"))
    if len(keys) > _MOST_SHOWN:
        yield words(f"{len(keys) - _MOST_SHOWN:,} more are in the tab Annotations", "$muted")


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


_MOST = 200
"""Entries of one kind that are shown; the tab Raw has all of them."""


def body(row: LayerRow, inspection: Inspection) -> Iterator[Line]:
    """Annotations and labels of the layer, then those that concern no layer."""
    manifest = inspection.manifest.value if isinstance(inspection.manifest, Ready) else None
    labels = dict(manifest.labels) if manifest else {}
    near = manifest.near_misses if manifest else ()
    meant = {one.key: one for one in near if one.spot is Spot.ANNOTATION and one.layer == row.index}
    yield from _of_layer(row, labels_about(labels, row.digest), inspection.format, meant)
    order = {key: number for number, key in enumerate(labels)}
    in_labels = sorted((one for one in near if one.spot is Spot.LABEL), key=lambda one: order.get(one.key, 0))
    mine = [one for one in in_labels if one.layer == row.index]
    if mine:
        yield from _headed("Misspelled labels of this layer")
    for one in mine:
        yield from _near_miss(one)
    others = [one for one in in_labels if one.layer is None]
    if others:
        yield from _headed("Config labels that name no layer")
    for one in others[:_MOST]:
        yield from _near_miss(one)
    if len(others) > _MOST:
        yield _more(len(others))
    if manifest:
        yield from _of_manifest(manifest)
        yield from _rest(labels, {one.key for one in in_labels}, {layer.digest for layer in manifest.layers})


def _of_layer(
    row: LayerRow, labels: Mapping[str, str], format_: FormatSummary, meant: Mapping[str, NearMiss]
) -> Iterator[Line]:
    """Each key once, with what the descriptor and what the config says."""
    keys = sorted({*row.annotations, *labels})
    if not keys:
        yield words("This layer has no annotation and no label.", "$muted")
    for key in keys[:_MOST]:
        annotated, labeled = row.annotations.get(key), labels.get(key)
        is_ours = key == format_.annotation
        yield safe(key, "$mark" if is_ours else "bold $foreground")
        if annotated is not None:
            yield Fact("  annotation", safe(annotated, "$foreground"))
        if labeled is not None:
            yield Fact("  label", safe(labeled, "$foreground"))
        relation = agreement(annotated, labeled, derived=row.derived and is_ours)
        yield Fact("", _agreement_words(relation, format_.wording.program, is_ours=is_ours))
        if near := meant.get(key):
            yield Fact("", join(sign("!"), " ", safe(near.meant, "$foreground")))
    if len(keys) > _MOST:
        yield _more(len(keys))


def _agreement_words(relation: Agreement, program: str, *, is_ours: bool) -> Content:
    match relation:
        case Agreement.SAME:
            return words("✓ they agree")
        case Agreement.DIFFER:
            return words(f"! they differ: {program} uses the annotation", "$foreground")
        case Agreement.LABEL_ONLY if is_ours:
            return words(f"! label only: {program} does not see it", "$foreground")
        case Agreement.LABEL_ONLY:
            return words("label only", "$foreground")
        case Agreement.DERIVED:
            return words("label only; a push turns it into an annotation", "$muted")
    return words("annotation only", "$muted")


def _near_miss(near: NearMiss) -> Iterator[Line]:
    yield safe(near.key, "bold $foreground")
    yield Fact("  label", safe(near.value, "$foreground"))
    yield Fact("", join(sign("!"), " ", safe(near.meant, "$foreground")))


def _of_manifest(manifest: ManifestRead) -> Iterator[Line]:
    meant = {one.key: one.meant for one in manifest.near_misses if one.spot is Spot.MANIFEST}
    if manifest.annotations:
        yield from _headed("Annotations of the manifest")
    for key, value in islice(manifest.annotations, _MOST):
        yield safe(key, "bold $foreground")
        yield Fact("", safe(value, "$foreground"))
        if key in meant:
            yield Fact("", words(f"! {meant[key]}", "$foreground"))
    if len(manifest.annotations) > _MOST:
        yield _more(len(manifest.annotations))


def _rest(labels: Mapping[str, str], named: set[str], digests: set[str]) -> Iterator[Line]:
    """Labels that are about the image as a whole."""
    rest = [key for key in sorted(labels) if key not in named and key[-71:] not in digests]
    if rest:
        yield from _headed("Other config labels")
    for key in rest[:_MOST]:
        yield safe(key, "bold $foreground")
        yield Fact("", safe(labels[key], "$foreground"))
    if len(rest) > _MOST:
        yield _more(len(rest))


def _headed(text: str) -> Iterator[Line]:
    yield Content("")
    yield words(f"**{text}**", "$foreground")


def _more(count: int) -> Content:
    return words(f"{count - _MOST:,} more; the Raw tab lists all", "$muted")
