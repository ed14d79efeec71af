"""What a cluster says of a package that is installed there."""

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterCondition:
    """One condition of an object; its texts are foreign."""

    type: str
    """`Healthy`"""
    status: str
    """`True`, `False` or `Unknown`."""
    reason: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterObject:
    """An object of the cluster that stands for the package, or for what is installed of it."""

    kind: str
    name: str
    namespace: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    """Labels and texts: `revision` and `3`."""
    conditions: tuple[ClusterCondition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterState:
    """A package in a cluster."""

    context: str = ""
    """The context of kubectl; empty for the current one."""
    objects: tuple[ClusterObject, ...]
    """The package, then its active revision."""
    definitions: tuple[str, ...] = ()
    """The names of the definitions that it has in the cluster, as far as its objects name them."""
    notes: tuple[str, ...] = ()
    """Sentences for people: that its tag names another image now."""
