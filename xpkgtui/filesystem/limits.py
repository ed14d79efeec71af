"""How much of a layer is read before it counts as an attack."""

from dataclasses import dataclass

PACKAGE_YAML = 200 << 20
"""Bytes of package.yaml that Crossplane reads; what lies beyond is silently left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds for one layer; every one of them is far above what real packages need."""

    inflated: int = 1 << 30
    """Bytes after inflating; a layer may exceed it only while it inflates less than `ratio` times."""
    ratio: int = 50
    entries: int = 200_000
    path: int = 4096
    """Bytes of a name that the file tree takes (PATH_MAX)."""
    path_work: int = 1 << 31
    """Sum over all entries of name length times depth: what walking the parents of every name costs."""
    nodes: int = 400_000
    """Files and folders of the tree, folders that are only implied included."""
    hops: int = 40
    """Links that are followed for one path, as Linux does."""


LIMITS = Limits()


class LimitExceeded(Exception):
    """More than `Limits` allow; the text says of what."""
