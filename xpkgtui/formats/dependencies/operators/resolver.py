"""The bundles that OLM v0 installs for one: the first ones, by its preferences, that go together.

OLM v0 hands its solver, for each requirement, the bundles that satisfy it in the order of preference; of a package
one bundle may be installed, and of an API one provider. The solver takes the first of each that leaves a solution,
breadth first. Without a solution nothing is installed.

Source: operator-lifecycle-manager 0.45, pkg/controller/registry/resolver/resolver.go (`getBundleVariables`,
`addInvariants`, `sortBundles`) and solver/search.go (`PushGuess`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import Requirement
from xpkgtui.values import dataclass

_MOST_STEPS = 20_000
_MOST_ENTRIES = 20_000
"""Bundles that are looked at, which a dependency may lead to."""

Choices = tuple[tuple[OfferedEntry, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionFault:
    """What ends the resolution of the whole namespace."""

    about: str
    """The bundle or the channel, in words."""
    message: str
    is_quoted: bool = False
    """Whether the message is OLM v0's own."""


class Resolver:
    """Resolves one bundle in catalogs, the first of which is preferred where a bundle is in none."""

    def __init__(
        self, root: OfferedEntry, catalogs: Sequence[CatalogOffers], among: Sequence[OfferedEntry] = ()
    ) -> None:
        """`among` are the bundles that a subscription leaves open, the root among them."""
        self.root = root
        self._among = among
        self.went_back = False
        """Whether the first choices did not go together: then OLM v0 may choose other versions than these.

        Its solver forgets candidates of a later choice when it goes back to an earlier one.
        """
        self._catalogs = catalogs
        self._known: dict[tuple[str, tuple[str, str, str]], tuple[OfferedEntry, ...]] = {}
        self._open: set[tuple[str, tuple[str, str, str]]] = set()
        self._problems: dict[str, str] = {}

    def candidates(self, asking: OfferedEntry, wanted: Requirement) -> tuple[OfferedEntry, ...]:
        """The bundles that satisfy a requirement, the preferred one first; those of the same catalog come first."""
        key = (asking.catalog, wanted.key)
        if key not in self._known:
            looked = [(one, wanted.admits(one.bundle)) for one in self._offered(asking, wanted)]
            self._known[key] = tuple(one for one, is_admitted in looked if is_admitted)
            if any(is_admitted is None for _, is_admitted in looked):
                self._open.add(key)
        return self._known[key]

    def is_open(self, asking: OfferedEntry, wanted: Requirement) -> bool:
        """Whether it is not known of a bundle whether it satisfies a requirement."""
        self.candidates(asking, wanted)
        return (asking.catalog, wanted.key) in self._open

    def _offered(self, asking: OfferedEntry, wanted: Requirement) -> Iterator[OfferedEntry]:
        """The bundles of the channels that come into question."""
        if not self.root.channel:
            yield self.root
        for catalog in sorted(self._catalogs, key=lambda one: one.source != asking.catalog):
            for channel in catalog.channels(wanted):
                if channel.problem:
                    self._problems[f"channel {channel.name} of package {channel.package}"] = channel.problem
                yield from channel.chain

    def viable(self, asking: OfferedEntry, wanted: Requirement) -> tuple[OfferedEntry, ...]:
        """The bundles that satisfy a requirement and have what they require themselves."""
        return tuple(one for one in self.candidates(asking, wanted) if one not in self._dead)

    @cached_property
    def reached(self) -> tuple[OfferedEntry, ...]:
        """All bundles that may come into question; not all of them where there are very many."""
        found = dict.fromkeys((self.root, *self._among))
        waiting = list(found)
        while waiting and len(found) < _MOST_ENTRIES:
            asking = waiting.pop()
            for wanted in asking.bundle.requires:
                for one in self.candidates(asking, wanted):
                    if one not in found:
                        found[one] = None
                        waiting.append(one)
        return tuple(found)

    @property
    def is_too_large(self) -> bool:
        """Whether more bundles come into question than are looked at."""
        return len(self.reached) >= _MOST_ENTRIES

    @cached_property
    def faults(self) -> tuple[ResolutionFault, ...]:
        """What ends the resolution, although it may belong to a bundle that would not be chosen."""
        found = [
            ResolutionFault(about=one.bundle.name, message=wanted.fault, is_quoted=True)
            for one in self.reached
            for wanted in one.bundle.requires
            if wanted.fault
        ]
        found += [ResolutionFault(about=where, message=problem) for where, problem in self._problems.items()]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _dead(self) -> frozenset[OfferedEntry]:
        """The bundles that are in no solution: deprecated, in the way of the root, or without what they require."""
        dead = {one for one in self.reached if self._is_refused(one)}
        grows = True
        while grows:
            lost = {
                one
                for one in self.reached
                if one not in dead and any(self._is_lost(one, wanted, dead) for wanted in one.bundle.requires)
            }
            dead |= lost
            grows = bool(lost)
        return frozenset(dead - {self.root})

    def _is_refused(self, one: OfferedEntry) -> bool:
        return bool(one.bundle.barred) or _are_exclusive(one, self.root)

    def _is_lost(self, asking: OfferedEntry, wanted: Requirement, dead: set[OfferedEntry]) -> bool:
        return not self.is_open(asking, wanted) and all(one in dead for one in self.candidates(asking, wanted))

    def solve(self, only: Iterable[Requirement] | None = None) -> tuple[OfferedEntry, ...] | None:
        """The bundles that are installed, the root first; empty where nothing goes together, None if that took long.

        `only` some requirements of the root count, where they are given. What is not known is passed over.
        """
        if self.root.bundle.barred:
            return ()
        first = tuple(self._choices(self.root, self.root.bundle.requires if only is None else only))
        open_ways: list[Iterator[tuple[tuple[OfferedEntry, ...], Choices]]] = [iter([((self.root,), first)])]
        for _ in range(_MOST_STEPS):
            following = next(open_ways[-1], None)
            if following is None:
                open_ways.pop()
                self.went_back = True
                if not open_ways:
                    return ()
                continue
            chosen, choices = following
            while choices and any(one in chosen for one in choices[0]):
                choices = choices[1:]
            if not choices:
                return chosen
            open_ways.append(self._ways(chosen, choices))
        return None

    def _ways(
        self, chosen: tuple[OfferedEntry, ...], choices: Choices
    ) -> Iterator[tuple[tuple[OfferedEntry, ...], Choices]]:
        for one in choices[0]:
            if not any(_are_exclusive(one, other) for other in chosen):
                yield (*chosen, one), (*choices[1:], *self._choices(one, one.bundle.requires))

    def _choices(self, asking: OfferedEntry, wanted: Iterable[Requirement]) -> Iterator[tuple[OfferedEntry, ...]]:
        return (self.viable(asking, one) for one in wanted if not self.is_open(asking, one))


def _are_exclusive(one: OfferedEntry, other: OfferedEntry) -> bool:
    """Whether two entries cannot both be installed: of one package, or with one API."""
    if one is other:
        return False
    return one.bundle.package == other.bundle.package or not one.bundle.provides.isdisjoint(other.bundle.provides)
