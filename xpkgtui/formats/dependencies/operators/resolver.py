"""The bundles that OLM v0 installs for one: the first ones, by its preferences, that go together.

OLM v0 hands its solver, for each requirement, the bundles that satisfy it in the order of preference; of a package
one bundle may be installed, and of an API one provider. The solver takes the first of each that leaves a solution,
breadth first. Without a solution nothing is installed.

Source: operator-lifecycle-manager 0.45, pkg/controller/registry/resolver/resolver.go (`getBundleVariables`,
`addInvariants`, `sortBundles`) and solver/search.go (`PushGuess`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from xpkgtui.formats.dependencies.needed import PackageState
from xpkgtui.formats.dependencies.operators.offers import INSTALLED, CatalogOffers, OfferedChannel, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import Requirement, RequirementKey
from xpkgtui.formats.fact import listed
from xpkgtui.values import dataclass

_MOST_STEPS = 20_000
_MOST_ENTRIES = 20_000
"""Bundles that are looked at, which a dependency may lead to."""

Asked = tuple[str, RequirementKey]
"""The catalog of a bundle that requires something, and the key of what it requires."""
Choices = tuple[tuple[OfferedEntry, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionFault:
    """What ends the resolution of the whole namespace."""

    about: str
    """The bundle or the channel, in words."""
    message: str
    is_quoted: bool = False
    """Whether the message is OLM v0's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """What satisfies a requirement."""

    entries: tuple[OfferedEntry, ...] = ()
    """The preferred one first."""
    is_open: bool = False
    """Whether a bundle may satisfy it or not: that depends on CEL."""
    unordered: tuple[OfferedChannel, ...] = ()
    """The channels that come into question and have no order."""


class PreferredCatalogs:
    """Catalogs, the preferred one first; what is looked up in them is remembered for all that is resolved in them."""

    def __init__(self, catalogs: Sequence[CatalogOffers]) -> None:
        self._catalogs = catalogs
        self._known: dict[Asked, Matches] = {}
        installed = (channel for one in catalogs if one.source == INSTALLED for channel in one.channels_of.values())
        self.stays = tuple((one.chain[0], *self._updates(one.chain[0])) for each in installed for one in each)
        """What is installed, and behind it what its subscription may update it to: one of them will be there."""

    def _updates(self, installed: OfferedEntry) -> Iterator[OfferedEntry]:
        for catalog in self._catalogs:
            for channel in catalog.channels_of.get(installed.bundle.package, ()):
                yield from (one for one in channel.chain if one.updates(installed))

    def matches(self, catalog: str, wanted: Requirement) -> Matches:
        """What satisfies a requirement of a bundle: installed ones first, then those of the same catalog."""
        key = (catalog, wanted.key)
        if key not in self._known:
            order = sorted(self._catalogs, key=lambda one: (one.source != INSTALLED, one.source != catalog))
            channels = [channel for one in order for channel in one.channels(wanted)]
            looked = [(one, wanted.admits(one.bundle)) for channel in channels for one in channel.chain]
            self._known[key] = Matches(
                entries=tuple(one for one, is_admitted in looked if is_admitted),
                is_open=any(is_admitted is None for _, is_admitted in looked),
                unordered=tuple(channel for channel in channels if channel.problem),
            )
        return self._known[key]


