"""Annotations and labels of a layer side by side, and what those that are nearly right were meant to be."""

from collections.abc import Iterator, Mapping
from itertools import islice

from textual.content import Content

from xpkgtui.app.drawing.page import Fact, Line
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.layers.comparison import Agreement, agreement, labels_about
from xpkgtui.formats.images.layers import NearMiss, Spot
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow

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
        annotated, labelled = row.annotations.get(key), labels.get(key)
        is_ours = key == format_.annotation
        yield safe(key, "$mark" if is_ours else "bold $foreground")
        if annotated is not None:
            yield Fact("  annotation", safe(annotated, "$foreground"))
        if labelled is not None:
            yield Fact("  label", safe(labelled, "$foreground"))
        relation = agreement(annotated, labelled, derived=row.derived and is_ours)
        yield Fact("", _said(relation, format_.wording.program, is_ours=is_ours))
        if near := meant.get(key):
            yield Fact("", join(sign("!"), " ", safe(near.meant, "$foreground")))
    if len(keys) > _MOST:
        yield _more(len(keys))


def _said(relation: Agreement, program: str, *, is_ours: bool) -> Content:
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
