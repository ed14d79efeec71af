"""The screen of a set: rows as registries answer, findings, keys, and a cluster that is read again and again."""

import gc
import re
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.screens.judgements import judged
from builders.screens.port import ScriptedPort
from builders.screens.sets import UNHEALTHY, ShownSet, cluster, half, plan, planning

from xpkgtui.app.application import Application
from xpkgtui.app.messages import Requested
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.chapter import ChapterScreen
from xpkgtui.app.screens.plan import PlanScreen
from xpkgtui.app.screens.start import Start
from xpkgtui.app.screens.tags import TagScreen
from xpkgtui.app.sets.list import MemberRow, findings, headline, member_cells, packages, title
from xpkgtui.app.state.outcomes import ShowPlan
from xpkgtui.app.state.sets import PlanSelection, ShownPlan
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.needed import AskedBy
from xpkgtui.formats.sets.plan import (
    MemberChange,
    MemberOrigin,
    MemberOutcome,
    MemberVersion,
    PlannedMember,
    SetFinding,
    SetPlan,
)
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.inspection.messages.dependencies import SetPlanned
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Open, Options, PlanSet, Request
from xpkgtui.reporting.contents.set_plan import PlannedSet
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Severity


def failed(kind: FailureKind) -> tuple[Event, ...]:
    """kubectl says why it does not answer."""
    return (PartFailed(part=PartName.DEPENDENCIES, failure=Failure(kind=kind, title="kubectl: no route to host")),)


async def test_the_worst_package_is_shown_with_what_is_wrong_and_the_way_out(tmp_path: Path) -> None:
    for size, names in (
        ((120, 40), "as Crossplane 2.4 would install them"),
        ((80, 24), "1 Packages 4 ─ 2 Findings"),
    ):
        async with planning(tmp_path, size=size) as shown:
            text = shown.text
            assert names in text
            assert "✗ Crossplane 2.4: 1 of 4 does not install: cellar" in text
            assert shown.row("cellar") == "▶ ✗ C cellar v1.0.0 conflict"
            assert shown.row("plum") == "✓ P plum v1.0.0 new"
            assert "✗ SET201  The versions asked for" in text
            assert "fruit/cellar.yaml:6" in text


@pytest.mark.parametrize(
    ("width", "names"), [(120, "p0, p1, p2, p3, p4, p5, p6, p7 and 3 more"), (80, "p0 and 10 more"), (50, "")]
)
def test_the_band_names_as_many_packages_as_it_has_room_for_and_counts_the_rest(width: int, names: str) -> None:
    members = tuple(
        PlannedMember(
            object=ObjectName(api_version="pkg.crossplane.io/v1", kind="Provider", name=f"p{number}"),
            origin=MemberOrigin.GIT,
            outcome=MemberOutcome.REFUSED,
        )
        for number in range(11)
    )
    shown = ShownPlan(found=PlannedSet(sources=("fruit",), plan=SetPlan(crossplane="2.4", members=members)))
    assert headline(shown, width).reason == names


@each_row("width", range(50, 130))
def test_the_first_line_keeps_a_gap_and_cuts_no_count(width: int) -> None:
    request = PlanSet(paths=("platform/manifests",), plan=PlanOptions(), options=Options())
    found = PlannedSet(sources=("fruit",), plan=plan())
    text = title(ShownPlan(request=request, found=found), width, every=0).plain
    assert len(text) == width
    assert re.fullmatch(r" platform/manifests(   \d+ objects?( in \d+ files?)?)?  +as Crossplane 2.4.*", text)


async def test_keys_do_what_they_say(tmp_path: Path) -> None:
    async with planning(tmp_path) as shown:
        await shown.press("x")
        assert "Steps  ●" in shown.text
        await shown.press("x", "right_square_bracket")
        assert "joins" not in shown.text
        await shown.press("Y", "m")
        assert shown.app.clipboard.startswith("### ✗ Crossplane 2.4: 1 of 4 does not install")
        await shown.press("Y", "x")
        assert shown.app.clipboard == "xpkgtui plan fruit --crossplane 2.4"
        await shown.press("Y", "L")
        assert shown.app.clipboard == "fruit/cellar.yaml:6"
        await shown.press("z")
        assert " plum " not in shown.text
        await shown.press("z", "slash", *"plum", "enter", "y")
        assert shown.app.clipboard == "plum"
        await shown.press("D")
        assert "Nothing of it is installed" in shown.toasts[-1]
        await shown.press("P", "a")
        assert shown.toasts[-1] == "No package was left because of its size."
        await shown.press("P")
        assert "It needs no other package." in shown.toasts[-1]
        await shown.press("escape", "2", "enter")
        assert isinstance(shown.app.screen, ChapterScreen)
        await shown.press("escape", "u")
        assert [one.plan.upgrades for one in shown.port.requests(PlanSet)] == [False, True]
        await shown.press("question_mark")
        assert "Go to the next finding" in shown.text


