"""Annotations and labels of a layer side by side, and what those that are nearly right were meant to be."""

from collections.abc import Iterator, Mapping
from itertools import islice

from textual.content import Content

from xpkgtui.app.drawing.page import Fact, Line
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.formats.xpkg.annotation_typos import Named, Slip, about_layer, annotation_slip, is_near_key, label_slips
from xpkgtui.formats.xpkg.annotations import ANNOTATION
from xpkgtui.inspection.events import ManifestRead
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow

_MOST = 200
"""Entries of one kind that are shown; the tab Raw has all of them."""


def body(row: LayerRow, inspection: Inspection) -> Iterator[Line]:
    """What descriptor and config say of the layer, then what they say that concerns no layer."""
    manifest = inspection.manifest.value if isinstance(inspection.manifest, Ready) else None
    labels = dict(manifest.labels) if manifest else {}
    named = tuple(
        Named(index=layer.index, digest=layer.digest, diff_id=layer.diff_id)
        for layer in (manifest.layers if manifest else ())
    )
    slips = label_slips(labels.items(), named)
    yield from _of_layer(row, about_layer(labels, row.digest))
    mine = [slip for slip in slips if slip.layer == row.index]
    if mine:
        yield from _headed("Labels that probably mean this layer")
    for slip in mine:
        yield from _slip(slip)
    others = [slip for slip in slips if slip.layer is None]
    if others:
        yield from _headed("Labels of the config that name no layer")
    for slip in others[:_MOST]:
        yield from _slip(slip)
    if manifest:
        yield from _of_manifest(manifest)
        yield from _rest(labels, {slip.key for slip in slips}, {layer.digest for layer in named})


def _of_layer(row: LayerRow, labels: Mapping[str, str]) -> Iterator[Line]:
    """Each key once, with what the descriptor and what the config says."""
    keys = sorted({*row.annotations, *labels})
    if not keys:
        yield words("Neither the descriptor nor a label of the config says anything of this layer.", "$muted")
    for key in keys[:_MOST]:
        annotated, labelled = row.annotations.get(key), labels.get(key)
        yield safe(key, "$mark" if key == ANNOTATION else "bold $foreground")
        if annotated is not None:
            yield Fact("  annotation", safe(annotated, "$foreground"))
        if labelled is not None:
            yield Fact("  label", safe(labelled, "$foreground"))
        yield Fact("", _agreement(key, annotated, labelled, derived=row.derived and key == ANNOTATION))
        meant = annotation_slip(key, annotated) if annotated is not None else ""
        if meant:
            yield Fact("", join(sign("!"), " ", safe(meant, "$foreground")))
    if len(keys) > _MOST:
        yield _more(len(keys))


def _agreement(key: str, annotated: str | None, labelled: str | None, *, derived: bool) -> Content:
    if derived and annotated is None:
        return words("label only; a push makes an annotation of it", "$muted")
    if annotated is not None and annotated == labelled:
        return words("✓ they agree")
    if labelled is None:
        return words("annotation only", "$muted")
    if annotated is None:
        unseen = ": Crossplane does not see it" if key == ANNOTATION else ""
        return words(f"! label only{unseen}" if unseen else "label only", "$foreground")
    return words("! they differ: Crossplane goes by the annotation", "$foreground")


def _slip(slip: Slip) -> Iterator[Line]:
    yield safe(slip.key, "bold $foreground")
    yield Fact("  label", safe(slip.value, "$foreground"))
    yield Fact("", join(sign("!"), " ", safe(slip.meant, "$foreground")))


def _of_manifest(manifest: ManifestRead) -> Iterator[Line]:
    if manifest.annotations:
        yield from _headed("Annotations of the manifest")
    for key, value in islice(manifest.annotations, _MOST):
        yield safe(key, "bold $foreground")
        yield Fact("", safe(value, "$foreground"))
        if key == ANNOTATION or is_near_key(key):
            yield Fact(
                "", words("! it is the manifest that has it; nobody looks there, but at layers", "$foreground")
            )
    if len(manifest.annotations) > _MOST:
        yield _more(len(manifest.annotations))


def _rest(labels: Mapping[str, str], told: set[str], digests: set[str]) -> Iterator[Line]:
    """Labels that are about the image as a whole."""
    rest = [key for key in sorted(labels) if key not in told and key[-71:] not in digests]
    if rest:
        yield from _headed("Other labels of the config")
    for key in rest[:_MOST]:
        yield safe(key, "bold $foreground")
        yield Fact("", safe(labels[key], "$foreground"))
    if len(rest) > _MOST:
        yield _more(len(rest))


def _headed(text: str) -> Iterator[Line]:
    yield Content("")
    yield words(f"**{text}**", "$foreground")


def _more(count: int) -> Content:
    return words(f"{count - _MOST:,} more; the tab Raw has all of them", "$muted")
