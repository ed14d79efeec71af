"""A small set on the screen, with what registries and a cluster would answer."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from builders.orchard import HOST, tree
from builders.pilots import Shown
from builders.planned import opened, planned
from builders.screens.port import ScriptedPort, Story

from xpkgtui.app.application import Application
from xpkgtui.app.screens.plan import PlanScreen
from xpkgtui.app.state.sets import SetStart
from xpkgtui.formats.sets.plan import MemberCondition, SetPlan
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.inspection.messages.dependencies import AskedPackage, SetAsked, SetPlanned
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Options, PlanSet, Request
from xpkgtui.service.port import Port

APPLE = opened("Provider", tree("apple"))
PACKAGES = {
    "provider-apple": {"v1.0.0": APPLE, "v1.1.0": APPLE, "v2.0.0": APPLE},
    "provider-plum": {"v1.0.0": opened("Provider", tree("plum"))},
    "function-auto": {"v1.0.0": opened("Function")},
    "cellar": {"v1.0.0": opened("Configuration", needs=(("Provider", "provider-apple", "<v2.0.0"),))},
}
OBJECTS = (
    ("Provider", "plum", "provider-plum:v1.0.0"),
    ("Function", "auto", "function-auto:v1.0.0"),
    ("Provider", "apple", "provider-apple:v2.0.0"),
    ("Configuration", "cellar", "cellar:v1.0.0"),
)
MANIFESTS = {
    f"fruit/{name}.yaml": f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}\nmetadata:\n  name: {name}\n"
    f"spec:\n  package: {HOST}/{image}\n"
    for kind, name, image in OBJECTS
}
PATHS = ("fruit",)
UNHEALTHY = "cannot resolve package dependencies: missing dependencies: 1"


def plan(*dead: str, options: PlanOptions | None = None) -> SetPlan:
    """The plan of the set; packages whose names begin so are not answered."""
    return planned(MANIFESTS, PACKAGES, options, dead=[f"{HOST}/{one}" for one in dead])


def conditions(name: str, message: str = "") -> tuple[MemberCondition, ...]:
    """Those of a package that is well, or that says why it is not."""
    status = "False" if message else "True"
    made = MemberCondition(kind="Provider", name=name, type="Healthy", status=status, message=message)
    return (made, replace(made, type="Installed", status="True", message=""))


class SetStory(Story):
    """Answers with one list of events after the other, the last one again and again."""

    def __init__(self, folder: Path, *answers: Sequence[Event]) -> None:
        super().__init__(folder, "fruit")
        self.answers = list(answers) or [(SetPlanned(whole=plan()),)]

    def __call__(self, request: Request) -> Sequence[Event]:
        if not isinstance(request, PlanSet):
            return super().__call__(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def half() -> tuple[Event, ...]:
    """What is known while two registries have not answered."""
    asked = (
        AskedPackage(reference=f"{HOST}/provider-apple:v2.0.0", has_begun=True, waited=4),
        AskedPackage(reference=f"{HOST}/cellar:v1.0.0"),
        AskedPackage(reference=f"{HOST}/provider-plum:v1.0.0", has_begun=True, is_answered=True),
    )
    whole = plan("provider-apple", "cellar")
    return SetPlanned(whole=whole, is_done=False), SetAsked(packages=asked, fetched=2_000, requests=9)


def cluster(message: str = "") -> SetPlanned:
    """A cluster whose plum says a message, where it is not well."""
    whole = plan()
    members = tuple(replace(one, conditions=conditions(one.name)) for one in whole.members if one.name != "cellar")
    members = tuple(
        replace(one, conditions=conditions(one.name, message)) if one.name == "plum" else one for one in members
    )
    return SetPlanned(whole=replace(whole, members=members, findings=(), has_cluster=True))


class ShownSet(Shown):
    """The screen of a set under a pilot's hands."""

    @property
    def set(self) -> PlanScreen:
        """The screen."""
        assert isinstance(self.app.screen, PlanScreen)
        return self.app.screen

    def row(self, name: str) -> str:
        """The row of a package, as it is drawn."""
        line = next(one for one in self.text.split("\n") if one[:1] == "│" and f" {name} " in one.partition("││")[0])
        return " ".join(line.partition("││")[0].strip("│ ").split())


@asynccontextmanager
async def planning(
    folder: Path,
    *answers: Sequence[Event],
    size: tuple[int, int] = (120, 40),
    hold: frozenset[str] = frozenset(),
    paths: tuple[str, ...] = PATHS,
    context: str | None = None,
    every: int = 0,
    beside: Port | None = None,
) -> AsyncIterator[ShownSet]:
    """The set, planned; its packages are judged where there is a port `beside`."""
    port = ScriptedPort(SetStory(folder, *answers), hold=hold)
    request = PlanSet(paths=paths, cluster=context, plan=PlanOptions(), options=Options())
    app = Application(
        port,
        source=None,
        options=Options(),
        sets=SetStart(plan=request, every=every, beside=(lambda: beside) if beside else None),
    )
    async with app.run_test(size=size) as pilot:
        shown = ShownSet(app, port, pilot)
        await shown.settle()
        yield shown
