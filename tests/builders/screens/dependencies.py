"""A configuration whose dependencies do not fit together, resolved by the real resolver from made-up registries."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from builders.packages.case_facts import case_about
from builders.pilots import Shown
from builders.screens.images import beginning
from builders.screens.judgements import cost, judged
from builders.screens.port import ScriptedPort, Story
from builders.screens.streams import Stream

from xpkgtui.app.application import Application
from xpkgtui.app.screens.dependencies import DependencyScreen
from xpkgtui.app.state.dependencies import DependencyPane, DependencySelection
from xpkgtui.formats.dependencies.needed import (
    AskedBy,
    DependencyEdge,
    DependencyTree,
    ImageFacts,
    NearVersion,
    NeededPackage,
    PackageState,
)
from xpkgtui.formats.dependencies.questions import (
    Answer,
    ContentsOf,
    PackageOpened,
    Question,
    ResolveOptions,
    RootPackage,
    TagsFound,
    TagsOf,
)
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.dependencies.resolution import DEPENDENCIES
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import Event, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Open, Options, Request

HOST = "xpkg.upbound.io/upbound/"
EKS = f"{HOST}configuration-aws-eks:v0.16.0"


@dataclass(frozen=True, kw_only=True)
class Made:
    """A package in a made-up registry."""

    kind: str
    versions: tuple[str, ...]
    wants: tuple[str, ...] = ()
    """`Kind name constraint`"""
    size: int | None = None
    definitions: tuple[str, ...] = ()
    is_priced: bool = False

    def opened(self, name: str) -> PackageOpened:
        """What is in it."""
        names = self.definitions or tuple(f"{name}{number}.example.com" for number in range(3))
        image = ImageFacts(
            digest=f"sha256:{sha256(name.encode()).hexdigest()}",
            size=self.size,
            platforms=("linux/amd64", "linux/arm64"),
            definitions=0 if self.kind == "Function" else len(names),
            composites=len(names) if self.kind == "Configuration" else 0,
        )
        if self.is_priced:
            return PackageOpened(is_priced=True, image=replace(image, definitions=0, composites=0))
        return PackageOpened(
            kind=self.kind,
            meta=meta(name, self.kind, self.wants),
            image=image,
            definitions=names if self.kind != "Function" else (),
        )


def meta(name: str, kind: str, wants: Sequence[str]) -> dict[str, object]:
    """A meta object; a name without a registry is one of Upbound's."""
    entries = []
    for one in wants:
        of, package, constraint = one.split(" ", 2)
        repository = package if "/" in package else f"{HOST}{package}"
        entries.append({of.lower(): repository, "version": constraint})
    return {
        "apiVersion": "meta.pkg.crossplane.io/v1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": {"dependsOn": entries},
    }


_EC2 = ("v1.20.1", "v1.21.0-rc.1", "v1.21.0", "v1.21.1", "v1.22.0", "v1.23.1", "v1.23.2")
AWS_EKS: Mapping[str, Made] = {
    "configuration-aws-eks": Made(
        kind="Configuration",
        versions=("v0.16.0",),
        size=62_000,
        wants=(
            "Configuration configuration-aws-network >=v0.15.0",
            "Provider provider-aws-ec2 >=v1.21.0",
            "Provider provider-aws-eks >=v1.0.0",
            "Provider provider-helm >=v0.19.0",
            "Function function-patch-and-transform >=v0.7.0",
            "Function function-auto-ready v0.4.x",
        ),
    ),
    "configuration-aws-network": Made(
        kind="Configuration",
        versions=("v0.15.0", "v0.23.1"),
        size=48_000,
        wants=("Provider provider-aws-ec2 <v1.22.0", "Function function-patch-and-transform >=v0.2.1"),
    ),
    "provider-aws-ec2": Made(
        kind="Provider", versions=_EC2, size=96_100_000, wants=("Provider provider-family-aws >=v1.21.0",)
    ),
    "provider-aws-eks": Made(
        kind="Provider",
        versions=("v1.20.0", "v1.23.2"),
        size=71_800_000,
        wants=("Provider provider-family-aws >=v1.21.0",),
    ),
    "provider-family-aws": Made(kind="Provider", versions=("v1.21.0", "v1.23.2"), size=32_200_000),
    "provider-helm": Made(kind="Provider", versions=("v0.19.0", "v1.0.4"), size=18_900_000),
    "function-patch-and-transform": Made(kind="Function", versions=("v0.7.0", "v0.9.1"), size=21_400_000),
    "function-auto-ready": Made(kind="Function", versions=("v0.3.0", "v0.4.2"), size=9_800_000),
}
"""Its network asks for an older provider than it gets."""
FITTING: Mapping[str, Made] = {
    **AWS_EKS,
    "configuration-aws-network": replace(
        AWS_EKS["configuration-aws-network"],
        wants=("Provider provider-aws-ec2 >=v1.20.0", "Function function-patch-and-transform >=v0.2.1"),
    ),
}


def wide_tree(count: int) -> DependencyTree:
    """A configuration that asks for very many providers, and each of them for the next two."""
    names = [f"{HOST}provider-{number:04}" for number in range(count)]
    wants = {EKS: names} | {name: names[number : number + 2] for number, name in enumerate(names, 1)}
    edges = [
        DependencyEdge(source=one, target=to, constraint=">=v1.0.0", is_met=True)
        for one in wants
        for to in wants[one]
    ]
    asked: dict[str, list[AskedBy]] = {name: [] for name in wants}
    for edge in edges:
        asked[edge.target].append(AskedBy(package=edge.source, constraint=edge.constraint))
    near = tuple(NearVersion(version=f"v1.{minor}.0", meets=(True,)) for minor in range(12, 0, -1))
    packages = (
        NeededPackage(
            package=name, kind="Provider", version="v1.12.0", state=PackageState.MET, asked_by=tuple(by), near=near
        )
        for name, by in asked.items()
    )
    return DependencyTree(resolver="Crossplane 2.4", is_resolved=True, packages=tuple(packages), edges=tuple(edges))


