"""What package managers 1.13 to 2.1 refuse before they look for package.yaml, as far as rules report it."""

from collections.abc import Sequence

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.xpkg.rules.subject import ImageSubject

_MOST_LAYERS = 256


def is_refused(subject: ImageSubject, read: Sequence[LayerFacts]) -> bool:
    """Whether another rule reports why managers 1.13 to 2.1 refuse an image before they look for package.yaml."""
    case = subject.case
    layers = case.image.layers if case.image else ()
    config = case.image.config if case.image else None
    if config is None or len(config.diff_ids) != len(layers) or sum(layer.is_base for layer in layers) > 1:
        return True
    return len(layers) > _MOST_LAYERS or any(
        facts.compression != "gzip"
        or facts.trailing
        or facts.repeated
        or facts.actual_diff_id != layers[facts.index].diff_id
        for facts in read
    )
