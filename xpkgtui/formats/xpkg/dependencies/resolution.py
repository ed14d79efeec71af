"""The dependencies of a package: what it asks for itself, and what Crossplane installs for it."""

from collections import deque
from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.errors import Malformed, Obstacle
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.questions import (
    Answer,
    Asking,
    PackageContents,
    PackageOpened,
    Question,
    ResolveOptions,
    RootPackage,
    TagsFound,
)
from xpkgtui.formats.xpkg.dependencies.account import ResolutionAccount
from xpkgtui.formats.xpkg.dependencies.choosing import highest_matching
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.dependencies.lock import (
    PACKAGE_API,
    LockDependency,
    LockPackage,
    Pulls,
    direct_tree,
    lock_dependency,
    objects_of_lock,
    read_image_configs,
    read_lock,
)
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags, KnownAnswers, KnownContents, Needs
from xpkgtui.formats.xpkg.dependencies.references import is_digest, versioned
from xpkgtui.formats.xpkg.dependencies.resolver import Cluster, Resolution
from xpkgtui.formats.xpkg.objects.identity import identify
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible, tag_reading, target_of
from xpkgtui.formats.xpkg.tools.facts import HOST_IN_DEPENDENCIES, minor_of
from xpkgtui.formats.xpkg.tools.fetching import in_the_way
from xpkgtui.formats.xpkg.tools.linter import NOT_ONE_META, not_package
from xpkgtui.oci.reference import Reference
from xpkgtui.untyped import field, text

_LOCAL = "local.invalid/this/package"
"""The repository of a package that does not come from a registry: nothing can ask for it there."""
_UNTAGGED = "v0.0.0"
_AHEAD = 32
"""Questions that are asked before it is sure that their answers are needed."""

Turns = Generator[tuple[Question, ...], Mapping[Question, Answer], Resolution]


class CrossplaneDependencies:
    """The dependencies of packages, as Crossplane's package manager resolves them."""

    lacking: ClassVar[str] = NOT_ONE_META

    def holds(self, contents: PackageContents) -> None:
        """Nothing: the meta object says all."""

    def unfetched(self, obstacles: Sequence[Obstacle], crossplane: str, layers: Container[str] = ()) -> str:
        """What a version of Crossplane prints where it does not get there."""
        found = in_the_way(obstacles, target_of(Profile.CROSSPLANE, crossplane), layers)
        return found[1] if found else ""

    def unparsed(self, document: PackageDocument | BrokenDocument) -> str:
        """What its parser says of a document; what a limit of ours kept from being parsed is not its matter."""
        if isinstance(document, PackageDocument):
            return identify(document.value).says
        return "" if document.limit else document.message

    def direct(self, root: RootPackage) -> DependencyTree:
        """What the package itself asks for."""
        return direct_tree(root, _lock_package(root))

    def resolve(self, root: RootPackage, options: ResolveOptions) -> Asking:
        """What is installed for it; raises `Usage` where lock or policies cannot be read."""
        resolving = _Resolving(root, options)
        resolution = yield from resolving.turns()
        # What makes it plain to a person comes last: Crossplane asks for none of it.
        # What was asked beside is waited for: else luck would decide which of several silent hosts is named.
        wanted = tuple(dict.fromkeys((*resolving.account(resolution).questions(), *resolving.beside)))
        while pending := tuple(one for one in wanted if one not in resolving.answers):
            resolving.answers = yield pending
        return resolving.account(resolution).tree()


DEPENDENCIES = CrossplaneDependencies()