class Resolver:
    """Resolves one bundle in catalogs."""

    def __init__(self, root: OfferedEntry, catalogs: PreferredCatalogs, among: Sequence[OfferedEntry] = ()) -> None:
        """`among` are the bundles that a subscription leaves open, the root among them."""
        self.root = root
        self._among = among
        self.went_back = False
        """Whether the first choices did not go together: then OLM v0 may choose other versions than these.

        Its solver forgets candidates of a later choice when it goes back to an earlier one.
        """
        self._catalogs = catalogs
        # What is installed of its own package makes way for it.
        own = root.bundle.package
        self._stays = tuple(ways for ways in catalogs.stays if ways[0].bundle.package != own)
        self._compared = 0

    @property
    def work(self) -> int:
        """How much was looked at so far, in bundles."""
        return len(self.reached) + self._compared

    def candidates(self, asking: OfferedEntry, wanted: Requirement) -> tuple[OfferedEntry, ...]:
        """The bundles that satisfy a requirement, the preferred one first; those of the same catalog come first."""
        found = self._catalogs.matches(asking.catalog, wanted).entries
        if not self.root.channel and wanted.admits(self.root.bundle):
            return (self.root, *found)
        return found

    def is_open(self, asking: OfferedEntry, wanted: Requirement) -> bool:
        """Whether it is not known of a bundle whether it satisfies a requirement."""
        if not self.root.channel and wanted.admits(self.root.bundle) is None:
            return True
        return self._catalogs.matches(asking.catalog, wanted).is_open

    def viable(self, asking: OfferedEntry, wanted: Requirement) -> tuple[OfferedEntry, ...]:
        """The bundles that satisfy a requirement and have what they require themselves."""
        return tuple(one for one in self.candidates(asking, wanted) if one not in self._dead)

    @cached_property
    def reached(self) -> tuple[OfferedEntry, ...]:
        """All bundles that may come into question; not all of them where there are very many."""
        found = dict.fromkeys((self.root, *self._among, *chain.from_iterable(self._stays)))
        waiting = list(found)
        asked: set[Asked] = set()
        while waiting and len(found) < _MOST_ENTRIES:
            asking = waiting.pop()
            for wanted in asking.bundle.requires:
                if (key := (asking.catalog, wanted.key)) in asked:
                    continue
                asked.add(key)
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
        asked = {(one.catalog, wanted.key): wanted for one in self.reached for wanted in one.bundle.requires}
        found += [
            ResolutionFault(about=f"channel {channel.name} of package {channel.package}", message=channel.problem)
            for (catalog, _), wanted in asked.items()
            for channel in self._catalogs.matches(catalog, wanted).unordered
        ]
        found += [
            ResolutionFault(
                about=f"{ways[0].bundle.name}, which {_how(ways[0])}", message="it provides an API of it too"
            )
            for ways in self._stays
            if all(_are_exclusive(one, self.root) for one in ways)
        ]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _dead(self) -> frozenset[OfferedEntry]:
        """The bundles that are in no solution: deprecated, in the way of the root, or without what they require."""
        dead = {one for one in self.reached if self._is_refused(one)}
        asking = [one for one in self.reached if one.bundle.requires]
        grows = True
        while grows:
            known: dict[Asked, bool] = {}
            lost = [
                one
                for one in asking
                if one not in dead and any(self._is_lost(one, wanted, dead, known) for wanted in one.bundle.requires)
            ]
            dead.update(lost)
            grows = bool(lost)
        return frozenset(dead - {self.root})

    def _is_refused(self, one: OfferedEntry) -> bool:
        return bool(one.bundle.barred) or _are_exclusive(one, self.root) or self.stands_in_the_way(one) is not None

    def stands_in_the_way(self, one: OfferedEntry) -> OfferedEntry | None:
        """What is installed, stays, and cannot be there beside a bundle."""
        return next((ways[0] for ways in self._stays if all(_are_exclusive(one, other) for other in ways)), None)

    def _is_lost(
        self, asking: OfferedEntry, wanted: Requirement, dead: set[OfferedEntry], known: dict[Asked, bool]
    ) -> bool:
        """Whether nothing is left that satisfies a requirement; `known` are the answers of this round."""
        key = (asking.catalog, wanted.key)
        if key not in known:
            offered = self.candidates(asking, wanted)
            known[key] = not self.is_open(asking, wanted) and all(one in dead for one in offered)
        return known[key]

    def solve(self, only: Iterable[Requirement] | None = None) -> tuple[OfferedEntry, ...] | None:
        """The bundles that are installed, the root first; empty where nothing goes together, None if that took long.

        `only` some requirements of the root count, where they are given. What is not known is passed over.
        """
        if self.root.bundle.barred:
            return ()
        first = tuple(self._choices(self.root, self.root.bundle.requires if only is None else only))
        first += tuple(tuple(one for one in ways if one not in self._dead) for ways in self._stays)
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
            self._compared += len(chosen)
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


_MOST_COMPARED = 64
"""Requirements of one bundle that are compared with each other."""
_FEW = 3


