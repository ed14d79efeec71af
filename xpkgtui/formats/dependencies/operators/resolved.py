"""What came of a resolution of OLM v0: who provides what, and why nothing does."""

from collections.abc import Sequence

from xpkgtui.formats.dependencies.needed import PackageState
from xpkgtui.formats.dependencies.operators.offers import INSTALLED, CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import Requirement, RequirementKey
from xpkgtui.formats.dependencies.operators.resolver import Resolver
from xpkgtui.formats.fact import listed

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
            return "It is not known who satisfies it, because CEL is not evaluated here."
        if asking is resolver.root and wanted.key in self._conflicts:
            return self._conflicts[wanted.key]
        offered = resolver.candidates(asking, wanted)
        if not offered:
            return _nobody(wanted, catalogs)
        names = listed([one.bundle.name for one in offered], _FEW)
        if all(resolver.stands_in_the_way(one) for one in offered):
            there = resolver.stands_in_the_way(offered[0])
            assert there is not None
            how = "is installed without a subscription" if there.follows is None else "is installed"
            return f"{there.bundle.name} {how}, and OLM v0 does not update it to what satisfies this: {names}."
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