async def test_what_a_package_needs_is_shown_as_resolved_in_the_set(tmp_path: Path) -> None:
    async with planning(tmp_path) as shown:
        await shown.press("P")
        assert "└─ ! apple v2.0.0" in shown.text.replace("✓", "!")
        assert "asks for <v2.0.0: new" in shown.text
        await shown.press("P")
        assert "asks for <v2.0.0: new" not in shown.text


async def test_packages_are_compared_again_at_another_level_and_where_they_were_not(tmp_path: Path) -> None:
    whole = plan()
    members = (
        replace(one, change=MemberChange.UPGRADE, installed_image="x") if one.name == "plum" else one
        for one in whole.members
    )
    whole = replace(whole, members=tuple(members))
    beside = ScriptedPort(lambda _: judged(()))
    async with planning(tmp_path, (SetPlanned(whole=whole),), beside=beside) as shown:
        asked = len(beside.requests(Open))
        await shown.press("p")
        assert shown.toasts[-1] == "Level stored: objects that a cluster stores must not break"
        assert shown.set.planned.request is not None
        assert (shown.set.planned.request.level, len(beside.requests(Open))) == ("stored", asked)
        await shown.press("a")
        assert shown.toasts[-1] == "Comparing 1 package that was not compared."
        assert [one.source for one in beside.requests(Open)][asked] == "x"
        assert len(shown.port.requests(PlanSet)) == 1


async def test_a_package_is_opened_and_left_for_its_row(tmp_path: Path) -> None:
    async with planning(tmp_path) as shown:
        for back in ("minus", "q"):
            await shown.press("enter")
            assert isinstance(shown.app.screen, Browsing)
            assert shown.port.requests(Open)[-1].source == "xpkg.example.org/orchard/cellar:v1.0.0"
            await shown.press(back)
            assert shown.row("cellar").startswith("▶")
        await shown.press("T")
        assert isinstance(shown.app.screen, TagScreen)
        await shown.press("q", "escape")
        assert isinstance(shown.app.screen, PlanScreen)


async def test_rows_stand_before_registries_answer_and_stay_when_that_is_stopped(tmp_path: Path) -> None:
    async with planning(tmp_path, half(), hold=frozenset({"plan"})) as shown:
        assert shown.row("apple") == "▶ ◌ P apple v2.0.0 no answer, 4 s"
        assert shown.row("cellar").endswith("C cellar v1.0.0 waits")
        assert shown.row("plum") == "✓ P plum v1.0.0 new"
        assert "Asking registries: 2 of 4 packages are known" in shown.text
        await shown.press("escape")
        assert "2 of 4 install, 2 could not be looked up" in shown.text
        assert "No findings." not in shown.text
        assert shown.row("plum") == "✓ P plum v1.0.0 new"
        assert shown.port.cancelled == shown.port.requests(PlanSet)


@pytest.mark.parametrize("width", [74, 76, 100, 116])
def test_what_happens_is_whole_before_the_name_is(width: int) -> None:
    what = "downgrade, unhealthy now"
    texts = {"sign": "✗", "letter": "P", "name": "n" * 50, "before": "v1.21.0", "after": "v2.1.0", "source": ""}
    columns = (50, 8, 8, len(what + ", changed"))
    row = MemberRow(**texts, what=what, short=what, is_bad=True, changed=", changed", columns=columns)
    *others, last = member_cells(row, width)
    assert last.content.plain == f"{what}, changed"
    assert width - 2 - sum((one.width or 0) + 1 for one in others) >= last.content.cell_length


@pytest.mark.parametrize("width", [54, 60, 74])
def test_a_narrow_list_says_whole_whether_a_package_may_end_otherwise(width: int) -> None:
    name = ObjectName(api_version="pkg.crossplane.io/v1", kind="Function", name="n" * 50)
    added = PlannedMember(
        object=name,
        origin=MemberOrigin.ADDED,
        change=MemberChange.ADDED,
        outcome=MemberOutcome.INSTALLS,
        order_matters=True,
        asked_by=(AskedBy(package="network", constraint=""),),
        after=MemberVersion(version="v0.2.0"),
    )
    found = PlannedSet(sources=("fruit",), plan=SetPlan(crossplane="2.4", members=(added,)))
    (_, row) = packages(ShownPlan(found=found, at="now"), (added,), 0, PlanSelection(), "").rows
    *others, last = member_cells(row.value, width)
    assert last.content.plain == "added, maybe otherwise"
    assert width - 2 - sum((one.width or 0) + 1 for one in others) >= last.content.cell_length


def test_findings_of_one_rule_are_told_apart_by_their_objects() -> None:
    made = (
        SetFinding(
            rule="SET007",
            severity=Severity.WARNING,
            message="it is early",
            title="An object comes before the kind that its package brings",
            object=ObjectName(api_version="v1", kind="Tree", name=name),
        )
        for name in ("oak", "elm")
    )
    pane = findings(ShownPlan(found=PlannedSet(sources=("fruit",), plan=SetPlan(findings=tuple(made)))), "")
    assert [row.draw(row.value, 57)[-2].content.plain for row in pane.rows] == ["oak", "elm"]


