"""The examples in the annotations of a ClusterServiceVersion."""

import json

from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.untyped import field, text

EXAMPLE_KEYS = ("alm-examples", "olm.examples")
_LARGEST = 4 << 20
"""Characters of examples that are parsed."""


def key_of(item: Item) -> str:
    """The annotation that tools check; empty where there is none."""
    return next((key for key in EXAMPLE_KEYS if isinstance(item.annotations.get(key, 0), str | None)), "")


def examples_of(item: Item) -> list[object] | None:
    """The examples; None where they are not a list of objects."""
    written = text(item.annotations.get(key_of(item)))
    if not written or len(written) > _LARGEST:
        return []
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return None
    sound = isinstance(found, list) and all(text(field(one, "kind")) for one in found)
    return found if sound else [] if found is None else None
