"""Who defines a kind that a package does not define."""

from collections.abc import Callable

from xpkgtui.formats.examples.example import ExampleVerdict
from xpkgtui.formats.package_objects import PackageObjects

_GROUPS = frozenset({"", "apps", "autoscaling", "batch", "extensions", "policy"})
_DOMAIN = ".k8s.io"
_OTHERS = ("gateway.networking", "snapshot.storage", "metrics", "cluster.x", "kustomize.config", "x")
"""Groups of this domain that no API server has by itself."""


Owner = Callable[[str, str], tuple[ExampleVerdict, str]]
"""Says of a group and a kind what becomes of its examples, and why."""


def unknown_owner(_package: PackageObjects) -> Owner:
    """Only what Kubernetes itself defines is known."""
    return owner


def owner(group: str, kind: str, *, noun: str = "package") -> tuple[ExampleVerdict, str]:
    """Kubernetes, or an unknown one; `noun` is what the package is called."""
    lead = group.removesuffix(_DOMAIN)
    is_other = any(lead == one or lead.endswith(f".{one}") for one in _OTHERS)
    if group in _GROUPS or (lead != group and not is_other):
        return (ExampleVerdict.BUILT_IN, "Kubernetes itself defines it, so the package has no definition of it")
    return ExampleVerdict.UNDEFINED, f"the {noun} does not define {kind} of {group}"