class ResolvedRoot:
    """What came of a resolution; where nothing goes together, what could be installed for each requirement alone."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.fault = next(iter(resolver.faults), None)
        self.unknown = "more bundles come into question than are looked at" if resolver.is_too_large else ""
        self._conflicts: dict[RequirementKey, str] = {}
        solved = None if self.fault or self.unknown else resolver.solve()
        if solved is None and not self.fault:
            self.unknown = self.unknown or "which bundles go together takes too long to find out"
        self.chosen = solved or ()
        """The bundles that are installed; empty where nothing is."""
        self.went_back = bool(solved) and resolver.went_back
        self.is_hopeless = False
        """Whether nothing is installed, and no single requirement is to blame."""
        if solved == ():
            self.is_hopeless = self._find_conflict()

    def answer(self, asking: OfferedEntry, wanted: Requirement) -> tuple[OfferedEntry | None, PackageState]:
        """Who provides what a bundle requires, and what becomes of it."""
        resolver = self.resolver
        offered = resolver.viable(asking, wanted)
        if self.chosen:
            provider = next((one for one in offered if one in self.chosen), None)
        else:
            provider = next(iter(offered), None)
        if resolver.is_open(asking, wanted):
            return None, PackageState.UNKNOWN
        if provider is None:
            return None, PackageState.MISSING
        if asking is resolver.root and wanted.key in self._conflicts:
            return provider, PackageState.CONFLICT
        return provider, PackageState.UNKNOWN if self.unknown else PackageState.MET

    def why(self, asking: OfferedEntry, wanted: Requirement, catalogs: Sequence[CatalogOffers]) -> str:
        """Why nothing is installed for a requirement, in a sentence."""
        resolver = self.resolver
        if wanted.fault:
            return "OLM v0 cannot read it, and then resolves no subscription of the namespace."
        if resolver.is_open(asking, wanted):
            return "It is not known who satisfies it: xpkgtui cannot evaluate the constraint."
        if asking is resolver.root and wanted.key in self._conflicts:
            return self._conflicts[wanted.key]
        offered = resolver.candidates(asking, wanted)
        if not offered:
            return _nobody(wanted, catalogs)
        names = listed([one.bundle.name for one in offered], _FEW)
        if all(resolver.stands_in_the_way(one) for one in offered):
            there = resolver.stands_in_the_way(offered[0])
            assert there is not None
            return (
                f"{there.bundle.name} {_how(there)}, and OLM v0 does not update it to what satisfies this: {names}."
            )
        root = resolver.root.bundle
        if all(one.bundle.barred for one in offered):
            return f"OLM v0 does not install {names}: {offered[0].bundle.barred}."
        if all(one.bundle.package == root.package or one.bundle.provides & root.provides for one in offered):
            return f"What satisfies it cannot be installed beside {root.name}: {names}."
        return f"What satisfies it cannot be installed, because its own requirements cannot be met: {names}."

    def _find_conflict(self) -> bool:
        """Finds the first requirement of the root that does not go together with those before it.

        Returns True if there is none although nothing can be installed.
        """
        wanted = self.resolver.root.bundle.requires
        if any(not self.answer(self.resolver.root, one)[0] for one in wanted):
            return False
        for number, one in enumerate(wanted[:_MOST_COMPARED]):
            if self.resolver.solve(wanted[: number + 1]) != ():
                continue
            other = next((each for each in wanted[:number] if self.resolver.solve((each, one)) == ()), None)
            if other is None:
                self._conflicts[one.key] = "Nothing that satisfies it can be installed with all that it requires."
                return False
            self._conflicts[one.key] = f"It cannot be met beside {other.words}."
            self._conflicts[other.key] = f"It cannot be met beside {one.words}."
            return False
        return True


def _how(there: OfferedEntry) -> str:
    return "is installed without a subscription" if there.follows is None else "is installed"


def _nobody(wanted: Requirement, catalogs: Sequence[CatalogOffers]) -> str:
    sources = listed([one.source for one in catalogs], _FEW)
    there: list[OfferedEntry] = []
    if wanted.kind == "Package":
        there = [one.chain[0] for each in catalogs for one in each.channels_of.get(wanted.name, ()) if one.chain]
    if [one.source for one in catalogs] == [INSTALLED]:
        others = f": {listed([one.bundle.name for one in there], _FEW)} is" if there else ""
        return f"It is not installed{others}; --catalog SOURCE finds who provides it."
    if there:
        heads = (f"{one.bundle.version} in {one.channel or one.catalog}" for one in there)
        return f"No version in {sources} is in this range; there are {listed([*heads], _FEW)}."
    return f"Nothing in {sources} provides it."
