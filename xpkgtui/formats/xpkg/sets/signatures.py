"""ImageConfigs as texts of policies, and the public keys that a set has for them."""

import json
from collections.abc import Iterable, Iterator

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.xpkg.dependencies.rewrites import ClusterImageConfig


def policy_text(config: ClusterImageConfig) -> str:
    """An ImageConfig that verifies what is pulled, which is rewritten already."""
    prefixes = [{"type": "Prefix", "prefix": one} for one in config.prefixes]
    spec = {"matchImages": prefixes, "verification": config.verification}
    return json.dumps({"kind": "ImageConfig", "metadata": {"name": config.name}, "spec": spec})


def public_keys(objects: Iterable[SetObject]) -> Iterator[str]:
    """The Secrets of a set that have public keys; nothing else of a Secret is kept."""
    for one in objects:
        if one.name.kind == "Secret" and one.value.get("stringData"):
            yield json.dumps(one.value)
