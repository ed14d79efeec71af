"""Misspelled annotations and labels of layers, and what was probably meant."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from xpkgtui.formats.images.layers import NearMiss, Spot
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, BASE
from xpkgtui.oci.image import Image
from xpkgtui.values import dataclass

_FILLING = str.maketrans("", "", "-_. ")
_TYPOS = 2
"""Letters that may be wrong, missing or too many."""
_OWN = "crossplane.xpkg"
"""The end of the annotation's key, after any domain."""
_SHORTEST = 6
"""Hexadecimal digits that are taken for a short digest."""
_HEX = 64
_MOST = 500
"""Labels that are checked; larger numbers are not typos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerNames:
    """The digests by which a label may name a layer."""

    index: int
    digest: str
    diff_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelTypo:
    """A misspelled label, and what was probably meant."""

    key: str
    value: str
    meant: str
    layer: int | None = None
    """The layer that was probably meant."""


def near_misses(image: Image) -> tuple[NearMiss, ...]:
    """Misspelled annotations of layers and of the manifest, and misspelled labels."""
    return (*_in_annotations(image), *_in_labels(image), *_in_manifest(image))


def _in_annotations(image: Image) -> Iterator[NearMiss]:
    for layer in image.layers:
        for key, value in islice(layer.descriptor.annotations.items(), _MOST):
            if meant := annotation_typo(key, value):
                yield _near(Spot.ANNOTATION, layer.index, key, value, meant)


def _in_labels(image: Image) -> Iterator[NearMiss]:
    labels = image.config.labels.items() if image.config else ()
    named = [
        LayerNames(index=layer.index, digest=str(layer.descriptor.digest), diff_id=layer.diff_id)
        for layer in image.layers
    ]
    for typo in label_typos(labels, named):
        yield _near(Spot.LABEL, typo.layer, typo.key, typo.value, typo.meant)


def _in_manifest(image: Image) -> Iterator[NearMiss]:
    for key, value in islice(sorted(image.manifest.annotations.items()), _MOST):
        if key == ANNOTATION or is_near_key(key):
            meant = "the manifest has this annotation, but Crossplane reads it on layers only"
            yield _near(Spot.MANIFEST, None, key, value, meant)


def _near(spot: Spot, layer: int | None, key: str, value: str, meant: str) -> NearMiss:
    word = value if key.partition(":")[0] == ANNOTATION and value != BASE else key
    return NearMiss(spot=spot, layer=layer, key=key, value=value, meant=meant, word=word)


def is_plausible(text: str, wanted: str) -> bool:
    """Whether the length of `text` allows a typo of `wanted`."""
    return len(wanted) // 2 <= len(text) <= 2 * len(wanted)


def is_near(text: str, wanted: str) -> bool:
    """Whether `text` is `wanted` but for case, separators, or a typo or two."""
    if not is_plausible(text, wanted):
        return False
    return _plain(text) == _plain(wanted) or _distance(text, wanted) <= _TYPOS


def is_near_key(key: str) -> bool:
    """Whether a key is nearly the annotation's: a typo, another domain, or a suffix."""
    if not is_plausible(key, ANNOTATION):
        return False
    lower = key.strip().lower()
    return lower.startswith(f"{ANNOTATION}/") or lower.endswith(f".{_OWN}") or is_near(key, ANNOTATION)


def annotation_typo(key: str, value: str) -> str:
    """The probable meaning of a misspelled annotation of a layer; empty where it is right."""
    if key == ANNOTATION:
        return f"{BASE} was probably meant; values must match exactly" if _is_typo(value) else ""
    if not is_near_key(key):
        return ""
    value = BASE if value == BASE or _is_typo(value) or key.strip().lower().endswith(f"/{BASE}") else value[:40]
    return f"{ANNOTATION}: {value} was probably meant; keys must match exactly"


def label_typos(labels: Iterable[tuple[str, str]], layers: Sequence[LayerNames]) -> tuple[LabelTypo, ...]:
    """The labels that should name a layer and do not, with their probable meaning."""
    lookup = _LayersByDigest(layers)
    found = []
    for key, value in islice(labels, _MOST):
        head, colon, digest = key.partition(":")
        named = lookup.by_digest.get(digest)
        if head == ANNOTATION and colon and named:
            if _is_typo(value):
                meant = f"{BASE} was probably meant; values must match exactly"
                found.append(LabelTypo(key=key, value=value, meant=meant, layer=named.index))
        elif head == ANNOTATION:
            found.append(_misnamed(key, value, digest if colon else "", lookup))
        elif is_near_key(head):
            meant = f"{ANNOTATION}:<digest of the layer> was probably meant; keys must match exactly"
            found.append(LabelTypo(key=key, value=value, meant=meant, layer=named.index if named else None))
    return tuple(found)


class _LayersByDigest:
    """Layers by every digest that may name them, for packages with thousands of layers and labels."""

    def __init__(self, layers: Sequence[LayerNames]) -> None:
        self.by_digest = {layer.digest: layer for layer in reversed(layers)}
        self.by_diff_id = {layer.diff_id: layer for layer in reversed(layers)}
        self._codes = sorted((layer.digest.partition(":")[2], number) for number, layer in enumerate(layers))
        self._layers = layers

    def beginning(self, code: str) -> LayerNames | None:
        """The layer whose digest begins with these digits."""
        at = bisect_left(self._codes, (code, 0))
        is_there = at < len(self._codes) and self._codes[at][0].startswith(code)
        return self._layers[self._codes[at][1]] if is_there else None


def _misnamed(key: str, value: str, digest: str, lookup: _LayersByDigest) -> LabelTypo:
    if not digest:
        return LabelTypo(key=key, value=value, meant="it names no layer; write the layer's digest after a colon")
    algorithm, colon, code = digest.rpartition(":")
    if layer := lookup.by_diff_id.get(digest):
        meant = f"it is the diff ID of layer {layer.index}; write the layer's digest instead, {layer.digest}"
        return LabelTypo(key=key, value=value, meant=meant, layer=layer.index)
    if layer := lookup.by_digest.get(digest.lower()):
        meant = f"layer {layer.index} was probably meant; digests are lowercase"
        return LabelTypo(key=key, value=value, meant=meant, layer=layer.index)
    if not colon and (layer := lookup.by_digest.get(f"sha256:{code.lower()}")):
        meant = f"layer {layer.index} was probably meant; its digest begins with sha256:"
        return LabelTypo(key=key, value=value, meant=meant, layer=layer.index)
    is_short = _SHORTEST <= len(code) < _HEX and algorithm in ("", "sha256")
    if is_short and (layer := lookup.beginning(code.lower())):
        meant = f"layer {layer.index} was probably meant; write its whole digest"
        return LabelTypo(key=key, value=value, meant=meant, layer=layer.index)
    if colon and algorithm != "sha256":
        return LabelTypo(key=key, value=value, meant=f"labels name layers by sha256, not by {algorithm[:20]}")
    meant = "no layer of this image has that digest; a tool that recompresses layers leaves such labels behind"
    return LabelTypo(key=key, value=value, meant=meant)


def _is_typo(value: str) -> bool:
    return value != BASE and is_near(value, BASE)


def _plain(text: str) -> str:
    return text.lower().translate(_FILLING)


def _distance(one: str, other: str) -> int:
    """Letters to change, insert or remove."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row = row, [number]
        for place, wanted in enumerate(other, 1):
            row.append(min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != wanted)))
    return row[-1]