async def unhealthy(shown: ShownSet) -> None:
    """The cluster is read again, and one of its packages is not well."""
    await shown.press("r")
    assert shown.row("plum") == "✗ P plum v1.0.0 unhealthy, changed"
    assert "1 of 3 packages is unhealthy: plum" in shown.text


async def test_a_cluster_that_is_read_again_shows_what_changed_and_what_a_message_leads_to(tmp_path: Path) -> None:
    readings = ((cluster(),), (cluster(UNHEALTHY),), failed(FailureKind.NETWORK), (cluster(UNHEALTHY),))
    async with planning(tmp_path, *readings, paths=(), context="") as shown:
        assert shown.row("plum") == "✓ P plum v1.0.0 healthy"
        await shown.press("j", "j", "j")
        chosen = shown.set.selection.row
        await unhealthy(shown)
        assert shown.set.selection.row == chosen
        await shown.press("g")
        assert "leads to" in shown.text
        await shown.press("r")
        assert "kubectl: no route to host" in shown.text
        assert shown.row("plum").startswith("▶ ✗ P plum")
        await shown.press("r")
        assert "no route" not in shown.text
        assert shown.row("plum") == "▶ ✗ P plum v1.0.0 unhealthy"


async def test_a_cluster_is_read_again_by_itself_until_a_login_fails(tmp_path: Path) -> None:
    swept = gc.get_stats()[2]["collections"]
    async with planning(
        tmp_path, (cluster(),), failed(FailureKind.AUTHENTICATION), paths=(), context="", every=1
    ) as shown:
        assert "every 1 s" in shown.text
        await shown.until(lambda: len(shown.port.requests(PlanSet)) > 1)
        await shown.settle()
        assert "every 1 s" not in shown.text
        shown.set.read_again()
        await shown.settle()
        assert len(shown.port.requests(PlanSet)) == 2
    # Nothing of a reading stays in cycles.
    assert gc.get_stats()[2]["collections"] > swept


async def test_packages_are_judged_after_the_plan_and_once_each(tmp_path: Path) -> None:
    def refuses(request: Request) -> list[Event]:
        assert isinstance(request, Open)
        found = Finding(rule="XPKG401", severity=Severity.ERROR, message="its package.yaml is empty")
        is_plum = "plum" in request.source
        return judged((), *((found,) if is_plum else ()), acceptance=list(Acceptance)[is_plum])

    beside = ScriptedPort(refuses)
    async with planning(tmp_path, beside=beside) as shown:
        assert shown.row("plum") == "✗ P plum v1.0.0 refused"
        assert re.search("✗ SET110   Crossplane refuses the package itself +plum ", shown.text)
        asked = [one.source.partition("@")[0].rpartition("/")[2] for one in beside.requests(Open)]
        assert sorted(asked) == ["cellar", "function-auto", "provider-apple", "provider-plum"]
        await shown.press("r")
        assert shown.row("plum") == "✗ P plum v1.0.0 refused"
        assert len(beside.requests(Open)) == len(asked)
        shown.app.post_message(Requested(ShowPlan()))
        await shown.settle()
        assert len(beside.requests(Open)) == 2 * len(asked)


async def test_a_set_that_cannot_be_read_shows_nothing_of_the_one_before(tmp_path: Path) -> None:
    beside = ScriptedPort(lambda _: judged(()))
    answers = ((SetPlanned(whole=plan()),), failed(FailureKind.NETWORK))
    async with planning(tmp_path, *answers, beside=beside) as shown:
        asked = len(beside.requests(Open))
        shown.app.post_message(Requested(ShowPlan()))
        await shown.settle()
        assert "kubectl: no route to host" in shown.text
        assert " plum " not in shown.text
        assert len(beside.requests(Open)) == asked


class Folder:
    """Answers as the service does where a folder of manifests is opened."""

    def __call__(self, request: Request) -> tuple[Event, ...]:
        if isinstance(request, Open):
            failure = Failure(kind=FailureKind.NOT_A_PACKAGE, title="a folder of manifests", is_set=True)
            return (PartFailed(part=None, failure=failure),)
        return (SetPlanned(whole=plan()),) if isinstance(request, PlanSet) else ()


async def test_a_folder_of_manifests_is_planned_where_it_is_opened_as_a_source(tmp_path: Path) -> None:
    port = ScriptedPort(Folder())
    app = Application(port, source="fruit", options=Options())
    async with app.run_test(size=(120, 40)) as pilot:
        shown = ShownSet(app, port, pilot)
        await shown.settle()
        assert shown.row("cellar").endswith("conflict")
        assert [one.paths for one in port.requests(PlanSet)] == [("fruit",)]
        await shown.press("q")
    assert app.return_code == 0


async def test_f3_plans_the_path_that_is_typed(tmp_path: Path) -> None:
    port = ScriptedPort(Folder())
    app = Application(port, source=None, options=Options())
    async with app.run_test(size=(120, 40)) as pilot:
        shown = ShownSet(app, port, pilot)
        await shown.settle()
        await shown.press(*"fruit", "f3")
        assert [one.paths for one in port.requests(PlanSet)] == [("fruit",)]
        assert isinstance(app.screen, PlanScreen)
        await shown.press("q")
        assert isinstance(app.screen, Start)