class _Resolving:
    """One resolution, with what was answered for it so far."""

    def __init__(self, root: RootPackage, options: ResolveOptions) -> None:
        self._root = root
        self._options = options
        self._flags = Flags(
            upgrades=options.upgrades,
            downgrades=options.downgrades,
            reading=tag_reading(options.crossplane),
            crossplane=minor_of(options.crossplane),
            takes_any_host=not HOST_IN_DEPENDENCIES.holds(options.crossplane),
        )
        self._installed = read_lock(options.installed) if options.installed else ()
        self._pulls = Pulls(read_image_configs(options.policies), (one.source for one in self._installed))
        self._joining = _lock_package(root)
        self.answers: Mapping[Question, Answer] = {}
        self._foreseen = {one.source for one in self._installed}
        self._expected: deque[LockDependency] = deque()
        self.beside: dict[Question, None] = {}
        """What was asked with something else, as it was likely to follow."""
        self._expect(self._joining.dependencies)

    def turns(self) -> Turns:
        """Asks until the resolver needs nothing more."""
        tags: dict[str, tuple[str, ...] | str] = {}
        contents: dict[str, KnownContents] = {}
        answers = KnownAnswers(tags=tags, contents=contents)
        objects = objects_of_lock(self._installed)
        cluster = Cluster(self._installed, objects, answers, self._flags, self._joining)
        while True:
            try:
                return cluster.run()
            except Needs as needs:
                needed = needs
            try:
                if needed.tags:
                    listed = yield from self._asked(self._pulls.tags(needed.tags))
                    tags[needed.tags] = self._tags(needed.tags, listed)
                else:
                    opened = yield from self._asked(self._pulls.package(needed.contents))
                    contents[needed.contents] = self._contents(needed, opened)
            except Malformed as error:
                if needed.tags:
                    tags[needed.tags] = str(error)
                else:
                    contents[needed.contents] = KnownContents(fault=str(error))

    def account(self, resolution: Resolution) -> ResolutionAccount:
        """What the resolution means, as far as it was asked about."""
        return ResolutionAccount(
            resolution,
            root=self._root,
            joining=self._joining,
            options=self._options,
            flags=self._flags,
            installed=self._installed,
            pulls=self._pulls,
            answers=self.answers,
        )

    def _asked(self, question: Question) -> Generator[tuple[Question, ...], Mapping[Question, Answer], Answer]:
        """The answer to a question; others that are likely to follow are asked with it."""
        while question not in self.answers:
            likely = self._likely(question)
            self.beside.update(dict.fromkeys(likely))
            self.answers = yield (question, *likely)
        return self.answers[question]

    def _likely(self, asked: Question) -> tuple[Question, ...]:
        """Questions that follow, if each package is installed as the first one that asks for it wants it."""
        found: dict[Question, None] = {}
        kept: list[LockDependency] = []
        while self._expected and len(found) < _AHEAD:
            one = self._expected.popleft()
            question = self._next(one)
            if question is not None:
                kept.append(one)
                found.update({} if question == asked else {question: None})
        self._expected.extendleft(reversed(kept))
        return tuple(found)

    def _expect(self, dependencies: Iterable[LockDependency]) -> None:
        new = {one.package: one for one in reversed(tuple(dependencies)) if one.package not in self._foreseen}
        self._foreseen.update(new)
        self._expected.extend(reversed(new.values()))

    def _next(self, one: LockDependency) -> Question | None:
        """What is to be asked next about a package; None if it was opened, or there is nothing to open."""
        try:
            question: Question = self._pulls.tags(one.package)
            listed = self.answers.get(question)
            if is_digest(one.constraints) or isinstance(listed, TagsFound):
                tags = listed.tags if isinstance(listed, TagsFound) else ()
                version = highest_matching(tags, one.constraints, self._flags.reading)
                if not version:
                    return None
                question = self._pulls.package(versioned(one.package, version))
        except Malformed:
            return None
        opened = self.answers.get(question)
        if isinstance(opened, PackageOpened):
            self._expect(dependencies_in(opened))
            return None
        return question

    def _tags(self, source: str, answer: Answer) -> tuple[str, ...] | str:
        assert isinstance(answer, TagsFound)
        return f"cannot list tags for {self._pulls.path(source)}: {answer.fault}" if answer.fault else answer.tags

    def _contents(self, needed: Needs, answer: Answer) -> KnownContents:
        assert isinstance(answer, PackageOpened)
        fault = answer.fault
        if not fault and not answer.is_priced:
            constraint = text(field(answer.meta, "spec", "crossplane", "version"))
            if needed.kind and answer.kind != needed.kind:
                fault = not_package(needed.kind)
            elif constraint:
                fault = incompatible(constraint, self._options.crossplane) or ""
        return KnownContents(dependencies=dependencies_in(answer), fault=fault)


def dependencies_in(opened: PackageOpened) -> tuple[LockDependency, ...]:
    """What an opened package asks for, as the lock holds it; an entry without a package has no kind."""
    return tuple(_entries(opened.meta))


def _entries(meta: object) -> Iterator[LockDependency]:
    for entry in dependencies_of(field(meta, "spec")):
        yield lock_dependency(entry) or LockDependency(package=entry.package, constraints=entry.version)


def _lock_package(root: RootPackage) -> LockPackage:
    """The package that is asked about, as it joins the lock."""
    opened = root.opened
    source, version = _LOCAL, _UNTAGGED
    if root.reference:
        try:
            reference = Reference.parse(root.reference)
            source, version = reference.name, reference.tag or str(reference.digest or "latest")
        except Malformed:  # it was opened, so it is a reference in another grammar
            source = root.reference
    found = LockPackage(name=f"{source}@{version}", source=source, version=version, kind=opened.kind)
    return replace(found, api_version=PACKAGE_API, dependencies=dependencies_in(opened))
