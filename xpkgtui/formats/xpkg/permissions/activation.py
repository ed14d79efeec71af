"""Which definitions of a provider become managed resource definitions, and which of these are active."""

import re
from collections.abc import Sequence

from xpkgtui.formats.fact import spec
from xpkgtui.formats.package_objects import ObjectHead
from xpkgtui.rules.wording import is_older
from xpkgtui.untyped import listing, text

_STAY = frozenset({"ProviderConfig", "ClusterProviderConfig", "ProviderConfigUsage", "ClusterProviderConfigUsage"})
"""Kinds whose definitions Crossplane does not turn into managed resource definitions; 2.0 turned them, too."""
TURNS = "2.0"
"""The first version that turns definitions."""
_LEAVES = "2.1"
"""The first version that leaves those of provider configurations."""
_SAFE_START = "safestart"


def divided(definitions: Sequence[ObjectHead], crossplane: str) -> tuple[Sequence[ObjectHead], Sequence[ObjectHead]]:
    """Those that are turned, and those that are not."""
    if is_older(crossplane, TURNS):
        return [], definitions
    stay = frozenset[str]() if is_older(crossplane, _LEAVES) else _STAY
    return [one for one in definitions if one.defines not in stay], [
        one for one in definitions if one.defines in stay
    ]


def is_safe_start(meta: object) -> bool:
    """Whether a meta object has the capability `safe-start`, in a spelling that Crossplane knows."""
    return any(_bare(one) == _SAFE_START for one in map(text, listing(spec(meta).get("capabilities"))))


def _bare(capability: str) -> str:
    """The form in which Crossplane compares capabilities."""
    return re.sub("[^a-zA-Z0-9]+", "", capability).lower()
