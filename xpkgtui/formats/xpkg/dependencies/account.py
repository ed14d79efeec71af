"""What a resolution means for each package: what it gets, from whom, and what does not fit together."""

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.dependencies.needed import (
    AskedBy,
    DependencyEdge,
    DependencyStop,
    DependencyTree,
    NearVersion,
    NeededPackage,
    PackageState,
)
from xpkgtui.formats.dependencies.questions import (
    Answer,
    PackageOpened,
    Question,
    ResolveOptions,
    RootPackage,
    TagsFound,
)
from xpkgtui.formats.xpkg.dependencies.choosing import near_versions, satisfies, versions_in_order
from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, LockPackage, Pulls, shown_version
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags, ResolutionStep
from xpkgtui.formats.xpkg.dependencies.references import is_digest
from xpkgtui.formats.xpkg.dependencies.remarks import InstalledPackage, clashes, remarks
from xpkgtui.formats.xpkg.dependencies.resolver import Resolution, described
from xpkgtui.formats.xpkg.dependencies.revisions import MISSING
from xpkgtui.versions.constraint import Constraint
from xpkgtui.visible import few

_SERVING = 20
"""Versions that are said to satisfy all."""
_FAULTS = 3
"""Places that do not answer, or are not asked, that are named."""


class ResolutionAccount:
    """A resolution, and what was answered for it."""

    def __init__(
        self,
        resolution: Resolution,
        *,
        root: RootPackage,
        joining: LockPackage,
        options: ResolveOptions,
        flags: Flags,
        installed: tuple[LockPackage, ...],
        pulls: Pulls,
        answers: Mapping[Question, Answer],
    ) -> None:
        """`joining` is the package that was asked about, `installed` is what was there before."""
        self._resolution = resolution
        self._root = root
        self._joining = joining
        self._options = options
        self._flags = flags
        self._before = {one.source: one.version for one in installed}
        self._pulls = pulls
        self._answers = answers
        self.lock = {joining.source: joining} | {one.source: one for one in resolution.lock}
        """The packages that are installed in the end, by their repositories; the one that was asked about first."""
        self._asked: dict[str, list[tuple[LockPackage, LockDependency]]] = {}
        for one in self.lock.values():
            for each in one.dependencies:
                self._asked.setdefault(each.package, []).append((one, each))
        self._cycle = self._cyclic()
        self._names = self._reached()
        self._after = {one.package: one.error for one in resolution.after}
        self._stop = self._stopping()

    def questions(self) -> Iterator[Question]:
        """What makes it plain: the tags of what is in conflict, and what is in each package."""
        for one in self._names:
            try:
                if self._state(one) in (PackageState.CONFLICT, PackageState.MISSING):
                    yield self._pulls.tags(one)
                locked = self.lock.get(one)
                if locked is not None and locked.source != self._joining.source:
                    yield self._pulls.package(locked.reference)
            except Malformed:
                continue
        for locked in self._namesakes():
            if (question := parsed(self._pulls.package, locked.reference)) is not None:
                yield question

    def _namesakes(self) -> Iterator[LockPackage]:
        """Installed packages that the package does not need, and that are called as one that it brings.

        They come from a mirror or a fork under another name, and may hold the same definitions.
        """
        brought = {_last_part(one) for one in self._names if one not in self._before}
        return (
            one for one in self.lock.values() if one.source not in self._names and _last_part(one.source) in brought
        )

    def tree(self) -> DependencyTree:
        """All of it, as values for people."""
        needed = tuple(self._needed(one) for one in self._names)
        installed = [
            InstalledPackage(name=self.name_of(one.source), locked=one, opened=self.opened(one))
            # What was there before has its definitions already.
            for one in sorted(self.lock.values(), key=lambda one: one.source not in self._before)
        ]
        return DependencyTree(
            resolver=f"Crossplane {self._options.crossplane}",
            is_resolved=True,
            packages=needed,
            edges=tuple(self._edges()),
            steps=tuple(described(self._resolution, self._unanswered(self._place))),
            stop=self._stop,
            clashes=tuple(clashes(installed, self._options.crossplane)),
            remarks=tuple(remarks(needed, installed)),
            unread=self._unread(),
        )

    def name_of(self, source: str) -> str:
        """The name by which a person knows a package: the one that was asked about by its source."""
        return self._root.source if source == self._joining.source else source

    def asked(self, source: str) -> tuple[tuple[LockPackage, LockDependency], ...]:
        """Who asks for a package, and how: those that the package needs, and others that are installed."""
        return tuple(self._asked.get(source, ()))

    def _reached(self) -> tuple[str, ...]:
        """The repositories of everything that the package needs, in the order in which they are asked for."""
        found = {self._joining.source: None}
        waiting = deque(found)
        while waiting:
            locked = self.lock.get(waiting.popleft())
            for one in locked.dependencies if locked else ():
                if one.package not in found:
                    found[one.package] = None
                    waiting.append(one.package)
        return tuple(found)

    def tags(self, source: str) -> TagsFound | None:
        """The tags of a repository, where they were listed."""
        question = parsed(self._pulls.tags, source)
        found = self._answers.get(question) if question else None
        return found if isinstance(found, TagsFound) and not found.fault else None

    def opened(self, locked: LockPackage) -> PackageOpened | None:
        """What is in an installed package, where it was opened."""
        if locked.source == self._joining.source:
            return self._root.opened
        question = parsed(self._pulls.package, locked.reference)
        found = self._answers.get(question) if question else None
        return found if isinstance(found, PackageOpened) else None

    def _edges(self) -> Iterator[DependencyEdge]:
        lock = self.lock
        for source in self._names:
            locked = lock.get(source)
            for one in locked.dependencies if locked else ():
                target = lock.get(one.package)
                yield DependencyEdge(
                    source=self.name_of(source),
                    target=self.name_of(one.package),
                    constraint=one.constraints,
                    is_met=self._is_met(one, target) if target else self._absent(one.package),
                )

    def _is_met(self, one: LockDependency, target: LockPackage) -> bool:
        if is_digest(one.constraints) or is_digest(target.version):
            return one.constraints == target.version
        return satisfies(target.version, one.constraints, self._flags.reading.dialect)

    def _absent(self, source: str) -> bool | None:
        return False if self._state(source) is PackageState.MISSING else None

    def _state(self, source: str) -> PackageState:
        if source in self._cycle:
            return PackageState.CYCLE
        locked = self.lock.get(source)
        if locked is None:
            is_known = self._trouble(source) and not self._unanswered(source)
            is_known = is_known or (self._stop is not None and source in self._stop.before)
            return PackageState.MISSING if is_known else PackageState.UNKNOWN
        if not self._is_satisfying(source, locked):
            return PackageState.CONFLICT
        if source == self._joining.source and self._revision(source):
            is_open = self._resolution.is_cut or self._unanswered(self._place)
            return PackageState.UNKNOWN if is_open else PackageState.UNHEALTHY
        return PackageState.INSTALLED if self._before.get(source) == locked.version else PackageState.MET

    def _is_satisfying(self, source: str, locked: LockPackage) -> bool:
        """Whether a version satisfies all that ask for it.

        What others ask for counts only where this installation brings the version, or is stopped there: their
        quarrel with what was installed before is not this package's.
        """
        is_brought = self._before.get(source) != locked.version or source == self._place
        asking = self.asked(source)
        return all(self._is_met(each, locked) for one, each in asking if is_brought or one.source in self._names)

    @property
    def _place(self) -> str:
        """The package that the resolver is at when it ends; empty where it is at none."""
        last = self._resolution.steps[-1]
        return last.missing[0].package if last.missing and not last.either else ""

    def _revision(self, source: str) -> str:
        """What the revision of a package says in the end; empty where it is healthy, or not installed."""
        locked = self.lock.get(source)
        if source == self._joining.source and self._root.opened.unfetched:
            return self._root.opened.unfetched
        if source == self._joining.source and self._joining.source not in {
            one.source for one in self._resolution.lock
        }:
            return self._resolution.joined.error if self._resolution.joined else ""
        return self._after.get(locked.reference, "") if locked else ""

    def _stopping(self) -> DependencyStop | None:
        """Where the resolver stops for good, if that is at what the package does not need, and keeps it from it."""
        last, place = self._resolution.steps[-1], self._place
        if self._resolution.is_cut or (last.made is None and not last.message and not last.error):
            return None
        if place in self._names or self._unanswered(place) or self._cycle & set(self._names):
            return None
        before = tuple(one for one in self._names[1:] if self._is_left(one))
        if not before and not self._revision(self._joining.source):
            return None
        if not last.missing:
            unread = self._resolution.joined.error if self._resolution.joined else ""
            return DependencyStop(package="", says=unread or last.message or last.error, before=before)
        cyclic = next((one for one in self.lock if one in self._cycle), "") if last.either else place
        asking = [
            AskedBy(package=self.name_of(one.source), constraint=each.constraints) for one, each in self.asked(cyclic)
        ]
        says = " or ".join(last.either) or self._trouble(place)
        return DependencyStop(package=cyclic, asked_by=tuple(asking), says=says, before=before)

    def _is_left(self, source: str) -> bool:
        """Whether something is still to be done for a package when the resolver ends."""
        locked = self.lock.get(source)
        return locked is None or (self._flags.upgrades and not self._is_satisfying(source, locked))

    def _cyclic(self) -> frozenset[str]:
        """The packages that depend on themselves, where that is what stops the resolver."""
        if not self._resolution.steps[-1].either:
            return frozenset()
        return frozenset(one for one in self.lock if one in self._below(one))

    def _below(self, source: str) -> set[str]:
        """What an installed package needs of what is installed, directly or not."""
        found: set[str] = set()
        waiting = [source]
        while waiting:
            new = {one.package for one in self.lock[waiting.pop()].dependencies if one.package in self.lock} - found
            found |= new
            waiting.extend(new)
        return found

    def _trouble(self, source: str) -> str:
        """Why a package is not installed although Crossplane tried."""
        for step in self._resolution.steps:
            if _is_about(step, source) and not step.either:
                if step.fault:
                    return step.fault
                if step.verdict is not None and step.verdict.error and step.made is not None:
                    return step.verdict.error
                if step.message and step.made is None:
                    return step.message
        return ""

    def _unanswered(self, source: str) -> str:
        """Why nothing answered about a package, which Crossplane does not say; empty where something did."""
        last = next((step.made for step in reversed(self._resolution.steps) if _is_about(step, source)), None)
        question = parsed(self._pulls.package, last.package) if last else parsed(self._pulls.tags, source)
        answer = self._answers.get(question) if question else None
        return answer.fault if answer is not None and answer.is_unreachable else ""

    def _needed(self, source: str) -> NeededPackage:
        locked = self.lock.get(source)
        state = self._state(source)
        asked = self.asked(source)
        listed = self.tags(source)
        is_root = source == self._joining.source
        pulled = None if is_root or not locked else parsed(self._pulls.package, locked.reference)
        opened = self.opened(locked) if locked else None
        serving = self._serving(source) if state in (PackageState.CONFLICT, PackageState.MISSING) else ()
        return NeededPackage(
            package=self.name_of(source),
            kind=locked.kind if locked else next((one.kind for _, one in asked), ""),
            version=shown_version(self._root, locked) if is_root and locked else locked.version if locked else "",
            reference=pulled.reference if pulled else "",
            state=state,
            asked_by=tuple(
                AskedBy(package=self.name_of(one.source), constraint=each.constraints) for one, each in asked
            ),
            says=self._says(source, state),
            revision=self._revision(source),
            outcome=self._outcome(source, state, serving),
            serves=serving,
            near=self._near(source, locked, serving),
            versions=len(versions_in_order(listed.tags, self._flags.reading.dialect)) if listed else None,
            image=opened.image if opened else None,
            is_priced=opened is not None and opened.is_priced,
        )

    def _says(self, source: str, state: PackageState) -> str:
        """Crossplane's own message."""
        match state:
            case PackageState.CONFLICT:
                failed = (step.message for step in self._resolution.steps if step.error and _is_about(step, source))
                messages = (self._after.get(one.reference, "") for one in self._unmet(source))
                return next((text for text in (*failed, *messages) if text and not text.startswith(MISSING)), "")
            case PackageState.CYCLE:
                return " or ".join(self._resolution.steps[-1].either)
            case PackageState.MISSING | PackageState.UNKNOWN if source != self._joining.source:
                return self._unanswered(source) or self._trouble(source)
        return self._revision(source)

    def _unmet(self, source: str) -> list[LockPackage]:
        return [one for one, each in self.asked(source) if not self._is_met(each, self.lock[source])]

    def _outcome(self, source: str, state: PackageState, serving: tuple[str, ...]) -> str:
        """What happens to whom, and what helps."""
        match state:
            case PackageState.CONFLICT:
                return _conflict(
                    self.lock[source], [self.name_of(one.source) for one in self._unmet(source)], serving
                )
            case PackageState.MISSING if self._stop is not None and source in self._stop.before:
                return f"Crossplane stops before it, at {self._stop.package or 'the lock'}."
            case PackageState.MISSING:
                return "Everything that asks for it stays unhealthy, and Crossplane installs nothing after it."
            case PackageState.CYCLE:
                return "Crossplane installs nothing more until the cycle is gone."
            case PackageState.UNKNOWN if source != self._joining.source:
                last = self._resolution.steps[-1]
                if last.either:
                    return "Crossplane stops before it: there is a cycle."
                if self._unanswered(self._place):
                    return "" if source == self._place else f"It comes after {self._place}, which is not known."
                return f"Crossplane stops before it, at {last.missing[0].package}." if last.missing else ""
        return ""

    def _serving(self, source: str) -> tuple[str, ...]:
        """The highest versions that would satisfy everyone, the highest first."""
        listed, constraints = self.tags(source), self._constraints(source)
        if listed is None or None in constraints:
            return ()
        found = (
            version.original
            for version in reversed(versions_in_order(listed.tags, self._flags.reading.dialect))
            if not version.is_incomplete and all(one is not None and one.allows(version) for one in constraints)
        )
        return tuple(islice(found, _SERVING))

    def _constraints(self, source: str) -> tuple[Constraint | None, ...]:
        """The constraints of those that ask for a package; None for a digest, and for what is no constraint."""
        dialect = self._flags.reading.dialect
        return tuple(parsed(Constraint.parse, one.constraints, dialect) for _, one in self.asked(source))

    def _near(self, source: str, locked: LockPackage | None, serving: tuple[str, ...]) -> tuple[NearVersion, ...]:
        listed, asking = self.tags(source), [each.constraints for _, each in self.asked(source)]
        if listed is None:
            return ()
        installed = locked.version if locked is not None else ""
        return near_versions(listed.tags, asking, self._flags.reading.dialect, installed=installed, serving=serving)

    def _unread(self) -> str:
        """Why not everything is known: something did not answer, or was not fetched."""
        if self._resolution.is_cut:
            return f"too many packages are needed: {len(self._resolution.steps):,} were installed"
        if faults := dict.fromkeys(one.fault for one in self._answers.values() if one.fault and one.is_unreachable):
            return few([one.rstrip(".") for one in faults], _FAULTS, between="; ")
        priced = sum(isinstance(one, PackageOpened) and one.is_priced for one in self._answers.values())
        packages = "1 package was" if priced == 1 else f"{priced:,} packages were"
        return f"{packages} not opened because of the size" if priced else ""


def _is_about(step: ResolutionStep, source: str) -> bool:
    return bool(step.missing) and step.missing[0].package == source


def _conflict(locked: LockPackage, unmet: list[str], serving: tuple[str, ...]) -> str:
    """What a conflict leads to, and what helps."""
    one = len(unmet) == 1
    names = ", ".join(name.rpartition("/")[2] or name for name in unmet)
    stays = f"{names} {'stays' if one else 'stay'} unhealthy beside {locked.version}."
    if not serving:
        return f"{stays} No version satisfies all: another version of a package that asks is needed."
    return f"{stays} {' or '.join(serving[:2])} satisfies all: install it by name first, or ask for it everywhere."


def _last_part(source: str) -> str:
    return source.rpartition("/")[2]
