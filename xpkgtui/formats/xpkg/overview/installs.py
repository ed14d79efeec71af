"""What Crossplane installs of a provider: which of its definitions it turns into managed resource definitions."""

import re
from collections import Counter
from collections.abc import Iterator

from xpkgtui.formats.fact import amount, spec, text
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.rules.wording import is_older
from xpkgtui.untyped import field, listing

_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_KUBERNETES = "apiextensions.k8s.io"
_STAY = frozenset({"ProviderConfig", "ClusterProviderConfig", "ProviderConfigUsage", "ClusterProviderConfigUsage"})
"""Kinds whose definitions Crossplane does not turn into managed resource definitions; 2.0 turned them, too."""
_TURNS, _LEAVES = "2.0", "2.1"
"""The first version that turns definitions, and the first that leaves those of provider configurations."""
_SAFE_START = "safestart"
_FEW = 4


def installs(value: object, crossplane: str, package: PackageObjects) -> Iterator[str]:
    """What that version of Crossplane installs of a provider's definitions; a sentence each."""
    if field(value, "kind") != "Provider":
        return
    definitions = [one for one in package.of_kind(_CRD, _KUBERNETES) if (one.api_version or "").endswith("/v1")]
    turned, kept = _divided(definitions, crossplane)
    if turned:
        is_safe = any(_bare(one) == _SAFE_START for one in map(text, listing(spec(value).get("capabilities"))))
        state = "inactive until an activation policy names them (safe-start)" if is_safe else "active"
        yield f"{amount(len(turned), 'CRD')}, turned into {amount(len(turned), 'MRD')}, {state}"
    states = Counter(text(spec(one).get("state")) or "Inactive" for _, one in package.values(_MRD, EXTENSIONS))
    if count := sum(1 for _ in package.of_kind(_MRD, EXTENSIONS)):
        left = count - states.total()
        words = [f"{number:,} {state}" for state, number in states.most_common(_FEW)]
        words += [f"{left:,} not read"] if left else []
        yield f"{amount(count, 'MRD')} of the package ({', '.join(words)})"
    if kept:
        names = sorted({one.defines or "(no kind)" for one in kept})
        more = f" and {len(names) - _FEW} more kinds" if len(names) > _FEW else ""
        yield f"{amount(len(kept), 'CRD')} as is ({', '.join(names[:_FEW])}{more})"


def _divided(definitions: list[ObjectHead], crossplane: str) -> tuple[list[ObjectHead], list[ObjectHead]]:
    """Those that are turned, and those that are not."""
    if is_older(crossplane, _TURNS):
        return [], definitions
    stay = frozenset[str]() if is_older(crossplane, _LEAVES) else _STAY
    return [one for one in definitions if one.defines not in stay], [
        one for one in definitions if one.defines in stay
    ]


def _bare(capability: str) -> str:
    """The form in which Crossplane compares capabilities."""
    return re.sub("[^a-zA-Z0-9]+", "", capability).lower()
