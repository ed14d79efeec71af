"""The page of a package that another needs: what asks for it, as text, and how it was resolved."""

from dataclasses import replace
from typing import Any

from builders.inspection import ports
from builders.screens.dependencies import AWS_EKS, EKS, World
from builders.screens.pages import drawn_page

from xpkgtui.app.dependencies.detail import page
from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.state.dependencies import DependencySelection, NeededRow, ShownDependencies, dependency_rows
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.dependencies.needed import DependencyStep, DependencyTree
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.needed_packages import NeededPackages

OPEN = ports.inspection(*ports.package(), source=EKS)
TREE, STEP = World(AWS_EKS).resolved(), DependencyStep(title="a", evidence="b")


def shown(tree: DependencyTree = TREE, **facts: Any) -> ShownDependencies:
    return ShownDependencies(found=NeededPackages(inspection=OPEN, tree=tree), **facts)


ROWS = dependency_rows(shown().found)


def row(source: str, target: str) -> NeededRow:
    """The first one that this package asks for."""
    edges = ((one, one.branch.edge) for one in ROWS)
    return next(one for one, edge in edges if edge and source in edge.source and target in edge.target)


def yaml(inspection: Inspection, one: NeededRow) -> Page:
    return page(inspection, shown(), one, DependencySelection(tab=TabId.YAML))


def test_what_the_open_package_asks_for_is_sought_in_its_text() -> None:
    root, needed = yaml(OPEN, ROWS[0]), yaml(OPEN, row("configuration-aws-eks", "provider-helm"))
    text = TextRange(path="/nowhere", start=0, end=0, first_line=1, language="yaml")
    assert [(one.text, one.file) for one in (root, needed)] == [(text, "package.yaml")] * 2
    assert (root.seek, needed.seek.rpartition("/")[2]) == ("", "provider-helm")


def test_what_another_package_asks_for_is_written_as_its_own_entry() -> None:
    other = row("configuration-aws-network", "provider-aws-ec2")
    edge, kind = other.branch.edge, other.branch.package.kind
    assert edge is not None
    lines = [line.strip() for line in drawn_page(yaml(OPEN, other)).plain.splitlines() if line.strip()]
    assert lines[1].startswith("configuration-aws-network v")
    assert lines[1].endswith(" asks for it:")
    assert lines[2:6] == [
        "spec:",
        "dependsOn:",
        f'- {kind.lower()}: "{edge.target}"',
        f'version: "{edge.constraint}"',
    ]
    assert " ".join(lines[6:]) == "Written anew from what it means; enter on that package shows its own text."
    away = Inspection(source="another")
    assert drawn_page(yaml(away, ROWS[0])).plain.splitlines()[1:2] == ["Its text is not there yet."]
    assert "asks for it:" in drawn_page(yaml(away, row("configuration-aws-eks", "provider-helm"))).plain


def steps(tree: DependencyTree, **facts: Any) -> list[str]:
    found = page(OPEN, shown(tree, **facts), ROWS[0], DependencySelection(tab=TabId.WHY))
    return [line.strip() for line in drawn_page(found).plain.rstrip().splitlines()[1:]]


def test_how_it_was_resolved_is_told_in_500_steps() -> None:
    assert steps(DependencyTree()) == ["It is not resolved."]
    assert steps(DependencyTree(), doing="Resolving") == ["◌ It is not resolved yet."]
    none = replace(TREE, steps=())
    assert steps(none) == [f"How {TREE.resolver} resolves it", "", "Nothing had to be done."]
    assert steps(none, upgrades=True)[0].endswith(" resolves it, with upgrades")
    assert steps(replace(TREE, steps=(STEP,) * 1_501))[-2:] == ["500.  a b", "and 1,001 more"]
    assert steps(replace(TREE, steps=(STEP,) * 500))[-1] == "500.  a b"