class World:
    """Made-up registries."""

    def __init__(self, packages: Mapping[str, Made], *, unreachable: frozenset[str] = frozenset()) -> None:
        self.packages = packages
        self.unreachable = unreachable

    def answer(self, question: Question, *, consent: bool = False) -> Answer:
        """The answer of a registry."""
        if isinstance(question, TagsOf):
            name = question.repository.removeprefix(HOST)
            if name in self.unreachable:
                return TagsFound(fault="xpkg.upbound.io does not answer.", is_unreachable=True)
            found = self.packages.get(name)
            return TagsFound(tags=found.versions) if found else TagsFound(fault="no such repository.")
        assert isinstance(question, ContentsOf)
        name = question.reference.removeprefix(HOST).partition("@")[0].partition(":")[0]
        found = self.packages[name]
        return (replace(found, is_priced=False) if consent else found).opened(name)

    def root(self, reference: str) -> RootPackage:
        """The package that is asked about."""
        name = reference.removeprefix(HOST).partition(":")[0]
        return RootPackage(source=reference, reference=reference, opened=self.packages[name].opened(name))

    def direct(self, reference: str = EKS) -> DependencyTree:
        """What it asks for itself."""
        return DEPENDENCIES.direct(self.root(reference))

    def resolved(
        self, reference: str = EKS, options: ResolveOptions | None = None, *, consent: bool = False
    ) -> DependencyTree:
        """What is installed for it."""
        asking = DEPENDENCIES.resolve(self.root(reference), options or ResolveOptions())
        answers: dict[Question, Answer] = {}
        try:
            questions = next(asking)
            while True:
                answers.update((one, self.answer(one, consent=consent)) for one in questions)
                questions = asking.send(answers)
        except StopIteration as end:
            tree: DependencyTree = end.value
            return tree


class DependentStory(Story):
    """A package with dependencies, and every package that it needs."""

    def __init__(self, folder: Path, packages: Mapping[str, Made] = AWS_EKS, source: str = EKS) -> None:
        super().__init__(folder, source)
        self.world = World(packages)
        self.is_held = False
        """Whether registries do not answer to the end."""

    def __call__(self, request: Request) -> Sequence[Event]:
        """The events that answer a request."""
        if type(request) in self.refusals:
            return super().__call__(request)
        match request:
            case Open(source=source):
                self.source = source
                return self._opened(source)
            case ReadDependencies():
                return tuple(self._dependencies(request))
        return super().__call__(request)

    def _opened(self, source: str) -> list[Event]:
        name = source.removeprefix(HOST).partition(":")[0]
        made = self.world.packages[name]
        stream = Stream(self.folder / f"{name}.yaml")
        entries = (one.split(" ", 2) for one in made.wants)
        depends = "".join(
            f'  - {kind.lower()}: {HOST}{wanted}\n    version: "{constraint}"\n'
            for kind, wanted, constraint in entries
        )
        text = (
            f"apiVersion: meta.pkg.crossplane.io/v1\nkind: {made.kind}\nmetadata:\n  name: {name}\n"
            f'spec:\n  crossplane:\n    version: ">=v1.14.1-0"\n' + (f"  dependsOn:\n{depends}" if depends else "")
        )
        stream.add(text, kind=made.kind, name=name, api_version="meta.pkg.crossplane.io/v1", role=Role.META)
        case = events.CaseReady(case=case_about(source, is_remote=True))
        return [*beginning(source), *stream.told(), cost(61_000, 61_000, 5), case, *judged(stream.rows)]

    def _dependencies(self, request: ReadDependencies) -> Sequence[Event]:
        assert self.source is not None
        found: list[Event] = [DependenciesRead(whole=self.world.direct(self.source))]
        found.append(Progressed(part=PartName.DEPENDENCIES, what="Asking registries", done=3, total=8))
        if request.resolve is not None and not self.is_held:
            found.append(
                DependenciesRead(whole=self.world.resolved(self.source, request.resolve, consent=request.consent))
            )
        return found


class Needed(Shown):
    """The screen of the dependencies under a pilot's hands."""

    @property
    def needed(self) -> DependencyScreen:
        """The screen."""
        assert isinstance(self.app.screen, DependencyScreen)
        return self.app.screen

    @property
    def cursor(self) -> str:
        """The row under the cursor, as it is drawn."""
        row = next(line for line in self.text.split("\n") if "▶" in line)
        return " ".join(row.split("▶")[1].partition("││")[0].split())

    async def anew(self, *keys: str, size: tuple[int, int] | None = None) -> None:
        """Brings the tree back to how it opens, at a size, and presses keys."""
        await self.cleared(DependencyScreen, size)
        self.needed.selection = DependencySelection()
        self.needed.query_one(f"#{DependencyPane.TREE}").focus()
        await self.settle()
        await self.press(*keys)


@asynccontextmanager
async def needed(
    folder: Path,
    *keys: str,
    packages: Mapping[str, Made] = AWS_EKS,
    size: tuple[int, int] = (120, 40),
    story: DependentStory | None = None,
    hold: frozenset[str] = frozenset(),
    **more: object,
) -> AsyncIterator[Needed]:
    """The dependencies of the configuration."""
    port = ScriptedPort(story or DependentStory(folder, packages), hold=hold)
    app = Application(port, source=EKS, **{"options": Options(), **more})  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        shown = Needed(app, port, pilot)
        await shown.settle()
        await shown.press("P", *keys)
        yield shown
