"""The packages that one needs, row by row and page by page, as they were agreed."""

from dataclasses import replace
from typing import Any

import pytest
from builders.cases import failing
from builders.goldens import Golden, once
from builders.inspection import ports
from builders.packages.case_facts import case_about
from builders.screens.dependencies import AWS_EKS, EKS, FITTING, Made, World
from builders.screens.pages import agreed, below, drawn_band, drawn_page, drawn_pane, in_widths
from textual.content import Content

from xpkgtui.app.copy.dependencies import offers
from xpkgtui.app.dependencies import detail
from xpkgtui.app.dependencies.composed import JudgedCompositions, judged
from xpkgtui.app.dependencies.list import got, headline, near_pane, pane, tree_rows
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.state.dependencies import (
    DependencyPane,
    DependencySelection,
    NeededRow,
    ShownDependencies,
    dependency_rows,
    filtered,
)
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.composed import ComposedFaults
from xpkgtui.formats.dependencies.needed import DependencyRemark, DependencyStep, DependencyTree, PackageState
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import ComposedRead
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, Ready, Waiting
from xpkgtui.reporting.contents.needed_packages import NeededPackages

STATE = ports.inspection(*ports.package(), source=EKS)
UNASKED = JudgedCompositions()
TABS = (TabId.FACTS, TabId.YAML, TabId.WHY)
PRICED = World(
    {
        **AWS_EKS,
        "provider-aws-ec2": Made(kind="Provider", versions=("v1.21.0",), size=96_100_000, is_priced=True),
    }
)


def shown(tree: DependencyTree | None = None, failure: Failure | None = None, **facts: object) -> ShownDependencies:
    found = NeededPackages(inspection=STATE, tree=tree or DependencyTree(), failure=failure)
    return ShownDependencies(found=found, **facts)  # type: ignore[arg-type]


def drawn(needed: ShownDependencies, wanted: str = "", *, is_whole: bool = False) -> Content:
    """The band, the tree, and the pages; of packages that are wrong, or of all, their versions too."""
    selection = DependencySelection(filter=wanted)
    rows = filtered(dependency_rows(needed.found), selection.wanted)
    listed = tree_rows(needed, rows)
    parts = [drawn_band(headline(STATE, needed))]
    parts += [drawn_pane(pane(needed, selection, listed, ""), width) for width in (50, 100)]
    if is_whole:
        wide = pane(needed, selection, listed, "")
        parts += [in_widths(wide, rows[1].key), in_widths(wide)]
    parts += [
        drawn_page(detail.page(STATE, needed, rows[0] if rows else None, DependencySelection(tab=tab), UNASKED))
        for tab in TABS
    ]
    for row in rows[1:]:
        there = DependencySelection(row=row.key, pane=DependencyPane.VERSIONS)
        near = near_pane(needed, row.branch.package, there)
        parts += [drawn_pane(near), *([in_widths(near)] if is_whole and row is rows[2] else ())]
        parts += [
            drawn_page(detail.page(STATE, needed, row, DependencySelection(tab=tab), UNASKED))
            for tab in (TabId.FACTS, TabId.ASKING)
        ]
    return below(*parts)


@pytest.fixture(scope="module")
def clash() -> str:
    return agreed(drawn(shown(World(AWS_EKS).resolved()), is_whole=True))


def test_what_does_not_fit_together(clash: str, golden: Golden) -> None:
    golden("pages_dependencies_clash", once(clash))


def test_what_fits_together(clash: str, golden: Golden) -> None:
    fitting = agreed(drawn(shown(World(FITTING).resolved(), upgrades=True)))
    golden("pages_dependencies_fit", once(fitting, beside=clash))


def test_what_is_asked_for_before_anything_is_resolved(clash: str, golden: Golden) -> None:
    tree = World(AWS_EKS).direct()
    parts = (drawn(shown(tree), "kind:function"), drawn(shown(tree, doing="Asking registries"), "kind:function"))
    golden("pages_dependencies_direct", once(agreed(*parts), beside=clash))


def test_what_is_not_known(clash: str, golden: Golden) -> None:
    away = World(AWS_EKS, unreachable=frozenset({"provider-helm"}))
    lost = Failure(kind=FailureKind.NETWORK, title="xpkg.upbound.io does not answer.", hint="Try again.")
    worlds = shown(away.resolved()), shown(PRICED.resolved())
    several = (*worlds, shown(doing="Resolving"), shown(failure=lost), shown())
    golden("pages_dependencies_unknown", once(agreed(*map(drawn, several)), beside=clash))


def test_where_an_option_is_lacking_nothing_is_to_be_asked_again() -> None:
    lost = Failure(kind=FailureKind.USAGE, title="OLM finds dependencies in catalogs", hint="Name one.")
    needed = shown(replace(World(AWS_EKS).direct(), further="--catalog SOURCE finds them"), failure=lost)
    band = drawn_band(headline(STATE, needed)).plain
    assert "it asks for 6 packages; --catalog SOURCE finds them" in band
    assert "retry" not in band
    offered = {one.key: one.text for one in offers(needed, STATE, None).items}
    assert offered["t"].startswith("It asks for 6 packages")
    assert "--resolve" not in offered["x"]


def test_a_package_that_depends_on_no_other_is_said_to() -> None:
    alone = World({"configuration-aws-eks": replace(AWS_EKS["configuration-aws-eks"], wants=())})
    assert "it depends on no other package" in drawn_band(headline(STATE, shown(alone.resolved()))).plain


TREE, STEP = World(AWS_EKS).resolved(), DependencyStep(title="a", evidence="b")
ROWS = dependency_rows(shown(TREE).found)
HELM, EC2 = (next(one for one in ROWS if end in one.key) for end in ("provider-helm", "network\nxpkg.upbound.io/"))


