"""Bounds on what is read of one layer, against decompression bombs and the like."""

from dataclasses import dataclass

LARGEST_STREAM = 200 << 20
"""Bytes of a stream that are read; the rest is ignored, as Crossplane ignores it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds for one layer or image, each far above what real packages need."""

    inflated: int = 1 << 30
    """Inflated bytes; a layer may exceed it only while it inflates less than `ratio` times."""
    ratio: int = 50
    layers: int = 1_000
    """Layers of one image that are read without being asked for."""
    members: int = 100_000
    """Gzip members, frames of zstd or streams of xz: each costs time, though it may hold nothing."""
    entries: int = 200_000
    records: int = 1_000_000
    """Records of PAX headers, summed over all of them."""
    path: int = 4096
    """Bytes of a name that the file tree takes (PATH_MAX)."""
    path_work: int = 1 << 31
    """Name length times depth, summed over all entries: the cost of walking the parents of every name."""
    nodes: int = 400_000
    """Files and folders of the tree, implied folders included."""
    hops: int = 40
    """Links that are followed for one path, as Linux does."""


LIMITS = Limits()


class LimitExceeded(Exception):
    """A layer or image exceeds one of `Limits`; the text says which."""
