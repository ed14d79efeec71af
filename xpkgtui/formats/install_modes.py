"""The install modes of an operator, and what OLM v1 as released says of one that cannot watch all namespaces."""

from collections.abc import Container

ALL = "AllNamespaces"
REFUSAL = "unsupported bundle: bundle does not support AllNamespaces install mode"
NO_SERVICES = "unsupported bundle: apiServiceDefintions are not supported"
_ONE_NAMESPACE = ("SingleNamespace", "OwnNamespace")


def gate(supported: Container[str]) -> str:
    """What would make OLM v1 take an operator that supports these modes, AllNamespaces not being one of them."""
    if any(one in supported for one in _ONE_NAMESPACE):
        return "its feature gate SingleOwnNamespaceInstallSupport (alpha, off) would allow it, for one namespace"
    return "none of its feature gates would allow it"
