"""What a resolution of OLM v0 means, as a tree: who requires what, who provides it, and why that does not work."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from xpkgtui.formats.dependencies.needed import (
    AskedBy,
    DependencyEdge,
    DependencyRemark,
    DependencyStep,
    DependencyTree,
    NeededPackage,
    PackageState,
)
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import Requirement, RequirementKey, refused_by_v1
from xpkgtui.formats.dependencies.operators.resolver import Resolver
from xpkgtui.formats.fact import listed
from xpkgtui.values import dataclass

RESOLVER = "OLM v0"
_MOST = 20
"""Versions, providers and cycles that are named."""
_MOST_COMPARED = 64
"""Requirements of one bundle that are compared with each other."""
_LONGEST_CYCLE = 12
"""Names of a cycle that a remark has at most; of a longer one it has the first few."""
_FEW = 3
_WORST = (PackageState.CONFLICT, PackageState.MISSING, PackageState.UNKNOWN, PackageState.MET)
_V1_FIX = "Remove the requirement, and let users install by hand what it names"


@dataclass(kw_only=True, eq=False)
class _Node:
    """A package or a requirement, as far as it is known."""

    name: str
    kind: str = ""
    version: str = ""
    states: set[PackageState] = field(default_factory=set)
    asked_by: dict[AskedBy, None] = field(default_factory=dict)
    says: str = ""
    outcome: str = ""
    place: str = ""
    """Which bundle of which channel is installed; where that is not all, `outcome` says more."""
    serves: tuple[str, ...] = ()
    entry: OfferedEntry | None = None

    def needed(self) -> NeededPackage:
        state = next((one for one in _WORST if one in self.states), PackageState.UNKNOWN)
        return NeededPackage(
            package=self.name,
            kind=self.kind,
            version=self.version,
            state=state,
            asked_by=tuple(self.asked_by),
            says=self.says,
            outcome=self.outcome or self.place,
            serves=self.serves,
        )


class OperatorTree:
    """The tree of one source, made of one resolution or of several."""

    def __init__(
        self, root: str, kind: str, version: str = "", *, catalogs: Sequence[CatalogOffers] = (), unread: str = ""
    ) -> None:
        """`unread` says why a catalog could not be opened."""
        self._root = _Node(name=root, kind=kind, version=version)
        self._nodes = {root: self._root}
        self._edges: dict[tuple[str, str, str], bool | None] = {}
        self._steps: list[DependencyStep] = []
        self._remarks: list[DependencyRemark] = []
        self._catalogs = catalogs
        self.chosen: tuple[OfferedEntry, ...] = ()
        """The bundles that OLM v0 installs beside those that were resolved."""
        self._unread = unread or next((one.unread for one in catalogs if one.unread), "")

    def declare(self, wanted: Iterable[Requirement]) -> None:
        """Adds what the root requires itself, without asking who provides it."""
        for one in wanted:
            self._ask(self._root, one)

    def resolve(self, resolver: Resolver, name: str = "") -> None:
        """Adds what OLM v0 installs for a bundle: for the root, or for a package below it."""
        asking = self._root
        if name:
            asking = self._node(name, "Package")
            asking.version = resolver.root.bundle.version
            self._edge(self._root, asking, "", is_met=True)
        asking.entry = resolver.root
        resolved = _Resolved(resolver)
        self.chosen += tuple(one for one in resolved.chosen if one is not resolver.root)
        if resolved.fault:
            asking.states.add(PackageState.MISSING)
            asking.says = resolved.fault.message if resolved.fault.is_quoted else ""
            asking.outcome = f"OLM v0 resolves nothing in its namespace, because of {resolved.fault.about}" + (
                "." if asking.says else f": {resolved.fault.message}."
            )
        elif resolved.is_hopeless:
            asking.states.add(PackageState.MISSING)
            asking.outcome = "Nothing that satisfies its requirements goes together."
        elif resolved.unknown:
            self._unread = self._unread or resolved.unknown
        else:
            asking.states.add(PackageState.MET)
        if resolved.went_back:
            self.remark(f"OLM v0 may choose others for {asking.name}: the preferred ones do not go together")
        self._walk(asking, resolved)

    def leave_open(self, name: str, version: str) -> None:
        """Adds a package below the root that is not resolved, because too much was already."""
        node = self._node(name, "Package")
        node.version = node.version or version
        node.states.add(PackageState.UNKNOWN)
        self._edge(self._root, node, "", is_met=None)
        self._unread = self._unread or "there is too much to resolve all of it; name a package with --package"

    def remark(self, message: str, fix: str = "", packages: tuple[str, ...] = ()) -> None:
        """Adds what is odd about the whole."""
        self._remarks.append(DependencyRemark(message=message, fix=fix, packages=packages))

    def refused_by_v1(self, name: str, kind: str) -> None:
        """Adds what OLM v1 says of a bundle that has this property."""
        self.remark(f"OLM v1 does not install it: {refused_by_v1(name, kind)}", _V1_FIX)

    def tree(self, *, is_resolved: bool, further: str = "") -> DependencyTree:
        """The tree so far; `further` says what finds out more."""
        return DependencyTree(
            resolver=RESOLVER if is_resolved else "",
            is_resolved=is_resolved,
            packages=tuple(one.needed() for one in self._nodes.values()),
            edges=tuple(
                DependencyEdge(source=source, target=target, constraint=constraint, is_met=is_met)
                for (source, target, constraint), is_met in self._edges.items()
            ),
            steps=tuple(self._steps),
            remarks=(*self._remarks, *_cycles(self._edges, [one.name for one in self._nodes.values()])),
            unread=self._unread,
            further=further,
        )

    def _walk(self, root: _Node, resolved: "_Resolved") -> None:
        waiting = [(root, resolved.resolver.root)]
        seen = {resolved.resolver.root}
        while waiting:
            node, asking = waiting.pop(0)
            for wanted in asking.bundle.requires:
                provider = self._answer(node, asking, wanted, resolved)
                if provider is None or provider in seen:
                    continue
                seen.add(provider)
                waiting.append((self._provider(provider), provider))

    def _answer(
        self, node: _Node, asking: OfferedEntry, wanted: Requirement, resolved: "_Resolved"
    ) -> OfferedEntry | None:
        """Adds a requirement, and who provides it."""
        provider, state = resolved.answer(asking, wanted)
        if resolved.resolver.is_open(asking, wanted):
            self._unread = self._unread or "who satisfies a CEL constraint is not known"
        elif state is PackageState.MISSING and self._unread and not wanted.fault:
            state = PackageState.UNKNOWN
        there = self._ask(node, wanted, is_met=None if state is PackageState.UNKNOWN else provider is not None)
        there.states.add(state)
        there.serves = _serves(wanted, resolved.resolver.candidates(asking, wanted))
        if provider is None or state is PackageState.CONFLICT:
            requires = f"bundle {asking.bundle.name} requires an operator {wanted.predicate}"
            there.says = there.says or wanted.fault or requires
            there.outcome = there.outcome or resolved.why(asking, wanted, self._catalogs)
        if provider is None:
            return None
        self._step(asking, wanted, provider, resolved)
        if provider is asking:
            there.outcome = "it provides it itself"
            return None
        below = self._provider(provider)
        below.states.add(PackageState.MET)
        if below is not there:
            self._edge(there, below, "", is_met=True)
            below.asked_by[AskedBy(package=there.name, constraint="")] = None
        return provider

    def _step(self, asking: OfferedEntry, wanted: Requirement, provider: OfferedEntry, resolved: "_Resolved") -> None:
        number = len(resolved.resolver.candidates(asking, wanted))
        place = f"in {provider.channel} of {provider.catalog}" if provider.channel else "the bundle itself"
        evidence = f"{provider.bundle.name} {place}" + (f", one of {number:,}" if number > 1 else "")
        self._steps.append(DependencyStep(title=f"{asking.bundle.name} requires {wanted.words}", evidence=evidence))

    def _ask(self, node: _Node, wanted: Requirement, *, is_met: bool | None = None) -> _Node:
        there = self._node(wanted.name, wanted.kind)
        there.asked_by[AskedBy(package=node.name, constraint=wanted.constraint)] = None
        self._edge(node, there, wanted.constraint, is_met=is_met)
        return there

    def _provider(self, entry: OfferedEntry) -> _Node:
        """The node of the package of a bundle; of a second bundle of it one with its version."""
        if entry is self._root.entry:
            return self._root
        node = self._node(entry.bundle.package, "Package")
        if node.entry is not None and node.entry is not entry:
            node = self._node(f"{entry.bundle.package} {entry.bundle.version}", "Package")
        if node.entry is None:
            default = "the default channel" if entry.is_default else "channel"
            node.entry, node.version = entry, entry.bundle.version
            node.place = f"{entry.bundle.name} of {default} {entry.channel} in {entry.catalog}"
        return node

    def _node(self, name: str, kind: str) -> _Node:
        """The node of this name; where the root has that name by chance, the kind precedes it."""
        found = self._nodes.get(name)
        if found is self._root and (found.kind != kind or not _is_of(found, name)):
            name = f"{kind.lower()} {name}"
            found = self._nodes.get(name)
        if found is None:
            found = self._nodes[name] = _Node(name=name, kind=kind)
        return found

    def _edge(self, source: _Node, target: _Node, constraint: str, *, is_met: bool | None) -> None:
        self._edges[source.name, target.name, constraint] = is_met


def _is_of(root: _Node, package: str) -> bool:
    return root.entry is None or root.entry.bundle.package == package


class _Resolved:
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
    if wanted.kind == "Package":
        there = [one.chain[0] for each in catalogs for one in each.channels_of.get(wanted.name, ()) if one.chain]
        if there:
            heads = (f"{one.bundle.version} in {one.channel}" for one in there)
            return f"No version in {sources} is in this range; there are {listed([*heads], _FEW)}."
    return f"Nothing in {sources} provides it."


def _serves(wanted: Requirement, offered: Sequence[OfferedEntry]) -> tuple[str, ...]:
    """The versions of a package, or the providers of all else, as OLM v0 prefers them."""
    if wanted.kind == "Package":
        return tuple(dict.fromkeys(one.bundle.version for one in offered))[:_MOST]
    first: dict[str, str] = {}
    for one in offered:
        first.setdefault(one.bundle.package, f"{one.bundle.package} {one.bundle.version}")
    return tuple(first.values())[:_MOST]


def _cycles(edges: Iterable[tuple[str, str, str]], names: Iterable[str]) -> Iterator[DependencyRemark]:
    """The cycles, which OLM v0 installs like everything else: each one once."""
    below: dict[str, list[str]] = {}
    for source, target, _ in edges:
        below.setdefault(source, []).append(target)
    done: set[str] = set()
    found = 0
    for start in names:
        way: list[str] = []
        stack = [(start, iter(below.get(start, ())))] if start not in done else []
        way += [start] if stack else []
        while stack and found < _MOST:
            name, following = stack[-1]
            target = next(following, "")
            if not target:
                stack.pop()
                way.pop()
                done.add(name)
            elif target in way:
                found += 1
                circle = (*way[way.index(target) :], target)
                some = circle if len(circle) <= _LONGEST_CYCLE else (*circle[:_FEW], "…", target)
                yield DependencyRemark(message=f"they require each other, which OLM v0 allows: {' -> '.join(some)}")
            elif target not in done:
                stack.append((target, iter(below.get(target, ()))))
                way.append(target)
