"""What Crossplane's chart lets Crossplane itself do with kinds that come with no package."""

from xpkgtui.formats.examples.example import ExampleVerdict
from xpkgtui.formats.examples.owners import owner
from xpkgtui.formats.xpkg.tools.facts import OPERATES_AND_PROTECTS

_CORE, _WEBHOOKS = ("configmaps", "secrets", "serviceaccounts", "services"), "admissionregistration.k8s.io"
_GRANTED = frozenset(
    {
        *(("", name) for name in _CORE),
        *((group, "deployments") for group in ("apps", "extensions")),
        ("coordination.k8s.io", "leases"),
        ("apiextensions.k8s.io", "customresourcedefinitions"),
        *((_WEBHOOKS, f"{name}webhookconfigurations") for name in ("validating", "mutating")),
    }
)
"""Resources that a ClusterRole of Crossplane's chart has, of groups of which it has not all; since 1.14."""
_OWN = ("apiextensions.crossplane.io", "pkg.crossplane.io")
_YOUNG, _OLD = ("ops.crossplane.io", "protection.crossplane.io"), ("secrets.crossplane.io",)


def plural_of(kind: str) -> str:
    """The plural that Kubernetes guesses of a kind, as for all kinds of its own."""
    name = kind.lower()
    if name.endswith("endpoints"):
        return name
    return f"{name}es" if name.endswith("s") else f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


def is_granted(group: str, plural: str, target: str) -> bool:
    """Whether Crossplane's chart gives Crossplane everything with a resource."""
    own = _YOUNG if OPERATES_AND_PROTECTS.holds(target) else _OLD
    return group in (*_OWN, *own) or (group, plural) in _GRANTED


def is_of_kubernetes(group: str, kind: str) -> bool:
    """Whether Kubernetes itself defines a kind, so that no package brings it."""
    return owner(group, kind)[0] is ExampleVerdict.BUILT_IN