def page(
    row: NeededRow,
    tab: TabId,
    state: Inspection = STATE,
    tree: DependencyTree = TREE,
    judging: JudgedCompositions = UNASKED,
    **facts: Any,
) -> Page:
    return detail.page(state, shown(tree, **facts), row, DependencySelection(tab=tab), judging)


def words(found: Page) -> list[str]:
    return [line.strip() for line in drawn_page(found).plain.splitlines()[1:] if line.strip()]


def test_what_asks_for_a_package_is_sought_in_the_open_text_or_written_as_its_own_entry() -> None:
    root, helm = (page(one, TabId.YAML) for one in (ROWS[0], HELM))
    text = TextRange(path="/nowhere", start=0, end=0, first_line=1, language="yaml")
    assert [(one.text, one.file) for one in (root, helm)] == [(text, "package.yaml")] * 2
    assert (root.seek, helm.seek.rpartition("/")[2]) == ("", "provider-helm")
    edge = EC2.branch.edge
    assert edge is not None
    title, *lines = words(page(EC2, TabId.YAML))
    assert (title[:27], title[-13:]) == ("configuration-aws-network v", " asks for it:")
    assert lines[:4] == ["spec:", "dependsOn:", f'- provider: "{edge.target}"', f'version: "{edge.constraint}"']
    assert " ".join(lines[4:]) == "Written anew from what it means; enter on that package shows its own text."
    away = Inspection(source="another")
    assert words(page(ROWS[0], TabId.YAML, away)) == ["Its text is not there yet."]
    assert words(page(HELM, TabId.YAML, away))[1:3] == ["spec:", "dependsOn:"]


def test_how_it_was_resolved_is_told_in_500_steps() -> None:
    def steps(tree: DependencyTree, **facts: Any) -> list[str]:
        return words(page(ROWS[0], TabId.WHY, tree=tree, **facts))

    assert steps(DependencyTree()) == ["It is not resolved."]
    assert steps(DependencyTree(), doing="Resolving") == ["◌ It is not resolved yet."]
    title, none = f"How {TREE.resolver} resolves it", replace(TREE, steps=())
    assert steps(none) == [title, "Nothing had to be done."]
    assert steps(none, upgrades=True)[0] == f"{title}, with upgrades"
    assert steps(replace(TREE, steps=(STEP,) * 1_501))[-2:] == ["500.  a b", "and 1,001 more"]
    assert steps(replace(TREE, steps=(STEP,) * 500))[-1] == "500.  a b"


def test_a_remark_stands_at_its_packages_and_at_the_one_that_was_asked_about() -> None:
    helm = HELM.branch.package.package
    tree = replace(TREE, remarks=(DependencyRemark(message="it is odd", packages=(helm,)),))
    told = [
        any(" it is odd" in line for line in words(page(one, TabId.FACTS, tree=tree))) for one in (ROWS[0], HELM, EC2)
    ]
    assert told == [True, True, False]


def test_what_gets_no_version_in_a_conflict_is_said_to_get_none() -> None:
    packages = tuple(replace(one, version="") if one.state is PackageState.CONFLICT else one for one in TREE.packages)
    found = shown(replace(TREE, packages=packages))
    assert [got(found, one) for one in dependency_rows(found.found) if one.trouble] == [("✗", "none")]


def _read(**facts: Any) -> Part[Any]:
    return Ready(ComposedRead(whole=ComposedFaults(**facts)))


_LOST = Failed(Failure(kind=FailureKind.NETWORK, title="It does not answer."))
COMPOSED: dict[str, tuple[Part[Any], list[str]]] = {
    "not asked yet": (Waiting(), ["◌ Asking registries"]),
    "under way": (Loading("requested"), ["◌ Asking registries"]),
    "failed": (_LOST, ["✗ It does not answer.", "r tries it again"]),
    "all fits": (_read(), ["✓ Nothing that it composes is refused"]),
    "built in": (
        _read(built_in=("ConfigMap",)),
        ["✓ Nothing that it composes is refused", "◌ not judged (built in): ConfigMap"],
    ),
    "not defined": (
        _read(undefined=("A of b",)),
        ["◌ not judged (no dependency defines them; depend on the package that does, or install it too): A of b"],
    ),
    "not whole": (
        _read(unread="A of b, because c was not read"),
        ["◌ not all that it composes is judged: A of b, because c was not read"],
    ),
}


def test_what_is_wrong_with_what_it_composes_is_counted_in_the_band() -> None:
    whole = shown(World(AWS_EKS).resolved())
    assert "composition" not in drawn_band(headline(STATE, whole)).plain
    two: Any = ("a base", "an input")
    band = drawn_band(headline(STATE, whole, two)).plain
    assert "✗ 2 composition faults" in band


def test_what_is_composed_is_accepted_only_where_all_of_it_is_judged() -> None:
    def check(name: str) -> None:
        part, wanted = COMPOSED[name]
        said = page(ROWS[0], TabId.COMPOSED, judging=judged(part, case_about(EKS)))
        assert " ".join(words(said)) == " ".join(wanted)

    assert failing(COMPOSED, check) == {}
    assert words(page(ROWS[0], TabId.COMPOSED, tree=World(AWS_EKS).direct())) == ["It is not resolved."]
    assert [one.id for one in page(ROWS[0], TabId.COMPOSED).tabs] == [
        TabId.FACTS,
        TabId.YAML,
        TabId.WHY,
        TabId.COMPOSED,
    ]
    assert page(HELM, TabId.COMPOSED).tab is TabId.FACTS
