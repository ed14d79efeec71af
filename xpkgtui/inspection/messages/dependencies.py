"""What is asked and said of the packages that one depends on."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.dependencies.needed import DependencyTree
    from xpkgtui.formats.dependencies.questions import ResolveOptions

LATE_TYPES = {
    "DependencyTree": "xpkgtui.formats.dependencies.needed",
    "ResolveOptions": "xpkgtui.formats.dependencies.questions",
}
"""Where `codec` finds them."""

_PACKAGES = 24
"""Packages of one event: each may have a dozen versions beside it."""
_EDGES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDependencies:
    """Read what the package that is shown depends on."""

    lane: ClassVar[Lane] = Lane.DEPENDENCIES
    resolve: "ResolveOptions | None" = None
    """How it is resolved; None asks for what the package says itself, without a request."""
    consent: bool = False
    """Whether packages are opened whatever that costs."""
    package: str = ""
    """The package of a catalog that is asked about; empty for all of them."""
    version: str = ""
    """The version or the bundle of that package; empty for the head of its default channel."""
    channel: str = ""
    """The channel of that package; empty for the default one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenciesRead:
    """A part of the tree."""

    part: "DependencyTree"
    is_first: bool = True
    """Whether this part replaces what was there."""
    is_last: bool = True

    def after(self, before: "DependencyTree | None") -> "DependencyTree":
        """The tree so far."""
        if self.is_first or before is None:
            return self.part
        return replace(
            before,
            packages=before.packages + self.part.packages,
            edges=before.edges + self.part.edges,
            steps=before.steps + self.part.steps,
            clashes=before.clashes + self.part.clashes,
            remarks=before.remarks + self.part.remarks,
        )


def parts(tree: "DependencyTree") -> Iterator[DependenciesRead]:
    """The events that carry a tree; the first has what there is once, and all of them lists."""
    most = max(
        -(-len(tree.packages) // _PACKAGES),
        *(-(-len(one) // _EDGES) for one in (tree.edges, tree.steps, tree.clashes, tree.remarks)),
        1,
    )
    for number in range(most):
        at = slice(number * _EDGES, (number + 1) * _EDGES)
        part = replace(
            tree,
            packages=tree.packages[number * _PACKAGES : (number + 1) * _PACKAGES],
            edges=tree.edges[at],
            steps=tree.steps[at],
            clashes=tree.clashes[at],
            remarks=tree.remarks[at],
        )
        yield DependenciesRead(part=part, is_first=number == 0, is_last=number == most - 1)
