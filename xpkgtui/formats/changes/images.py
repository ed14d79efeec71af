"""Two images compared by what their index, their manifest and their config say."""

from collections.abc import Iterator

from xpkgtui.formats.changes import image_rules as rules
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.rules.case import Case
from xpkgtui.rules.changes.rule import At, Difference

_CHANGING = ("org.opencontainers.image.created", "org.opencontainers.image.revision")
"""Annotations and labels that are others with every build."""


def compare_images(old: Case, new: Case) -> Iterator[Difference]:
    """The differences of two images; none where one of the two is no image."""
    if old.image is None or new.image is None:
        return
    yield from _platforms(old, new)
    if old.image.config and new.image.config:
        yield from _configs(old.image.config, new.image.config)
    one, other = (_package_layer(each) for each in (old, new))
    if one and other and one != other:
        yield rules.mark_changed(At(before=one, after=other), one, other)
    before, after = _size(old.image), _size(new.image)
    if before != after:
        yield rules.size_changed(At(field="layers", before=before, after=after))


def _configs(old: ImageConfig, new: ImageConfig) -> Iterator[Difference]:
    for word in ("entrypoint", "cmd"):
        one, other = getattr(old, word), getattr(new, word)
        if one != other:
            yield rules.entrypoint_changed(At(field=word, before=list(one), after=list(other)), word)
    for key in sorted({*old.labels, *new.labels} - set(_CHANGING)):
        before, after = old.labels.get(key), new.labels.get(key)
        # Labels that mark layers follow the layers' digests.
        if before != after and not key.startswith("io.crossplane.xpkg:"):
            yield rules.labels_changed(At(field=key, before=before, after=after), f"label {key}")


def _platforms(old: Case, new: Case) -> Iterator[Difference]:
    before, after = _names(old), _names(new)
    for name in sorted(before - after):
        yield rules.platform_removed(At(before=name), name)
    for name in sorted(after - before):
        yield rules.platform_added(At(after=name), name)


def _names(case: Case) -> set[str]:
    """The platforms that the image is built for; of an index those of its images."""
    if case.platforms.index is not None:
        return {
            str(entry.platform)
            for entry in case.platforms.index.manifests
            if entry.platform is not None and entry.platform.os != "unknown"
        }
    config = case.image.config if case.image else None
    return {str(config.platform)} if config and config.platform.os else set()


def _package_layer(case: Case) -> str:
    """The mark of the layer that supplies the package."""
    layer = case.reading.layer if case.reading else None
    if case.image is None or layer is None or layer >= len(case.image.layers):
        return ""
    mark = case.image.layers[layer].annotation
    return f"a layer annotated {mark}" if mark else "a layer without a mark"


def _size(image: Image) -> int:
    return sum(layer.descriptor.size for layer in image.layers)
