"""The plan of a set: Crossplane's controllers run over it in four orders, and their ends are put into words."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.dependencies.questions import (
    Answer,
    ContentsOf,
    PackageOpened,
    Question,
    SignaturesFound,
    SignaturesOf,
    TagsFound,
    TagsOf,
)
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.formats.sets.objects import ManifestSet
from xpkgtui.formats.sets.outdated import OutdatedMember
from xpkgtui.formats.sets.plan import ExaminedSet, MemberChanges, MemberExamined, SetPlan, UsedDefinition
from xpkgtui.formats.sets.planning import Planning, PlanOptions, Versions
from xpkgtui.formats.xpkg.dependencies.choosing import highest_matching
from xpkgtui.formats.xpkg.dependencies.families import LABEL
from xpkgtui.formats.xpkg.dependencies.lock import ClusterImageConfig
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, versioned
from xpkgtui.formats.xpkg.dependencies.resolution import dependencies_in
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.formats.xpkg.permissions.account import is_safe_start
from xpkgtui.formats.xpkg.sets.accounts import changes_of, examined, plan_of
from xpkgtui.formats.xpkg.sets.admission import SetAdmission
from xpkgtui.formats.xpkg.sets.case import SetCase
from xpkgtui.formats.xpkg.sets.contents import CRD, BroughtObject, MemberContents, brought
from xpkgtui.formats.xpkg.sets.controllers.cluster import Crossplane, SetCluster
from xpkgtui.formats.xpkg.sets.controllers.installed import InstalledState, read_installed
from xpkgtui.formats.xpkg.sets.controllers.world import ORDERS, Schedule, World
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS, kinds_that_install, source_of
from xpkgtui.formats.xpkg.sets.outdated import outdated_set, packages_of, versions_of
from xpkgtui.formats.xpkg.sets.signatures import policy_text, public_keys
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import tag_reading, target_of
from xpkgtui.formats.xpkg.tools.facts import HOST_IN_DEPENDENCIES, MANAGER_PARSES, MINORS, minor_of
from xpkgtui.formats.xpkg.tools.linter import NOT_ONE_META, bad_constraint
from xpkgtui.patterns import late
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.rules.changes.change import Level
from xpkgtui.untyped import field, text


class _Asks(Exception):
    """A question that has to be answered first."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class CrossplaneSets:
    """Sets of manifests, as Crossplane's package manager installs them."""

    def holds(self, objects: PackageObjects) -> tuple[BroughtObject, ...]:
        """What a package brings: its definitions by their heads, the others parsed."""
        return tuple(_brought(objects))

    def installs(self, text: bytes) -> tuple[str, ...]:
        """The kinds of the objects in a text that install packages, by their first lines."""
        return kinds_that_install(text)

    def plan(self, manifests: ManifestSet, options: PlanOptions) -> Planning:
        """The plan of a set; raises `Usage` where what is installed cannot be read."""
        return (yield from _Planner(manifests, options).plan())

    def outdated(self, manifests: ManifestSet, options: PlanOptions) -> Versions:
        """The versions of the packages of a set; raises `Usage` where what is installed cannot be read."""
        return (yield from _Planner(manifests, options).outdated())

    def examined(self, case: ExaminedSet) -> SetPlan:
        """The plan with verdicts, counts of changes, and the findings that come of them."""
        return examined(case)

    def changes(self, found: MemberExamined, uses: tuple[UsedDefinition, ...], level: Level) -> MemberChanges | None:
        """The counts of what changes between two versions; None where they were not compared."""
        return changes_of(found, uses, level)


SETS = CrossplaneSets()


_CONVERTED = late(rb"strategy[\"']?:\s*[\"']?Webhook\b")


def _brought(objects: PackageObjects) -> Iterator[BroughtObject]:
    for head in objects.heads:
        if head.kind == CRD:
            yield BroughtObject(
                kind=CRD,
                name=head.name or "",
                api_version=head.api_version or "",
                defines=head.defines or "",
                group=head.group or "",
                plural=(head.name or "").partition(".")[0],
                versions=head.versions,
                stored=head.stored or "",
                calls=_CONVERTED.search(objects.text(head)) is not None,
            )
        elif head.kind in _PARSED and (value := objects.read(head)) is not None:
            yield brought(value)
        elif head.kind and head.api_version and head.kind not in _PARSED and head.role is not Role.META:
            yield BroughtObject(kind=head.kind, name=head.name or "", api_version=head.api_version)


