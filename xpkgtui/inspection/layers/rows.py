"""Layers as rows: what each is for, in words."""

from collections.abc import Mapping
from itertools import islice

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.xpkg.annotation_typos import Named, annotation_slip, label_slips
from xpkgtui.formats.xpkg.annotations import ANNOTATION, BASE
from xpkgtui.inspection.rows.layers import LayerRole, LayerRow
from xpkgtui.oci.descriptor import PREDICATE
from xpkgtui.oci.image import Image, Layer
from xpkgtui.readers.reader import Reading

_MOST = 200
"""Annotations of a layer that are looked at for slips."""


def layer_rows(image: Image, facts: Mapping[int, LayerFacts], reading: Reading | None) -> tuple[LayerRow, ...]:
    """One row a layer, the bottom one first; of a layer that was not read nothing is guessed."""
    slips = _slips(image)
    return tuple(_row(image, layer, facts.get(layer.index), reading, slips) for layer in image.layers)


def _slips(image: Image) -> Mapping[int, str]:
    """By layer, the first word that nearly makes an annotation or a label of it."""
    labels = image.config.labels.items() if image.config else ()
    named = [
        Named(index=layer.index, digest=str(layer.descriptor.digest), diff_id=layer.diff_id) for layer in image.layers
    ]
    found = {slip.layer: _word(slip.key, slip.value) for slip in label_slips(labels, named) if slip.layer is not None}
    for layer in image.layers:
        annotations = islice(layer.descriptor.annotations.items(), _MOST)
        words = (_word(key, value) for key, value in annotations if annotation_slip(key, value))
        if word := next(words, ""):
            found[layer.index] = word
    return found


def _word(key: str, value: str) -> str:
    """The half that is wrong."""
    return value if key.partition(":")[0] == ANNOTATION and value != BASE else key


def _row(
    image: Image, layer: Layer, facts: LayerFacts | None, reading: Reading | None, slips: Mapping[int, str]
) -> LayerRow:
    supplies = bool(reading and reading.has_bytes and reading.layer == layer.index)
    problem = _problem(facts)
    return LayerRow(
        index=layer.index,
        digest=str(layer.descriptor.digest),
        diff_id=layer.diff_id,
        media_type=layer.descriptor.media_type,
        size=layer.descriptor.size,
        files=facts.entries if facts else None,
        inflated=facts.inflated if facts else None,
        compression=(facts.compression or "") if facts else "",
        annotations=layer.descriptor.annotations,
        annotation=layer.annotation,
        derived=layer.derived,
        label=layer.label,
        slip=slips.get(layer.index, ""),
        role=_role(layer, supplies),
        supplies=supplies,
        history=layer.history,
        problem=problem,
        sentence=problem or _sentence(image, layer, facts, reading),
    )


def _role(layer: Layer, supplies: bool) -> LayerRole:
    if supplies or layer.is_base:
        return LayerRole.PACKAGE
    match layer.annotation:
        case None:
            return LayerRole.RUNTIME
        case "upbound":
            return LayerRole.EXAMPLES
        case value if value.startswith("schema."):
            return LayerRole.SCHEMA
    return LayerRole.OTHER


def _problem(facts: LayerFacts | None) -> str:
    if facts is None:
        return ""
    if facts.mismatch:
        return f"not shown: {facts.mismatch}"
    if facts.inflate_error:
        return f"does not decompress: {facts.inflate_error}"
    if facts.limit:
        return f"not read to its end: {facts.limit}"
    if facts.tar_error:
        return f"damaged after {facts.tar_error_after} entries: {facts.tar_error}"
    return ""


def _sentence(image: Image, layer: Layer, facts: LayerFacts | None, reading: Reading | None) -> str:
    if reading and reading.has_bytes and reading.layer == layer.index:
        return "supplies package.yaml"
    if predicate := layer.descriptor.annotations.get(PREDICATE):
        return f"states {predicate}"
    base = image.base
    if base is not None:
        return _beside_base(base, layer, facts, reading)
    if reading is None:
        return "read by Crossplane while it flattens"
    if layer.index == reading.unread:
        return "not fetched yet; Crossplane reads it next"
    if layer.index in reading.layers_read:
        what = _what_it_is(layer)
        return f"{what}read by Crossplane, holds no package.yaml"
    return f"{_what_it_is(layer)}below, not reached by Crossplane" if reading.has_bytes else "not read"


def _beside_base(base: Layer, layer: Layer, facts: LayerFacts | None, reading: Reading | None) -> str:
    if layer.index == base.index:
        if reading is None:
            return "to supply package.yaml"
        return f"should supply package.yaml{_holds(facts)}"
    if layer.is_base:
        return "annotated base too, but the first one wins"
    return f"{_what_it_is(layer) or 'runtime, '}not read by Crossplane"


def _what_it_is(layer: Layer) -> str:
    match layer.annotation:
        case None:
            return ""
        case "upbound":
            return "examples, "
        case value if value.startswith("schema."):
            return f"schemas for {value.removeprefix('schema.')}, "
        case value:
            return f"{value}, "


def _holds(facts: LayerFacts | None) -> str:
    if facts is None or not facts.read:
        return ""
    if not facts.names:
        return "; holds no file"
    more = f" and {facts.entries - 1:,} more" if facts.entries and facts.entries > 1 else ""
    return f"; holds {facts.names[0]}{more}"
