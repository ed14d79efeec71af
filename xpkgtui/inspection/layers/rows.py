"""The layers of an image as rows: what each is for, and what the reader does with it."""

from collections.abc import Mapping, Sequence

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.images.layers import LayerRole, NearMiss, Spot
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse
from xpkgtui.oci.descriptor import PREDICATE
from xpkgtui.oci.image import Image, Layer
from xpkgtui.readers.reader import Reading
from xpkgtui.visible import ending

_LONGEST_NAME = 40


def layer_rows(
    image: Image,
    images: ImageConventions,
    near: Sequence[NearMiss],
    facts: Mapping[int, LayerFacts],
    reading: Reading | None,
) -> tuple[LayerRow, ...]:
    """One row a layer, the bottom one first; of a layer that was not read nothing is guessed."""
    slips = {one.layer: one.word for one in near if one.spot is Spot.LABEL}
    slips |= {one.layer: one.word for one in reversed(near) if one.spot is Spot.ANNOTATION}
    return tuple(_row(image, layer, images, facts, reading, slips) for layer in image.layers)


def _row(
    image: Image,
    layer: Layer,
    images: ImageConventions,
    known: Mapping[int, LayerFacts],
    reading: Reading | None,
    slips: Mapping[int | None, str],
) -> LayerRow:
    facts = known.get(layer.index)
    extra = images.marks.unread_content(facts.names) if facts else ""
    supplies = bool(reading and reading.has_bytes and reading.layer == layer.index)
    use = _use(image, layer, reading, extra, facts)
    held, removed_by = _held(facts, known) if use in (LayerUse.HOLDS, LayerUse.PASSED) else ("", None)
    if held:
        use = LayerUse.HOLDS if removed_by is None or image.base is not None else LayerUse.REMOVED
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
        annotation=layer.mark.annotation,
        is_base=layer.mark.is_base,
        derived=layer.mark.derived,
        label=layer.mark.label,
        slip=slips.get(layer.index, ""),
        role=LayerRole.PACKAGE if supplies else images.marks.role(layer),
        supplies=supplies,
        stream_name=held or _supplied(layer, reading),
        removed_by=removed_by if use is LayerUse.REMOVED else None,
        history=layer.history,
        damage=_damage(facts),
        use=use,
        extra=extra,
        statement=layer.descriptor.annotations.get(PREDICATE, ""),
        first_file=facts.names[0] if facts and facts.names else "",
    )


def _damage(facts: LayerFacts | None) -> Damage | None:
    if facts is None:
        return None
    if facts.mismatch:
        return Damage(kind=DamageKind.UNAVAILABLE, reason=facts.mismatch)
    if facts.inflate_error:
        kind = DamageKind.REFUSED if facts.is_refused else DamageKind.UNDECODABLE
        return Damage(kind=kind, reason=facts.inflate_error)
    if facts.limit:
        return Damage(kind=DamageKind.LIMIT, reason=facts.limit.sentence, advice=facts.limit.advice)
    if facts.is_no_tar and not facts.is_refused:
        return Damage(kind=DamageKind.NO_TAR, reason=facts.tar_error or "")
    if facts.tar_error:
        kind = DamageKind.REFUSED if facts.is_refused else DamageKind.BROKEN
        return Damage(kind=kind, reason=facts.tar_error, after=facts.tar_error_after)
    return None


def _supplied(layer: Layer, reading: Reading | None) -> str:
    """What comes from this layer: the entry that the stream is, or the top folder of the parts that are here."""
    if reading is None or not reading.has_bytes:
        return ""
    if reading.layer == layer.index:
        return reading.stream_name("")
    name = next((part.name for part in reading.parts if part.layer == layer.index), "")
    top, slash, _ = name.removeprefix("./").partition("/")
    return ending(top, _LONGEST_NAME) + slash


def _held(facts: LayerFacts | None, known: Mapping[int, LayerFacts]) -> tuple[str, int | None]:
    """A file of the stream's name that this layer holds, and the layer that removes it; the topmost one of several.

    A layer's own mark counts last: it removes the file for readers that flatten where it comes before the file.
    """
    file = (facts.root_file or next(iter(facts.stream_files), None)) if facts else None
    if facts is None or file is None:
        return "", None
    above = sorted((index for index in known if index >= facts.index), reverse=True)
    by = next((index for index in above if known[index].removal_of(file.name) is not None), None)
    return ending(file.name, _LONGEST_NAME), by


def _use(image: Image, layer: Layer, reading: Reading | None, extra: str, facts: LayerFacts | None) -> LayerUse:
    if reading and reading.has_bytes and (reading.layer == layer.index or _supplied(layer, reading)):
        return LayerUse.SUPPLIES
    if layer.descriptor.annotations.get(PREDICATE):
        return LayerUse.STATEMENT
    if (base := image.base) is not None:
        if layer.index == base.index:
            return LayerUse.EXPECTED if reading is None else LayerUse.LACKS
        if layer.mark.is_base:
            return LayerUse.SECOND
        if facts is None and reading is not None and not reading.has_bytes:
            return LayerUse.UNREAD  # the file that the base lacks may be in it
        return LayerUse.HOLDS if facts and facts.root_file else LayerUse.IGNORED
    if reading is None:
        return LayerUse.FLATTENED
    if layer.index == reading.unread:
        return LayerUse.NEXT
    if layer.index in reading.layers_read:
        return LayerUse.UNREAD_EXTRA if extra else LayerUse.PASSED
    return LayerUse.UNREACHED if reading.has_bytes else LayerUse.UNREAD
