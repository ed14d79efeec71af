"""What each version of Crossplane prints where its registry client does not get a package that xpkgtui gets."""

from collections.abc import Container, Sequence

from xpkgtui.errors import Obstacle, Obstructed
from xpkgtui.formats.xpkg.tools.crossplane_versions import Target
from xpkgtui.formats.xpkg.tools.eras import Missing
from xpkgtui.formats.xpkg.tools.facts import JUDGES_ADDRESSES

_EMPTY = {
    Missing.TARFS: f"{Missing.TARFS}: file does not exist",
    Missing.OPENING: f"{Missing.OPENING}: EOF",
    Missing.COUNTING: "invalid package image: validating layers",
    Missing.PLAIN: str(Missing.PLAIN),
}
"""What is printed of an image without layers, settled with the libraries of each version."""
_CODED = "error verifying sha256 checksum after reading"
_ORDER = tuple(Obstructed)


def in_the_way(
    obstacles: Sequence[Obstacle], target: Target, layers: Container[str] = ()
) -> tuple[Obstacle, str] | None:
    """The first of the obstacles that a version does not get past, and what it prints; None where it gets there.

    `layers` are the digests of those that it reads.
    """
    for one in sorted(obstacles, key=lambda one: _ORDER.index(one.what)):
        if (not one.digest or one.digest in layers) and (says := printed(one, target)):
            return one, says
    return None


def printed(obstacle: Obstacle, target: Target) -> str:
    """What a version prints at an obstacle; empty where it is none for it."""
    way = target.way
    match obstacle.what:
        case Obstructed.INDEX:
            return _EMPTY[way.missing]
        case Obstructed.CODED_LAYER if way.validates:
            return "invalid package layer: gzip: invalid header"
        case Obstructed.CODED_LAYER:
            lead = "cannot read package contents" if way.missing is Missing.PLAIN else way.missing
            return f"{lead}: {_CODED}"
    return obstacle.says if obstacle.before is None or not target.lacks(JUDGES_ADDRESSES) else obstacle.before
