"""How a set is planned: questions go out, answers come in, and a plan comes of it."""

from collections.abc import Generator, Mapping
from typing import Protocol

from xpkgtui.formats.dependencies.questions import Answer, Question
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.sets.objects import ManifestSet
from xpkgtui.formats.sets.outdated import OutdatedSet
from xpkgtui.formats.sets.plan import ExaminedSet, MemberChanges, MemberExamined, SetPlan, UsedDefinition
from xpkgtui.rules.changes.change import Level
from xpkgtui.values import dataclass

Planning = Generator[tuple[Question, ...], Mapping[Question, Answer], SetPlan]
"""Yields questions, the first of which must be answered before it goes on, and is sent all answers so far."""
Versions = Generator[tuple[Question, ...], Mapping[Question, Answer], OutdatedSet]
"""Yields questions likewise, and ends with what `outdated` says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """How a set is planned."""

    crossplane: str = ""
    """The version that installs; empty: what runs in the cluster, or else the newest."""
    upgrades: bool = False
    downgrades: bool = False
    installed: str = ""
    """The text of what is installed; empty where nothing is known of a cluster."""
    prune: bool = False
    """Whether what is installed and not in the set is removed."""
    in_order: bool = False
    """Whether each PATH is applied before the next."""
    verifies: bool = False
    """Whether signatures that ImageConfigs ask for are verified."""
    activations: tuple[str, ...] = ("*",)
    """What the policy activates that Crossplane's chart makes."""


class SetPlanner(Protocol):
    """What a format knows of sets."""

    def holds(self, objects: PackageObjects) -> object:
        """What it needs of the objects of a package."""
        ...

    def installs(self, text: bytes) -> tuple[str, ...]:
        """The kinds of the objects in a text that install packages, by their first lines."""
        ...

    def plan(self, manifests: ManifestSet, options: PlanOptions) -> Planning:
        """The plan of a set; raises `Usage` where the options cannot be read."""
        ...

    def outdated(self, manifests: ManifestSet, options: PlanOptions) -> Versions:
        """The versions of the packages of a set; raises `Usage` where the options cannot be read."""
        ...

    def examined(self, case: ExaminedSet) -> SetPlan:
        """The plan with what was learned of its packages by themselves."""
        ...

    def changes(self, found: MemberExamined, uses: tuple[UsedDefinition, ...], level: Level) -> MemberChanges | None:
        """The counts of what changes between two versions; None where they were not compared."""
        ...