_PARSED = (
    *("CompositeResourceDefinition", "Composition", "ManagedResourceActivationPolicy", "ManagedResourceDefinition"),
    *("Operation", "CronOperation", "WatchOperation"),
    *("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"),
)


_AHEAD = 32
"""Questions that are asked ahead at once, as `deps` does."""
_MOST_AHEAD = 1_000
"""Questions of a plan beyond which none is asked ahead."""


class _Planner:
    """Plans one set."""

    def __init__(self, manifests: ManifestSet, options: PlanOptions) -> None:
        self._manifests = manifests
        self._installed = read_installed(options.installed) if options.installed else InstalledState()
        crossplane = options.crossplane or self._installed.crossplane or MINORS[-1]
        options = self._options = replace(options, crossplane=crossplane)
        self._admission = SetAdmission(options.crossplane, is_strict=True)
        self._reading = tag_reading(options.crossplane)
        self._edition = target_of(Profile.CROSSPLANE, options.crossplane).edition
        self._flags = Flags(
            upgrades=options.upgrades or options.downgrades,
            downgrades=options.downgrades,
            reading=self._reading,
            crossplane=minor_of(options.crossplane),
            takes_any_host=not HOST_IN_DEPENDENCIES.holds(options.crossplane),
        )
        self._answers: Mapping[Question, Answer] = {}
        self._contents: dict[str, MemberContents] = {}
        self._cluster: SetCluster | None = None
        self._signatures: dict[str, AdmissionDecision] = {}
        """What ImageConfigs make of what is pulled."""
        packages = {
            text(field(one.value, "spec", "package")) for one in manifests.objects if one.name.kind in PACKAGE_KINDS
        }
        references = (parsed(PackageReference.parse, one) for one in packages)
        self._given = {versioned(one.name, one.identifier) for one in references if one is not None}
        """The references that the set itself names."""
        self._own = set(map(source_of, packages))
        """The sources that the set itself installs."""
        self._foreseen: set[Question] = set()
        """The packages whose dependencies are expected, or were."""
        self._expected: dict[str, str] = {}
        """Dependencies that are not opened yet: sources, each with a constraint."""
        self._keys = tuple(public_keys(manifests.objects))
        self.unreachable: dict[str, str] = {}
        """What did not answer, and why."""

    def plan(self) -> Planning:
        """Runs all orders, each from its beginning whenever something was asked."""
        case = yield from self._case(ORDERS)
        plan = plan_of(case, self.unreachable)
        conditions = self._installed.conditions
        members = (replace(one, conditions=conditions((one.object.kind, one.name))) for one in plan.members)
        return replace(plan, members=tuple(members))

    def outdated(self) -> Versions:
        """The versions of each package; what registries must be asked is asked of all packages side by side."""
        case = yield from self._case((Schedule.GIVEN,))
        packages = tuple(packages_of(case))
        while True:
            found: list[OutdatedMember] = []
            pending: dict[Question, None] = {}
            for one in packages:
                try:
                    found.append(versions_of(case, self, one))
                except _Asks as asks:
                    pending[asks.question] = None
            if not pending:
                return outdated_set(case, found, self.unreachable)
            wanted = tuple(pending)
            while any(one not in self._answers for one in wanted):
                self._answers = yield tuple(one for one in wanted if one not in self._answers)

    def _case(
        self, orders: tuple[Schedule, ...]
    ) -> Generator[tuple[Question, ...], Mapping[Question, Answer], SetCase]:
        worlds: dict[Schedule, World] = {}
        for schedule in orders:
            worlds[schedule] = yield from self._world(schedule)
        case = SetCase(
            manifests=self._manifests,
            options=self._options,
            installed=self._installed,
            worlds=worlds,
            known=self._contents,
            minor=minor_of(self._options.crossplane),
            admission=self._admission,
        )
        wanted = case.lists_wanted()
        while pending := tuple(one for one in wanted if one not in self._answers):
            self._answers = yield pending
        tags = {
            question.repository: found
            for question, found in self._answers.items()
            if isinstance(question, TagsOf) and isinstance(found, TagsFound)
        }
        return replace(case, tags=tags, signatures=self._signatures)

    def _world(self, schedule: Schedule) -> Generator[tuple[Question, ...], Mapping[Question, Answer], World]:
        objects = [one.value for one in self._manifests.objects]
        crossplane = Crossplane(version=self._options.crossplane, flags=self._flags)
        while True:
            # What Crossplane's chart makes is there where nothing is known of the cluster.
            activations = () if self._installed.names else self._options.activations
            world = World(objects, crossplane, self, schedule, activations, self._admission)
            self._cluster = world.cluster
            try:
                world.start(self._installed)
                world.run(self._waves())
            except _Asks as asks:
                question = asks.question
                while question not in self._answers:
                    ahead = dict.fromkeys((*self._likely(question), *islice(self._ahead(question), _AHEAD)))
                    self._answers = yield (question, *ahead)
                # Each question that is left to a run has all that was before run again.
                while len(self._answers) < _MOST_AHEAD and (further := tuple(islice(self._ahead(None), _AHEAD))):
                    self._answers = yield further
                continue
            return world

    def _waves(self) -> list[list[int]]:
        """The objects in the order in which they are applied; what is pruned is taken away with the last."""
        waves: dict[tuple[int, int], list[int]] = {}
        for number, one in enumerate(self._manifests.objects):
            source = one.source if self._options.in_order else 0
            waves.setdefault((source, one.wave), []).append(number)
        return [waves[key] for key in sorted(waves)]

    def _likely(self, asked: Question | None) -> tuple[Question, ...]:
        """What is asked at the same time: all packages of the set."""
        found: dict[Question, None] = {}
        for one in self._manifests.objects:
            if one.name.kind in PACKAGE_KINDS and one.group == "pkg.crossplane.io":
                package = text(field(one.value, "spec", "package"))
                try:
                    PackageReference.parse(package, is_strict=True)
                    pulled = self._cluster.pulled(package) if self._cluster else package
                    reference = PackageReference.parse(pulled)
                except Malformed:
                    continue
                found[ContentsOf(reference=versioned(reference.name, reference.identifier), is_given=True)] = None
        return tuple(one for one in found if one != asked and one not in self._answers)

    def _ahead(self, asked: Question | None) -> Iterator[Question]:
        """What follows if each dependency is installed as one that asks for it wants it.

        Twelve packages in a registry that answers after 50 ms are planned in half the time.
        """
        for known, found in self._answers.items():
            if isinstance(found, PackageOpened) and known not in self._foreseen:
                self._foreseen.add(known)
                self._expected.update({one.package: one.constraints for one in dependencies_in(found)})
        for source, constraints in tuple(self._expected.items()) if self._cluster else ():
            question = None if source in self._own else self._next(source, constraints)
            if question is None or (isinstance(question, ContentsOf) and question in self._answers):
                del self._expected[source]
            elif question != asked and question not in self._answers:
                yield question

    def _next(self, source: str, constraints: str) -> Question | None:
        """What is to be asked about a dependency; None where nothing can be."""
        try:
            question = TagsOf(repository=self._reference(source).name)
            listed = self._answers.get(question)
            if not isinstance(listed, TagsFound):
                return question
            version = highest_matching(listed.tags, constraints, self._reading)
            reference = self._reference(versioned(source, version)) if version else None
        except Malformed:
            return None
        return ContentsOf(reference=versioned(reference.name, reference.identifier)) if reference else None

    def _reference(self, text: str) -> PackageReference:
        """What is pulled for a reference; raises `Malformed`."""
        return PackageReference.parse(self._cluster.pulled(text) if self._cluster else text)

    def refusal(self, path: str, configs: Sequence[ClusterImageConfig]) -> str:
        """Why ImageConfigs refuse what is pulled; raises `_Asks` about all packages at once, for one process."""
        wanting = [one for one in configs if one.verification is not None]
        if not self._options.verifies or not any(path.startswith(one.prefixes) for one in wanting):
            return ""
        # What is pulled is rewritten already.
        policies = (*(policy_text(one, "verification") for one in wanting), *self._keys)
        for question, found in self._answers.items():
            if not isinstance(question, SignaturesOf) or question.policies != policies or path not in question.images:
                continue
            assert isinstance(found, SignaturesFound)
            return self._ruling(path, found.found[question.images.index(path)])
        if waiting := self._likely(None):
            raise _Asks(waiting[0])
        raise _Asks(SignaturesOf(images=tuple(dict.fromkeys((path, *self._pulled()))), policies=policies))

    def _ruling(self, path: str, found: AdmissionDecision | str | None) -> str:
        decision = AdmissionDecision(image=path, path=path, says=found) if isinstance(found, str) else found
        if decision is None:
            return ""
        self._signatures[path] = decision
        return decision.says if decision.accepted is False else ""

    def _pulled(self) -> Iterator[str]:
        """What is pulled for each package object of now."""
        assert self._cluster is not None  # it asks
        for one in self._cluster.packages.values():
            if (path := parsed(self._cluster.pulled, one.manifest.package)) is not None:
                yield path

    def contents(self, reference: str) -> MemberContents:
        """What is behind a reference; raises `_Asks`."""
        known = self._contents.get(reference)
        if known is not None:
            return known
        question = ContentsOf(reference=reference, is_given=reference in self._given)
        answer = self._answers.get(question)
        if answer is None:
            raise _Asks(question)
        assert isinstance(answer, PackageOpened)
        found = self._contents[reference] = self._member(reference, answer)
        if found.is_unreachable:
            self.unreachable[reference] = answer.fault
        return found

    def tags(self, repository: str) -> tuple[str, ...]:
        """The tags of a repository; raises `_Asks`, or `Malformed`."""
        question = TagsOf(repository=repository)
        answer = self._answers.get(question)
        if answer is None:
            raise _Asks(question)
        assert isinstance(answer, TagsFound)
        if answer.is_unreachable:
            self.unreachable[repository] = answer.fault
        if answer.fault:
            raise Malformed(answer.fault)
        return answer.tags

    def _member(self, reference: str, opened: PackageOpened) -> MemberContents:
        digest = opened.image.digest if opened.image else ""
        if opened.is_priced or opened.is_unreachable:
            why = opened.fault or "it was not opened because of its size"
            return MemberContents(fault=why, is_unreachable=True, digest=digest)
        if opened.fault and opened.image is None:
            is_digest = "@sha256:" in reference
            said = f"cannot fetch package {reference}" if is_digest else f"cannot resolve {reference} to digest"
            if not MANAGER_PARSES.holds(minor_of(self._options.crossplane)):
                said = "failed to fetch package digest from remote"
            return MemberContents(fault=f"{said}: {opened.fault}")
        if opened.fault and opened.fault != NOT_ONE_META:
            return MemberContents(fault=f"cannot parse package {reference}: {opened.fault}", digest=digest)
        constraint = text(field(opened.meta, "spec", "crossplane", "version"))
        invalid = opened.fault or (bad_constraint(constraint, self._reading.dialect) if constraint else "") or ""
        holds = opened.holds if isinstance(opened.holds, tuple) else ()
        named = (GroupVersionKind.of(one.api_version, one.kind) for one in holds if one.api_version)
        unknown = next((one for one in named if self._edition.role_of(one) is None), None)
        unparsed = self._edition.unregistered(unknown) if unknown else ""
        if unparsed and MANAGER_PARSES.holds(minor_of(self._options.crossplane)):
            return MemberContents(fault=f"cannot parse package {reference}: {unparsed}", digest=digest)
        return MemberContents(
            digest=digest,
            invalid=invalid,
            unparsed=unparsed,
            kind=opened.kind,
            constraint=constraint,
            dependencies=dependencies_in(opened),
            family=text(field(opened.meta, "metadata", "labels", LABEL)),
            is_safe_start=opened.kind == "Provider" and is_safe_start(opened.meta),
            objects=tuple(one for one in holds if isinstance(one, BroughtObject)),
        )
