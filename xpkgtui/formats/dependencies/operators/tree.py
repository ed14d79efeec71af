"""What a resolution of OLM v0 means, as a tree: who requires what, who provides it, and why that does not work."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from xpkgtui.formats.dependencies.needed import (
    MOST_SERVING,
    AskedBy,
    DependencyEdge,
    DependencyRemark,
    DependencyStep,
    DependencyTree,
    NeededPackage,
    PackageState,
)
from xpkgtui.formats.dependencies.operators.installed import InstalledOperators, read_installed
from xpkgtui.formats.dependencies.operators.offers import INSTALLED, CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import Requirement, refused_by_v1
from xpkgtui.formats.dependencies.operators.resolver import ResolvedRoot, Resolver
from xpkgtui.formats.dependencies.questions import Answer, CatalogFound, CatalogOf, ImagesOf, Question, ResolveOptions
from xpkgtui.formats.fact import listed
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogs:
    """What could be opened of them."""

    offers: tuple[CatalogOffers, ...] = ()
    installed: InstalledOperators | None = None
    """What is installed, which is the first one of `offers`."""
    unread: str = ""
    """Why the first of the others could not be opened; empty where all were."""


def opened(options: ResolveOptions) -> Generator[tuple[Question, ...], Mapping[Question, Answer], Catalogs]:
    """Asks for all of them at once; raises `Usage` where what is installed cannot be read."""
    installed = read_installed(options.installed) if options.installed else None
    questions = tuple(CatalogOf(source=one) for one in dict.fromkeys(options.catalogs))
    answers = yield from _all(questions)
    found: list[CatalogOffers] = [installed.offers] if installed else []
    unread = ""
    for one in questions:
        answer = answers[one]
        assert isinstance(answer, CatalogFound)
        if isinstance(answer.offers, CatalogOffers):
            found.append(answer.offers)
        else:
            unread = unread or f"{one.source}: {answer.fault}"
    return Catalogs(offers=tuple(found), installed=installed, unread=unread)


def named_by(chosen: Sequence[OfferedEntry]) -> Generator[tuple[Question, ...], Mapping[Question, Answer], str]:
    """Asks for the images of bundles that are chosen in the catalogs; returns why that fails, if it does."""
    documents: dict[str, dict[int, None]] = {}
    for one in chosen:
        if one.bundle.document:
            documents.setdefault(one.catalog, {})[one.bundle.document] = None
    questions = tuple(ImagesOf(source=name, documents=tuple(numbers)) for name, numbers in documents.items())
    answers = yield from _all(questions)
    return next((answer.fault for question in questions if (answer := answers[question]).fault), "")


def _all(
    questions: tuple[Question, ...],
) -> Generator[tuple[Question, ...], Mapping[Question, Answer], Mapping[Question, Answer]]:
    """Asks until all of them are answered."""
    answers: Mapping[Question, Answer] = {}
    while pending := tuple(one for one in questions if one not in answers):
        answers = yield pending
    return answers


RESOLVER = "OLM v0"
_MOST = 20
"""Cycles that are named."""
_LONGEST_CYCLE = 12
"""Names of a cycle that a remark has at most; of a longer one it has the first few."""
_FEW = 3
_WORST = (PackageState.CONFLICT, PackageState.MISSING, PackageState.UNKNOWN, PackageState.MET, PackageState.INSTALLED)
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
        return NeededPackage(
            package=self.name,
            kind=self.kind,
            version=self.version,
            state=next((one for one in _WORST if one in self.states), PackageState.UNKNOWN),
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
        is_alone = [one.source for one in catalogs] == [INSTALLED]
        self._resolver = f"{RESOLVER} without a catalog" if is_alone else RESOLVER
        self.roots: tuple[OfferedEntry, ...] = ()
        """The bundles that were resolved."""
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
        self.roots += (resolver.root,)
        resolved = ResolvedRoot(resolver)
        self.chosen += tuple(one for one in resolved.chosen if one is not resolver.root and not one.is_installed)
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

    def count(self, installed: InstalledOperators | None) -> None:
        """Adds what is odd about what is installed, as far as it is required."""
        if installed is None:
            return
        if len(installed.namespaces) > 1:
            names = listed(installed.namespaces, _FEW)
            self.remark(
                f"what is installed lies in several namespaces ({names}), and OLM v0 counts only that of the bundle",
                "Save what is in the namespace of the bundle: kubectl get csv,subscriptions -n NAMESPACE -o yaml",
            )
        for package, version in installed.extensions.items():
            if package in self._nodes:
                self.remark(
                    f"OLM v1 has installed {package} {version}".rstrip() + ", which OLM v0 does not count",
                    packages=(package,),
                )

    def refused_by_v1(self, name: str, kind: str) -> None:
        """Adds what OLM v1 says of a bundle that has this property."""
        self.remark(f"OLM v1 does not install it: {refused_by_v1(name, kind)}", _V1_FIX)

    def tree(self, *, is_resolved: bool, further: str = "") -> DependencyTree:
        """The tree so far; `further` says what finds out more."""
        return DependencyTree(
            resolver=self._resolver if is_resolved else "",
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

    def _walk(self, root: _Node, resolved: ResolvedRoot) -> None:
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
        self, node: _Node, asking: OfferedEntry, wanted: Requirement, resolved: ResolvedRoot
    ) -> OfferedEntry | None:
        """Adds a requirement, and who provides it."""
        provider, state = resolved.answer(asking, wanted)
        if resolved.resolver.is_open(asking, wanted):
            self._unread = self._unread or f"who satisfies {wanted.words} is not known"
        elif state is PackageState.MISSING and self._unread and not wanted.fault:
            state = PackageState.UNKNOWN
        elif state is PackageState.MET and provider is not None and provider.is_installed:
            state = PackageState.INSTALLED
        there = self._ask(node, wanted, is_met=None if state is PackageState.UNKNOWN else provider is not None)
        there.states.add(state)
        there.serves = _serves(wanted, resolved.resolver.candidates(asking, wanted))
        if provider is None or state is PackageState.CONFLICT:
            requires = f"bundle {asking.bundle.name} requires an operator {wanted.predicate}"
            there.says = there.says or wanted.fault or requires
            there.outcome = there.outcome or resolved.why(asking, wanted, self._catalogs)
        if provider is None:
            return None
        number = len(resolved.resolver.candidates(asking, wanted))
        place = f"in {provider.channel} of {provider.catalog}" if provider.channel else "the bundle itself"
        place = "is installed" if provider.is_installed else place
        evidence = f"{provider.bundle.name} {place}" + (f", one of {number:,}" if number > 1 else "")
        self._steps.append(DependencyStep(title=f"{asking.bundle.name} requires {wanted.words}", evidence=evidence))
        if provider is asking:
            there.outcome = "it provides it itself"
            return None
        below = self._provider(provider)
        below.states.add(PackageState.INSTALLED if provider.is_installed else PackageState.MET)
        if below is not there:
            self._edge(there, below, "", is_met=True)
            below.asked_by[AskedBy(package=there.name, constraint="")] = None
        return provider

    def _ask(self, node: _Node, wanted: Requirement, *, is_met: bool | None = None) -> _Node:
        there = self._node(wanted.name, wanted.kind)
        there.asked_by[AskedBy(package=node.name, constraint=wanted.constraint)] = None
        self._edge(node, there, wanted.constraint, is_met=is_met)
        return there

    def _provider(self, entry: OfferedEntry) -> _Node:
        """The node of the package of a bundle; of a second bundle of it one with its version."""
        if entry is self._root.entry:
            return self._root
        node = self._node(entry.bundle.package or entry.bundle.name, "Package")
        if node.entry is not None and node.entry is not entry:
            node = self._node(f"{entry.bundle.package} {entry.bundle.version}", "Package")
        if node.entry is None:
            node.entry, node.version, node.place = entry, entry.bundle.version, _place(entry)
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


def _place(entry: OfferedEntry) -> str:
    if not entry.is_installed:
        default = "the default channel" if entry.is_default else "channel"
        return f"{entry.bundle.name} of {default} {entry.channel} in {entry.catalog}"
    where = f" in the namespace {entry.namespace}" if entry.namespace else ""
    phase = "" if entry.phase in ("", "Succeeded") else f", but its phase is {entry.phase}"
    return f"{entry.bundle.name} is installed{where}{phase}"


def _is_of(root: _Node, package: str) -> bool:
    return root.entry is None or root.entry.bundle.package == package


def _serves(wanted: Requirement, offered: Sequence[OfferedEntry]) -> tuple[str, ...]:
    """The versions of a package, or the providers of all else, as OLM v0 prefers them."""
    if wanted.kind == "Package":
        return tuple(dict.fromkeys(one.bundle.version for one in offered))[:MOST_SERVING]
    first: dict[str, str] = {}
    for one in offered:
        first.setdefault(one.bundle.package, f"{one.bundle.package} {one.bundle.version}")
    return tuple(first.values())[:MOST_SERVING]


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
        while stack and found <= _MOST:
            name, following = stack[-1]
            target = next(following, "")
            if not target:
                stack.pop()
                way.pop()
                done.add(name)
            elif target in way:
                found += 1
                if found > _MOST:
                    yield DependencyRemark(
                        message=f"more than {_MOST} circles require each other; the rest is not named"
                    )
                    return
                circle = (*way[way.index(target) :], target)
                some = circle if len(circle) <= _LONGEST_CYCLE else (*circle[:_FEW], "…", target)
                yield DependencyRemark(message=f"they require each other, which OLM v0 allows: {' -> '.join(some)}")
            elif target not in done:
                stack.append((target, iter(below.get(target, ()))))
                way.append(target)
